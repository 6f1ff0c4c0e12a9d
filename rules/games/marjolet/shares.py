"""How the points of a hand of Marjolet can be shared: every way to lay down melds, and every way to win the tricks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from rules.feasibility import CountRows, compute_count_rows
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
    build_melds,
)

PointPair = tuple[int, int]


@cache
def build_side_rows() -> CountRows:
    """Possible points in aces and tens of a player by tricks: sixteen of two cards."""
    return compute_count_rows(PACK.card_values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS)


@cache
def list_meld_pairs(quartets: str) -> frozenset[PointPair]:
    """Points of the two players' melds. No card is ever in both holdings, so melds that share a card belong to the same player."""
    all_melds = tuple(build_melds(quartets, 0).values())
    subsets = ([meld for place, meld in enumerate(all_melds) if bits >> place & 1] for bits in range(1 << len(all_melds)))
    return frozenset(pair for subset in subsets for pair in _list_group_pairs(tuple(_join_overlapping_melds(subset))))


def _join_overlapping_melds(chosen: Iterable[Meld]) -> list[Meld]:
    """Join melds that share a card: points added, cards united."""
    groups: list[Meld] = []
    for meld in chosen:
        touching = [group for group in groups if group.cards & meld.cards]
        joined = meld
        for group in touching:
            joined = Meld(joined.points + group.points, joined.cards | group.cards)
        groups = [group for group in groups if group not in touching] + [joined]
    return groups


@cache
def _list_group_pairs(groups: tuple[Meld, ...]) -> frozenset[PointPair]:
    """Points of the two players for every distribution of the groups in which neither holds more cards than are seen."""
    pairs = set()
    for owners in product((0, 1), repeat=len(groups)):
        cards = [sum(group.cards.bit_count() for group, owner in zip(groups, owners, strict=True) if owner == side) for side in (0, 1)]
        if max(cards) <= SEEN:
            first = sum(group.points for group, owner in zip(groups, owners, strict=True) if owner == 0)
            pairs.add((first, sum(group.points for group in groups) - first))
    return frozenset(pairs)


@dataclass(frozen=True, slots=True)
class TrickOutcome:
    """One way to win the tricks: what it scores besides melds and brisques, and what it leaves open."""

    points: PointPair
    lowest: int
    highest: int
    """The lowest and the highest brisques of the first player."""
    most: PointPair
    """The most that each player's melds can be worth, given the tricks that he won of the first ten."""

    def can_have_melds(self, meld_points: PointPair) -> bool:
        return all(points <= most for points, most in zip(meld_points, self.most, strict=True))


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The known facts of a hand; None where a fact is unknown. `turned` is whether a seven was turned up."""

    dealer: int | None
    turned: bool
    seven: int | None
    exchanged: bool | None
    tenth: int | None
    last: int | None
    sweep: bool | None
    tricks: int | None
    """Tricks of the first player."""


def build_known_facts(entry: MarjoletHand) -> KnownFacts:
    """Collect the known facts. A box that was not ticked means no only where the hand was counted in detail."""
    is_counted = entry.brisques is not None
    tricks = entry.tricks[0] if entry.tricks is not None and sum(entry.tricks) == TRICKS else None
    return KnownFacts(
        entry.dealer,
        entry.turned_seven,
        entry.seven,
        entry.exchanged if is_counted or entry.exchanged else None,
        entry.tenth,
        entry.last,
        entry.sweep if entry.last is not None or entry.sweep else None,
        tricks,
    )


@lru_cache(maxsize=4096)
def list_trick_outcomes(options: MarjoletOptions, facts: KnownFacts) -> frozenset[TrickOutcome]:
    """All ways to win the tricks that agree with the known facts, cached by options."""
    most_melded = [_compute_most_melded(options, tricks) for tricks in range(DRAWN + 1)]
    return frozenset(
        TrickOutcome(
            _compute_fixed_points(options, facts, dealer, tenth, last, last_tricks, sevens),
            *_compute_brisque_range(first_tricks + last_tricks),
            (most_melded[first_tricks], most_melded[DRAWN - first_tricks]),
        )
        for first_tricks, last_tricks, tenth, last in _list_trick_splits(facts)
        for dealer in list_sides(facts.dealer)
        for sevens in _list_seven_scorers(options, facts, first_tricks, tenth)
    )


def _compute_most_melded(options: MarjoletOptions, tricks: int) -> int:
    """The most points of melds after so many of the first ten tricks, with one meld after a trick where no more are allowed."""
    meld_points = sorted((meld.points for meld in build_melds(options.quartets, 0).values()), reverse=True)
    highest = sum(meld_points[: tricks * options.melds_per_trick]) if options.melds_per_trick else ALL_MELDS
    return min(highest, MOST_MELDED[options.quartets][min(tricks, len(MOST_MELDED[options.quartets]) - 1)])


def list_sides(side: int | None) -> tuple[int, ...]:
    """Both sides, or the one that is known."""
    return (0, 1) if side is None else (side,)


def _list_trick_splits(facts: KnownFacts) -> Iterator[tuple[int, int, int, int]]:
    """List (the first player's tricks among the first ten, among the last six, winner of the tenth, winner of the last)."""
    for first_tricks, last_tricks in product(range(DRAWN + 1), range(HELD + 1)):
        if facts.tricks not in (None, first_tricks + last_tricks) or facts.sweep not in (None, last_tricks in (0, HELD)):
            continue
        for tenth, last in product(list_sides(facts.tenth), list_sides(facts.last)):
            if _can_have_won(first_tricks, DRAWN, tenth) and _can_have_won(last_tricks, HELD, last):
                yield first_tricks, last_tricks, tenth, last


def _can_have_won(tricks: int, total: int, side: int) -> bool:
    """Whether a side can have won one of `total` tricks of which the first player has `tricks`."""
    return tricks > 0 if side == 0 else tricks < total


def _list_seven_scorers(options: MarjoletOptions, facts: KnownFacts, first_tricks: int, tenth: int) -> Iterator[tuple[int, ...]]:
    """List who scores tens for the seven of trumps: nobody, one player, or also a second one who plays it after the exchange."""
    if facts.turned:
        scorers = list_sides(facts.seven) if options.turned_seven_scores_when_played else ()
        if not facts.exchanged:
            yield from ((side,) for side in scorers if side == 1 - tenth)
            if not scorers and facts.seven is None:
                yield ()
        return
    for side in list_sides(facts.seven):
        if facts.exchanged is not True:
            yield (side,)
        if facts.exchanged is not False and _can_have_won(first_tricks, DRAWN, side):
            yield (side, 1 - tenth) if options.exchanged_seven_scores_again else (side,)


def _compute_fixed_points(
    options: MarjoletOptions, facts: KnownFacts, dealer: int, tenth: int, last: int, last_tricks: int, sevens: tuple[int, ...]
) -> PointPair:
    """Points of both players besides melds and brisques."""
    points = [0, 0]
    points[dealer] += options.turned_seven if facts.turned else 0
    points[tenth] += options.tenth_trick_bonus
    points[1 - tenth] += TEN
    points[last] += options.sweep_total if last_tricks in (0, HELD) else TEN
    for side in sevens:
        points[side] += TEN
    return points[0], points[1]


def _compute_brisque_range(tricks: int) -> PointPair:
    """Lowest and highest brisques of a player with so many tricks; every ten between them is possible."""
    mask = build_side_rows().possible_points(tricks)
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def is_total_possible(options: MarjoletOptions, entry: MarjoletHand, total: PointPair) -> bool:
    """Whether some way to win the tricks and to lay down melds gives these totals."""
    return any(
        True
        for outcome in list_trick_outcomes(options, build_known_facts(entry))
        for first_brisques in list_brisques(outcome, entry)
        if is_meld_split_possible(
            options,
            entry,
            outcome,
            (total[0] - outcome.points[0] - first_brisques, total[1] - outcome.points[1] - BRISQUES + first_brisques),
        )
    )


def list_brisques(outcome: TrickOutcome, entry: MarjoletHand) -> Iterable[int]:
    """The first player's brisques that agree with the entry."""
    if entry.brisques is None:
        return range(outcome.lowest, outcome.highest + 1, TEN)
    return (entry.brisques[0],) if outcome.lowest <= entry.brisques[0] <= outcome.highest else ()


def is_meld_split_possible(options: MarjoletOptions, entry: MarjoletHand, outcome: TrickOutcome, points: PointPair) -> bool:
    """Whether the players' melds can be worth `points`."""
    return (entry.melds is None or entry.melds == points) and points in list_meld_pairs(options.quartets) and outcome.can_have_melds(points)


def list_last_meld_values(melds: Mapping[str, Meld], points: int) -> frozenset[int]:
    """The possible values of the last meld, when the melds laid down are worth `points` together."""
    values_by_sum: dict[int, set[int]] = {0: set()}
    for meld in melds.values():
        extended = {meld_sum: set(last_values) for meld_sum, last_values in values_by_sum.items()}
        for meld_sum, last_values in values_by_sum.items():
            extended.setdefault(meld_sum + meld.points, set()).update(last_values | {meld.points})
        values_by_sum = extended
    return frozenset(values_by_sum.get(points, set()))
