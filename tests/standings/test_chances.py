"""Who can still get there, against every way the matches can end."""

import random
from itertools import combinations, product

import pytest

from standings.chances import Chance, Prospect, RemainingMatch, _bound_prospect, compute_open_prospects, compute_prospects
from tests.cases import every_case

DRAWN = ((2, 0), (1, 1), (0, 2))


def every_end(points, matches):
    """All tables that the remaining matches can lead to."""
    for chosen in product(*(match.outcomes for match in matches)):
        table = dict(points)
        for match, gained in zip(matches, chosen, strict=True):
            for side, gain in zip(match.sides, gained, strict=True):
                table[side] += gain
        yield table


def every_round(points, left):
    """All tables after so many rounds in which anybody can meet anybody, one resting where the number is odd."""
    if not left:
        yield points
        return
    for pairs in pairings(tuple(points)):
        matches = [RemainingMatch(pair) if len(pair) == 2 else RemainingMatch((pair[0], pair[0]), ((1, 0),)) for pair in pairs]
        for table in every_end(points, matches):
            yield from every_round(table, left - 1)


def pairings(players):
    if not players:
        yield ()
        return
    first, *rest = players
    if len(players) % 2:
        for pairs in pairings(tuple(rest)):
            yield ((first,), *pairs)
        for other in rest:
            without = tuple(one for one in rest if one != other)
            for pairs in pairings(without):
                yield ((first, other), *pairs)
        return
    for other in rest:
        for pairs in pairings(tuple(one for one in rest if one != other)):
            yield ((first, other), *pairs)


def judged(points, tables, entrant, places):
    """The truth about an entry, found by looking at all tables."""
    seen = [
        (
            table[entrant] - points[entrant],
            1 + sum(other > table[entrant] for other in table.values()),
            sum(other >= table[entrant] for other in table.values()),
        )
        for table in tables
    ]
    best, worst, most = min(one[1] for one in seen), max(one[2] for one in seen), max(one[0] for one in seen)
    chance = Chance.THROUGH if worst <= places else Chance.POSSIBLE if best <= places else Chance.OUT
    gains = sorted({one[0] for one in seen})
    enough = [gain for gain in gains if all(one[2] <= places for one in seen if one[0] >= gain)]
    needed = [one[0] for one in seen if one[1] <= places]
    plays = len(gains) > 1
    return Prospect(
        entrant,
        chance,
        best,
        worst,
        win_is_enough=plays and all(one[2] <= places for one in seen if one[0] == most),
        must_win=plays and best <= places and not any(one[1] <= places for one in seen if one[0] < most),
        exact=True,
        enough=min(enough, default=None),
        needed=min(needed, default=None),
    )


def test_the_last_round_of_a_pool():
    # A has won both its matches, B and C one each, D none; A meets B and C meets D, two go through.
    found = compute_prospects({1: 2, 2: 1, 3: 1, 4: 0}, [RemainingMatch((1, 2)), RemainingMatch((3, 4))], 2)
    assert found == (
        Prospect(1, Chance.POSSIBLE, 1, 3, win_is_enough=True, must_win=False, exact=True, enough=1, needed=0),
        Prospect(2, Chance.POSSIBLE, 1, 4, win_is_enough=False, must_win=False, exact=True, enough=None, needed=0),
        Prospect(3, Chance.POSSIBLE, 1, 4, win_is_enough=False, must_win=False, exact=True, enough=None, needed=0),
        Prospect(4, Chance.POSSIBLE, 2, 4, win_is_enough=False, must_win=True, exact=True, enough=None, needed=1),
    )


def test_nothing_left_to_play():
    assert [prospect.chance for prospect in compute_prospects({1: 3, 2: 2, 3: 1}, [], 2)] == [Chance.THROUGH, Chance.THROUGH, Chance.OUT]


@pytest.mark.parametrize("places", [1, 2, 3])
@pytest.mark.parametrize("points", [(3, 2, 1), (2, 2, 2)])
def test_who_has_nothing_left_to_play_can_neither_win_nor_need_to(points, places):
    found = compute_open_prospects(dict(enumerate(points)), dict.fromkeys(range(3), 0), places, most=1)
    assert [(prospect.win_is_enough, prospect.must_win) for prospect in found] == [(False, False)] * 3


@every_case("case", range(100))
def test_what_is_exact_is_what_every_end_gives(case):
    chance = random.Random(case)
    points = {entrant: chance.randrange(5) for entrant in range(5)}
    outcomes = chance.choice([((1, 0), (0, 1)), DRAWN, ((3, 0), (0, 3))])
    pairs = chance.sample(list(combinations(points, 2)), chance.randint(0, 5))
    matches = [RemainingMatch(pair, outcomes) for pair in pairs]
    places = chance.randint(1, 3)
    tables = list(every_end(points, matches))
    assert compute_prospects(points, matches, places) == tuple(judged(points, tables, entrant, places) for entrant in points)


@every_case("case", range(100))
def test_bounds_never_claim_what_is_not_so(case):
    chance = random.Random(case)
    points = {entrant: chance.randrange(5) for entrant in range(5)}
    matches = [RemainingMatch(pair) for pair in chance.sample(list(combinations(points, 2)), chance.randint(1, 4))]
    for known in compute_prospects(points, matches, 2):
        never_more(_bound_prospect(points, matches, 2, known.entrant), known)


def never_more(bound, known):
    assert bound.best <= known.best
    assert bound.worst >= known.worst
    assert bound.chance in {known.chance, Chance.POSSIBLE}
    assert known.win_is_enough or not bound.win_is_enough
    assert known.must_win or not bound.must_win or known.chance is Chance.OUT
    assert bound.enough is None or (known.enough is not None and known.enough <= bound.enough)
    assert known.needed is None or (bound.needed is not None and bound.needed <= known.needed)


@every_case("case", range(30))
@pytest.mark.parametrize(("count", "left"), [(6, 1), (5, 1), (4, 2), (3, 2)])
def test_before_the_draw_the_bounds_hold_for_every_round(case, count, left):
    chance = random.Random(case)
    points = {entrant: chance.randrange(4) for entrant in range(count)}
    tables = list(every_round(points, left))
    places = chance.randint(1, count - 1)
    for bound in compute_open_prospects(points, dict.fromkeys(points, left), places, most=1, rest=1):
        never_more(bound, judged(points, tables, bound.entrant, places))


def test_not_everybody_can_win_the_last_round():
    """Four are one point behind the leader: three matches have three winners, so that the leader is fourth at worst."""
    leader, *_others = compute_open_prospects({1: 3, 2: 2, 3: 2, 4: 2, 5: 2, 6: 0}, dict.fromkeys(range(1, 7), 1), 4, most=1)
    assert (leader.chance, leader.worst) == (Chance.THROUGH, 4)


def test_before_the_draw_places_are_those_counted_by_hand():
    """Of 3, 2, 2, 2, 2 and 0 points, one round to play: who has 2 can be first alone or fifth, and the last stays last."""
    found = compute_open_prospects({1: 3, 2: 2, 3: 2, 4: 2, 5: 2, 6: 0}, dict.fromkeys(range(1, 7), 1), 4, most=1)
    assert [(prospect.best, prospect.worst) for prospect in found] == [(1, 4), *[(1, 5)] * 4, (6, 6)]


def test_a_rest_is_worth_nothing_where_nobody_says_otherwise():
    """One match of three entries: one of two rivals can draw level with the leader; with a point for the rest both can."""
    points, left = {1: 1, 2: 0, 3: 0}, dict.fromkeys((1, 2, 3), 1)
    assert [compute_open_prospects(points, left, 1, most=1, **rest)[0].worst for rest in ({}, {"rest": 0}, {"rest": 1})] == [2, 2, 3]


def test_many_matches_are_bounded_by_points():
    points = dict.fromkeys(range(8), 0)
    matches = [RemainingMatch(pair) for pair in combinations(points, 2)]
    assert {prospect.exact for prospect in compute_prospects(points, matches, 1)} == {False}


def test_seventeen_matches_are_tried():
    points = dict.fromkeys(range(8), 0)
    matches = [RemainingMatch(pair) for pair in list(combinations(points, 2))[:17]]
    assert {prospect.exact for prospect in compute_prospects(points, matches, 1)} == {True}
