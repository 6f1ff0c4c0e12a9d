"""Tables while a round is being played. These services change no result: they say where and when people play."""

import datetime as dt
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from jobs.databases import retry_on_conflict, write_tx
from scoring.clocks.queries import build_queue, find_blocked_matches, list_free_tables, select_playing_matches
from scoring.ledger.appending import lock_head
from scoring.ledger.match_log import State
from tournaments.halls.queries import read_unused_tables, read_venue_plan
from tournaments.halls.services import SECOND_SITTING, store_in_use
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.permissions import Right
from tournaments.refusals import ChangeRefused


@retry_on_conflict
def seat_waiting(tournament: Tournament, *, actor: AbstractBaseUser, at: dt.datetime) -> tuple[Match, ...]:
    """Assign the free tables to waiting matches, in queue order; return the matches that now have a table. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_with_right(tournament, actor, Right.ENTER)
        lock_head(locked)
        return _seat_queue(locked, at)


@retry_on_conflict
def move_match(match: Match, table: int, *, actor: AbstractBaseUser, at: dt.datetime) -> Match | None:
    """Move a match to another table.

    If another match is being played there, the two exchange tables, and that match is returned. A waiting match gets seated.
    Raises: ChangeRefused (match over, table out of use, occupied while this match has no table to give); PermissionDenied.
    """
    with write_tx():
        locked = lock_with_right(match.round.stage.tournament, actor, Right.ENTER)
        lock_head(locked)
        current = _read_playing_match(match)
        _check_table_open(locked, table)
        occupant = select_playing_matches(locked).filter(table=table).exclude(pk=current.pk).first()
        if occupant is not None and current.table is None:
            raise ChangeRefused("table_taken", _("Table %(table)d is in use: choose a free one.") % {"table": table})
        previous_table = current.table
        if occupant is not None and previous_table is not None:
            _clear_table(current)
            _seat_at_table(occupant, previous_table, at)
        _seat_at_table(current, table, at)
        return occupant


@retry_on_conflict
def close_tables(tournament: Tournament, numbers: Sequence[int], *, actor: AbstractBaseUser, at: dt.datetime) -> tuple[Match, ...]:
    """Take broken tables out of use at once; return the matches that had to move.

    1. Marks the tables. 2. Their matches get a free table, or go to the head of the queue.
    Raises: PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        lock_head(locked)
        store_in_use(locked, numbers, in_use=False)
        moved = list(select_playing_matches(locked).filter(table__in=list(numbers)))
        for match in moved:
            _clear_table(match, sitting=1)
        _seat_queue(locked, at)
        for match in moved:
            match.refresh_from_db(fields=["table", "sitting"])
    return tuple(moved)


@retry_on_conflict
def set_not_before(match: Match, at: dt.datetime | None, *, actor: AbstractBaseUser) -> None:
    """Set a match's own starting time, or None for that of its round. Raises: ChangeRefused when it is over; PermissionDenied."""
    with write_tx():
        lock_with_right(match.round.stage.tournament, actor, Right.ENTER)
        current = _read_playing_match(match)
        Match.objects.filter(pk=current.pk).update(not_before=at)


@retry_on_conflict
def start_round(round_: Round, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Set when a published round begins, now or later: the round clock and the walk-over clock run from then.

    Raises: ChangeRefused when it is not being played; PermissionDenied.
    """
    with write_tx():
        lock_for_director(round_.stage.tournament, actor)
        if Round.objects.filter(pk=round_.pk, state=Round.State.PUBLISHED).update(starts_at=at) != 1:
            raise ChangeRefused("not_being_played", _("This round is not in progress: publish it first."))


def seat_late(match: Match, at: dt.datetime) -> None:
    """Assign a table to a match made after its round was published; without a free one it waits. Call inside `write_tx`."""
    tournament = match.round.stage.tournament
    _clear_table(match)
    _seat_queue(tournament, at)


def _seat_queue(tournament: Tournament, at: dt.datetime) -> tuple[Match, ...]:
    matches = list(select_playing_matches(tournament).prefetch_related(prefetch_seats()))
    waiting = [match for match in matches if match.table is None]
    venues = read_venue_plan(tournament, waiting)
    free = list_free_tables(tournament, matches, closed=read_unused_tables(tournament), venues=venues)
    queue = build_queue(waiting, free, at, venues, blocked=find_blocked_matches(matches))
    seated = [(match, place.table) for match, place in zip(waiting, queue, strict=True) if place.table is not None]
    for match, table in seated:
        _seat_at_table(match, table, at)
    return tuple(match for match, _table in seated)


def _read_playing_match(match: Match) -> Match:
    """The match read again. Raises: ChangeRefused when it is over or not being played."""
    current = select_playing_matches(match.round.stage.tournament).filter(pk=match.pk).first()
    if current is None:
        raise ChangeRefused("not_playing", _("This match is not in progress: it is over, or its round is not published."))
    return current


def _check_table_open(tournament: Tournament, table: int) -> None:
    if table in read_unused_tables(tournament):
        raise ChangeRefused("table_closed", _("Table %(table)d is out of use: choose another one.") % {"table": table})


def _clear_table(match: Match, sitting: int = SECOND_SITTING) -> None:
    """Take the match from its table. A match that sat already gets the first `sitting`, and precedes all others in the queue."""
    Match.objects.filter(pk=match.pk).update(table=None, sitting=sitting)
    match.table, match.sitting = None, sitting


def _seat_at_table(match: Match, table: int, at: dt.datetime) -> None:
    """Seat the match at the table, after the round's earlier matches there. A match that has not begun begins now; a begun one goes on."""
    table_matches = Match.objects.filter(round_id=match.round_id, table=table).exclude(pk=match.pk)
    last = table_matches.aggregate(last=Max("sitting"))["last"]
    match.table, match.sitting = table, (last or 0) + 1
    result = getattr(match, "result", None)
    if result is None or (result.state == State.OPEN and not result.version):
        match.seated_at = at
    match.save(update_fields=["table", "sitting", "seated_at"])
