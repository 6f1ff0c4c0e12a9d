"""The counts that the declarer's side can have when a maso ends: exact over every order in which the tricks can bring the cards.

A maso is decided by what comes first, so its counts depend on the order of the tricks. Where it stops as soon as it is decided few counts
are possible, and even a hand played to its end cannot have all that its cards allow. Cards of the same worth are interchangeable: a set of
cards is the number of its cards of each worth, and its best trick holds as many of its best cards as a trick has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from rules.games.trionfo5.tables import CARDS_PER_TRICK, ENOUGH, FIRST_POINT, LAST_TRICK, PACK
from rules.units import THIRDS

WorthCounts = tuple[int, ...]
"""Number of cards of each worth, the highest worth first."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The cards, and what each side needs before the other: `enough` thirds for the declarer, `spoilt` thirds for the opponents."""

    worths: tuple[int, ...]
    """Highest first."""
    cards: WorthCounts
    size: int
    """Cards of a trick."""
    tricks: int
    last: int
    """Thirds that the last trick adds."""
    enough: int
    spoilt: int

    def build_masks(self, *, won: bool, stops: bool) -> tuple[int, ...]:
        """For each number of the declarer's tricks a bitmask of the thirds that he can have when the hand ends."""
        counts = (self._list_won_counts if won else self._list_lost_counts)(stops=stops)
        masks = [0] * (self.tricks + 1)
        for tricks, points in counts:
            masks[tricks] |= 1 << points
        return tuple(masks)

    def _list_card_sets(self) -> Iterator[tuple[int, WorthCounts]]:
        """List (tricks, cards) for every set of cards that makes whole tricks."""
        for chosen in product(*(range(count + 1) for count in self.cards)):
            tricks, remainder = divmod(sum(chosen), self.size)
            if not remainder:
                yield tricks, chosen

    def _list_won_counts(self, *, stops: bool) -> Iterator[tuple[int, int]]:
        """List (tricks, thirds) where the declarer reaches `enough` while the opponents' tricks are worth less than `spoilt`."""
        for tricks, own in self._list_card_sets():
            total, opponents_total = self._compute_worth(own), self._compute_worth(self._subtract_cards(own))
            at_last = tricks > 0 and opponents_total < self.spoilt and total + self.last >= self.enough
            if stops:
                decided_by_one = tricks > 0 and total - self._compute_best_worth(own, 1) < self.enough
                if decided_by_one and tricks < self.tricks and total >= self.enough:
                    yield tricks, total
                if decided_by_one and at_last:
                    yield tricks, total + self.last
                continue
            if tricks < self.tricks and total >= self.enough:
                yield tricks, total
            if at_last or (tricks > 0 and self._compute_best_worth(own, tricks - 1) >= self.enough):
                yield tricks, total + self.last

    def _list_lost_counts(self, *, stops: bool) -> Iterator[tuple[int, int]]:
        """List (tricks, thirds) where the opponents' tricks are worth `spoilt` while the declarer has less than `enough`."""
        for tricks, own in self._list_card_sets():
            total, opponents_cards = self._compute_worth(own), self._subtract_cards(own)
            opponents_tricks = self.tricks - tricks
            at_last = opponents_tricks > 0 and total < self.enough and self._compute_worth(opponents_cards) + self.last >= self.spoilt
            if stops:
                if at_last:
                    yield tricks, total
                continue
            if at_last or (opponents_tricks > 0 and self._compute_best_worth(opponents_cards, opponents_tricks - 1) >= self.spoilt):
                yield tricks, total
            if tricks > 0 and self._compute_worth(opponents_cards) >= self.spoilt:
                yield tricks, total + self.last

    def _compute_worth(self, chosen: WorthCounts) -> int:
        return sum(worth * count for worth, count in zip(self.worths, chosen, strict=True))

    def _subtract_cards(self, chosen: WorthCounts) -> WorthCounts:
        return tuple(count - removed for count, removed in zip(self.cards, chosen, strict=True))

    def _compute_best_worth(self, chosen: WorthCounts, tricks: int) -> int:
        """The highest worth that so many tricks made of these cards can have."""
        cards_left, total = tricks * self.size, 0
        for card_worth, count in zip(self.worths, chosen, strict=True):
            total += card_worth * min(cards_left, count)
            cards_left -= min(cards_left, count)
        return total


def build_contest(values: Sequence[int], size: int, *, last: int, enough: int, spoilt: int) -> Contest:
    """Build the contest over a pack of cards worth `values`, in tricks of `size`."""
    worths = tuple(sorted(set(values), reverse=True))
    return Contest(worths, tuple(map(values.count, worths)), size, len(values) // size, last, enough, spoilt)


@cache
def build_maso_masks(*, won: bool, stops: bool) -> tuple[int, ...]:
    """Bitmasks of the declarer's thirds, by his tricks, at the end of a maso."""
    maso_contest = build_contest(PACK.card_values(), CARDS_PER_TRICK, last=LAST_TRICK, enough=THIRDS * ENOUGH, spoilt=FIRST_POINT)
    return maso_contest.build_masks(won=won, stops=stops)
