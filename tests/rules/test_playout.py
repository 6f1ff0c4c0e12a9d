"""Fast random play obeys the suit: masks and tables say of a shuffled pack what a slow table with names of cards says."""

import random

import pytest

from rules.games.tressette.tables import PACK
from rules.playout import build_pack_tables, find_trick_winner, play_out, play_tricks

ORDER = ["3", "2", "A", "K", "H", "J", "7", "6", "5", "4"]
THIRDS = {"A": 3, "3": 1, "2": 1, "K": 1, "H": 1, "J": 1}


def choose_winner(played, trump):
    """The seat of the highest trump, else of the highest card of the suit led."""
    led = played[0][1][0]
    by_rank = sorted(played, key=lambda one: ORDER.index(one[1][1]))
    return next(seat for suit in (trump, led) for seat, card in by_rank if card[0] == suit)


def play_slowly(deck, leader, trump, seats, *, must_beat=False):
    """Whoever can follows suit (and beats an opponent) with the first such card of the hand; yields the winner and the thirds."""
    size = len(deck) // seats
    hands = [[PACK.names[card] for card in deck[seat * size : (seat + 1) * size]] for seat in range(seats)]
    for _trick in range(size):
        played = []
        for step in range(seats):
            seat = (leader + step) % seats
            allowed = [card for card in hands[seat] if played and card[0] == played[0][1][0]] or hands[seat]
            if must_beat and played and (seat - choose_winner(played, trump)) % 2:
                allowed = [card for card in allowed if choose_winner([*played, (seat, card)], trump) == seat] or allowed
            card = allowed[0]
            hands[seat].remove(card)
            played.append((seat, card))
        leader = choose_winner(played, trump)
        yield leader, sum(THIRDS.get(card[1], 0) for _seat, card in played)


@pytest.mark.parametrize("trump", [None, 0, 2])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tricks_of_single_players_are_those_of_a_slow_table(seats, trump):
    rng = random.Random(seats)
    for _hand in range(60):
        deck, leader = rng.sample(range(40), 40 - 40 % seats), rng.randrange(seats)
        suit = None if trump is None else PACK.suits[trump]
        assert list(play_tricks(PACK, deck, leader, trump, seats)) == list(play_slowly(deck, leader, suit, seats))


@pytest.mark.parametrize("must_beat", [False, True])
def test_hands_of_two_sides_are_those_of_a_slow_table(must_beat):
    rng = random.Random(9)
    for _hand in range(150):
        deck, leader, trump = rng.sample(range(40), 40), rng.randrange(4), rng.randrange(4)
        tricks = list(play_slowly(deck, leader, PACK.suits[trump], 4, must_beat=must_beat))
        odd = [thirds for winner, thirds in tricks if winner % 2]
        even = [thirds for winner, thirds in tricks if not winner % 2]
        found = play_out(PACK, deck, leader, trump, must_beat=must_beat)
        assert found == ((len(even), len(odd)), (sum(even), sum(odd)), tricks[-1][0] % 2)


def test_a_single_trick_is_won_as_at_a_slow_table():
    rng = random.Random(4)
    for _trick in range(500):
        cards, leader, trump = rng.sample(range(40), 4), rng.randrange(4), rng.randrange(4)
        played = [((leader + step) % 4, PACK.names[cards[(leader + step) % 4]]) for step in range(4)]
        assert find_trick_winner(build_pack_tables(PACK, trump), cards, leader, trump) == choose_winner(played, PACK.suits[trump])
