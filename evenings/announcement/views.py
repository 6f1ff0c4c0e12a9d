"""The desk's page on which an evening is announced."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evenings.announcement.forms import FIRST_FIELDS, AnnouncementForm, build_initial_values
from tournaments.announcing.queries import count_places, read_announcement
from tournaments.announcing.services import announce, cancel_evening
from tournaments.pages.outdated import show_stored
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_fingerprint, read_seen


class AnnouncementPage(DirectorMixin, DeskPage):
    template_name = "evenings/announcement/announcement.html"
    title = _("Announcement")
    section = "announcement"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        announcement = read_announcement(self.tournament)
        form = context.setdefault("form", self._build_form(initial=build_initial_values(announcement)))
        parts = {
            "first_fields": [form[name] for name in FIRST_FIELDS],
            "enrolment_fields": [form[name] for name in form.fields if name not in FIRST_FIELDS],
        }
        facts = {
            "announcement": announcement,
            "places": count_places(self.tournament, announcement),
            "fingerprint": self._compute_announcement_fingerprint(),
        }
        return super().get_context_data(**{**parts, **facts, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self._build_form(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form, fingerprint=read_fingerprint(request))
        try:
            announce(
                self.tournament, form.build_details(), actor=self.actor, seen=read_seen(request, self._compute_announcement_fingerprint)
            )
        except ChangeRefused as refusal:
            stored = self._build_form(initial=build_initial_values(read_announcement(self.tournament)))
            show_stored(form, stored, refusal)
            return self.render_refused(request, form=form)
        messages.success(request, gettext("Saved."))
        return HttpResponseRedirect(reverse("evenings:announcement", args=[slug]))

    def _build_form(self, data: Any = None, *, initial: dict[str, Any] | None = None) -> AnnouncementForm:
        return AnnouncementForm(data, initial=initial, date=self.tournament.date)

    def _compute_announcement_fingerprint(self) -> str:
        return compute_fingerprint({name: str(value) for name, value in build_initial_values(read_announcement(self.tournament)).items()})


class CancelEvening(DeskAction):
    """Says that the evening does not take place, or that it does after all."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        back = "back" in request.POST
        cancel_evening(self.tournament, actor=self.actor, cancelled=not back)
        messages.success(
            request,
            gettext("It takes place after all. People can enrol again.")
            if back
            else gettext("Called off: the public page and calendars say so. Nobody can enrol."),
        )
        return HttpResponseRedirect(reverse("evenings:announcement", args=[slug]))
