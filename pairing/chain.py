"""A plan of several stages: how many entries reach each of them, and why a plan cannot work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pairing.bracket import compute_bracket_width, find_who_went_on
from pairing.format import Format
from pairing.formats import format_by_key
from pairing.values import DrawReason, Json, PlayedMatch, Position

RoundRange: TypeAlias = tuple[int, int]
"""The first and the last round, both included."""
EVERYBODY = 10_001
"""As `best_others`: all go on who have not withdrawn."""


@dataclass(frozen=True, slots=True)
class StageSetup:
    """A planned stage. The best `of_each` of every group go on, and the `best_others` of all the rest.

    Both 0 means that everybody goes on, or that no stage follows. With `lost`, the losers of these rounds (first to last) go on
    as soon
    as the rounds are closed.
    """

    format: str
    options: Mapping[str, Json] = field(default_factory=dict)
    of_each: int = 0
    best_others: int = 0
    lost: RoundRange | None = None


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """What a planned stage comes to: `entries` in `groups` groups, `rounds` to play, `through` to the next stage, and its problems."""

    entries: int
    groups: int
    rounds: int
    through: int
    problems: tuple[DrawReason, ...]


def compute_plan(plans: Sequence[StageSetup], entrant_count: int) -> tuple[PlannedStage, ...]:
    """The planned stages in order.

    Raises: rules.problems.RuleViolation when the options of a stage are not valid.
    """
    stages = []
    count = entrant_count
    for place, plan in enumerate(plans):
        stage = _plan_stage(plan, count, last=place == len(plans) - 1)
        stages.append(stage)
        count = stage.through
    return tuple(stages)


def _plan_stage(plan: StageSetup, count: int, *, last: bool) -> PlannedStage:
    chosen = format_by_key(plan.format)
    options = chosen.options_from(plan.options)
    if plan.lost is not None:
        through, problems = _count_losers(chosen, options, count, plan.lost)
        problems = [*chosen.find_count_problems(count), *problems]
        return PlannedStage(count, 1, chosen.count_rounds(options, count) if count >= chosen.fewest else 0, through, tuple(problems))
    groups = chosen.count_groups(options, count)
    everybody = not plan.of_each and not plan.best_others
    through = count if everybody else min(count, plan.of_each * groups + plan.best_others)
    problems = list(chosen.find_count_problems(count))
    if not last and everybody:
        problems.append(DrawReason.of("nobody_drops_out", count=count))
    if not last and chosen.in_teams:
        problems.append(DrawReason.of("teams_stay"))
    if plan.of_each > count // groups:
        problems.append(DrawReason.of("more_than_a_group", places=plan.of_each, smallest=count // groups))
    rounds = chosen.count_rounds(options, count) if count >= chosen.fewest else 0
    return PlannedStage(count, groups, rounds, through, tuple(problems))


def _count_losers(chosen: Format, options: Any, count: int, rounds: RoundRange) -> tuple[int, list[DrawReason]]:
    """How many entries lose in these rounds, and the reasons why they cannot go on at once."""
    if not chosen.one_tree:
        return 0, [DrawReason.of("losers_need_knockout")]
    first, last = rounds
    width = compute_bracket_width(count)
    most = width.bit_length() - 1
    if not 1 <= first <= last <= most:
        return 0, [DrawReason.of("losers_rounds", rounds=most)]
    if 1 + (width >> last) < options.play_for:
        return 0, [DrawReason.of("losers_play_on", round=last)]
    return (count if first == 1 else width >> first - 1) - (width >> last), []


def list_losers(history: Sequence[PlayedMatch], entrants: Sequence[int], rounds: RoundRange) -> list[int]:
    """Those of `entrants` who lost in these rounds of a knockout: later rounds first, else in the order of `entrants`.

    An entry that won such a round, or had a bye in it, is still in; where nobody won, both have lost. Where the loser sits in the next
    match instead of the winner (the result was corrected, the seat was let stand), the seat decides: `history` may hold matches of later
    rounds that are not over.
    """
    first, last = rounds
    placed = {played.position: played for played in history if played.position is not None}
    still = {number: _find_survivors(placed, number) for number in range(first, last + 1)}
    before = _find_survivors(placed, first - 1) if first > 1 else set(entrants)
    lost: list[int] = []
    for number in range(first, last + 1):
        lost = [*(entrant for entrant in entrants if entrant in before - still[number]), *lost]
        before = still[number]
    return lost


def _find_survivors(placed: Mapping[Position, PlayedMatch], number: int) -> set[int]:
    """The entries still in the race for first place after a round."""
    own = [played for position, played in placed.items() if played.round == number and position.place == 1]
    return {winner for winner, _loser in (find_who_went_on(played, placed) for played in own) if winner is not None}
