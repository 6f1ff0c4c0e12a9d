"""Which melds a search for a hand aims at, and after which tricks they are laid down; five cards are in the hand then."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.feasibility import bits
from rules.games.marjolet.tables import DRAWN, HELD, SEEN, Meld

Names = tuple[frozenset[str], frozenset[str]]
"""Each player's melds."""
Use = tuple[int, int, int]
"""A card, and the tricks after which it is needed first and last."""
STEPS = 400
"""Changes of a timetable before another choice of melds is tried."""
BOLD = 0.03
"""How often a worse timetable is kept."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What else the sheet says about the tricks after which melds are laid down."""

    most: tuple[int, int] = (DRAWN, DRAWN)
    """Of the first ten tricks that each player can win."""
    tenth: int | None = None
    each: int = 0
    """Melds after one trick; 0: as many as there are."""
    exchange: tuple[int, int] | None = None
    """Who exchanges the seven, and the card that comes for it."""


@dataclass(frozen=True, slots=True)
class Aims:
    """A timetable: the trick after which each player lays down each meld, and the one after which the seven is exchanged."""

    laid: tuple[Mapping[str, int], Mapping[str, int]]
    exchanged: int | None
    uses: tuple[tuple[Use, ...], tuple[Use, ...]]
    winners: Mapping[int, int]
    """Who has to win which tricks."""


def shares(melds: Mapping[str, Meld], wanted: tuple[int, int], rng: random.Random) -> Names | None:
    """Melds of both players worth `wanted`, by lot; no card belongs to both. None when there are none."""
    names = rng.sample(sorted(melds), len(melds))
    return next(_shares(melds, names, wanted, ((), ()), rng), None)


def _shares(
    melds: Mapping[str, Meld], names: Sequence[str], missing: tuple[int, int], taken: tuple[tuple[str, ...], ...], rng: random.Random
) -> Iterator[Names]:
    """Give the first of the names to one player, to the other, or to nobody, then share out the rest."""
    if not any(missing):
        yield frozenset(taken[0]), frozenset(taken[1])
    elif sum(missing) <= sum(melds[name].points for name in names):
        name, *rest = names
        for owner in sorted((0, 1), key=lambda side: -missing[side] * rng.random()):
            mine, theirs = (cards_of(melds, (*taken[side], *(name,) * (side == owner))) for side in (owner, 1 - owner))
            left = tuple(points - melds[name].points * (side == owner) for side, points in enumerate(missing))
            if min(left) >= 0 and not mine & theirs and mine.bit_count() <= SEEN:
                more = tuple((*some, name) if side == owner else some for side, some in enumerate(taken))
                yield from _shares(melds, rest, (left[0], left[1]), more, rng)
        yield from _shares(melds, rest, missing, taken, rng)


def cards_of(melds: Mapping[str, Meld], names: Sequence[str] | frozenset[str]) -> int:
    cards = 0
    for name in names:
        cards |= melds[name].cards
    return cards


def timetable(melds: Mapping[str, Meld], names: Names, limits: Limits, rng: random.Random) -> Aims | None:
    """When the melds are laid down, found by moving them one by one; None when chance finds no time for all of them."""
    jobs = [(player, name) for player in (0, 1) for name in sorted(names[player])]
    at = [rng.randrange(DRAWN) for _job in (*jobs, limits.exchange)]
    aims = _aims(melds, jobs, at, limits)
    clashes = _clashes(aims, limits, melds)
    for _step in range(STEPS):
        if not clashes:
            return aims
        place, before = rng.randrange(len(at)), list(at)
        at[place] = rng.randrange(DRAWN)
        other = _aims(melds, jobs, at, limits)
        worse = _clashes(other, limits, melds)
        if worse <= clashes or rng.random() < BOLD:
            aims, clashes = other, worse
        else:
            at = before
    return None


def _aims(melds: Mapping[str, Meld], jobs: Sequence[tuple[int, str]], at: Sequence[int], limits: Limits) -> Aims:
    """The timetable in which the jobs are done after those tricks, the exchange after the last of them."""
    laid: tuple[dict[str, int], dict[str, int]] = ({}, {})
    first: tuple[dict[int, int], dict[int, int]] = ({}, {})
    last: tuple[dict[int, int], dict[int, int]] = ({}, {})
    done = [(player, trick, bits(melds[name].cards)) for (player, name), trick in zip(jobs, at, strict=False)]
    if limits.exchange is not None:
        done.append((limits.exchange[0], at[-1], (limits.exchange[1],)))
    for player, trick, cards in done:
        for card in cards:
            first[player][card] = min(trick, first[player].get(card, DRAWN))
            last[player][card] = max(trick, last[player].get(card, 0))
    for (player, name), trick in zip(jobs, at, strict=False):
        laid[player][name] = trick
    uses = [tuple(sorted((card, first[player][card], last[player][card]) for card in first[player])) for player in (0, 1)]
    exchanged = None if limits.exchange is None else at[-1]
    return Aims(laid, exchanged, (uses[0], uses[1]), {trick: player for player, trick, _cards in done})


def _clashes(aims: Aims, limits: Limits, melds: Mapping[str, Meld]) -> int:
    """How much of a timetable cannot be: tricks won by both, too many tricks, too many cards in hand, a card before it comes."""
    tricks = [set(aims.laid[player].values()) for player in (0, 1)]
    if limits.exchange is not None and aims.exchanged is not None:
        tricks[limits.exchange[0]].add(aims.exchanged)
    clashes = len(tricks[0] & tricks[1]) + sum(max(0, len(tricks[player]) - limits.most[player]) for player in (0, 1))
    clashes += limits.tenth is not None and DRAWN - 1 in tricks[1 - limits.tenth]
    if limits.each:
        clashes += sum(len(aims.laid[player]) - len(set(aims.laid[player].values())) for player in (0, 1))
    if limits.exchange is not None and aims.exchanged is not None:
        player, card = limits.exchange
        clashes += sum(trick < aims.exchanged for name, trick in aims.laid[player].items() if melds[name].cards >> card & 1)
    return clashes + sum(map(_overload, aims.uses))


def _overload(uses: Sequence[Use]) -> int:
    """Cards too many in a hand of five when each is played as soon as it is needed no more, and comes when it is needed first."""
    held, row = [0] * DRAWN, -1
    for _card, first, last in sorted(uses, key=lambda use: use[2]):
        row = max(row, last) + 1
        for trick in range(first, min(row, DRAWN)):
            held[trick] += 1
    return sum(max(0, cards - (HELD - 1)) for cards in held)
