"""What a result says of its entries: the short way for two who met beside the general one."""

from itertools import product

import pytest

from standings.results import NOBODY, StandingResult, _iterate_rows, list_rows

DUELS = [
    StandingResult(7, 3, (11, 12), games, points, winner, first_dealer=dealer)
    for games, points, winner, dealer in product([(), (2, 1), (0, 2)], [(), (90, 80), (50, 62), (60, 60)], [0, 1, NOBODY], [0, 1])
]


@pytest.mark.parametrize("index", [{11: 4, 12: 2}, {11: 0}, {12: 0}, {}], ids=str)
def test_two_who_met_get_the_rows_that_any_table_gets(index):
    assert [list_rows(duel, index) for duel in DUELS] == [list(_iterate_rows(duel, index)) for duel in DUELS]


def test_the_rows_of_a_match_say_who_sat_where_and_what_each_won():
    first, second = list_rows(StandingResult(7, 3, (11, 12), (2, 1), (90, 80), 0, first_dealer=1), {11: 0, 12: 1})
    assert first == (0, 1, 1, 7, 3, 0, 2, 1, 90, 80, 4, True, False, False, True, True)
    assert second == (1, 0, 0, 7, 3, 1, 1, 2, 80, 90, 2, False, False, False, True, False)
