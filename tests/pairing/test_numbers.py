"""Pairing numbers of a stage: given once, by lot with seeds first, or in the order of the list."""

from pairing.numbers import assign_numbers
from pairing.values import DrawRequest, Entrant, EntryGroup

PLAYERS = tuple(Entrant(100 + number, number, seed={5: 2, 8: 1}.get(number, 0)) for number in range(1, 13))
LISTED = tuple(range(101, 113))


def number_entries(seed="s", *, drawn=True, entrants=PLAYERS, numbered=()):
    groups = (EntryGroup("", numbered),) if numbered else ()
    return assign_numbers(DrawRequest("swiss", 1, seed, entrants, groups=groups), drawn=drawn)


def test_seeds_have_the_first_numbers_and_lots_decide_the_others():
    drawings = [number_entries(seed) for seed in "abcdefgh"]
    assert {numbers[:2] for numbers in drawings} == {(108, 105)}
    assert len({numbers[2:] for numbers in drawings}) == len(drawings)
    assert {tuple(sorted(numbers)) for numbers in drawings} == {LISTED}


def test_without_lots_numbers_are_in_the_order_of_the_list():
    assert number_entries(drawn=False, entrants=PLAYERS[::-1]) == LISTED


def test_late_entries_come_behind_all_who_have_a_number_also_where_they_are_seeds():
    known = (103, 101, 102, 104)
    numbers = number_entries(entrants=PLAYERS[1:], numbered=known)
    assert (numbers[:3], numbers[3:5], sorted(numbers[5:])) == ((103, 102, 104), (108, 105), [106, 107, 109, 110, 111, 112])
