"""Who floats up to complete a score group: articles 3.5 and, for the following group, 2.3.3."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.swiss.field import Field


@dataclass(frozen=True, slots=True)
class Floaters:
    """The chosen upfloaters and how well they comply: `next_group_kept` is C6, `floated_before` counts C7."""

    chosen: tuple[int, ...]
    next_group_kept: bool
    floated_before: int


@dataclass(frozen=True, slots=True)
class Search:
    """One score group looking for upfloaters.

    `lower` are the groups below, highest score first, each in the order of numbers; `following` is the group directly
    below, empty when nobody of it is left; `repeats_matter` is false in the last two rounds.
    """

    field: Field
    residents: Sequence[int]
    lower: Sequence[Sequence[int]]
    following: frozenset[int]
    repeats_matter: bool

    def best(self) -> Floaters | None:
        """The set that complies with C4, C5, C6, C7 in this order of priority, then the first by number; None without any."""
        available = sum(map(len, self.lower))
        for count in range(self._fewest(), available + 1, 2):
            for profile in profiles([len(group) for group in self.lower], count):
                found = self._best_of(profile)
                if found is not None:
                    return found
        return None

    def _fewest(self) -> int:
        """C4 cannot be less: residents whom the group itself leaves without an opponent."""
        if self.field.can_pair(self.residents):
            return 0
        return len(self.residents) - 2 * self.field.most_pairs(self.residents)

    def _best_of(self, profile: tuple[int, ...]) -> Floaters | None:
        """Among the legal sets of this profile the one with C6, then the fewest of C7, then the first (3.5.5)."""
        fewest = self._fewest_repeats(profile)
        best: Floaters | None = None
        for chosen in self._sets(profile):
            if self._repeats(chosen) == fewest:
                best = self._better(best, chosen)
                if best is not None and best.next_group_kept:
                    return best
        best = None
        for chosen in self._sets(profile):
            best = self._better(best, chosen)
        return best

    def _better(self, best: Floaters | None, chosen: tuple[int, ...]) -> Floaters | None:
        """`chosen` if it is legal and better than the best so far."""
        repeats = self._repeats(chosen)
        if best is not None and best.next_group_kept and best.floated_before <= repeats:
            return best
        rest = self._rest_of(chosen)
        if not self.field.can_pair([*self.residents, *chosen]) or not self.field.can_pair(rest):
            return best
        kept = self._keeps_next_group(rest)
        if best is None or (not kept, repeats) < (not best.next_group_kept, best.floated_before):
            return Floaters(chosen, kept, repeats)
        return best

    def _rest_of(self, chosen: Sequence[int]) -> list[int]:
        taken = set(chosen)
        return [team for group in self.lower for team in group if team not in taken]

    def _keeps_next_group(self, rest: Sequence[int]) -> bool:
        """C6: what is left of the following group can be paired with as few upfloaters as its size allows."""
        group = [team for team in rest if team in self.following]
        below = [team for team in rest if team not in self.following]
        if len(group) % 2 == 0:
            return self.field.can_pair(group) and self.field.can_pair(below)
        return any(
            self.field.can_pair([*group, helper]) and self.field.can_pair([team for team in below if team != helper]) for helper in below
        )

    def _repeats(self, chosen: Sequence[int]) -> int:
        return sum(self.field.teams[team].floated for team in chosen) if self.repeats_matter else 0

    def _fewest_repeats(self, profile: tuple[int, ...]) -> int:
        """C7 cannot be less: more upfloaters are wanted from a group than have not floated."""
        if not self.repeats_matter:
            return 0
        fresh = [sum(not self.field.teams[team].floated for team in group) for group in self.lower]
        return sum(max(0, wanted - fresh[level]) for level, wanted in Counter(profile).items())

    def _sets(self, profile: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every set of the profile in the order of 3.5.4: higher scores first, then smaller numbers."""
        wanted = Counter(profile)
        return _choices([(self.lower[level], wanted[level]) for level in sorted(wanted)])


def _choices(levels: Sequence[tuple[Sequence[int], int]]) -> Iterator[tuple[int, ...]]:
    if not levels:
        yield ()
        return
    group, wanted = levels[0]
    for chosen in combinations(group, wanted):
        for rest in _choices(levels[1:]):
            yield chosen + rest


def profiles(sizes: Sequence[int], count: int, deepest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Levels (0 is the highest) that `count` upfloaters may come from, from the lowest score up, best first (C5).

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
        for rest in profiles(fewer, count - 1, level):
            yield (level, *rest)
