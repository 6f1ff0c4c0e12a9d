"""Who may meet whom, as far as history and forbidden pairs tell."""

from collections.abc import Iterable, Sequence

from pairing.checker.matching import maximum_matching


class Meetings:
    """Entries and those they must not meet."""

    def __init__(self, ids: Sequence[int], pairs: Iterable[Sequence[int]]) -> None:
        self.not_allowed: dict[int, set[int]] = {entry: set() for entry in ids}
        for one, other in pairs:
            if one in self.not_allowed and other in self.not_allowed:
                self.not_allowed[one].add(other)
                self.not_allowed[other].add(one)

    def perfect(self, members: Sequence[int]) -> bool:
        """Whether all can be paired: by Dirac's theorem, or by looking for a matching."""
        if len(members) % 2:
            return False
        here = set(members)
        if all(2 * (len(here) - 1 - len(self.not_allowed[member] & here)) >= len(here) for member in members):
            return True
        return 2 * self.matching_size(members) == len(members)

    def matching_size(self, members: Sequence[int]) -> int:
        here = sorted(members)
        neighbours = [
            [place for place, other in enumerate(here) if other != member and other not in self.not_allowed[member]] for member in here
        ]
        return maximum_matching(neighbours)
