"""Stages one after the other: how many entries reach each of them, and why a plan cannot work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .formats import format_by_key
from .pools import pool_count
from .values import Json, Reason


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it is planned; `of_each` go on from every group, and the `best_others` of all the rest.

    Both 0 means that everybody goes on, or that nothing follows.
    """

    format: str
    options: Mapping[str, Json] = field(default_factory=dict)
    of_each: int = 0
    best_others: int = 0


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


def _groups(key: str, options: object, count: int) -> int:
    if key == "round_robin":
        return pool_count(count, int(getattr(options, "pool_size", 0)))
    if key == "heats":
        return max(1, min(int(getattr(options, "heats", 1)), count // 2))
    return 1
