"""What everybody may see, on a phone in the hall: where do I play, against whom, who is entered."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from tournaments.models import Tournament
from tournaments.permissions import visitor
from tournaments.queries.certificates import announcements
from tournaments.queries.desks import desk_facts, rule_lines
from tournaments.queries.entries import EntryLine, entry_lines, filter_lines
from tournaments.queries.naming import Naming, PublicNaming
from tournaments.queries.rounds import RoundView, find_pairings, open_rounds
from tournaments.tables import PAGE, PublicEntryTable

MOST_PEOPLE = 10
"""Found by part of a name; whoever is not among them writes more of it."""


class PublicPage(TemplateView):
    policy = staticmethod(visitor)
    template_name = "tournaments/public.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.wanted = request.GET.get("q", "")[:80]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        naming = PublicNaming(tournament)
        rounds = open_rounds(tournament, naming)
        lines = [line for line in entry_lines(tournament, naming) if not line.withdrawn]
        table = PublicEntryTable(lines)
        RequestConfig(self.request, paginate={"per_page": PAGE}).configure(table)
        announced = announcements(tournament.stages.exclude(seed="").order_by("number"))
        shown = {"tournament": tournament, "facts": desk_facts(tournament), "rules": rule_lines(tournament), "table": table}
        told = {"rounds": rounds, "announced": announced, "whole_names": naming.shortens, **self.found(rounds, lines, naming)}
        return super().get_context_data(**{**shown, **told, **context})

    def found(self, rounds: Iterable[RoundView], lines: Iterable[EntryLine], naming: Naming) -> dict[str, Any]:
        """Who was asked for by number, by what everybody reads, or by a whole name that is not shown."""
        called = naming.called(self.wanted)
        found = [(one, pairing) for one in rounds for pairing in find_pairings(one, self.wanted, called)]
        people = filter_lines(lines, self.wanted, called)[:MOST_PEOPLE] if self.wanted.strip() else ()
        return {"wanted": self.wanted, "found": found, "people": people}
