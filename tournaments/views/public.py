"""What everybody may see, on a phone in the hall: where do I play, against whom, who is entered."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from tournaments.models import Tournament
from tournaments.permissions import visitor
from tournaments.queries.certificates import announcements
from tournaments.queries.desks import desk_facts, rule_lines
from tournaments.queries.entries import entry_lines, filter_lines
from tournaments.queries.rounds import find_pairings, open_rounds
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
        rounds = open_rounds(tournament)
        lines = [line for line in entry_lines(tournament) if not line.withdrawn]
        table = PublicEntryTable(lines)
        RequestConfig(self.request, paginate={"per_page": PAGE}).configure(table)
        announced = announcements(tournament.stages.exclude(seed="").order_by("number"))
        found = [(one, pairing) for one in rounds for pairing in find_pairings(one, self.wanted)]
        people = filter_lines(lines, self.wanted)[:MOST_PEOPLE] if self.wanted.strip() else ()
        shown = {"tournament": tournament, "facts": desk_facts(tournament), "rules": rule_lines(tournament), "table": table}
        return super().get_context_data(
            **{**shown, "rounds": rounds, "wanted": self.wanted, "found": found, "announced": announced, "people": people, **context}
        )
