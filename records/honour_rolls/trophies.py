"""Who keeps a trophy for good. Pure."""

from collections import Counter
from collections.abc import Hashable, Sequence


def find_kept_trophies(winners: Sequence[frozenset[Hashable]], wins: int, *, in_a_row: bool) -> tuple[bool, ...]:
    """For each year whether its winners keep the trophy, having won so often, in all or in a row. `winners` are persons of a year, oldest
    first, empty where nobody knows. A trophy that was kept is followed by a new one, for which everybody begins anew.
    """
    flags, counts, last = [], Counter[frozenset[Hashable]](), frozenset[Hashable]()
    for together in winners:
        if in_a_row and together != last:
            counts.clear()
        counts[together] += bool(together)
        last = together
        is_kept = wins > 0 and counts[together] >= wins
        flags.append(is_kept)
        if is_kept:
            counts.clear()
    return tuple(flags)
