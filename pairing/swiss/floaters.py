"""The choice of upfloaters that complete a score group: article 3.5, and for the following group 2.3.3, of C.04.6."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.swiss.field import TeamField


@dataclass(frozen=True, slots=True)
class Upfloaters:
    """The chosen upfloaters and how well they comply: `next_group_kept` is C6, `floated_before` counts failures of C7."""

    chosen: tuple[int, ...]
    next_group_kept: bool
    floated_before: int


@dataclass(frozen=True, slots=True)
class UpfloaterSearch:
    """The search for the upfloaters of one score group.

    `lower` are the score groups below, highest score first, each in the order of numbers. `following` is the group directly
    below, empty when all of it are paired. `apply_c7_c10` is false in the last two rounds.
    """

    field: TeamField
    residents: Sequence[int]
    lower: Sequence[Sequence[int]]
    following: frozenset[int]
    apply_c7_c10: bool

    def find_best(self) -> Upfloaters | None:
        """The set that complies best with C4, C5, C6, C7 in this order of priority, then the first by number; None without any."""
        available = sum(map(len, self.lower))
        for count in range(self._count_fewest(), available + 1, 2):
            for profile in iterate_profiles([len(group) for group in self.lower], count):
                upfloaters = self._find_best_of_profile(profile)
                if upfloaters is not None:
                    return upfloaters
        return None

    def _count_fewest(self) -> int:
        """A lower bound for C4: residents for whom the group itself has no opponent."""
        if self.field.can_pair(self.residents):
            return 0
        return len(self.residents) - 2 * self.field.count_most_pairs(self.residents)

    def _find_best_of_profile(self, profile: tuple[int, ...]) -> Upfloaters | None:
        """Among the legal sets of this profile the best by C6, then by C7, then the first (3.5.5)."""
        fewest = self._count_fewest_refloats(profile)
        best: Upfloaters | None = None
        for chosen in self._iterate_sets(profile):
            if self._count_refloats(chosen) == fewest:
                best = self._choose_better(best, chosen)
                if best is not None and best.next_group_kept:
                    return best
        best = None
        for chosen in self._iterate_sets(profile):
            best = self._choose_better(best, chosen)
        return best

    def _choose_better(self, best: Upfloaters | None, chosen: tuple[int, ...]) -> Upfloaters | None:
        """The set `chosen` if it is legal and better than `best`, else `best`."""
        repeats = self._count_refloats(chosen)
        if best is not None and best.next_group_kept and best.floated_before <= repeats:
            return best
        rest = self._list_rest(chosen)
        if not self.field.can_pair([*self.residents, *chosen]) or not self.field.can_pair(rest):
            return best
        next_group_kept = self._is_next_group_kept(rest)
        if best is None or (not next_group_kept, repeats) < (not best.next_group_kept, best.floated_before):
            return Upfloaters(chosen, next_group_kept, repeats)
        return best

    def _list_rest(self, chosen: Sequence[int]) -> list[int]:
        chosen_teams = set(chosen)
        return [team for group in self.lower for team in group if team not in chosen_teams]

    def _is_next_group_kept(self, rest: Sequence[int]) -> bool:
        """C6: what is left of the following group can be paired with as few upfloaters as its size allows."""
        group = [team for team in rest if team in self.following]
        below = [team for team in rest if team not in self.following]
        if len(group) % 2 == 0:
            return self.field.can_pair(group) and self.field.can_pair(below)
        return any(
            self.field.can_pair([*group, helper]) and self.field.can_pair([team for team in below if team != helper]) for helper in below
        )

    def _count_refloats(self, chosen: Sequence[int]) -> int:
        return sum(self.field.teams[team].floated for team in chosen) if self.apply_c7_c10 else 0

    def _count_fewest_refloats(self, profile: tuple[int, ...]) -> int:
        """A lower bound for C7: the upfloaters that must come from a group beyond those of it that did not float before."""
        if not self.apply_c7_c10:
            return 0
        fresh = [sum(not self.field.teams[team].floated for team in group) for group in self.lower]
        return sum(max(0, needed - fresh[level]) for level, needed in Counter(profile).items())

    def _iterate_sets(self, profile: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every set of the profile in the order of 3.5.4: higher scores first, then smaller numbers."""
        needed = Counter(profile)
        return _iterate_choices([(self.lower[level], needed[level]) for level in sorted(needed)])


def _iterate_choices(levels: Sequence[tuple[Sequence[int], int]]) -> Iterator[tuple[int, ...]]:
    if not levels:
        yield ()
        return
    group, count = levels[0]
    for chosen in combinations(group, count):
        for rest in _iterate_choices(levels[1:]):
            yield chosen + rest


def iterate_profiles(sizes: Sequence[int], count: int, deepest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Profiles of `count` upfloaters, best first (C5): the levels they come from (0 is the highest score), the lowest score first.

    The lowest of the scores is to be as high as possible, then the next lowest, and so on.
    """
    if count == 0:
        yield ()
        return
    last = len(sizes) - 1 if deepest is None else deepest
    for level in range(last + 1):
        if sum(sizes[: level + 1]) < count or not sizes[level]:
            continue
        fewer = [size - (place == level) for place, size in enumerate(sizes)]
        for rest in iterate_profiles(fewer, count - 1, level):
            yield (level, *rest)
