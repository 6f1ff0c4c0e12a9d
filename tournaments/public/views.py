"""The public page of a tournament, on a phone in the hall: where do I play, against whom, who is entered."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from tournaments.desk.queries import list_rule_lines, read_desk_facts
from tournaments.draws.certificates import read_announcements
from tournaments.draws.queries import RoundView, find_pairings, read_open_rounds
from tournaments.entries.queries import EntryLine, filter_lines, read_entry_lines
from tournaments.entries.tables import PublicEntryTable
from tournaments.models import Edition, Tournament
from tournaments.pages.drawn import DrawnPage
from tournaments.pages.paging import ROWS_PER_PAGE, PagedRows, build_paged_rows
from tournaments.people.naming import Naming, PublicNaming
from tournaments.permissions import visitor
from tournaments.stage_pages.own_rules import read_own_rules

MAX_PEOPLE = 10
"""Found by part of a name; whoever is not among them writes more of it."""


class PublicTournamentPage(DrawnPage, TemplateView):
    """Asked again by its own script it gives the part that moves, or 304 while that would be the same."""

    policy = staticmethod(visitor)
    template_name = "tournaments/public/public.html"
    fragment = "tournaments/public/public_body.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.wanted = request.GET.get("q", "")[:80]

    def read_page_version(self) -> str:
        """The mark of the edition and the minute, because the page shows clocks too."""
        mark = Edition.objects.values_list("mark", flat=True).get(tournament__slug=self.kwargs["slug"])
        return f"{mark} {timezone.now():%Y-%m-%dT%H:%M}"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        naming = PublicNaming(tournament)
        rounds = read_open_rounds(tournament, naming)
        lines = [line for line in read_entry_lines(tournament, naming) if not line.withdrawn]
        table = PublicEntryTable(lines)
        RequestConfig(self.request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
        announced = read_announcements(tournament.stages.exclude(seed="").order_by("number"))
        tournament_context = {
            "tournament": tournament,
            "facts": read_desk_facts(tournament),
            "rules": list_rule_lines(tournament),
            "own_rules": read_own_rules(tournament),
            "table": table,
        }
        round_context = {
            "rounds": [(round_view, self.build_listing(round_view)) for round_view in rounds],
            "announced": announced,
            "whole_names": naming.is_shortened,
            **self.search_people(rounds, lines, naming),
        }
        return super().get_context_data(**{**tournament_context, **round_context, **context})

    def build_listing(self, round_view: RoundView) -> PagedRows:
        """The asked page of the tables of a round; several stages may be played at a time."""
        return build_paged_rows(self.request, round_view.pairings, f"tables-{round_view.stage_number}")

    def search_people(self, rounds: Iterable[RoundView], lines: Iterable[EntryLine], naming: Naming) -> dict[str, Any]:
        """The pairings and entries that match the search text: by number, by a displayed name, or by a whole name that is not displayed."""
        entry_ids = naming.find_hidden_matches(self.wanted)
        pairings = [(round_view, pairing) for round_view in rounds for pairing in find_pairings(round_view, self.wanted, entry_ids)]
        people = filter_lines(lines, self.wanted, entry_ids)[:MAX_PEOPLE] if self.wanted.strip() else ()
        return {"wanted": self.wanted, "found": pairings, "people": people}
