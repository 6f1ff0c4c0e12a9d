"""What everybody may see, on a phone in the hall: where do I play, against whom, who is entered."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from tournaments.models import Round, Tournament
from tournaments.permissions import visitor
from tournaments.queries.desks import desk_facts, rule_lines
from tournaments.queries.entries import entry_lines
from tournaments.queries.rounds import draw_view, find_pairings, open_rounds
from tournaments.tables import PAGE, PublicEntryTable


class PublicPage(TemplateView):
    policy = staticmethod(visitor)
    template_name = "tournaments/public.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.wanted = request.GET.get("q", "")[:80]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        rounds = open_rounds(tournament)
        table = PublicEntryTable([line for line in entry_lines(tournament) if not line.withdrawn])
        RequestConfig(self.request, paginate={"per_page": PAGE}).configure(table)
        found = [(one, pairing) for one in rounds for pairing in find_pairings(one, self.wanted)]
        shown = {"tournament": tournament, "facts": desk_facts(tournament), "rules": rule_lines(tournament), "table": table}
        return super().get_context_data(**{**shown, "rounds": rounds, "wanted": self.wanted, "found": found, **context})


class PublicDraw(TemplateView):
    """How a published round was drawn, for everybody to check."""

    policy = staticmethod(visitor)
    template_name = "tournaments/public_draw.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        numbers = {"stage__number": self.kwargs["stage_number"], "number": self.kwargs["round_number"]}
        rounds = Round.objects.select_related("stage__tournament").exclude(state=Round.State.DRAFT)
        round_ = get_object_or_404(rounds, stage__tournament__slug=self.kwargs["slug"], **numbers)
        view = draw_view(round_)
        return super().get_context_data(**{"tournament": round_.stage.tournament, "draw": view, "round": view.round, **context})
