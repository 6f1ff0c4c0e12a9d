"""What melds can be worth after so many tricks, against every set of melds and every way to lay them down."""

from functools import cache
from itertools import combinations

import pytest

from rules.cards import iterate_cards
from rules.games.marjolet.tables import MOST_MELDED, build_melds


def laid_in(known, names, tricks):
    """Whether a player can lay down these melds after so many of ten tricks: five cards in hand, one of them new after each trick.

    The exchange of the seven brings one more.
    """
    cards = {name: frozenset(iterate_cards(known[name].cards)) for name in names}
    every = frozenset(names)
    few = [frozenset(some) for count in range(1, len(names) + 1) for some in combinations(sorted(names), count)]
    fits = [(some, frozenset().union(*(cards[name] for name in some))) for some in few]
    fits = [(some, hand) for some, hand in fits if len(hand) <= 5]

    @cache
    def goes_on(done, early, before, left, exchange):
        """`early` cards for later melds came already when the last melds were laid down, after the trick `before`."""
        rest = every - done
        if not rest:
            return True
        seen, needed = (frozenset().union(*(cards[name] for name in some)) for some in (done, rest))
        for some, own in fits if left else ():
            hand = own | seen & needed
            if some & done or len(hand) > 5:
                continue
            for more in range(min(5 - len(hand), len(needed - hand - seen)) + 1):
                came = len(hand - seen) + more - early if done else 0
                for swapped in range(exchange + 1):
                    trick = before + max(1, came - swapped)
                    if came >= 0 and trick < 10 and goes_on(done | some, more, trick, left - 1, exchange - swapped):
                        return True
        return False

    return goes_on(frozenset(), 0, -1, tricks, 1)


@pytest.mark.proof
@pytest.mark.parametrize("quartets", ["seed", "wikipedia_old"])
def test_no_more_melds_than_the_tricks_allow(quartets):
    """The table of the most points, against every set of melds; plain suits are alike."""
    known = build_melds(quartets, 0)
    sets = [some for count in range(len(known) + 1) for some in combinations(known, count)]
    alike = {tuple(sorted((f"marriage.{suit}" in some, f"jack.{suit}" in some) for suit in "CSB")): None for some in sets}
    assert len(alike) == 20
    plain = [some for some in sets if [(f"marriage.{suit}" in some, f"jack.{suit}" in some) for suit in "CSB"] in map(list, alike)]
    by_points = sorted(plain, key=lambda some: -sum(known[name].points for name in some))
    for tricks, most in enumerate(MOST_MELDED[quartets]):
        best = next(some for some in by_points if laid_in(known, some, tricks))
        assert sum(known[name].points for name in best) == most
