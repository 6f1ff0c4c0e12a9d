"""Template variables about the tournament for every page of its desk and for its public pages."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from pairing import format_by_key
from pairing.format import Family
from scoring.fixtures.queries import read_formats_with_calendar
from scoring.halls.queries import HallStatus, RoundClock, read_clocks, read_hall_status, read_public_queue
from scoring.ledger.journal import read_journal_state
from scoring.ledger.lost_entries import read_lost_entries_of
from scoring.ledger.queries import read_current_head_by_slug
from scoring.matches.table_links import select_live_codes
from scoring.models import EntryCode
from scoring.people.phantoms import can_add_phantom, can_become_phantom
from scoring.people.reentry import ReentryOffer, read_reentry_offer
from scoring.people.withdrawals import list_open_matches, mark_open_matches, mark_played_matches
from scoring.public.desk_address import find_desk_address
from scoring.public.player import PlayerMatch, list_entry_matches
from scoring.rounds.drafts import find_draft_changes
from scoring.sheets_back.progress import ProgressStep, read_desk_steps
from scoring.standings_pages.contradictions import read_open_points
from scoring.standings_pages.queries import read_podium
from tournaments.models import Entry, Tournament
from tournaments.people.naming import PublicNaming
from tournaments.permissions import TournamentDesk, read_desk


def desk_progress(request: HttpRequest) -> dict[str, Any]:
    """Give the pages of a tournament its progress; every value is a function that is computed when a template first uses it.

    Desk pages get `desk_progress`, `lost_entries` (of this tournament; for administrators of all), `journal`, `hall`, `clocks`,
    `podium` (the winners, once everything is played), `draft_changes`
    (on the page of a draft: what has changed since it was drawn), `open_matches` (on the page of an entry: those it still plays) and
    their `open_matches_mark`, `entry_matches` (there too: all of them), their `played_matches_mark`,
    `reentry` (there too: whether it may enter again), `may_seat_phantom` (there too), `may_add_phantom` and
    `phone_code` (there too).
    Public pages get `clocks`, `hall`, `podium`, `ledger_head`, `drawings` ("bracket", "pools", "calendar": what exists) and
    `desk_address` (for its staff: the same at the desk).
    Both get `open_points`: what keeps results from being final. Other pages get nothing.
    """
    match = request.resolver_match
    if match is None or "slug" not in match.kwargs or not match.route.startswith(("desk/", "tournaments/")):
        return {}
    slug = match.kwargs["slug"]
    if match.route.startswith("tournaments/"):
        tournament = cache(lambda: Tournament.objects.get(slug=slug))
        return {
            "clocks": cache(lambda: _read_public_clocks(tournament())),
            "hall": cache(lambda: _read_public_hall(tournament())),
            "drawings": cache(lambda: _list_public_drawings(slug)),
            "podium": cache(lambda: read_podium(tournament(), PublicNaming(tournament()))),
            "open_points": cache(lambda: read_open_points(tournament())),
            "ledger_head": cache(lambda: read_current_head_by_slug(slug)),
            "desk_address": cache(lambda: find_desk_address(request)),
        }
    return {
        "desk_progress": cache(lambda: _read_progress(read_desk(request, slug))),
        "lost_entries": cache(lambda: read_lost_entries_of(slug, whole_desk=request.user.is_superuser)),
        "journal": cache(lambda: read_journal_state(read_desk(request, slug).tournament)),
        "draft_changes": cache(lambda: find_draft_changes(read_desk(request, slug).tournament, **match.kwargs)),
        "phone_code": cache(lambda: _find_phone_code(slug, match.kwargs.get("number", 0))),
        "entry_matches": cache(lambda: _list_entry_matches(slug, match.kwargs.get("number", 0))),
        "reentry": cache(lambda: _read_reentry(slug, match.kwargs.get("number", 0))),
        "may_seat_phantom": cache(lambda: _may_seat_phantom(slug, match.kwargs.get("number", 0))),
        "may_add_phantom": cache(lambda: can_add_phantom(read_desk(request, slug).tournament)),
        "open_matches": cache(lambda: list_open_matches(read_desk(request, slug).tournament, **match.kwargs)),
        "open_matches_mark": cache(lambda: mark_open_matches(list_open_matches(read_desk(request, slug).tournament, **match.kwargs))),
        "played_matches_mark": cache(lambda: _mark_played_matches(slug, match.kwargs.get("number", 0))),
        "hall": cache(lambda: read_hall_status(read_desk(request, slug).tournament, at=timezone.now())),
        "clocks": cache(lambda: read_clocks(read_desk(request, slug).tournament, at=timezone.now())),
        "podium": cache(lambda: read_podium(read_desk(request, slug).tournament)),
        "open_points": cache(lambda: read_open_points(read_desk(request, slug).tournament)),
    }


def _find_phone_code(slug: str, number: int = 0) -> EntryCode | None:
    """The live code of the entry whose page this is."""
    return select_live_codes().filter(entry__tournament__slug=slug, entry__number=number).first()


def _mark_played_matches(slug: str, number: int) -> str:
    """The mark of all results of the entry whose page this is."""
    entry = Entry.objects.filter(tournament__slug=slug, number=number).first()
    return mark_played_matches(entry) if entry else ""


def _list_entry_matches(slug: str, number: int) -> tuple[PlayerMatch, ...]:
    """The matches of the entry whose page this is, the latest first."""
    entry = Entry.objects.filter(tournament__slug=slug, number=number).first()
    return tuple(list_entry_matches(entry)) if entry else ()


def _read_reentry(slug: str, number: int) -> ReentryOffer | None:
    """Whether the entry whose page this is may enter again."""
    entry = Entry.objects.filter(tournament__slug=slug, number=number).select_related("tournament").first()
    return read_reentry_offer(entry) if entry else None


def _may_seat_phantom(slug: str, number: int) -> bool:
    """Whether a phantom could take over the seat of the entry whose page this is."""
    entry = Entry.objects.filter(tournament__slug=slug, number=number).select_related("tournament").first()
    return entry is not None and can_become_phantom(entry)


def _read_public_hall(tournament: Tournament) -> HallStatus:
    return read_public_queue(tournament, at=timezone.now(), naming=PublicNaming(tournament))


def _list_public_drawings(slug: str) -> frozenset[str]:
    formats = read_formats_with_calendar(slug)
    families = {format_by_key(key).family for key, _calendar in formats}
    calendar = ["calendar"] if any(has_calendar for _key, has_calendar in formats) else []
    return frozenset([*(family.value for family in (Family.BRACKET, Family.POOLS) if family in families), *calendar])


def _read_progress(desk: TournamentDesk) -> tuple[ProgressStep, ...]:
    return read_desk_steps(desk.tournament, directs=desk.directs)


def _read_public_clocks(tournament: Tournament) -> tuple[RoundClock, ...]:
    """Read the clocks for players: none unless the director has set the length of a round."""
    return read_clocks(tournament, at=timezone.now()) if tournament.round_minutes else ()
