"""Berger tables against the published ones, as gacrux holds them."""

from collections import Counter

import pytest
from gacrux.berger import bergertables

from pairing.berger import build_berger_round, build_double_berger_round, count_berger_rounds

SIZES = range(3, 25)


@pytest.mark.parametrize("size", SIZES)
def test_every_table_is_the_published_one(size):
    published = bergertables(size)["pairing"]
    expected = {number: [(board["white"], board["black"]) for _n, board in sorted(boards.items())] for number, boards in published.items()}
    assert {number: build_berger_round(size, number) for number in range(1, count_berger_rounds(size) + 1)} == expected


@pytest.mark.parametrize("size", [*SIZES, 49, 100])
def test_every_two_meet_once_and_first_deals_are_shared(size):
    rounds = [build_berger_round(size, number) for number in range(1, count_berger_rounds(size) + 1)]
    even = size + size % 2
    assert Counter(frozenset(pair) for table in rounds for pair in table) == {
        frozenset((one, other)): 1 for one in range(1, even + 1) for other in range(1, one)
    }
    first = Counter(dealer for table in rounds for dealer, _other in table)
    assert set(first.values()) <= {even // 2 - 1, even // 2}


@pytest.mark.parametrize("size", SIZES)
def test_twice_means_once_each_way_and_nobody_deals_first_three_times_running(size):
    rounds = [build_double_berger_round(size, number) for number in range(1, count_berger_rounds(size, double=True) + 1)]
    even = size + size % 2
    assert Counter(pair for table in rounds for pair in table) == {
        (one, other): 1 for one in range(1, even + 1) for other in range(1, even + 1) if one != other
    }
    for number in range(1, size + 1):
        dealt = "".join("1" if any(pair[0] == number for pair in table) else "0" for table in rounds)
        assert "111" not in dealt
