"""The matches of a round for lists, how far it is, and the fingerprint of its results."""

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, When
from django.utils.translation import gettext as _

from pairing import build_match_title, format_reason
from pairing.codec import position_from_json
from rules.texts import format_score
from scoring.ledger.match_log import State
from scoring.models import MatchResult
from scoring.models.links import find_side_of_actor
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_name, group_by_side
from tournaments.stages.rounds import attach_tournament, has_several_open_rounds

FINAL_STATES = [State.CONFIRMED, State.LOCKED, State.VOID]
AWAITED_STATES = [State.OPEN, State.DISPUTED]


def build_settled_condition(prefix: str = "") -> Q:
    """Results that no longer keep their round from being closed, as `MatchRow.settled`; `prefix`: where the query has the result."""
    final = Q(**{f"{prefix}state__in": FINAL_STATES})
    return final | Q(**{f"{prefix}state": State.SUBMITTED, f"{prefix}outcome__in": ["walkover", "absent"]})


SETTLED = build_settled_condition()
SETTLED_MATCHES = build_settled_condition("result__")
LATE = Q(result__isnull=True) | Q(result__state__in=AWAITED_STATES)
"""Matches that are still played or disputed."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list of its round."""

    code: str
    table: int | None
    pool: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    """Of all who sit there, side by side."""
    bye: bool
    state: State
    version: int
    has_begun: bool
    games_won: tuple[int, ...]
    score: tuple[int, ...]
    points: tuple[int, ...]
    """Of the game being played, or the last one."""
    winner: int | None
    outcome: str
    by_table: bool
    """Whether a side entered its last line at the table."""
    updated_at: dt.datetime | None = None
    """Of the last entry."""
    title: str = ""
    """“Final”, “Match for place 3”: of a match for one place."""
    seated_at: dt.datetime | None = None
    not_before: dt.datetime | None = None

    @property
    def late(self) -> bool:
        return not self.bye and self.state in AWAITED_STATES

    @property
    def settled(self) -> bool:
        """Whether the match no longer keeps the round from being closed."""
        return self.is_forfeit or self.state in FINAL_STATES

    @property
    def is_forfeit(self) -> bool:
        """Whether the match was given, or nobody came; nobody has to confirm that."""
        return self.outcome != MatchResult.Outcome.PLAYED and self.state in (State.SUBMITTED, State.CONFIRMED, State.LOCKED)

    @property
    def state_label(self) -> str:
        if self.state is State.OPEN and self.has_begun:
            return _("in play")
        if self.is_forfeit:
            return str(MatchResult.Outcome(self.outcome).label)
        return _("entered at the table, not confirmed") if self.state is State.SUBMITTED and self.by_table else str(self.state.label)

    @property
    def running(self) -> str:
        return format_score(self.score)

    @property
    def crowded(self) -> bool:
        return len(self.names) > 2

    @property
    def lines(self) -> tuple[tuple[str, int | None], ...]:
        """Names of the sides, with their points where more than two sides play."""
        points = self.points if self.crowded and self.has_begun else ()
        return tuple((name, points[side] if side < len(points) else None) for side, name in enumerate(self.names))

    @property
    def result(self) -> str:
        return format_score(self.games_won) if self.has_begun else ""


def select_matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round with what `build_match_row` needs: by table, then those that wait for one, then byes. Two queries."""
    matches = round_.matches.select_related("result").prefetch_related(prefetch_seats())
    byes_last = Case(When(kind=Match.Kind.BYE, then=1), default=0)
    return matches.order_by(byes_last, F("table").asc(nulls_last=True), "position")


def list_matches(round_: Round) -> tuple[MatchRow, ...]:
    """The rows of all matches of a round, in the order of `select_matches`. Two queries for any number of matches."""
    return tuple(build_match_row(match) for match in select_matches(round_))


def build_match_row(match: Match, naming: Naming = IN_FULL) -> MatchRow:
    """`match` comes with result and seats."""
    result = getattr(match, "result", None) or MatchResult(match=match)
    sides = group_by_side(match.seats.all())
    return MatchRow(
        code=match.code,
        table=match.table,
        pool=match.pool,
        names=tuple(format_side_name(side, naming) for side in sides),
        numbers=tuple(seat.entry.number for side in sides for seat in side),
        bye=match.kind == Match.Kind.BYE,
        state=State(result.state),
        version=result.version,
        has_begun=result.has_begun,
        games_won=tuple(result.summary.get("games_won", ())),
        score=tuple(result.summary.get("score", ())),
        points=tuple(_select_points(result.summary)),
        winner=result.winner,
        outcome=result.outcome,
        by_table=find_side_of_actor(result.entered_by) is not None,
        updated_at=result.updated_at,
        title=_format_place(match),
        seated_at=match.seated_at,
        not_before=match.not_before,
    )


def _format_place(match: Match) -> str:
    position = position_from_json(match.bracket)
    return format_reason(build_match_title(position), _) if position and position.is_for_one_place else ""


def _select_points(summary: dict[str, Any]) -> list[int]:
    score: list[int] = summary.get("score", [])
    games: list[list[int]] = summary.get("games", [])
    return score if any(score) or not games else games[-1]


def list_game_points(match: Match) -> list[list[int]]:
    """Points by side of each game that was begun; `match` comes with its result."""
    result = getattr(match, "result", None) or MatchResult(match=match)
    finished: list[list[int]] = result.summary.get("games", [])
    current = result.summary.get("score", ())
    return [*finished, list(current)] if result.summary.get("target") is not None and any(current) else finished


@dataclass(frozen=True, slots=True)
class RoundCount:
    """How far a round is, in matches without byes."""

    total: int
    settled: int
    entered: int
    """Neither played still nor disputed: those of `select_late_matches` are the others."""

    @property
    def complete(self) -> bool:
        return self.settled == self.total


def read_round_count(round_: Round) -> RoundCount:
    """One query."""
    settled, entered = Count("result", filter=SETTLED_MATCHES), Count("result", filter=~Q(result__state__in=AWAITED_STATES))
    counts = round_.matches.filter(kind=Match.Kind.PLAYED).aggregate(total=Count("pk"), settled=settled, entered=entered)
    return RoundCount(**counts)


def find_current_round(tournament: Tournament) -> Round | None:
    """The round being played, of the latest stage; else the last published one. Two queries at most."""
    playing = list_rounds_being_played(tournament)
    if playing:
        return playing[-1]
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).select_related("stage")
    return next(iter(attach_tournament(tournament, rounds.order_by("-stage__number", "-number")[:1])), None)


def list_rounds_being_played(tournament: Tournament) -> tuple[Round, ...]:
    """One round for each running stage, such as a final and its consolation: of rounds that are played side by side the first in which a
    match is missing. One query.
    """
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED).select_related("stage")
    settled = MatchResult.objects.filter(SETTLED, match=OuterRef("pk"))
    missing = Match.objects.filter(round=OuterRef("pk"), kind=Match.Kind.PLAYED).exclude(Exists(settled))
    by_stage: dict[int, list[Any]] = {}
    for round_ in attach_tournament(tournament, rounds.annotate(is_missing=Exists(missing)).order_by("stage__number", "number")):
        by_stage.setdefault(round_.stage_id, []).append(round_)
    return tuple(next((round_ for round_ in of_stage if round_.is_missing), of_stage[-1]) for of_stage in by_stage.values())


def list_rounds_ahead(round_: Round) -> tuple[Round, ...]:
    """The later rounds of the stage that are being played before this one is over: side by side, or ahead. One query at most."""
    if not has_several_open_rounds(round_.stage):
        return ()
    later = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number, state=Round.State.PUBLISHED)
    return tuple(later.order_by("number"))


def is_beside_earlier_round(round_: Round) -> bool:
    """Whether the round is being played while an earlier one of its stage is. One query at most."""
    if round_.number == 1 or round_.state != Round.State.PUBLISHED or not has_several_open_rounds(round_.stage):
        return False
    return Round.objects.filter(stage=round_.stage_id, number__lt=round_.number, state=Round.State.PUBLISHED).exists()


def read_blocked_codes(round_: Round) -> frozenset[str]:
    """The codes of the matches that cannot begin yet, because a side still plays a match of an earlier round. Two queries at most."""
    if not has_several_open_rounds(round_.stage):
        return frozenset()
    earlier = Match.objects.filter(round__stage=round_.stage_id, round__number__lt=round_.number, round__state=Round.State.PUBLISHED)
    settled = MatchResult.objects.exclude(state__in=AWAITED_STATES).filter(match=OuterRef("pk"))
    busy = Seat.objects.filter(match__in=earlier.filter(kind=Match.Kind.PLAYED).exclude(Exists(settled))).values("entry")
    return frozenset(round_.matches.filter(seats__entry__in=busy).values_list("code", flat=True))


def read_last_results(round_: Round) -> dict[int, dt.datetime]:
    """When the last match of an earlier round of the stage was entered, by the number of each entry. One query."""
    earlier = Seat.objects.filter(match__round__stage=round_.stage_id, match__round__number__lt=round_.number, match__result__isnull=False)
    times = earlier.values("entry__number").annotate(last=Max("match__result__updated_at"))
    return {row["entry__number"]: row["last"] for row in times}


def select_late_matches(round_: Round) -> QuerySet[Match]:
    """The matches at a table that are still played or disputed, by table."""
    return round_.matches.filter(LATE, kind=Match.Kind.PLAYED, table__isnull=False).order_by("table", "position")


def read_next_missing(round_: Round, after: int = 0) -> Match | None:
    """The next table that still plays, cyclically after table `after`; matches without a table are left out. One query, one row."""
    return select_late_matches(round_).order_by(Case(When(table__gt=after, then=0), default=1), "table", "position").first()


def compute_round_fingerprint(round_: Round) -> str:
    """The same text as long as the round was published once and no result in it has changed. Two queries."""
    matches = Match.objects.filter(round=round_).order_by("pk").values_list("pk", flat=True)
    results = MatchResult.objects.filter(match__round=round_).order_by("match_id").values_list("match_id", "version", "state")
    identity = (round_.pk, str(round_.published_at), list(matches), list(results))
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:16]


def choose_round(tournament: Tournament, stage: str, number: str) -> Round | None:
    """The published or closed round of that stage and number; of the stage alone the one being played; else the current one."""
    rounds = Round.objects.exclude(state=Round.State.DRAFT).filter(stage__tournament=tournament).select_related("stage")
    if stage.isdecimal() and len(stage) < 4:
        of_stage = attach_tournament(tournament, rounds.filter(stage__number=int(stage)).order_by("number"))
        chosen = [round_ for round_ in of_stage if str(round_.number) == number]
        chosen = chosen or [round_ for round_ in list_rounds_being_played(tournament) if round_.stage.number == int(stage)]
        if chosen:
            return chosen[0]
    return find_current_round(tournament)
