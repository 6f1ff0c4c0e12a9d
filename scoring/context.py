"""What every page of a desk shows of the evening, and the public pages of its time."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from pairing.bracket_plan import has_bracket
from scoring.halls.queries import Clock, Hall, clocks_of, hall_of, queue_seen
from scoring.ledger.journal import journal_state
from scoring.rounds.drafts import changes_of_draft
from scoring.sheets_back.progress import Step, desk_steps
from scoring.standings_pages.podium import podium_of
from tournaments.models import Stage, Tournament
from tournaments.people.naming import PublicNaming
from tournaments.permissions import Desk, desk_of


def desk_progress(request: HttpRequest) -> dict[str, Any]:
    """`desk_progress`, `journal`, `hall` and `clocks` on the pages of a tournament's desk, computed once a template asks for them.

    On the page of a draft `draft_changes` says what it was drawn from and has changed since.
    `podium` is who won, once everything is played. Of these the public pages have `clocks`, `hall` and `podium`, and `drawings`: which of
    bracket and pools there is to see. Other pages nothing.
    """
    match = request.resolver_match
    if match is None or "slug" not in match.kwargs or not match.route.startswith(("desk/", "tournaments/")):
        return {}
    slug = match.kwargs["slug"]
    if match.route.startswith("tournaments/"):
        tournament = cache(lambda: Tournament.objects.get(slug=slug))
        return {
            "clocks": cache(lambda: _public_clocks(tournament())),
            "hall": cache(lambda: _public_hall(tournament())),
            "drawings": cache(lambda: _drawings(slug)),
            "podium": cache(lambda: podium_of(tournament(), PublicNaming(tournament()))),
        }
    return {
        "desk_progress": cache(lambda: _steps(desk_of(request, slug))),
        "journal": cache(lambda: journal_state(desk_of(request, slug).tournament)),
        "draft_changes": cache(lambda: changes_of_draft(desk_of(request, slug).tournament, **match.kwargs)),
        "hall": cache(lambda: hall_of(desk_of(request, slug).tournament, at=timezone.now())),
        "clocks": cache(lambda: clocks_of(desk_of(request, slug).tournament, at=timezone.now())),
        "podium": cache(lambda: podium_of(desk_of(request, slug).tournament)),
    }


def _public_hall(tournament: Tournament) -> Hall:
    return queue_seen(tournament, at=timezone.now(), naming=PublicNaming(tournament))


def _drawings(slug: str) -> frozenset[str]:
    formats = set(Stage.objects.filter(tournament__slug=slug).values_list("format_key", flat=True))
    found = {"bracket": any(map(has_bracket, formats)), "pools": "round_robin" in formats}
    return frozenset(name for name, there in found.items() if there)


def _steps(desk: Desk) -> tuple[Step, ...]:
    return desk_steps(desk.tournament, directs=desk.directs)


def _public_clocks(tournament: Tournament) -> tuple[Clock, ...]:
    """Players are told the time only where a round has an end."""
    return clocks_of(tournament, at=timezone.now()) if tournament.round_minutes else ()
