"""The desk's page of people who came alone, and the public page of the lots."""

from abc import ABC, abstractmethod
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from evenings.singles.queries import list_made_pairs, list_singles, read_lots
from evenings.singles.services import pair_two, pair_up, part_pair
from pairing.singles import Method
from tournaments.models import Entry, Tournament
from tournaments.pages.views import DeskAction, DeskPage
from tournaments.permissions import registrar, visitor
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_seen


class SinglesPage(DeskPage):
    template_name = "evenings/singles/singles.html"
    title = _("Singles")
    section = "announcement"

    below = ((_("Enrolments"), "evenings:enrolments"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        size, lines = self.tournament.entry_size, list_singles(self.tournament)
        facts = {
            "lines": lines,
            "size": size,
            "left": len(lines) % size if size > 1 else 0,
            "fingerprint": compute_singles_fingerprint(self.tournament),
        }
        return super().get_context_data(pairs=list_made_pairs(self.tournament), lots=read_lots(self.tournament), **facts, **context)


def compute_singles_fingerprint(tournament: Tournament) -> str:
    """Of who looks for a partner: whoever came meanwhile would be paired unseen."""
    return compute_fingerprint([line.id for line in list_singles(tournament)])


class SinglesAction(DeskAction, ABC):
    """A button of the page; what is refused is said there."""

    policy = staticmethod(registrar)

    def post(self, request: HttpRequest, **address: Any) -> HttpResponse:
        try:
            messages.success(request, self.act(request))
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        return HttpResponseRedirect(reverse("evenings:singles", args=[self.tournament.slug]))

    @abstractmethod
    def act(self, request: HttpRequest) -> str:
        """Do it, and say what was done. Raises: ChangeRefused."""


class PairUp(SinglesAction):
    def act(self, request: HttpRequest) -> str:
        if "chosen" in request.POST:
            keys = [int(key) for key in request.POST.getlist("person") if key.isdecimal()]
            return gettext("Entry made: %(entry)s.") % {"entry": pair_two(self.tournament, keys, actor=self.actor)}
        method = Method.STRENGTH if request.POST.get("method") == Method.STRENGTH else Method.LOT
        seen = read_seen(request, lambda: compute_singles_fingerprint(self.tournament))
        count = len(pair_up(self.tournament, method, actor=self.actor, seen=seen).groups)
        return ngettext("%(count)d entry made.", "%(count)d entries made.", count) % {"count": count}


class PartPair(SinglesAction):
    def act(self, request: HttpRequest) -> str:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=self.kwargs["number"])
        name = str(entry)
        part_pair(entry, actor=self.actor)
        return gettext("Undone: %(entry)s. Its people look for a partner again.") % {"entry": name}


class LotsPage(TemplateView):
    """How singles became pairs: public, with the random number, by numbers of enrolment only."""

    policy = staticmethod(visitor)
    template_name = "evenings/singles/lots.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        return super().get_context_data(tournament=tournament, lots=read_lots(tournament), **context)
