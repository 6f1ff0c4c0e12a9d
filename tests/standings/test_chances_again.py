"""If this fails, somebody is told a wrong bound: what is needed and what is enough, counted once more rival by rival."""

import random
from itertools import combinations

import pytest

from standings.chances import SENTENCES, Chance, Prospect, RemainingMatch, _bound_prospect, compute_open_prospects, compute_prospects
from tests.cases import every_case

OUTCOMES = [((1, 0), (0, 1)), ((2, 0), (1, 1), (0, 2)), ((3, 0), (0, 3)), ((3, 1), (2, 2), (1, 3)), ((3, 0), (1, 1), (0, 3))]


def classify(best, worst, places):
    return Chance.THROUGH if worst <= places else Chance.OUT if best > places else Chance.POSSIBLE


def bound_again(points, matches, places, entry):
    """Every rival at its most or its least, each for itself."""
    own = [[gains[match.sides.index(entry)] for gains in match.outcomes] for match in matches if entry in match.sides]
    least, most = sum(map(min, own)), sum(map(max, own))
    low, high = dict(points), dict(points)
    for match in matches:
        for place, side in enumerate(match.sides):
            low[side] += min(gains[place] for gains in match.outcomes)
            high[side] += max(gains[place] for gains in match.outcomes)

    def stands(gain, table, *, level):
        return 1 + sum(table[one] + level > points[entry] + gain for one in points if one != entry)

    enough = [gain for gain in range(least, most + 1) if stands(gain, high, level=1) <= places]
    needed = [gain for gain in range(least, most + 1) if stands(gain, low, level=0) <= places]
    best, worst = stands(most, low, level=0), stands(least, high, level=1)
    return Prospect(
        entry, classify(best, worst, places), best, worst, win_is_enough=bool(own and enough), must_win=False, exact=False,
        enough=min(enough, default=None), needed=min(needed, default=None),
    )  # fmt: skip


@every_case("case", range(150))
def test_bounds_give_every_rival_as_much_or_as_little_as_it_can_have(case):
    chance = random.Random(case)
    points = {entry: chance.randrange(6) for entry in range(chance.randint(2, 6))}
    pairs = chance.sample(list(combinations(points, 2)), chance.randint(0, min(5, len(points) * (len(points) - 1) // 2)))
    matches = [RemainingMatch(pair, chance.choice(OUTCOMES)) for pair in pairs]
    places = chance.randint(1, 3)
    for entry in points:
        assert _bound_prospect(points, matches, places, entry) == bound_again(points, matches, places, entry)


def bound_before_the_draw(points, left, places, entry, purse, each):
    """The points that are left bring rivals level, the cheapest first."""

    def stands_at_worst(gain):
        money, passed = purse - gain, 0
        for gap, one in sorted((max(0, points[entry] + gain - points[one]), one) for one in points if one != entry):
            if gap <= money and gap <= each * left[one]:
                money, passed = money - gap, passed + 1
        return 1 + passed

    def stands_at_best(gain):
        return 1 + sum(points[one] > points[entry] + gain for one in points if one != entry)

    gains, plays = range(each * left[entry] + 1), left[entry] > 0
    enough, needed = [one for one in gains if stands_at_worst(one) <= places], [one for one in gains if stands_at_best(one) <= places]
    best, worst = stands_at_best(gains[-1]), stands_at_worst(0)
    return Prospect(
        entry, classify(best, worst, places), best, worst, win_is_enough=plays and bool(enough),
        must_win=plays and bool(needed) and stands_at_best(gains[-1] - each) > places, exact=False,
        enough=min(enough, default=None), needed=min(needed, default=None),
    )  # fmt: skip


@every_case("case", range(200))
def test_before_the_draw_the_points_that_are_left_go_to_the_cheapest_rivals_first(case):
    chance = random.Random(case)
    points = {entry: chance.randrange(8) for entry in range(chance.randint(2, 7))}
    left = {entry: chance.choice((0, 1, 1, 2, 3)) for entry in points}
    most, rest, places = chance.choice((1, 2, 3)), chance.choice((0, 1, 2)), chance.randint(1, 3)
    purse = 0
    for turn in range(1, 4):
        here = [entry for entry in points if left[entry] >= turn]
        purse += len(here) // 2 * most + (rest if len(here) % 2 else 0)
    for found in compute_open_prospects(points, left, places, most=most, rest=rest):
        assert found == bound_before_the_draw(points, left, places, found.entrant, purse, max(most, rest))


def test_nobody_has_prospects_where_nobody_plays():
    assert compute_prospects({}, [], 1) == ()
    assert compute_open_prospects({}, {}, 1, most=1) == ()


def test_two_million_futures_are_tried_and_one_more_is_not():
    many = [RemainingMatch((0, 1)), *[RemainingMatch((2, 3))] * 5, *[RemainingMatch((4, 5), ((1, 0),) * 5)] * 5]
    assert {one.exact for one in compute_prospects(dict.fromkeys(range(10), 0), many, 1)} == {True}
    more = [RemainingMatch((0, 1), ((1, 0),) * 666_667)]
    assert {one.exact for one in compute_prospects(dict.fromkeys(range(3), 0), more, 1)} == {False}


@pytest.mark.parametrize(("chance", "word"), [(Chance.THROUGH, "Already"), (Chance.POSSIBLE, "Still"), (Chance.OUT, "Out")])
def test_every_chance_has_its_sentence(chance, word):
    assert str(SENTENCES[chance]).startswith(word)
