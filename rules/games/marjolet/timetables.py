"""Choose the melds that a search aims at, and the trick after which each is laid down; the player then holds five cards."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.feasibility import list_bits
from rules.games.marjolet.tables import DRAWN, HELD, SEEN, Meld

MeldNames = tuple[frozenset[str], frozenset[str]]
"""Each player's melds."""
CardUse = tuple[int, int, int]
"""A card, the first and the last trick after which it is needed."""
STEPS = 400
"""Changes of a timetable before another choice of melds is tried."""
BOLD = 0.03
"""Probability with which a worse timetable is accepted."""


@dataclass(frozen=True, slots=True)
class TimetableLimits:
    """What the hand entry says about the tricks after which melds are laid down."""

    most: tuple[int, int] = (DRAWN, DRAWN)
    """Highest number of the first ten tricks that each player can win."""
    tenth: int | None = None
    each: int = 0
    """Melds after one trick; 0: as many as there are."""
    exchange: tuple[int, int] | None = None
    """The player who exchanges the seven, and the card that he gets for it."""


@dataclass(frozen=True, slots=True)
class MeldTimetable:
    """The trick after which each player lays down each meld, and the trick after which the seven is exchanged."""

    laid: tuple[Mapping[str, int], Mapping[str, int]]
    exchanged: int | None
    uses: tuple[tuple[CardUse, ...], tuple[CardUse, ...]]
    winners: Mapping[int, int]
    """For each trick that must be won: the player who has to win it."""


def draw_meld_shares(melds: Mapping[str, Meld], targets: tuple[int, int], rng: random.Random) -> MeldNames | None:
    """Draw melds by lot so that each player's are worth his target; no card belongs to both players. None when that is impossible."""
    names = rng.sample(sorted(melds), len(melds))
    return next(_list_meld_shares(melds, names, targets, ((), ()), rng), None)


def _list_meld_shares(
    melds: Mapping[str, Meld], names: Sequence[str], lacking: tuple[int, int], chosen: tuple[tuple[str, ...], ...], rng: random.Random
) -> Iterator[MeldNames]:
    """Give the first of the names to one player, to the other, or to neither, then share out the later names."""
    if not any(lacking):
        yield frozenset(chosen[0]), frozenset(chosen[1])
    elif sum(lacking) <= sum(melds[name].points for name in names):
        name, *later_names = names
        for owner in sorted((0, 1), key=lambda side: -lacking[side] * rng.random()):
            own_cards, opponents_cards = (
                build_cards_mask(melds, (*chosen[side], *(name,) * (side == owner))) for side in (owner, 1 - owner)
            )
            still_lacking = tuple(points - melds[name].points * (side == owner) for side, points in enumerate(lacking))
            if min(still_lacking) >= 0 and not own_cards & opponents_cards and own_cards.bit_count() <= SEEN:
                with_name = tuple((*player_names, name) if side == owner else player_names for side, player_names in enumerate(chosen))
                yield from _list_meld_shares(melds, later_names, (still_lacking[0], still_lacking[1]), with_name, rng)
        yield from _list_meld_shares(melds, later_names, lacking, chosen, rng)


def build_cards_mask(melds: Mapping[str, Meld], names: Sequence[str] | frozenset[str]) -> int:
    """Bitmask of the cards of these melds."""
    cards = 0
    for name in names:
        cards |= melds[name].cards
    return cards


def find_timetable(melds: Mapping[str, Meld], names: MeldNames, limits: TimetableLimits, rng: random.Random) -> MeldTimetable | None:
    """Find a timetable by moving the melds one by one; None when chance finds no time for all of them."""
    jobs = [(player, name) for player in (0, 1) for name in sorted(names[player])]
    tricks = [rng.randrange(DRAWN) for _job in (*jobs, limits.exchange)]
    timetable = _build_timetable(melds, jobs, tricks, limits)
    clashes = _count_clashes(timetable, limits, melds)
    for _step in range(STEPS):
        if not clashes:
            return timetable
        job_number, old_tricks = rng.randrange(len(tricks)), list(tricks)
        tricks[job_number] = rng.randrange(DRAWN)
        changed = _build_timetable(melds, jobs, tricks, limits)
        changed_clashes = _count_clashes(changed, limits, melds)
        if changed_clashes <= clashes or rng.random() < BOLD:
            timetable, clashes = changed, changed_clashes
        else:
            tricks = old_tricks
    return None


def _build_timetable(
    melds: Mapping[str, Meld], jobs: Sequence[tuple[int, str]], tricks: Sequence[int], limits: TimetableLimits
) -> MeldTimetable:
    """Build the timetable in which each job is done after its trick in `at`; the exchange comes last in `at`."""
    laid: tuple[dict[str, int], dict[str, int]] = ({}, {})
    first: tuple[dict[int, int], dict[int, int]] = ({}, {})
    last: tuple[dict[int, int], dict[int, int]] = ({}, {})
    scheduled = [(player, trick, list_bits(melds[name].cards)) for (player, name), trick in zip(jobs, tricks, strict=False)]
    if limits.exchange is not None:
        scheduled.append((limits.exchange[0], tricks[-1], (limits.exchange[1],)))
    for player, trick, cards in scheduled:
        for card in cards:
            first[player][card] = min(trick, first[player].get(card, DRAWN))
            last[player][card] = max(trick, last[player].get(card, 0))
    for (player, name), trick in zip(jobs, tricks, strict=False):
        laid[player][name] = trick
    uses = [tuple(sorted((card, first[player][card], last[player][card]) for card in first[player])) for player in (0, 1)]
    exchanged = None if limits.exchange is None else tricks[-1]
    return MeldTimetable(laid, exchanged, (uses[0], uses[1]), {trick: player for player, trick, _cards in scheduled})


def _count_clashes(timetable: MeldTimetable, limits: TimetableLimits, melds: Mapping[str, Meld]) -> int:
    """Count what is impossible: tricks won by both, too many tricks, too many cards in hand, cards used before they come."""
    tricks = [set(timetable.laid[player].values()) for player in (0, 1)]
    if limits.exchange is not None and timetable.exchanged is not None:
        tricks[limits.exchange[0]].add(timetable.exchanged)
    clashes = len(tricks[0] & tricks[1]) + sum(max(0, len(tricks[player]) - limits.most[player]) for player in (0, 1))
    clashes += limits.tenth is not None and DRAWN - 1 in tricks[1 - limits.tenth]
    if limits.each:
        clashes += sum(len(timetable.laid[player]) - len(set(timetable.laid[player].values())) for player in (0, 1))
    if limits.exchange is not None and timetable.exchanged is not None:
        player, card = limits.exchange
        clashes += sum(trick < timetable.exchanged for name, trick in timetable.laid[player].items() if melds[name].cards >> card & 1)
    return clashes + sum(map(_count_overload, timetable.uses))


def _count_overload(uses: Sequence[CardUse]) -> int:
    """Cards above five in a holding, when each comes where it is first needed and is played once it is needed no more."""
    held_cards, play_trick = [0] * DRAWN, -1
    for _card, first, last in sorted(uses, key=lambda use: use[2]):
        play_trick = max(play_trick, last) + 1
        for trick in range(first, min(play_trick, DRAWN)):
            held_cards[trick] += 1
    return sum(max(0, cards - (HELD - 1)) for cards in held_cards)
