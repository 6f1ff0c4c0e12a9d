"""Tables while a round is being played. Nothing here changes a result: it says where people sit, and when."""

import datetime as dt
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from scoring.halls.queries import free_tables, playing_matches, queue_of
from scoring.ledger.appending import lock_head
from scoring.ledger.match_log import State
from tournaments.halls.queries import out_of_use, venues_for
from tournaments.halls.services import SECOND_SITTING, mark_in_use
from tournaments.locks import lock_for_director, lock_for_staff
from tournaments.models import Match, Round, Tournament
from tournaments.refusals import Refused
from tournaments.transactions import retried, write_tx


@retried
def seat_waiting(tournament: Tournament, *, actor: AbstractBaseUser, at: dt.datetime) -> tuple[Match, ...]:
    """Give the free tables to those who wait, in the order of the queue; the matches that have a table now. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_staff(tournament, actor)
        lock_head(locked)
        return _seat_waiting(locked, at)


@retried
def move_match(match: Match, table: int, *, actor: AbstractBaseUser, at: dt.datetime) -> Match | None:
    """Let a match play at another table.

    Where another match is being played there, the two change tables; it is what is returned. A match that waited sits down.
    Raises: Refused (over, table out of use, taken while this one has no table to give); PermissionDenied.
    """
    with write_tx():
        locked = lock_for_staff(match.round.stage.tournament, actor)
        lock_head(locked)
        current = _playing(match)
        _refuse_closed(locked, table)
        there = playing_matches(locked).filter(table=table).exclude(pk=current.pk).first()
        if there is not None and current.table is None:
            raise Refused("table_taken", _("Somebody plays at table %(table)d: choose a free one.") % {"table": table})
        old = current.table
        if there is not None and old is not None:
            _leave(current)
            _sit(there, old, at)
        _sit(current, table, at)
        return there


@retried
def close_tables(tournament: Tournament, numbers: Sequence[int], *, actor: AbstractBaseUser, at: dt.datetime) -> tuple[Match, ...]:
    """Take broken tables out of use at once.

    1. Marks them. 2. Whoever plays there gets a free table, or goes to the head of those who wait. The matches that had to move.
    Raises: PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        lock_head(locked)
        mark_in_use(locked, numbers, in_use=False)
        moved = list(playing_matches(locked).filter(table__in=list(numbers)))
        for match in moved:
            _leave(match, sitting=1)
        _seat_waiting(locked, at)
        for match in moved:
            match.refresh_from_db(fields=["table", "sitting"])
    return tuple(moved)


@retried
def set_not_before(match: Match, at: dt.datetime | None, *, actor: AbstractBaseUser) -> None:
    """Say that a match begins at a time of its own, or with its round again. Raises: Refused when it is over; PermissionDenied."""
    with write_tx():
        lock_for_staff(match.round.stage.tournament, actor)
        current = _playing(match)
        Match.objects.filter(pk=current.pk).update(not_before=at)


@retried
def start_round(round_: Round, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Say when a published round begins, now or later: its clock and the walk-over clock run from then.

    Raises: Refused when it is not being played; PermissionDenied.
    """
    with write_tx():
        lock_for_director(round_.stage.tournament, actor)
        if Round.objects.filter(pk=round_.pk, state=Round.State.PUBLISHED).update(starts_at=at) != 1:
            raise Refused("not_being_played", _("This round is not being played: publish it first."))


def seat_late(match: Match, at: dt.datetime) -> None:
    """A table for a match that was made after its round was published; without a free one it waits. Call inside `write_tx`."""
    tournament = match.round.stage.tournament
    _leave(match)
    _seat_waiting(tournament, at)


def _seat_waiting(tournament: Tournament, at: dt.datetime) -> tuple[Match, ...]:
    matches = list(playing_matches(tournament).prefetch_related("seats__entry"))
    waiting = [match for match in matches if match.table is None]
    venues = venues_for(tournament, waiting)
    queue = queue_of(waiting, free_tables(tournament, matches, closed=out_of_use(tournament), venues=venues), at, venues)
    seated = [(match, one.table) for match, one in zip(waiting, queue, strict=True) if one.table is not None]
    for match, table in seated:
        _sit(match, table, at)
    return tuple(match for match, _table in seated)


def _playing(match: Match) -> Match:
    """The match read anew. Raises: Refused when it is over or not being played."""
    current = playing_matches(match.round.stage.tournament).filter(pk=match.pk).first()
    if current is None:
        raise Refused("not_playing", _("This match is not being played: it is over, or its round is not published."))
    return current


def _refuse_closed(tournament: Tournament, table: int) -> None:
    if table in out_of_use(tournament):
        raise Refused("table_closed", _("Table %(table)d is out of use: choose another one.") % {"table": table})


def _leave(match: Match, sitting: int = SECOND_SITTING) -> None:
    """Without a table. Who sat already is of the first `sitting`, and before all others in the queue."""
    Match.objects.filter(pk=match.pk).update(table=None, sitting=sitting)
    match.table, match.sitting = None, sitting


def _sit(match: Match, table: int, at: dt.datetime) -> None:
    """At the table, after whoever of the round sat there before. A match that has not begun begins now; one that has goes on."""
    others = Match.objects.filter(round_id=match.round_id, table=table).exclude(pk=match.pk)
    last = others.aggregate(last=Max("sitting"))["last"]
    match.table, match.sitting = table, (last or 0) + 1
    result = getattr(match, "result", None)
    if result is None or (result.state == State.OPEN and not result.version):
        match.seated_at = at
    match.save(update_fields=["table", "sitting", "seated_at"])
