"""The first pairing of a bracket by its identifier: article 3.6 of C.04.6.

The identifier of a pairing is its upper members in ascending order, then their opponents in the same order. Of all
pairings that comply with C1 and best with C10, the one with the first identifier counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.swiss.field import Edges, TeamField, find_best_matching

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """The pairs of a bracket, sorted by their upper members; `refloated_opponents` is C10: upfloaters' opponents who floated in the
    previous round.
    """

    pairs: Pairs
    refloated_opponents: int


def pair_bracket(field: TeamField, residents: Sequence[int], floaters: Sequence[int], *, apply_c7_c10: bool) -> BracketPairing:
    """Pair a bracket that is known to have a legal pairing; C10 counts only if `apply_c7_c10`."""
    members = sorted([*residents, *floaters])
    floated = _find_refloat_costs(field, members, floaters) if apply_c7_c10 else {}
    unavoidable = {floater: min(costs.values()) for floater, costs in floated.items()}

    def is_least_cost_pair(first: int, second: int) -> bool:
        return field.may_meet(first, second) and all(
            member not in floated or floated[member][mate] == unavoidable[member] for member, mate in ((first, second), (second, first))
        )

    pairs = _find_first_pairing(members, is_least_cost_pair)
    if pairs is not None:
        return BracketPairing(pairs, sum(unavoidable.values()))
    costs = {
        (first, other): floated.get(first, {}).get(other, 0) + floated.get(other, {}).get(first, 0)
        for first, other in combinations(members, 2)
        if field.may_meet(first, other)
    }
    least_cost = sum(costs[pair] for pair in find_best_matching(costs))
    return BracketPairing(_search_first_identifier(members, _CompletionTest(members, costs, least_cost)), least_cost)


def _find_refloat_costs(field: TeamField, members: Sequence[int], floaters: Sequence[int]) -> dict[int, dict[int, int]]:
    """For every upfloater and each opponent it may meet: 1 if that opponent floated in the previous round, else 0."""
    return {
        floater: {mate: int(field.teams[mate].floated) for mate in members if mate != floater and field.may_meet(floater, mate)}
        for floater in floaters
    }


def _find_first_pairing(members: Sequence[int], allowed: Callable[[int, int], bool]) -> Pairs | None:
    """The pairing with the first identifier, or None without any: first half against second half where allowed, because no other
    choice of upper members comes earlier.
    """
    half = len(members) // 2
    pairs = _assign_first(members[:half], members[half:], allowed)
    if pairs is not None:
        return pairs
    edges = {(first, second): 0 for first, second in combinations(members, 2) if allowed(first, second)}
    if 2 * len(find_best_matching(edges)) < len(members):
        return None
    return _search_first_identifier(members, _CompletionTest(members, edges, 0))


def _assign_first(uppers: Sequence[int], lowers: Sequence[int], allowed: Callable[[int, int], bool]) -> Pairs | None:
    """Opponents for the upper members: each in turn gets the smallest number that leaves an opponent for everybody else; None
    without any.
    """
    assignment = _HalvesAssignment(uppers, lowers, allowed)
    if not assignment.assign_all():
        return None
    waiting = list(lowers)
    for upper in uppers:
        for lower in waiting:
            if assignment.fix_pair(upper, lower):
                waiting.remove(lower)
                break
    return [(upper, assignment.lower_of[upper]) for upper in uppers]


class _HalvesAssignment:
    """A matching of two halves that can be changed one pair at a time (augmenting paths)."""

    def __init__(self, uppers: Sequence[int], lowers: Sequence[int], allowed: Callable[[int, int], bool]) -> None:
        self.uppers, self.lowers, self.allowed = uppers, lowers, allowed
        self.lower_of: dict[int, int] = {}
        self.upper_of: dict[int, int] = {}
        self.settled: set[int] = set()

    def assign_all(self) -> bool:
        waiting = list(self.lowers)
        for upper in self.uppers:
            lower = next((lower for lower in waiting if self.allowed(upper, lower)), None)
            if lower is not None:
                self._join_pair(upper, lower)
                waiting.remove(lower)
        return all(self._augment_from(upper, None) for upper in self.uppers if upper not in self.lower_of)

    def fix_pair(self, upper: int, lower: int) -> bool:
        """Pair these two for good if everybody not yet settled can still be paired; otherwise change nothing and return false."""
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
        self._join_pair(upper, lower)
        if self._augment_from(owner, current):
            return True
        self.lower_of, self.upper_of = before
        self.settled.discard(upper)
        return False

    def _augment_from(self, start: int, goal: int | None) -> bool:
        """Find an opponent for `start`, other upper members changing opponents as needed: the lower member `goal`, or a free one."""
        reached_from: dict[int, int] = {}
        queue = [start]
        for upper in queue:
            nearest = (goal,) if goal is not None and self.allowed(upper, goal) else self.lowers
            for lower in nearest:
                if lower in reached_from or not self.allowed(upper, lower):
                    continue
                owner = self.upper_of.get(lower)
                if owner is not None and owner in self.settled:
                    continue
                reached_from[lower] = upper
                if owner is None:
                    self._apply_path(lower, reached_from, start)
                    return True
                queue.append(owner)
        return False

    def _apply_path(self, lower: int, reached_from: dict[int, int], start: int) -> None:
        while True:
            upper = reached_from[lower]
            left = self.lower_of.get(upper)
            self._join_pair(upper, lower)
            if upper == start:
                return
            assert left is not None  # noqa: S101 - only the start of the path had no opponent
            lower = left

    def _join_pair(self, upper: int, lower: int) -> None:
        self.lower_of[upper] = lower
        self.upper_of[lower] = upper


@dataclass(slots=True)
class _CompletionTest:
    """Tests whether a partly decided pairing can be completed at the least cost."""

    members: Sequence[int]
    costs: Edges
    least: int

    def can_complete(self, uppers: set[int], lowers: set[int], fixed: Pairs) -> bool:
        settled = {member for pair in fixed for member in pair}
        open_costs = {
            (first, second): cost
            for (first, second), cost in self.costs.items()
            if first not in lowers and second not in uppers and first not in settled and second not in settled
        }
        pairs = find_best_matching(open_costs)
        if len(pairs) + len(fixed) != len(self.members) // 2:
            return False
        return sum(open_costs[pair] for pair in pairs) + sum(self.costs[pair] for pair in fixed) == self.least


def _search_first_identifier(members: Sequence[int], completion: _CompletionTest) -> Pairs:
    """Decide one member after the other, always for the first identifier that can still be completed."""
    uppers: set[int] = set()
    lowers: set[int] = set()
    for member in members:
        is_upper = completion.can_complete(uppers | {member}, lowers, [])
        (uppers if is_upper else lowers).add(member)
    fixed: Pairs = []
    for upper in sorted(uppers):
        used_lowers = {lower for _upper, lower in fixed}
        fixed.append(
            next(
                (upper, lower)
                for lower in sorted(lowers - used_lowers)
                if (upper, lower) in completion.costs and completion.can_complete(uppers, lowers, [*fixed, (upper, lower)])
            )
        )
    return fixed
