"""The desk's page for an evening to which more came than planned."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from evenings.enrolment.services import let_everybody_in
from evenings.overflow.queries import count_waiting, read_overflow
from evenings.overflow.services import open_second
from tournaments.announcing.queries import count_places
from tournaments.models import Tournament
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.seen import compute_fingerprint, read_seen


class OverflowPage(DirectorMixin, DeskPage):
    template_name = "evenings/overflow/overflow.html"
    title = _("More came than planned")
    section = "announcement"

    below = ((_("Enrolments"), "evenings:enrolments"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        overflow = read_overflow(self.tournament)
        ways = {way.key: way for way in overflow.ways}
        return super().get_context_data(overflow=overflow, ways=ways, fingerprint=compute_overflow_fingerprint(self.tournament), **context)


def compute_overflow_fingerprint(tournament: Tournament) -> str:
    """Of how many wait: the end that the page named is that of so many."""
    return compute_fingerprint(count_waiting(tournament), count_places(tournament).taken)


class LetEverybodyIn(DeskAction):
    returns_to = ("entries",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        seen = read_seen(request, lambda: compute_overflow_fingerprint(self.tournament))
        count = let_everybody_in(self.tournament, actor=self.actor, seen=seen)
        sentence = ngettext("%(count)d more has a place now.", "%(count)d more have a place now.", count)
        messages.success(request, sentence % {"count": count})
        return HttpResponseRedirect(reverse("evenings:enrolments", args=[slug]))


class OpenSecond(DeskAction):
    returns_to = ("entries",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        second = open_second(
            self.tournament, actor=self.actor, seen=read_seen(request, lambda: compute_overflow_fingerprint(self.tournament))
        )
        count = second.enrolments.count()
        messages.success(request, gettext("Opened. From the waiting list: %(count)d.") % {"count": count})
        return HttpResponseRedirect(reverse("evenings:enrolments", args=[second.slug]))
