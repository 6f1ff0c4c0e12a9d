"""Template variables about the tournament for every page of its desk and for its public pages."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from desk.fixtures.queries import read_formats_with_calendar
from desk.roster.phantoms import can_add_phantom, can_become_phantom
from desk.roster.reentry import read_reentry_offer
from desk.roster.withdrawals import compute_open_matches_fingerprint, compute_played_matches_fingerprint, list_open_matches
from desk.rounds.drafts import find_draft_changes, find_level_entries
from pairing import format_by_key
from pairing.format import Family
from printing.sheets_back.progress import read_desk_steps
from publishing.targets.queries import read_progress
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import read_podium
from scoring.clocks.queries import read_clocks, read_hall_status, read_public_queue
from scoring.ledger.journal import read_journal_state
from scoring.ledger.lost_entries import read_lost_entries_of
from scoring.ledger.queries import read_current_head_by_slug
from scoring.matches.table_links import select_live_codes
from scoring.models import StrayHand
from tournaments.models import Entry, Tournament
from tournaments.people.naming import PublicNaming
from tournaments.permissions import read_desk
from visitors.tournament_pages.desk_address import find_desk_address
from visitors.tournament_pages.player import list_entry_matches


def desk_progress(request: HttpRequest) -> dict[str, Any]:
    """Give the pages of a tournament its progress; every value is a function that is computed when a template first uses it.

    Desk pages get `outside` (what is seen of it elsewhere), `desk_progress`, `lost_entries` (of this tournament; for administrators of
    all), `journal`, `hall`, `clocks`, `stray_count` (what phones sent for other matches),
    `podium` (the winners, once everything is played), `may_add_phantom`, on the
    page of a draft `draft_changes` since it was drawn, and on that of an entry `open_matches` (those it still plays) and their
    `open_matches_fingerprint`, `entry_matches` (all of them) and their
    `played_matches_fingerprint`, `reentry` (whether it may enter again), `may_seat_phantom` and `phone_code`.
    Public pages get `clocks`, `hall`, `podium`, `ledger_head`, `drawings` ("bracket", "pools", "calendar": what exists) and
    `desk_address` (for its staff: the same at the desk).
    Both get `open_points`: what keeps results from being final. Other pages get nothing.
    """
    match = request.resolver_match
    if match is None or "slug" not in match.kwargs or not match.route.startswith(("desk/", "tournaments/")):
        return {}
    if match.route.startswith("tournaments/"):
        values = _list_public_values(request, match.kwargs["slug"])
    else:
        values = _list_desk_values(request, match.kwargs)
    return {name: cache(read) for name, read in values.items()}


def _list_public_values(request: HttpRequest, slug: str) -> dict[str, Callable[[], Any]]:
    tournament = cache(lambda: Tournament.objects.get(slug=slug))
    return {
        "clocks": lambda: read_clocks(tournament(), at=timezone.now()) if tournament().round_minutes else (),
        "hall": lambda: read_public_queue(tournament(), at=timezone.now(), naming=PublicNaming(tournament())),
        "drawings": lambda: _list_public_drawings(slug),
        "podium": lambda: read_podium(tournament(), PublicNaming(tournament())),
        "open_points": lambda: read_open_points(tournament()),
        "ledger_head": lambda: read_current_head_by_slug(slug),
        "desk_address": lambda: find_desk_address(request),
    }


def _list_desk_values(request: HttpRequest, arguments: Mapping[str, Any]) -> dict[str, Callable[[], Any]]:
    slug, number = arguments["slug"], arguments.get("number", 0)
    desk = cache(lambda: read_desk(request, slug))
    find_entry = cache(lambda: Entry.objects.filter(tournament__slug=slug, number=number).select_related("tournament").first())
    open_matches = cache(lambda: list_open_matches(desk().tournament, number))

    def read_of_entry(read: Callable[[Entry], Any]) -> Callable[[], Any]:
        """What is read of the entry whose page this is; None on any other page."""
        return lambda: read(entry) if (entry := find_entry()) else None

    return {
        "desk_progress": lambda: read_desk_steps(desk().tournament, directs=desk().directs),
        "lost_entries": lambda: read_lost_entries_of(slug, whole_desk=request.user.is_superuser),
        "journal": lambda: read_journal_state(desk().tournament),
        "draft_changes": lambda: find_draft_changes(desk().tournament, arguments["stage_number"], arguments["round_number"]),
        "level_entries": lambda: find_level_entries(desk().tournament, arguments["stage_number"], arguments["round_number"]),
        "phone_code": read_of_entry(lambda entry: select_live_codes().filter(entry=entry).first()),
        "entry_matches": read_of_entry(lambda entry: tuple(list_entry_matches(entry))),
        "reentry": read_of_entry(read_reentry_offer),
        "may_seat_phantom": read_of_entry(can_become_phantom),
        "may_add_phantom": lambda: can_add_phantom(desk().tournament),
        "open_matches": open_matches,
        "open_matches_fingerprint": lambda: compute_open_matches_fingerprint(open_matches()),
        "played_matches_fingerprint": read_of_entry(compute_played_matches_fingerprint),
        "hall": lambda: read_hall_status(desk().tournament, at=timezone.now()),
        "clocks": lambda: read_clocks(desk().tournament, at=timezone.now()),
        "podium": lambda: read_podium(desk().tournament),
        "open_points": lambda: read_open_points(desk().tournament),
        "outside": lambda: read_progress(desk().tournament),
        "stray_count": lambda: StrayHand.objects.filter(tournament=desk().tournament, settled_at__isnull=True).count(),
    }


def _list_public_drawings(slug: str) -> frozenset[str]:
    formats = read_formats_with_calendar(slug)
    families = {format_by_key(key).family for key, _calendar in formats}
    calendar = ["calendar"] if any(has_calendar for _key, has_calendar in formats) else []
    return frozenset([*(family.value for family in (Family.BRACKET, Family.POOLS) if family in families), *calendar])
