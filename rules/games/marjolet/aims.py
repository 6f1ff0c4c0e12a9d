"""Which melds a search for a hand aims at: named ones whose points are those on the sheet, in as few cards as chance finds."""

import random
from collections.abc import Mapping, Sequence

from rules.games.marjolet.tables import SEEN, Meld

Aims = tuple[frozenset[str], frozenset[str]]
"""Names of each player's melds."""
TRIES = 60
"""Choices among which the one that needs the fewest cards is taken."""


def choose(melds: Mapping[str, Meld], wanted: tuple[int, int], rng: random.Random) -> Aims | None:
    """Melds of both players worth `wanted`; no card belongs to both. None when chance finds none."""
    found = [aims for _try in range(TRIES) if (aims := _chosen(melds, wanted, rng)) is not None]
    return min(found, key=lambda aims: sum(_cards(melds, names).bit_count() for names in aims), default=None)


def last_melds(melds: Mapping[str, Meld], points: int) -> frozenset[int]:
    """What the last of some melds that are worth `points` together can be worth."""
    ways: dict[int, set[int]] = {0: set()}
    for meld in melds.values():
        grown = {worth: set(lasts) for worth, lasts in ways.items()}
        for worth, lasts in ways.items():
            grown.setdefault(worth + meld.points, set()).update(lasts | {meld.points})
        ways = grown
    return frozenset(ways.get(points, set()))


def _chosen(melds: Mapping[str, Meld], wanted: tuple[int, int], rng: random.Random) -> Aims | None:
    names = rng.sample(sorted(melds), len(melds))
    return _fill(melds, names, list(wanted), [set(), set()])


def _fill(melds: Mapping[str, Meld], names: Sequence[str], missing: list[int], taken: list[set[str]]) -> Aims | None:
    """Give each meld in turn to the player who lacks more, where it fits; else to nobody."""
    for name in names:
        for player in sorted((0, 1), key=lambda player: -missing[player]):
            mine, theirs = _cards(melds, taken[player]) | melds[name].cards, _cards(melds, taken[1 - player])
            if melds[name].points <= missing[player] and not mine & theirs and mine.bit_count() <= SEEN:
                missing[player] -= melds[name].points
                taken[player].add(name)
                break
    return None if any(missing) else (frozenset(taken[0]), frozenset(taken[1]))


def _cards(melds: Mapping[str, Meld], names: frozenset[str] | set[str]) -> int:
    cards = 0
    for name in names:
        cards |= melds[name].cards
    return cards
