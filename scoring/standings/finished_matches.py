"""The matches of a stage that count, as pure values."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from pairing import MatchOutcome, PlayedMatch, Position
from pairing.codec import position_from_json
from scoring.matches.rounds import SETTLED
from scoring.models import MatchResult
from standings import StandingResult, build_played_history
from tournaments.models import Match, Round, Seat, Stage

COUNTED = (MatchResult.State.SUBMITTED, MatchResult.State.DISPUTED, MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
"""States in which a match counts in the standings; the next draw waits until everything is confirmed."""


@dataclass(frozen=True, slots=True)
class FinishedMatches:
    """The matches of a stage that count, by round and position, and the places in the bracket by the id of the match."""

    results: tuple[StandingResult, ...]
    positions: Mapping[int, Position]

    @property
    def history(self) -> tuple[PlayedMatch, ...]:
        """The matches as draws need them."""
        return build_played_history(self.results, self.positions)


def read_finished_matches(stage: Stage, before: int | None = None, *, certain: bool = False) -> FinishedMatches:
    """Matches that count; with `before` only those of earlier rounds. Two queries, and no objects: a large stage has thousands.

    A bye counts once its round is closed: until then no ledger entry would update the stored standings. `certain` is what matches that
    are played ahead follow from: results that keep no round open, and every bye.
    """
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    if before is not None:
        matches = matches.filter(round__number__lt=before)
    if certain:
        settled = MatchResult.objects.filter(SETTLED).exclude(state=MatchResult.State.VOID)
        counted = matches.filter(Q(kind=Match.Kind.BYE) | Q(result__in=settled))
    else:
        counted = matches.filter(kind=Match.Kind.BYE, round__state=Round.State.CLOSED) | matches.filter(result__state__in=COUNTED)
    text = Cast("result__summary", TextField())
    rows = list(counted.order_by("round__number", "position").values_list(*_COLUMNS, text))
    sides: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for match, entry, place in Seat.objects.filter(round__stage=stage).values_list("match_id", "entry_id", "place"):
        sides.setdefault(match, []).append(entry)
        if place:
            sizes[match] = max(place + 1, sizes.get(match, 1))
    brackets = ((match, position_from_json(bracket)) for match, bracket, *_others in rows if bracket)
    return FinishedMatches(
        tuple(_build_result(tuple(sides.get(match, ())), sizes.get(match, 1), match, *others) for match, _bracket, *others in rows),
        {match: position for match, position in brackets if position is not None},
    )


_COLUMNS = ("pk", "bracket", "round__number", "kind", "first_dealer", "result__outcome", "result__winner")
_OUTCOMES = {outcome.value: outcome for outcome in MatchOutcome}


def _build_result(
    sides: tuple[int, ...],
    side_size: int,
    match: int,
    number: int,
    kind: str,
    first_dealer: int,
    outcome: str,
    winner: int | None,
    summary: str,
) -> StandingResult:
    """A finished match as a value. A bye or a walk-over has the games that win a match, and no points."""
    if kind == Match.Kind.BYE:
        return StandingResult(match, number, sides, winner=0, outcome=MatchOutcome.BYE)
    games, points = _parse_summary(summary)
    return StandingResult(
        match, number, sides, games, points, -1 if winner is None else winner, _OUTCOMES[outcome], first_dealer, side_size
    )


@lru_cache(maxsize=20_000)
def _parse_summary(summary: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Games won and points by side; standings in play are computed again and again from results that stay the same."""
    parsed = json.loads(summary)
    return tuple(parsed["games_won"]), _compute_points(parsed)


def _compute_points(summary: Mapping[str, Any]) -> tuple[int, ...]:
    """The points of each side in all games; negative where the fewest points win."""
    sign = -1 if summary.get("lowest_wins") else 1
    return tuple(sign * sum(game[side] for game in summary["games"]) for side in range(len(summary["games_won"])))


def read_played_history(stage: Stage) -> tuple[PlayedMatch, ...]:
    """The matches played so far, as draws need them."""
    return read_finished_matches(stage).history
