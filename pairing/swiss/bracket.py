"""The first pairing of a bracket by its identifier: article 3.6.

The identifier of a pairing is its upper members in ascending order, then their opponents in the same order. Of all
pairings that comply with C1 and best with C10, the one with the first identifier counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.swiss.field import Edges, Field, best_matching

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Paired:
    """Pairs by their upper members; `repeats` is C10, upfloaters' opponents who floated in the round before."""

    pairs: Pairs
    repeats: int


def pair_bracket(field: Field, residents: Sequence[int], floaters: Sequence[int], *, repeats_matter: bool) -> Paired:
    """The bracket must have a pairing."""
    members = sorted([*residents, *floaters])
    floated = _floated_opponents(field, members, floaters) if repeats_matter else {}
    unavoidable = {floater: min(costs.values()) for floater, costs in floated.items()}

    def cheap(one: int, other: int) -> bool:
        return field.may_meet(one, other) and all(
            member not in floated or floated[member][mate] == unavoidable[member] for member, mate in ((one, other), (other, one))
        )

    pairs = _first_pairing(members, cheap)
    if pairs is not None:
        return Paired(pairs, sum(unavoidable.values()))
    costs = {
        (one, other): floated.get(one, {}).get(other, 0) + floated.get(other, {}).get(one, 0)
        for one, other in combinations(members, 2)
        if field.may_meet(one, other)
    }
    least = sum(costs[pair] for pair in best_matching(costs))
    return Paired(_searched(members, _Completion(members, costs, least)), least)


def _floated_opponents(field: Field, members: Sequence[int], floaters: Sequence[int]) -> dict[int, dict[int, int]]:
    """For every upfloater and everybody it may meet: 1 if that one floated in the round before."""
    return {
        floater: {mate: int(field.teams[mate].floated) for mate in members if mate != floater and field.may_meet(floater, mate)}
        for floater in floaters
    }


def _first_pairing(members: Sequence[int], allowed: Callable[[int, int], bool]) -> Pairs | None:
    """First against second half if that can be, which no other choice of upper members can beat; None without any pairing."""
    half = len(members) // 2
    pairs = _first_assignment(members[:half], members[half:], allowed)
    if pairs is not None:
        return pairs
    edges = {(one, other): 0 for one, other in combinations(members, 2) if allowed(one, other)}
    if 2 * len(best_matching(edges)) < len(members):
        return None
    return _searched(members, _Completion(members, edges, 0))


def _first_assignment(uppers: Sequence[int], lowers: Sequence[int], allowed: Callable[[int, int], bool]) -> Pairs | None:
    """Opponents for the upper members, the first of whom gets the smallest number that leaves one for everybody else."""
    assignment = _Assignment(uppers, lowers, allowed)
    if not assignment.complete():
        return None
    waiting = list(lowers)
    for upper in uppers:
        for lower in waiting:
            if assignment.give(upper, lower):
                waiting.remove(lower)
                break
    return [(upper, assignment.lower_of[upper]) for upper in uppers]


class _Assignment:
    """A pairing of two halves that can be changed one pair at a time."""

    def __init__(self, uppers: Sequence[int], lowers: Sequence[int], allowed: Callable[[int, int], bool]) -> None:
        self.uppers, self.lowers, self.allowed = uppers, lowers, allowed
        self.lower_of: dict[int, int] = {}
        self.upper_of: dict[int, int] = {}
        self.settled: set[int] = set()

    def complete(self) -> bool:
        waiting = list(self.lowers)
        for upper in self.uppers:
            lower = next((lower for lower in waiting if self.allowed(upper, lower)), None)
            if lower is not None:
                self._join(upper, lower)
                waiting.remove(lower)
        return all(self._find(upper, None) for upper in self.uppers if upper not in self.lower_of)

    def give(self, upper: int, lower: int) -> bool:
        """Pair these two for good, if everybody not settled can still be paired."""
        if not self.allowed(upper, lower):
            return False
        self.settled.add(upper)
        current = self.lower_of[upper]
        if current == lower:
            return True
        owner = self.upper_of[lower]
        before = dict(self.lower_of), dict(self.upper_of)
        del self.upper_of[current]
        del self.lower_of[owner]
        self._join(upper, lower)
        if self._find(owner, current):
            return True
        self.lower_of, self.upper_of = before
        self.settled.discard(upper)
        return False

    def _find(self, start: int, goal: int | None) -> bool:
        """Give `start` an opponent, others moving up as needed: the lower member `goal`, or whoever has none."""
        came: dict[int, int] = {}
        queue = [start]
        for upper in queue:
            nearest = (goal,) if goal is not None and self.allowed(upper, goal) else self.lowers
            for lower in nearest:
                if lower in came or not self.allowed(upper, lower):
                    continue
                owner = self.upper_of.get(lower)
                if owner is not None and owner in self.settled:
                    continue
                came[lower] = upper
                if owner is None:
                    self._shift(lower, came, start)
                    return True
                queue.append(owner)
        return False

    def _shift(self, lower: int, came: dict[int, int], start: int) -> None:
        while True:
            upper = came[lower]
            left = self.lower_of.get(upper)
            self._join(upper, lower)
            if upper == start:
                return
            assert left is not None  # noqa: S101 - only the start of the path had no opponent
            lower = left

    def _join(self, upper: int, lower: int) -> None:
        self.lower_of[upper] = lower
        self.upper_of[lower] = upper


@dataclass(slots=True)
class _Completion:
    """Answers whether a partly decided pairing can be completed at the least cost."""

    members: Sequence[int]
    costs: Edges
    least: int

    def exists(self, uppers: set[int], lowers: set[int], fixed: Pairs) -> bool:
        gone = {member for pair in fixed for member in pair}
        open_costs = {
            (one, other): cost
            for (one, other), cost in self.costs.items()
            if one not in lowers and other not in uppers and one not in gone and other not in gone
        }
        pairs = best_matching(open_costs)
        if len(pairs) + len(fixed) != len(self.members) // 2:
            return False
        return sum(open_costs[pair] for pair in pairs) + sum(self.costs[pair] for pair in fixed) == self.least


def _searched(members: Sequence[int], completion: _Completion) -> Pairs:
    """Decide one member after the other, always for the first identifier that can still be completed."""
    uppers: set[int] = set()
    lowers: set[int] = set()
    for member in members:
        rightly = completion.exists(uppers | {member}, lowers, [])
        (uppers if rightly else lowers).add(member)
    fixed: Pairs = []
    for upper in sorted(uppers):
        taken = {lower for _upper, lower in fixed}
        fixed.append(
            next(
                (upper, lower)
                for lower in sorted(lowers - taken)
                if (upper, lower) in completion.costs and completion.exists(uppers, lowers, [*fixed, (upper, lower)])
            )
        )
    return fixed
