"""The order in which an evening ended, and what its places bring."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings.season import SeasonOptions, StageOrder, compute_evening_scores, compute_final_order
from standings.season.rule import BETTER, ENTRIES


def test_pools_a_final_and_a_consolation():
    """Two pools of four: the first of each play the final, the last ones stay, the rest of them a consolation."""
    pools = StageOrder(1, ((1, 5), (2, 6), (3, 7), (4, 8)))
    final = StageOrder(2, ((5,), (1,), (2, 6)), source=1)
    consolation = StageOrder(3, ((7,), (3,)), source=1, aside=True)
    assert compute_final_order([consolation, pools, final]) == ((5,), (1,), (2, 6), (7,), (3,), (4, 8))


def test_who_lost_early_stands_where_their_consolation_leaves_them():
    """A knockout of eight, a consolation of the first losers while it goes on; 8 went home instead."""
    knockout = StageOrder(1, ((1,), (2,), (3, 4), (5, 6, 7, 8)))
    assert compute_final_order([knockout, StageOrder(2, ((7,), (5, 6)), source=1, aside=True)]) == ((1,), (2,), (3, 4), (7,), (5, 6), (8,))


def test_of_two_stages_that_do_not_follow_from_each_other_the_last_decides():
    assert compute_final_order([StageOrder(1, ((1,), (2,), (3,))), StageOrder(2, ((3,), (1,)))]) == ((3,), (1,), (2,))


def test_a_chain_of_three():
    first, second = StageOrder(1, ((1,), (2,), (3,), (4,))), StageOrder(2, ((3,), (1,), (2,)), source=1)
    assert compute_final_order([first, second, StageOrder(3, ((1,), (3,)), source=2)]) == ((1,), (3,), (2,), (4,))


@pytest.mark.parametrize(
    ("options", "points"),
    [
        (SeasonOptions(places=(10, 6, 4), taking_part=0), ["10", "5", "5", "0"]),
        (SeasonOptions(places=(10, 6, 4), taking_part=0, shared=BETTER), ["10", "6", "6", "0"]),
        (SeasonOptions(places=(10, 6, 4), taking_part=2), ["12", "7", "7", "2"]),
        (SeasonOptions(scale=ENTRIES, taking_part=0), ["4", "5/2", "5/2", "1"]),
        (SeasonOptions(scale=ENTRIES, taking_part=1, shared=BETTER), ["5", "4", "4", "2"]),
    ],
)
def test_places_bring_points(options, points):
    scores = compute_evening_scores(((1,), (2, 3), (4,)), options)
    assert [str(scores[entry].points) for entry in (1, 2, 3, 4)] == points
    assert [(scores[entry].place, scores[entry].sharing, scores[entry].entries) for entry in (2, 4)] == [(2, 2, 4), (4, 1, 4)]


def test_a_final_is_multiplied_and_the_absent_get_nothing():
    scores = compute_evening_scores(((1,), (2,)), SeasonOptions(places=(10, 6), final_percent=150), final=True, absent={2})
    assert (scores.keys(), scores[1].points) == ({1}, Fraction(33, 2))


orders = st.lists(st.integers(1, 4), min_size=1, max_size=8).map(
    lambda sizes: tuple(tuple(range(sum(sizes[:place]), sum(sizes[: place + 1]))) for place in range(len(sizes)))
)
lists = st.lists(st.integers(0, 50), max_size=12).map(lambda points: tuple(sorted(points, reverse=True)))


@given(orders, lists, st.integers(0, 3))
def test_the_mean_hands_out_what_the_places_are_worth(order, places, taking_part):
    """However many share: nobody wins or loses by a tie of others."""
    entries = sum(map(len, order))
    handed_out = sum(
        score.points for score in compute_evening_scores(order, SeasonOptions(places=places, taking_part=taking_part)).values()
    )
    assert handed_out == sum(places[:entries]) + taking_part * entries


@given(orders, lists)
def test_a_better_place_never_brings_less(order, places):
    for options in (SeasonOptions(places=places), SeasonOptions(places=places, shared=BETTER), SeasonOptions(scale=ENTRIES)):
        points = [score.points for score in compute_evening_scores(order, options).values()]
        assert points == sorted(points, reverse=True)


@st.composite
def chains(draw):
    """Stages that follow from each other, each with some of the entries of the one before."""
    entries, stages = list(range(draw(st.integers(2, 10)))), []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(entries))
        stages.append(StageOrder(number, tuple((entry,) for entry in order), source=number - 1 or None, aside=draw(st.booleans())))
        entries = order[: draw(st.integers(1, len(order)))]
    return stages


@given(chains(), st.randoms(use_true_random=False))
def test_everybody_stands_once_and_in_whatever_order_the_stages_come(stages, rng):
    order = compute_final_order(stages)
    assert sorted(entry for together in order for entry in together) == sorted(one for together in stages[0].places for one in together)
    assert compute_final_order(rng.sample(stages, len(stages))) == order


def test_the_entries_of_a_team_hold_its_place_once():
    """Three teams of two and somebody alone: the second team brings second place to both, and four stand in the list."""
    teams = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
    order = ((1, 2), (3, 4), (5, 6), (7,))
    scores = compute_evening_scores(order, SeasonOptions(places=(10, 6, 4, 1), taking_part=0), teams=teams)
    assert [(scores[entry].place, scores[entry].sharing, scores[entry].points) for entry in (1, 4, 6, 7)] == [
        (1, 1, 10), (2, 1, 6), (3, 1, 4), (4, 1, 1),
    ]  # fmt: skip
    assert compute_evening_scores(order, SeasonOptions(scale=ENTRIES, taking_part=0), teams=teams)[1].points == 4
