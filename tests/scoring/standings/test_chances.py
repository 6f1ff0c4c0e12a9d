"""Who can still get there, against every way the matches can end."""

import random
from itertools import combinations, product

import pytest

from scoring.standings import Line
from scoring.standings.chances import Chance, Prospect, Remaining, _bounded, prospects, swiss_prospects


def test_the_last_round_of_a_pool():
    # A has won both its matches, B and C one each, D none; A meets B and C meets D, two go through.
    found = prospects({1: 2, 2: 1, 3: 1, 4: 0}, [Remaining((1, 2)), Remaining((3, 4))], 2)
    assert found == (
        Prospect(1, Chance.POSSIBLE, 1, 3, win_is_enough=True, must_win=False, exact=True),
        Prospect(2, Chance.POSSIBLE, 1, 4, win_is_enough=False, must_win=False, exact=True),
        Prospect(3, Chance.POSSIBLE, 1, 4, win_is_enough=False, must_win=False, exact=True),
        Prospect(4, Chance.POSSIBLE, 2, 4, win_is_enough=False, must_win=True, exact=True),
    )


def test_nothing_left_to_play():
    assert [prospect.chance for prospect in prospects({1: 3, 2: 2, 3: 1}, [], 2)] == [Chance.THROUGH, Chance.THROUGH, Chance.OUT]


@pytest.mark.parametrize("case", range(100))
def test_bounds_never_claim_what_is_not_so(case):
    chance = random.Random(case)
    points = {entrant: chance.randrange(5) for entrant in range(5)}
    matches = [Remaining(pair) for pair in chance.sample(list(combinations(points, 2)), chance.randint(1, 4))]
    exact = prospects(points, matches, 2)
    for known in exact:
        bound = _bounded(points, matches, 2, known.entrant)
        assert bound.best <= known.best
        assert bound.worst >= known.worst
        assert bound.chance in {known.chance, Chance.POSSIBLE}
        assert known.win_is_enough or not bound.win_is_enough


@pytest.mark.parametrize("case", range(50))
def test_swiss_bounds_hold_for_every_last_round(case):
    chance = random.Random(case)
    lines = [Line(1, entrant, chance.randrange(4), (), ()) for entrant in range(6)]
    found = {prospect.entrant: prospect for prospect in swiss_prospects(lines, 1, 2, most=1)}
    for order in product(range(2), repeat=3):
        players = chance.sample(range(6), 6)
        after = {line.entrant: line.points for line in lines}
        for place, winner in enumerate(order):
            after[players[2 * place + winner]] += 1
        for entrant, prospect in found.items():
            ahead = sum(points > after[entrant] for points in after.values())
            level = sum(points == after[entrant] for points in after.values())
            assert prospect.best <= ahead + 1
            assert prospect.worst >= ahead + level


def test_many_matches_are_bounded_by_points():
    points = dict.fromkeys(range(8), 0)
    matches = [Remaining(pair) for pair in combinations(points, 2)]
    assert {prospect.exact for prospect in prospects(points, matches, 1)} == {False}
