"""The hall while rounds are being played: who waits for a table, which are free, where nobody was heard of, and the clock."""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from scoring.ledger.match_log import State
from tournaments.halls.queries import Venues, out_of_use, venues_for
from tournaments.models import Match, Round, Tournament
from tournaments.people.naming import IN_FULL, Naming

PATIENCE = dt.timedelta(minutes=10)
"""After so long a side that is not there has lost (shared by every regulation that we know)."""
WARNING = dt.timedelta(minutes=5)

STILL_PLAYING = (
    Q(result__isnull=True)
    | Q(result__state=State.OPEN)
    | Q(result__state=State.DISPUTED, result__winner__isnull=True, result__outcome="played")
)


@dataclass(frozen=True, slots=True)
class Place:
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
class Next:
    """Who waits, in the order of the queue, with the free table that is theirs now, if there is one."""

    place: Place
    order: int
    table: int | None


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of one round. `ends` is None where nobody said how long a round is."""

    stage: str
    round: int
    starts: dt.datetime
    ends: dt.datetime | None
    now: dt.datetime

    @property
    def begun(self) -> bool:
        return self.now >= self.starts

    @property
    def minutes_left(self) -> int | None:
        return None if self.ends is None else -int((self.now - self.ends).total_seconds() // 60)

    @property
    def state(self) -> str:
        """ "ahead", "running", "warning" in the last five minutes, "over"; "open" for a round without an end."""
        if not self.begun:
            return "ahead"
        if self.ends is None:
            return "open"
        if self.now >= self.ends:
            return "over"
        return "warning" if self.ends - self.now <= WARNING else "running"


@dataclass(frozen=True, slots=True)
class Hall:
    """`silent` are tables of which nothing was heard since their round began ten minutes ago, while others were."""

    waiting: tuple[Next, ...]
    free: tuple[int, ...]
    silent: tuple[Place, ...]
    playing: int

    @property
    def ready(self) -> tuple[Next, ...]:
        """Who can sit down now."""
        return tuple(one for one in self.waiting if one.table is not None)


def playing_matches(tournament: Tournament) -> QuerySet[Match]:
    """Matches of published rounds that are not over, in the order of the queue."""
    published = Match.objects.filter(
        round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, kind=Match.Kind.PLAYED
    ).select_related("round__stage", "result")
    return published.filter(STILL_PLAYING).order_by("round__stage__number", "sitting", "position")


def hall_of(tournament: Tournament, *, at: dt.datetime, naming: Naming = IN_FULL) -> Hall:
    """Five queries at most, and two more for heats. Only who waits and who is silent is read with names."""
    matches = list(playing_matches(tournament))
    if not matches:
        return Hall((), (), (), 0)
    waiting = [match for match in matches if match.table is None]
    venues = venues_for(tournament, waiting)
    free = free_tables(tournament, matches, closed=out_of_use(tournament), venues=venues) if waiting else ()
    silent = [match for match in matches if match.table is not None and _silent(match, at)]
    if silent and not _somebody_was_heard(tournament):
        silent = []
    prefetch_related_objects([*waiting, *silent], "seats__entry")
    return Hall(
        waiting=queue_of(waiting, free, at, venues, naming),
        free=free,
        silent=tuple(_place(match, naming) for match in silent),
        playing=len(matches) - len(waiting),
    )


def other_places(match: Match) -> tuple[Place, ...]:
    """The other matches of the tournament whose rounds are being played, over or not, by table. Three queries."""
    published = Match.objects.filter(
        round__stage__tournament=match.round.stage.tournament, round__state=Round.State.PUBLISHED, kind=Match.Kind.PLAYED
    )
    others = published.exclude(pk=match.pk).select_related("round__stage", "result").prefetch_related("seats__entry")
    return tuple(_place(other, IN_FULL) for other in others.order_by("table", "position"))


def queue_seen(tournament: Tournament, *, at: dt.datetime, naming: Naming) -> Hall:
    """What everybody may see of the hall: who plays next. One query while nobody waits."""
    return hall_of(tournament, at=at, naming=naming) if playing_matches(tournament).filter(table=None).exists() else Hall((), (), (), 0)


def free_tables(tournament: Tournament, playing: Collection[Match], *, closed: Collection[int], venues: Venues) -> tuple[int, ...]:
    """Tables at which nobody plays, of those that the hall has; where nobody said how many, as many more as are needed. One query."""
    taken = {match.table for match in playing}
    wanted = max([_highest(tournament), *venues.tables]) + sum(match.table is None for match in playing) + len(closed)
    most = tournament.table_count or wanted
    return tuple(number for number in range(1, most + 1) if number not in taken and number not in closed)


def queue_of(waiting: Iterable[Match], free: Iterable[int], at: dt.datetime, venues: Venues, naming: Naming = IN_FULL) -> tuple[Next, ...]:
    """The first who waits gets the first free table where it plays; who may not begin yet lets the others pass."""
    left = list(free)
    found = []
    for order, match in enumerate(waiting, start=1):
        early = match.not_before is not None and match.not_before > at
        table = None if early else next((table for table in left if venues.holds(match, table)), None)
        if table is not None:
            left.remove(table)
        found.append(Next(_place(match, naming), order, table))
    return tuple(found)


def clocks_of(tournament: Tournament, *, at: dt.datetime) -> tuple[Clock, ...]:
    """One for each round that is being played. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED).select_related("stage")
    length = dt.timedelta(minutes=tournament.round_minutes) if tournament.round_minutes else None
    found = []
    for round_ in rounds.order_by("stage__number"):
        starts = round_.starts_at or round_.published_at or at
        found.append(Clock(round_.stage.name, round_.number, starts, starts + length if length else None, at))
    return tuple(found)


def began_at(match: Match) -> dt.datetime | None:
    """When a match could begin: its table was given, its round had started, and it was late enough. `match` comes with its round."""
    times = (match.round.starts_at or match.round.published_at, match.seated_at, match.not_before)
    return max((time for time in times if time is not None), default=None)


def table_words(table: int | None) -> str:
    """What a list calls a match: its table, or that it waits for one."""
    return _("waiting") if table is None else str(table)


def _highest(tournament: Tournament) -> int:
    published = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
    return published.order_by("-table").values_list("table", flat=True).first() or 0


def _silent(match: Match, at: dt.datetime) -> bool:
    began = began_at(match)
    result = getattr(match, "result", None)
    return (result is None or not result.version) and began is not None and at - began >= PATIENCE


def _somebody_was_heard(tournament: Tournament) -> bool:
    """Where sheets come back only at the end, silence says nothing."""
    published = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    return published.filter(result__version__gt=0).exists()


def _place(match: Match, naming: Naming) -> Place:
    result = getattr(match, "result", None)
    return Place(
        code=match.code,
        table=match.table,
        sitting=match.sitting,
        names=tuple(naming.of(seat.entry) for seat in match.seats.all()),
        stage=match.round.stage.name,
        round=match.round.number,
        hands=result.hands if result else 0,
        since=None if match.table is None else began_at(match),
        not_before=match.not_before,
    )
