"""The public page of a tournament, on a phone in the hall: where do I play, against whom, who is entered."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.generic import TemplateView, View
from django_tables2 import RequestConfig

from paper.logos import shrink_photograph
from printing.prints.prize_pictures import read_offered_prizes
from scoring.matches.public_prizes import read_public_prizes
from tournaments.announcing.queries import build_evening, count_places, is_enrolment_open
from tournaments.announcing.words import describe_evening
from tournaments.draws.certificates import read_announced_seeds
from tournaments.draws.queries import RoundView, build_pairing_lines, list_open_rounds, select_pairings
from tournaments.entries.paged import read_public_entries, search_entries
from tournaments.entries.queries import build_entry_lines
from tournaments.entries.tables import PublicEntryTable
from tournaments.models import Announcement, Edition, PrizePicture, Seat, Tournament
from tournaments.pages.addresses import build_public_address
from tournaments.pages.drawn import DrawnPage
from tournaments.pages.paging import ROWS_PER_PAGE, PagedRows, build_paged_rows
from tournaments.people.naming import Naming, PublicNaming
from tournaments.permissions import visitor
from tournaments.stage_pages.facts import list_rule_sentences, read_desk_facts
from tournaments.stage_pages.own_rules import read_own_rules
from visitors.front_page.event_data import render_event_data

MAX_PEOPLE = 10
"""Found by part of a name; whoever is not among them writes more of it."""


class PublicTournamentPage(DrawnPage, TemplateView):
    """Asked again by its own script it gives the part that moves, or 304 while that would be the same."""

    policy = staticmethod(visitor)
    template_name = "visitors/front_page/public.html"
    fragment = "visitors/front_page/public_body.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.wanted = request.GET.get("q", "")[:80]

    def read_page_version(self) -> str:
        """The mark of the edition and the minute, because the page shows clocks too."""
        mark = Edition.objects.values_list("mark", flat=True).get(tournament__slug=self.kwargs["slug"])
        return f"{mark} {timezone.now():%Y-%m-%dT%H:%M}"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament.objects.select_related("organizer", "announcement"), slug=self.kwargs["slug"])
        naming = PublicNaming(tournament)
        rounds = list_open_rounds(tournament)
        table = PublicEntryTable(read_public_entries(tournament, naming))
        RequestConfig(self.request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
        announced = read_announced_seeds(tournament.stages.exclude(seed="").order_by("number"))
        tournament_context = {
            "tournament": tournament,
            "facts": read_desk_facts(tournament),
            "rules": list_rule_sentences(tournament),
            "own_rules": read_own_rules(tournament),
            "table": table,
            "event_data": self.render_event_data(tournament),
        }
        round_context = {
            "rounds": [(round_view, self.build_listing(tournament, round_view, naming)) for round_view in rounds],
            "announced": announced,
            "whole_names": naming.is_shortened,
            **self.search_people(tournament, rounds, naming),
        }
        return super().get_context_data(**{**tournament_context, **round_context, **self.read_announced(tournament), **context})

    def read_announced(self, tournament: Tournament) -> dict[str, Any]:
        """What is announced of the evening, until it has begun; then the prizes alone."""
        if tournament.state != Tournament.State.PREPARING:
            return {"prizes": read_public_prizes(tournament)}
        announcement = getattr(tournament, "announcement", None) or Announcement(tournament=tournament)
        evening = build_evening(tournament, announcement)
        return {
            "announcement": announcement,
            "evening": evening,
            "evening_line": describe_evening(evening),
            "offered": read_offered_prizes(tournament),
            "places": count_places(tournament, announcement),
            "may_enrol": is_enrolment_open(tournament, announcement, timezone.now()),
        }

    def render_event_data(self, tournament: Tournament) -> str:
        """For search engines; with the address of the page where everybody can open it. `tournament` comes with its announcement."""
        address = build_public_address(self.request, tournament.get_absolute_url())
        announcement = getattr(tournament, "announcement", None) or Announcement(tournament=tournament)
        return render_event_data(tournament, build_evening(tournament, announcement), address)

    def build_listing(self, tournament: Tournament, round_view: RoundView, naming: Naming) -> PagedRows:
        """The asked page of the tables of a round; several stages may be played at a time."""
        matches, field = select_pairings([round_view.id]), f"tables-{round_view.stage_number}"
        return build_paged_rows(self.request, matches, field, build=lambda page: build_pairing_lines(tournament, page, naming))

    def search_people(self, tournament: Tournament, rounds: Sequence[RoundView], naming: Naming) -> dict[str, Any]:
        """The first entries that match the search text, and where they play: by number, by a displayed name, or by a whole name that is not
        displayed.
        """
        if not self.wanted.strip():
            return {"wanted": self.wanted, "found": (), "people": ()}
        entries = list(search_entries(tournament, self.wanted, naming)[:MAX_PEOPLE])
        views = {round_view.id: round_view for round_view in rounds}
        seated = Seat.objects.filter(round__in=views, entry__in=entries).values("match")
        matches = list(select_pairings(list(views)).filter(pk__in=seated).order_by("round__stage__number", "round__number", "table"))
        lines = build_pairing_lines(tournament, matches, naming)
        pairings = [(views[match.round_id], line) for match, line in zip(matches, lines, strict=True)]
        return {
            "wanted": self.wanted,
            "found": pairings,
            "people": [line for line in build_entry_lines(entries, naming) if not line.withdrawn],
        }


class PrizePhotograph(View):
    """What a prize looks like."""

    policy = staticmethod(visitor)
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str, place: int) -> HttpResponse:
        award = request.GET.get("award", "").casefold()
        row = get_object_or_404(PrizePicture, tournament__slug=slug, award=award, place=place)
        picture = shrink_photograph(bytes(row.picture))
        return HttpResponse(picture, content_type="image/jpeg", headers={"Cache-Control": "private, max-age=300"})
