"""Pages in a frame: of each tournament what its public pages show, smaller."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone

from printing.prints.prize_pictures import read_offered_prizes
from rankings.standings_pages.views import PublicStandings
from scoring.live.views import LivePage
from scoring.permissions import framed_visitor
from tournaments.announcing.queries import build_evening, count_places, is_enrolment_open, read_announcement
from tournaments.models import Tournament
from tournaments.pages.framed import FramedPage
from visitors.tournament_pages.views import PublicBracket, PublicResults


class EmbeddedStandings(FramedPage, PublicStandings):
    """`?stage=` names a stage; else the one that decides."""

    policy: Callable[..., bool] = staticmethod(framed_visitor)
    template_name = "evenings/embedding/standings.html"
    fragment = "evenings/embedding/standings_body.html"


class EmbeddedBracket(FramedPage, PublicBracket):
    policy: Callable[..., bool] = staticmethod(framed_visitor)
    template_name = "evenings/embedding/bracket.html"
    fragment = "evenings/embedding/bracket_body.html"


class EmbeddedPairings(FramedPage, PublicResults):
    """Who plays whom, and how it stands; `?round=1.2` names a round, else the latest one that is published."""

    policy: Callable[..., bool] = staticmethod(framed_visitor)
    template_name = "evenings/embedding/pairings.html"
    fragment = "evenings/embedding/pairings_body.html"


class EmbeddedEnrolment(FramedPage, LivePage):
    """What is announced, how many places are free, and the way to the form, which opens beside the frame.

    The form itself is not framed: a page around it could lay it under its own buttons, and its protection against forged forms needs a
    cookie, which browsers keep from frames.
    """

    policy: Callable[..., bool] = staticmethod(framed_visitor)
    template_name = "evenings/embedding/enrolment.html"
    fragment = "evenings/embedding/enrolment_body.html"

    def list_extra_versions(self) -> tuple[str, ...]:
        """Enrolment ends at a minute."""
        return (*super().list_extra_versions(), f"{timezone.now():%Y-%m-%dT%H:%M}")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        announcement = read_announcement(tournament)
        facts = {
            "tournament": tournament,
            "announcement": announcement,
            "evening": build_evening(tournament, announcement),
            "offered": read_offered_prizes(tournament),
            "places": count_places(tournament, announcement),
            "is_open": is_enrolment_open(tournament, announcement, timezone.now()),
        }
        return super().get_context_data(**{**facts, **context})
