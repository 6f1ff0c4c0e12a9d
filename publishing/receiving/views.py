"""The page of a club “Desks that publish here”: make a code, see what every desk tells, decide between two, revoke one."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.generic import TemplateView

from publishing.models import PairedDesk, ReceivedTournament
from publishing.pairing_codes.forms import CodeForm
from publishing.pairing_codes.services import make_code, revoke_desk
from publishing.receiving.queries import read_desk_lines, read_disputes
from publishing.receiving.services import decide_desk, remove_shown
from tournaments.models import Organizer, Season
from tournaments.pages.addresses import build_phone_address
from tournaments.pages.qr_codes import build_qr_code
from tournaments.permissions import get_user, organizer_director, read_organizer
from tournaments.refusals import ChangeRefused


class DesksPage(TemplateView):
    policy = staticmethod(organizer_director)
    template_name = "publishing/receiving/desks.html"

    @property
    def organizer(self) -> Organizer:
        return read_organizer(self.request, self.kwargs["organizer_slug"])

    @property
    def address(self) -> str:
        return reverse("publishing:desks", args=[self.organizer.slug])

    def build_form(self) -> CodeForm:
        seasons = Season.objects.filter(directors__user_id=get_user(self.request).pk)
        return CodeForm(self.request.POST or None, seasons=seasons)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        lines, disputes = read_desk_lines(self.organizer), read_disputes(self.organizer)
        page_context = {"organizer": self.organizer, "lines": lines, "disputes": disputes, "form": self.build_form()}
        return super().get_context_data(**{**page_context, **context})


class DesksAction(DesksPage):
    """A button of the page; what is refused is said there."""

    http_method_names = ["post", "options"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        return HttpResponseRedirect(self.address)

    def report_done(self, sentence: str) -> HttpResponse:
        messages.success(self.request, sentence)
        return HttpResponseRedirect(self.address)

    def find_received(self, received_id: int) -> ReceivedTournament:
        rows = ReceivedTournament.objects.select_related("organizer", "desk")
        return get_object_or_404(rows, organizer=self.organizer, pk=received_id)


class MakeCode(DesksAction):
    """The code, large and as a QR code, shown once."""

    template_name = "publishing/receiving/code.html"

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = self.build_form()
        if request.POST and not form.is_valid():
            raise ChangeRefused("season_gone", gettext("No code was made: this season is gone, or somebody else directs it now."))
        only, season = (form.cleaned_data["one_tournament"], form.find_season()) if form.is_bound else (False, None)
        code = make_code(self.organizer, actor=get_user(request), at=timezone.now(), one_tournament=only, season=season)
        url = build_phone_address(request, reverse("publishing:pair")) + f"?code={code}"
        context = {"organizer": self.organizer, "code": f"{code[:4]} {code[4:]}", "url": url, "qr_code": build_qr_code(url)}
        return self.render_to_response(
            context | {"site": build_phone_address(request, "/").rstrip("/"), "one_tournament": only, "season": season}
        )


class RevokeDesk(DesksAction):
    def post(self, request: HttpRequest, organizer_slug: str, desk_id: uuid.UUID) -> HttpResponse:
        desk = get_object_or_404(PairedDesk.objects.select_related("organizer"), organizer=self.organizer, pk=desk_id)
        revoke_desk(desk, actor=get_user(request), at=timezone.now())
        return self.report_done(gettext("Revoked: nothing of “%(name)s” is taken any more. What it told stays.") % {"name": desk.name})


class ChooseDesk(DesksAction):
    def post(self, request: HttpRequest, organizer_slug: str, received_id: int) -> HttpResponse:
        received = self.find_received(received_id)
        decide_desk(received, actor=get_user(request))
        return self.report_done(gettext("“%(name)s” counts. It is shown when that computer sends it again.") % {"name": received.desk.name})


class RemoveShown(DesksAction):
    def post(self, request: HttpRequest, organizer_slug: str, received_id: int) -> HttpResponse:
        remove_shown(self.find_received(received_id), actor=get_user(request), at=timezone.now())
        return self.report_done(gettext("Removed, with all its data."))
