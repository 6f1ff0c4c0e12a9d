"""Stages one after the other: how many entries reach each of them, and why a plan cannot work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pairing.bracket import bracket_width
from pairing.formats import format_by_key
from pairing.knockout import Knockout
from pairing.pools import pool_count
from pairing.values import Json, Played, Reason

Rounds: TypeAlias = tuple[int, int]
"""From the first to the last of them."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it is planned; `of_each` go on from every group, and the `best_others` of all the rest.

    Both 0 means that everybody goes on, or that nothing follows. With `lost` it is whoever loses in the rounds from the first to the last
    of the two, as soon as these are closed.
    """

    format: str
    options: Mapping[str, Json] = field(default_factory=dict)
    of_each: int = 0
    best_others: int = 0
    lost: Rounds | None = None


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """What a plan comes to: `entries` in so many `groups`, `rounds` to play, `through` to the next stage, and what is wrong."""

    entries: int
    groups: int
    rounds: int
    through: int
    problems: tuple[Reason, ...]


def planned(plans: Sequence[StagePlan], entrant_count: int) -> tuple[PlannedStage, ...]:
    """Stage by stage, as far as the numbers make sense.

    Raises: rules.problems.RuleViolation when the options of a stage cannot be.
    """
    found = []
    count = entrant_count
    for place, plan in enumerate(plans):
        stage = _stage(plan, count, last=place == len(plans) - 1)
        found.append(stage)
        count = stage.through
    return tuple(found)


def _stage(plan: StagePlan, count: int, *, last: bool) -> PlannedStage:
    chosen = format_by_key(plan.format)
    options = chosen.options_from(plan.options)
    if plan.lost is not None:
        through, problems = _losers(plan.format, options, count, plan.lost)
        problems = [*chosen.number_problems(count), *problems]
        return PlannedStage(count, 1, chosen.round_count(options, count) if count >= chosen.fewest else 0, through, tuple(problems))
    groups = _groups(plan.format, options, count)
    everybody = not plan.of_each and not plan.best_others
    through = count if everybody else min(count, plan.of_each * groups + plan.best_others)
    problems = list(chosen.number_problems(count))
    if not last and everybody:
        problems.append(Reason.of("nobody_drops_out", count=count))
    if plan.of_each > count // groups:
        problems.append(Reason.of("more_than_a_group", places=plan.of_each, smallest=count // groups))
    rounds = chosen.round_count(options, count) if not problems or count >= chosen.fewest else 0
    return PlannedStage(count, groups, rounds, through, tuple(problems))


def _losers(key: str, options: Any, count: int, rounds: Rounds) -> tuple[int, list[Reason]]:
    """How many lose in these rounds, and why they cannot go on at once."""
    if key != Knockout.key:
        return 0, [Reason.of("losers_need_knockout")]
    first, last = rounds
    width = bracket_width(count)
    most = width.bit_length() - 1
    if not 1 <= first <= last <= most:
        return 0, [Reason.of("losers_rounds", rounds=most)]
    if 1 + (width >> last) < options.play_for:
        return 0, [Reason.of("losers_play_on", round=last)]
    return (count if first == 1 else width >> first - 1) - (width >> last), []


def losers(history: Sequence[Played], entrants: Sequence[int], rounds: Rounds) -> list[int]:
    """Those of `entrants` who lost in the rounds of a knockout, the later ones first, else in the order given.

    Who won such a round, or rested in it, is still there; where nobody won, both have lost.
    """
    first, last = rounds
    still = {number: _left(history, number) for number in range(first, last + 1)}
    before = _left(history, first - 1) if first > 1 else set(entrants)
    out: list[int] = []
    for number in range(first, last + 1):
        out = [*(entrant for entrant in entrants if entrant in before - still[number]), *out]
        before = still[number]
    return out


def _left(history: Sequence[Played], number: int) -> set[int]:
    """Who goes on for the first place after a round."""
    own = [played for played in history if played.round == number and played.position and played.position.place == 1]
    return {played.sides[played.winner] for played in own if played.winner >= 0}


def _groups(key: str, options: object, count: int) -> int:
    if key == "round_robin":
        return pool_count(count, int(getattr(options, "pool_size", 0)))
    if key == "heats":
        return max(1, min(int(getattr(options, "heats", 1)), count // 2))
    return 1
