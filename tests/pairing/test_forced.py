"""Where no pairing complies with C1: which exceptions are made, in examples that are counted by hand."""

from itertools import combinations
from types import SimpleNamespace

import pytest

from pairing.swiss.forced import FORBIDDEN, REMATCH, choose_exceptions, compute_exception_costs

ALL_MET = dict.fromkeys(combinations(range(4), 2), 1)


def choose(scores, costs):
    return choose_exceptions(SimpleNamespace(teams=[SimpleNamespace(score=score) for score in scores]), range(len(scores)), costs)


@pytest.mark.parametrize(
    ("scores", "chosen"),
    [
        ((4, 0, 4, 0), [(0, 2), (1, 3)]),
        ((4, 0, 1, 4), [(0, 3), (1, 2)]),
        ((6, 3, 2, 0), [(1, 2), (0, 3)]),
        ((0, 0, 0, 0), [(0, 1), (2, 3)]),
    ],
)
def test_among_equal_exceptions_the_smallest_difference_decides_then_the_smallest_numbers(scores, chosen):
    assert choose(scores, compute_exception_costs(range(4), ALL_MET, [])) == chosen


def test_a_rematch_is_better_than_a_forbidden_pair_and_those_who_met_least_often_meet_again():
    meetings = ALL_MET | {(0, 1): 3, (2, 3): 3}
    costs = compute_exception_costs(range(4), meetings, [(2, 0)])
    assert (costs[0, 1], costs[0, 2], costs[0, 3]) == (REMATCH + 9, FORBIDDEN, REMATCH + 1)
    assert choose((0, 0, 0, 0), costs) == [(0, 3), (1, 2)]


def test_without_need_there_is_no_exception():
    assert choose((4, 0, 4, 0), compute_exception_costs(range(4), {(0, 2): 1}, [])) == []
