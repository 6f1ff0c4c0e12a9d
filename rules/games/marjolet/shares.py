"""How the points of a hand of Marjolet can be shared: every way to lay down melds, and every way to win the tricks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from rules.feasibility import Rows, rows
from rules.games.marjolet.tables import (
    ALL_MELDS,
    BRISQUES,
    CARDS_PER_TRICK,
    DRAWN,
    HELD,
    MOST_MELDED,
    PACK,
    SEEN,
    TEN,
    TRICKS,
    MarjoletHand,
    MarjoletOptions,
    Meld,
    melds,
)

Pair = tuple[int, int]


@cache
def side_rows() -> Rows:
    """Aces and tens of a player by tricks: sixteen of two cards."""
    return rows(PACK.values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS)


@cache
def meld_pairs(quartets: str) -> frozenset[Pair]:
    """Points of the two players' melds. No card is ever in both hands, so melds that share a card belong to the same player."""
    known = tuple(melds(quartets, 0).values())
    chosen = ([meld for place, meld in enumerate(known) if bits >> place & 1] for bits in range(1 << len(known)))
    return frozenset(pair for some in chosen for pair in _shared(tuple(_groups(some))))


def _groups(some: Iterable[Meld]) -> list[Meld]:
    """Melds joined where they share a card: points together, cards together."""
    groups: list[Meld] = []
    for meld in some:
        touching = [group for group in groups if group.cards & meld.cards]
        joined = meld
        for group in touching:
            joined = Meld(joined.points + group.points, joined.cards | group.cards)
        groups = [group for group in groups if group not in touching] + [joined]
    return groups


@cache
def _shared(groups: tuple[Meld, ...]) -> frozenset[Pair]:
    """The groups dealt out to two players, none of whom can hold more cards than are seen."""
    pairs = set()
    for owners in product((0, 1), repeat=len(groups)):
        cards = [sum(group.cards.bit_count() for group, owner in zip(groups, owners, strict=True) if owner == side) for side in (0, 1)]
        if max(cards) <= SEEN:
            first = sum(group.points for group, owner in zip(groups, owners, strict=True) if owner == 0)
            pairs.add((first, sum(group.points for group in groups) - first))
    return frozenset(pairs)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to win the tricks: what it scores beside melds and brisques, and what it leaves open."""

    points: Pair
    lowest: int
    highest: int
    """Of the first player's brisques."""
    most: Pair
    """What each player's melds can be worth, laid down after the tricks won of the first ten."""

    def allows(self, melded: Pair) -> bool:
        return all(points <= most for points, most in zip(melded, self.most, strict=True))


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a hand; None where it is not. `turned` is whether a seven was turned up."""

    dealer: int | None
    turned: bool
    seven: int | None
    exchanged: bool | None
    tenth: int | None
    last: int | None
    sweep: bool | None
    tricks: int | None
    """Of the first player."""


def known_of(hand: MarjoletHand) -> Known:
    """A box that was not ticked says no only where the hand was counted in detail."""
    counted = hand.brisques is not None
    tricks = hand.tricks[0] if hand.tricks is not None and sum(hand.tricks) == TRICKS else None
    return Known(
        hand.dealer,
        hand.turned_seven,
        hand.seven,
        hand.exchanged if counted or hand.exchanged else None,
        hand.tenth,
        hand.last,
        hand.sweep if hand.last is not None or hand.sweep else None,
        tricks,
    )


@lru_cache(maxsize=4096)
def ways(options: MarjoletOptions, known: Known) -> frozenset[Way]:
    """All ways to win the tricks that agree with what is known; `options` without the match around them are few."""
    most = [_most(options, tricks) for tricks in range(DRAWN + 1)]
    return frozenset(
        Way(_fixed(options, known, dealer, tenth, last, six, sevens), *_brisques(first + six), (most[first], most[DRAWN - first]))
        for first, six, tenth, last in _tricks(known)
        for dealer in either(known.dealer)
        for sevens in _sevens(options, known, first, tenth)
    )


def _most(options: MarjoletOptions, tricks: int) -> int:
    """What melds can be worth after so many of the first ten tricks, with one meld after a trick where no more are allowed."""
    each = sorted((meld.points for meld in melds(options.quartets, 0).values()), reverse=True)
    by_one = sum(each[: tricks * options.melds_per_trick]) if options.melds_per_trick else ALL_MELDS
    return min(by_one, MOST_MELDED[options.quartets][min(tricks, len(MOST_MELDED[options.quartets]) - 1)])


def either(side: int | None) -> tuple[int, ...]:
    return (0, 1) if side is None else (side,)


def _tricks(known: Known) -> Iterator[tuple[int, int, int, int]]:
    """The first player's tricks among the first ten and the last six, the winners of the tenth and of the last."""
    for first, six in product(range(DRAWN + 1), range(HELD + 1)):
        if known.tricks not in (None, first + six) or known.sweep not in (None, six in (0, HELD)):
            continue
        for tenth, last in product(either(known.tenth), either(known.last)):
            if _won_one(first, DRAWN, tenth) and _won_one(six, HELD, last):
                yield first, six, tenth, last


def _won_one(tricks: int, of: int, side: int) -> bool:
    """Whether a side can have won one of the tricks of which the first player has so many."""
    return tricks > 0 if side == 0 else tricks < of


def _sevens(options: MarjoletOptions, known: Known, first: int, tenth: int) -> Iterator[tuple[int, ...]]:
    """Who scores tens for the seven of trumps: nobody, one player, or a second one for playing it after the exchange."""
    if known.turned:
        scorers = either(known.seven) if options.turned_seven_scores_when_played else ()
        if not known.exchanged:
            yield from ((side,) for side in scorers if side == 1 - tenth)
            if not scorers and known.seven is None:
                yield ()
        return
    for side in either(known.seven):
        if known.exchanged is not True:
            yield (side,)
        if known.exchanged is not False and _won_one(first, DRAWN, side):
            yield (side, 1 - tenth) if options.exchanged_seven_scores_again else (side,)


def _fixed(options: MarjoletOptions, known: Known, dealer: int, tenth: int, last: int, six: int, sevens: tuple[int, ...]) -> Pair:
    points = [0, 0]
    points[dealer] += options.turned_seven if known.turned else 0
    points[tenth] += options.tenth_trick_bonus
    points[1 - tenth] += TEN
    points[last] += options.sweep_total if six in (0, HELD) else TEN
    for side in sevens:
        points[side] += TEN
    return points[0], points[1]


def _brisques(tricks: int) -> Pair:
    """Lowest and highest of a player with so many tricks; every ten between them is possible."""
    mask = side_rows().reach(tricks)
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def allows(options: MarjoletOptions, hand: MarjoletHand, total: Pair) -> bool:
    """Whether some way to win the tricks and to lay down melds gives these totals."""
    return any(
        True
        for way in ways(options, known_of(hand))
        for brisques in within(way, hand)
        if melded(options, hand, way, (total[0] - way.points[0] - brisques, total[1] - way.points[1] - BRISQUES + brisques))
    )


def within(way: Way, hand: MarjoletHand) -> Iterable[int]:
    """The first player's brisques with which the sheet is true."""
    if hand.brisques is None:
        return range(way.lowest, way.highest + 1, TEN)
    return (hand.brisques[0],) if way.lowest <= hand.brisques[0] <= way.highest else ()


def melded(options: MarjoletOptions, hand: MarjoletHand, way: Way, points: Pair) -> bool:
    """Whether the melds can be worth so much."""
    return (hand.melds is None or hand.melds == points) and points in meld_pairs(options.quartets) and way.allows(points)


def last_melds(melds: Mapping[str, Meld], points: int) -> frozenset[int]:
    """What the last of some melds that are worth `points` together can be worth."""
    ways: dict[int, set[int]] = {0: set()}
    for meld in melds.values():
        grown = {worth: set(lasts) for worth, lasts in ways.items()}
        for worth, lasts in ways.items():
            grown.setdefault(worth + meld.points, set()).update(lasts | {meld.points})
        ways = grown
    return frozenset(ways.get(points, set()))
