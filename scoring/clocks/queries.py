"""The hall during a round: matches that wait for a table, free tables, silent tables, and the clock."""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.machine import read_clock_step
from scoring.clocks.round_starts import read_round_starts
from scoring.ledger.match_log import State
from scoring.matches.rounds import list_rounds_being_played
from tournaments.halls.queries import VenuePlan, read_unused_tables, read_venue_plan
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_name, group_by_side
from tournaments.stages.rounds import read_round_place

PATIENCE = dt.timedelta(minutes=10)
"""After so long a side that is not there has lost (shared by every regulation that we know)."""
WARNING = dt.timedelta(minutes=5)
LONGEST_EVENING = dt.timedelta(hours=12)
"""What was noted longer ago belongs to another day, or to a clock that somebody has set since."""
FARTHEST_DAY = dt.timedelta(days=366)
MOST_SILENT = 8
"""Tables that a page names."""

STILL_PLAYING = (
    Q(result__isnull=True)
    | Q(result__state=State.OPEN)
    | Q(result__state=State.DISPUTED, result__winner__isnull=True, result__outcome="played")
)


@dataclass(frozen=True, slots=True)
class HallMatch:
    """A match that is not over. `since` is when it could begin; None while it waits for a table."""

    code: str
    table: int | None
    sitting: int
    names: tuple[str, ...]
    stage: str
    round: int
    hands: int
    since: dt.datetime | None
    not_before: dt.datetime | None


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """A waiting match with its number in the queue and the free table it can take now, if any."""

    place: HallMatch
    order: int
    table: int | None


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The time of one round. `ends` is None if the length of a round is not set. `waits`: it begins earlier than at `starts` once half of
    the tables sit.
    """

    place: str
    """“Knockout · Semi-final”, “Swiss · Round 3”."""
    stage: str
    round: int
    starts: dt.datetime
    ends: dt.datetime | None
    now: dt.datetime
    waits: bool = False

    @property
    def has_begun(self) -> bool:
        return self.now >= self.starts

    @property
    def minutes_left(self) -> int | None:
        return None if self.ends is None else -int((self.now - self.ends).total_seconds() // 60)

    @property
    def state(self) -> str:
        """ "ahead", "running", "warning" in the last five minutes, "over"; "open" for a round without an end."""
        if not self.has_begun:
            return "ahead"
        if self.ends is None:
            return "open"
        if self.now >= self.ends:
            return "over"
        return "warning" if self.ends - self.now <= WARNING else "running"


@dataclass(frozen=True, slots=True)
class HallStatus:
    """`silent`, without names, are the first tables without any entry ten minutes after their start, while others have some."""

    waiting: tuple[QueueEntry, ...]
    free: tuple[int, ...]
    silent: tuple[HallMatch, ...]
    silent_count: int
    """Of all such tables."""

    @property
    def more_silent(self) -> int:
        return self.silent_count - len(self.silent)

    @property
    def ready(self) -> tuple[QueueEntry, ...]:
        """Waiting matches that have a table now."""
        return tuple(entry for entry in self.waiting if entry.table is not None)


def select_playing_matches(tournament: Tournament) -> QuerySet[Match]:
    """Matches of published rounds that are not over, in the order of the queue."""
    published = Match.objects.filter(
        round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, kind=Match.Kind.PLAYED
    ).select_related("round__stage", "result")
    return published.filter(STILL_PLAYING).order_by("round__stage__number", "round__number", "sitting", "position")


def read_hall_status(tournament: Tournament, *, at: dt.datetime, naming: Naming = IN_FULL) -> HallStatus:
    """Three queries while every match has a table, however many there are; at most eight where some wait. Names are read for those only."""
    rounds, some_wait = _read_first_rounds(tournament)
    if not rounds:
        return HallStatus((), (), (), 0)
    silent = _select_silent_matches(tournament, rounds, at)
    listed = (
        list(silent.order_by("round__stage__number", "round__number", "table")[: MOST_SILENT + 1]) if _has_any_result(tournament) else []
    )
    named = tuple(_build_hall_match(match, at) for match in listed[:MOST_SILENT])
    status = HallStatus((), (), named, silent.count() if len(listed) > MOST_SILENT else len(listed))
    return _add_queue(status, tournament, at, naming) if some_wait else status


def _add_queue(status: HallStatus, tournament: Tournament, at: dt.datetime, naming: Naming) -> HallStatus:
    """The status with the matches that wait, and the tables that are free for them."""
    matches = _read_playing_matches(tournament)
    waiting = [match for match in matches if match.table is None]
    venues = read_venue_plan(tournament, waiting)
    free = list_free_tables(tournament, matches, closed=read_unused_tables(tournament), venues=venues)
    prefetch_related_objects(waiting, prefetch_seats())
    return replace(status, waiting=build_queue(waiting, free, at, venues, naming, blocked=find_blocked_matches(matches)), free=free)


def _read_first_rounds(tournament: Tournament) -> tuple[list[int], bool]:
    """Of each stage the first round with a match that is not over: of the later ones nobody knows when their matches could begin; and
    whether any such match waits for a table. One query.
    """
    unfinished = select_playing_matches(tournament).select_related(None).order_by("round__stage", "-round__number")
    rows = list(unfinished.values_list("round__stage", "round").annotate(waiting=Count("pk", filter=Q(table__isnull=True))))
    return list({stage: round_ for stage, round_, _waiting in rows}.values()), any(waiting for _stage, _round, waiting in rows)


def _select_silent_matches(tournament: Tournament, rounds: Collection[int], at: dt.datetime) -> QuerySet[Match]:
    """The matches at a table without any entry that could have begun `PATIENCE` ago (`find_start_time`); where the clock was set, by what
    was noted since.
    """
    limit = at - PATIENCE
    began = Q(seated_at__isnull=True) | Q(seated_at__lte=limit)
    allowed = Q(not_before__isnull=True) | Q(not_before__lte=limit)
    silent = Q(result__isnull=True) | Q(result__version=0)
    playing = select_playing_matches(tournament).filter(round__in=rounds, table__isnull=False)
    since = at - LONGEST_EVENING if read_clock_step() else dt.datetime.min.replace(tzinfo=dt.UTC)
    return playing.alias(clock=Coalesce("round__starts_at", "round__published_at")).filter(
        silent, began, allowed, clock__range=(since, limit)
    )


def _read_playing_matches(tournament: Tournament) -> list[Match]:
    """The matches of `select_playing_matches`; those of a round share one round and stage, of which a large hall would make thousands."""
    matches = list(select_playing_matches(tournament).select_related(None).select_related("result").defer("result__summary"))
    rounds = Round.objects.select_related("stage").in_bulk({match.round_id for match in matches})
    for match in matches:
        match.round = rounds[match.round_id]
    return matches


def find_blocked_matches(matches: Collection[Match]) -> frozenset[int]:
    """Ids of the matches that cannot begin, because a side still plays a match of an earlier round of the stage.

    `matches` are all that are not over. One query where a stage plays several rounds at once, none otherwise.
    """
    if len({match.round_id for match in matches}) == len({match.round.stage_id for match in matches}):
        return frozenset()
    seats: dict[int, set[int]] = {}
    for match_id, entry in Seat.objects.filter(match__in=matches).values_list("match_id", "entry_id"):
        seats.setdefault(match_id, set()).add(entry)
    busy: dict[tuple[int, int], int] = {}
    for match in matches:
        for entry in seats[match.pk]:
            place = (match.round.stage_id, entry)
            busy[place] = min(busy.get(place, match.round.number), match.round.number)
    return frozenset(
        match.pk for match in matches if any(busy[match.round.stage_id, entry] < match.round.number for entry in seats[match.pk])
    )


def list_other_matches(match: Match, *, most: int | None = None) -> tuple[HallMatch, ...]:
    """The other matches of the published rounds of the tournament, over or not, by table; with `most` only so many. Two queries."""
    published = Match.objects.filter(
        round__stage__tournament=match.round.stage.tournament, round__state=Round.State.PUBLISHED, kind=Match.Kind.PLAYED
    )
    matches = published.exclude(pk=match.pk).select_related("round__stage", "result").prefetch_related(prefetch_seats())
    at = timezone.now()
    return tuple(_build_hall_match(other_match, at, IN_FULL) for other_match in matches.order_by("table", "position")[:most])


def read_public_queue(tournament: Tournament, *, at: dt.datetime, naming: Naming) -> HallStatus:
    """The public part of the hall: who plays next. One query while no match waits."""
    return (
        read_hall_status(tournament, at=at, naming=naming)
        if select_playing_matches(tournament).filter(table=None).exists()
        else HallStatus((), (), (), 0)
    )


def list_free_tables(tournament: Tournament, playing: Collection[Match], *, closed: Collection[int], venues: VenuePlan) -> tuple[int, ...]:
    """Unoccupied tables of the hall; if the number of tables is not set, as many more as are needed. One query."""
    occupied = {match.table for match in playing}
    needed = max([_read_highest_table(tournament), *venues.tables]) + sum(match.table is None for match in playing) + len(closed)
    most = tournament.table_count or needed
    return tuple(number for number in range(1, most + 1) if number not in occupied and number not in closed)


def build_queue(
    waiting: Iterable[Match],
    free: Iterable[int],
    at: dt.datetime,
    venues: VenuePlan,
    naming: Naming = IN_FULL,
    *,
    blocked: Collection[int] = (),
) -> tuple[QueueEntry, ...]:
    """Give the first waiting match the first free table of its venue; a match that may not begin yet, or is `blocked` because a side
    still plays, lets the next ones pass.
    """
    left = list(free)
    queue = []
    for order, match in enumerate(waiting, start=1):
        earliest = find_earliest_time(match, at)
        early = match.pk in blocked or (earliest is not None and earliest > at)
        table = None if early else next((table for table in left if venues.allows_table(match, table)), None)
        if table is not None:
            left.remove(table)
        queue.append(QueueEntry(_build_hall_match(match, at, naming), order, table))
    return tuple(queue)


def read_clocks(tournament: Tournament, *, at: dt.datetime) -> tuple[RoundClock, ...]:
    """One clock for each round that is being played. One query; four where rounds have a length; one more for each bracket.

    A round without a length shows since when it is being played: since its publication.
    """
    length = dt.timedelta(minutes=tournament.round_minutes) if tournament.round_minutes else None
    rounds, clocks = list(list_rounds_being_played(tournament)), []
    begun = read_round_starts([round_ for round_ in rounds if length and not round_.starts_at])
    for round_ in rounds:
        starts = _move_with_clock(round_.starts_at or begun.get(round_.pk) or round_.published_at or at, at)
        waits = round_.pk in begun and at < starts
        ends = starts + length if length else None
        clocks.append(RoundClock(read_round_place(round_), round_.stage.name, round_.number, starts, ends, at, waits))
    return tuple(clocks)


def _move_with_clock(moment: dt.datetime, at: dt.datetime) -> dt.datetime:
    """The moment on the computer's clock as it goes now: what was noted before somebody set it is moved by as much."""
    step = read_clock_step()
    return moment + step if abs(at - step - moment) < abs(at - moment) else moment


def find_earliest_time(match: Match, at: dt.datetime) -> dt.datetime | None:
    """When a match may begin at the earliest, on the computer's clock as it goes now. None where it has no time of its own, or one in a
    year that only a wrong clock can have given: a league has a match within `FARTHEST_DAY`.
    """
    earliest = None if match.not_before is None else _move_with_clock(match.not_before, at)
    return earliest if earliest is not None and abs(earliest - at) <= FARTHEST_DAY else None


def find_start_time(match: Match, at: dt.datetime) -> dt.datetime | None:
    """When a match could begin: the latest of round start, table assignment and earliest time. `match` comes with its round."""
    return find_latest_time(match.round.starts_at or match.round.published_at, match.seated_at, find_earliest_time(match, at))


def find_latest_time(*times: dt.datetime | None) -> dt.datetime | None:
    """None where none of them is set."""
    return max((time for time in times if time is not None), default=None)


def format_table(table: int | None) -> str:
    """The table of a match in a list, or that it waits for one."""
    return _("waiting") if table is None else str(table)


def _read_highest_table(tournament: Tournament) -> int:
    published = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
    return published.order_by("-table").values_list("table", flat=True).first() or 0


def _has_any_result(tournament: Tournament) -> bool:
    """Whether any match of the published rounds has an entry: if sheets come back only at the end, silence means nothing."""
    published = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    return published.filter(result__version__gt=0).exists()


def _build_hall_match(match: Match, at: dt.datetime, naming: Naming | None = None) -> HallMatch:
    """`match` comes with result and round, and with its seats where there is a naming; without one it has no names."""
    result = getattr(match, "result", None)
    return HallMatch(
        code=match.code,
        table=match.table,
        sitting=match.sitting,
        names=tuple(format_side_name(side, naming) for side in group_by_side(match.seats.all())) if naming else (),
        stage=match.round.stage.name,
        round=match.round.number,
        hands=result.hands if result else 0,
        since=None if match.table is None else find_start_time(match, at),
        not_before=find_earliest_time(match, at),
    )
