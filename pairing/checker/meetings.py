"""Who may meet whom, by history and forbidden pairs."""

from collections.abc import Iterable, Sequence

from pairing.checker.matching import compute_matching_size


class LegalMeetings:
    """Entries, and for each the entries it must not meet."""

    def __init__(self, ids: Sequence[int], pairs: Iterable[Sequence[int]]) -> None:
        self.not_allowed: dict[int, set[int]] = {entry: set() for entry in ids}
        for first, second in pairs:
            if first in self.not_allowed and second in self.not_allowed:
                self.not_allowed[first].add(second)
                self.not_allowed[second].add(first)

    def can_pair_all(self, members: Sequence[int]) -> bool:
        """Whether all can be paired: by Dirac's theorem, else by a matching."""
        if len(members) % 2:
            return False
        here = set(members)
        if all(2 * (len(here) - 1 - len(self.not_allowed[member] & here)) >= len(here) for member in members):
            return True
        return 2 * self.compute_matching(members) == len(members)

    def compute_matching(self, members: Sequence[int]) -> int:
        here = sorted(members)
        neighbours = [
            [place for place, opponent in enumerate(here) if opponent != member and opponent not in self.not_allowed[member]]
            for member in here
        ]
        return compute_matching_size(neighbours)
