"""What the declarer's side can have when a maso ends: exact over every way in which the tricks can bring the cards.

A maso is decided by what comes first, so its counts depend on the order of the tricks: those where it stops as soon as it is decided are
few, and even a hand played to its end cannot have all that its cards allow. Cards of the same worth are interchangeable, so a set of
cards is how many of each worth it holds, and its best trick is as many of its best cards as a trick has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from rules.games.trionfo5.tables import CARDS_PER_TRICK, ENOUGH, FIRST_POINT, LAST_TRICK, PACK
from rules.units import THIRDS

Cards = tuple[int, ...]
"""How many cards of each worth, the best first."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The cards, and what a side needs before the other: `enough` for the declarer, `spoilt` for the others."""

    worths: tuple[int, ...]
    """Best first."""
    cards: Cards
    size: int
    """Of a trick."""
    tricks: int
    last: int
    """What the last trick adds."""
    enough: int
    spoilt: int

    def masks(self, *, won: bool, stops: bool) -> tuple[int, ...]:
        """For each number of the declarer's tricks a bitmask of what they can bring, where the hand ends."""
        found = (self._won if won else self._lost)(stops=stops)
        masks = [0] * (self.tricks + 1)
        for tricks, points in found:
            masks[tricks] |= 1 << points
        return tuple(masks)

    def _sets(self) -> Iterator[tuple[int, Cards]]:
        """Every set of cards that whole tricks can be made of."""
        for chosen in product(*(range(count + 1) for count in self.cards)):
            tricks, over = divmod(sum(chosen), self.size)
            if not over:
                yield tricks, chosen

    def _won(self, *, stops: bool) -> Iterator[tuple[int, int]]:
        """The declarer reaches `enough` while the others' tricks are not yet worth `spoilt`."""
        for tricks, own in self._sets():
            total, others = self._worth(own), self._worth(self._rest(own))
            at_last = tricks > 0 and others < self.spoilt and total + self.last >= self.enough
            if stops:
                decided_by_one = tricks > 0 and total - self._best(own, 1) < self.enough
                if decided_by_one and tricks < self.tricks and total >= self.enough:
                    yield tricks, total
                if decided_by_one and at_last:
                    yield tricks, total + self.last
                continue
            if tricks < self.tricks and total >= self.enough:
                yield tricks, total
            if at_last or (tricks > 0 and self._best(own, tricks - 1) >= self.enough):
                yield tricks, total + self.last

    def _lost(self, *, stops: bool) -> Iterator[tuple[int, int]]:
        """The others' tricks are worth `spoilt` while the declarer has not yet `enough`."""
        for tricks, own in self._sets():
            total, rest = self._worth(own), self._rest(own)
            theirs = self.tricks - tricks
            at_last = theirs > 0 and total < self.enough and self._worth(rest) + self.last >= self.spoilt
            if stops:
                if at_last:
                    yield tricks, total
                continue
            if at_last or (theirs > 0 and self._best(rest, theirs - 1) >= self.spoilt):
                yield tricks, total
            if tricks > 0 and self._worth(rest) >= self.spoilt:
                yield tricks, total + self.last

    def _worth(self, chosen: Cards) -> int:
        return sum(worth * count for worth, count in zip(self.worths, chosen, strict=True))

    def _rest(self, chosen: Cards) -> Cards:
        return tuple(count - taken for count, taken in zip(self.cards, chosen, strict=True))

    def _best(self, chosen: Cards, tricks: int) -> int:
        """The most that so many tricks of these cards can be worth."""
        room, worth = tricks * self.size, 0
        for points, count in zip(self.worths, chosen, strict=True):
            worth += points * min(room, count)
            room -= min(room, count)
        return worth


def contest(values: Sequence[int], size: int, *, last: int, enough: int, spoilt: int) -> Contest:
    """The contest over a pack of cards worth `values`, in tricks of `size`."""
    worths = tuple(sorted(set(values), reverse=True))
    return Contest(worths, tuple(map(values.count, worths)), size, len(values) // size, last, enough, spoilt)


@cache
def maso_masks(*, won: bool, stops: bool) -> tuple[int, ...]:
    """Bitmasks of the declarer's thirds by tricks at the end of a maso."""
    whole = contest(PACK.values(), CARDS_PER_TRICK, last=LAST_TRICK, enough=THIRDS * ENOUGH, spoilt=FIRST_POINT)
    return whole.masks(won=won, stops=stops)
