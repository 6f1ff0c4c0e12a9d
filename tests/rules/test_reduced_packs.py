"""Tables of counts against exhaustive enumeration, on packs of eight or ten cards that are cut out of every game's own.

Two things are enumerated: every set of cards that so many tricks can be made of, which the tables must equal; and every deal with every
legal sequence of plays, which the tables must contain.
"""

import random
import sys
from dataclasses import replace
from itertools import combinations

import pytest

from rules import CARD_GAMES
from rules.cards import Pack, build_mask, iterate_cards
from rules.deals import Deal, DealtCards, find_winning_index
from rules.feasibility import compute_count_rows, list_bits
from rules.tricks import find_legal_cards, follow_suit, must_beat, must_trump

pytestmark = pytest.mark.turns(4)

games = pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
LAST_TRICK = 3


def reduced(pack, seats):
    """Two suits with the strongest, the weakest and some ranks between; trumps keep their own order and points."""
    count = 5 if seats == 5 else 6 if seats == 6 else 4
    chosen = set(pack.ranks[:: max(1, len(pack.ranks) // count)][:count])
    kept = [(rank, worth) for rank, worth in zip(pack.ranks, pack.points, strict=True) if rank in chosen]
    trumps = [(rank, worth) for rank, worth in zip(pack.trump_ranks, pack.trump_points, strict=True) if rank in chosen]
    ranks, points = zip(*kept, strict=True)
    trump_ranks, trump_points = zip(*trumps, strict=True) if trumps else ((), ())
    return Pack(ranks, points, "DC", trump_ranks, trump_points)


def duties_of(game):
    """The duties of play; those of the last six tricks in Marjolet."""
    if game.key == "marjolet":
        return (follow_suit, must_trump, must_beat)
    return game.random_deal(game.start(game.options_from({})), random.Random(1)).plays


def deals(cards, seats, each, every):
    """Every `every`-th way to deal `each` cards to all seats; cards may be left over."""

    def dealt(rest, holdings):
        if len(holdings) == seats:
            yield holdings
            return
        for chosen in combinations(rest, each):
            yield from dealt([card for card in rest if card not in chosen], (*holdings, chosen))

    for number, holdings in enumerate(dealt(list(range(cards)), ())):
        if number % every == 0:
            yield holdings


def endings(deal, won):
    """Who wins which cards in every legal sequence of plays: (seat, cards) trick by trick."""
    if not any(deal.holdings) and not deal.trick:
        yield won
        return
    for card in iterate_cards(find_legal_cards(deal, deal.turn)):
        holdings = tuple(held & ~(1 << card) if seat == deal.turn else held for seat, held in enumerate(deal.holdings))
        trick = (*deal.trick, card)
        if len(trick) < deal.seats:
            yield from endings(replace(deal, holdings=holdings, trick=trick, turn=(deal.turn + 1) % deal.seats), won)
            continue
        winner = (deal.turn + 1 + find_winning_index(deal.pack, trick, deal.trump)) % deal.seats
        yield from endings(replace(deal, holdings=holdings, trick=(), turn=winner), (*won, (winner, trick)))


def played_cells(game, every):
    """(tricks, won the last, points) of the first side over all deals and plays, with the table that should contain them."""
    pack, seats = reduced(game.pack, game.seat_count), game.seat_count
    each = {2: 4, 3: 2, 4: 2}.get(seats, 1)
    trump = None if game.key.startswith("mattazza") else 0
    values, plays, state = pack.card_values(trump), duties_of(game), game.start(game.options_from({}))
    allowed = compute_count_rows(values, cards_per_trick=seats, tricks=each, last_trick=LAST_TRICK)
    cells = set()
    for holdings in deals(len(pack), seats, each, every):
        deal = Deal(state, pack, DealtCards(holdings), tuple(map(build_mask, holdings)), game.side_count, plays, turn=0, trump=trump)
        for won in endings(deal, ()):
            own = [seat % game.side_count == 0 for seat, _cards in won]
            points = sum(values[card] for mine, (_seat, cards) in zip(own, won, strict=True) if mine for card in cards)
            cells.add((sum(own), own[-1], points + LAST_TRICK * own[-1]))
    return cells, allowed


def enumerated(values, size, tricks):
    """Bitmasks of sums by number of tricks, one set of cards after the other."""
    for count in range(tricks + 1):
        mask = 0
        for chosen in combinations(values, count * size):
            mask |= 1 << sum(chosen)
        yield count, mask


@games
@pytest.mark.parametrize("trump", [None, 0])
def test_tables_are_those_of_every_set_of_cards(game, trump):
    pack, seats = reduced(game.pack, game.seat_count), game.seat_count
    values, tricks = pack.card_values(trump), len(pack) // seats
    allowed = compute_count_rows(values, cards_per_trick=seats, tricks=tricks, last_trick=LAST_TRICK)
    for count, mask in enumerated(values, seats, tricks):
        assert allowed.masks.get((count, False), mask) == mask
        assert allowed.masks.get((count, True), mask << LAST_TRICK) == mask << LAST_TRICK


def test_a_table_that_lacks_a_cell_is_noticed():
    """The control: with one value of the pack changed the enumeration no longer agrees."""
    values = (4, 3, 2, 1, 1, 0, 0, 0)
    right, wrong = (
        compute_count_rows(values, cards_per_trick=2, tricks=4),
        compute_count_rows((4, 3, 2, 1, 0, 0, 0, 0), cards_per_trick=2, tricks=4),
    )
    masks = dict(enumerated(values, 2, 4))
    assert all(right.masks.get((count, False), mask) == mask for count, mask in masks.items())
    assert not all(wrong.masks.get((count, False), mask) == mask for count, mask in masks.items())


def contained(game, every):
    """Cells that were played outside the table, and how many of its cells were played."""
    cells, allowed = played_cells(game, every)
    table = {(*key, points) for key, mask in allowed.masks.items() for points in list_bits(mask)}
    return cells - table, len(cells), len(table)


@games
def test_tables_contain_what_is_played(game):
    strays, played, _all = contained(game, every=1 if game.seat_count == 2 else 97)
    assert strays == set()
    assert played > 1


@pytest.mark.proof
@games
def test_tables_contain_everything_that_can_be_played(game, capsys):
    strays, played, cells = contained(game, every=1)
    with capsys.disabled():
        sys.stdout.write(f"\n{game.key}: {played} of {cells} cells of the reduced table are played\n")
    assert strays == set()
