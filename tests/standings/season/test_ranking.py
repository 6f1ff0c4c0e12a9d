"""A season's ranking, against an example counted by hand and against brute force."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.problems import RuleViolation
from standings.season import (
    SEASON_TIE_BREAKS,
    EveningScore,
    SeasonOptions,
    Turn,
    compute_season_standings,
    parse_season_options,
    share_score,
)
from standings.season.season_ranking import select_best

EVENINGS = (7, 14, 21)


def score(evening, points, place=2):
    return EveningScore(evening, place, 1, 20, Fraction(points), 0)


def ranked(scores, *tie_breaks, best=0, seed="s"):
    keys = {f"tie_break_{place}": "nothing" for place in range(1, 6)} | {
        f"tie_break_{place}": key for place, key in enumerate(tie_breaks, start=1)
    }
    options = parse_season_options({**keys, "best": best})
    return compute_season_standings(scores, options, evenings=EVENINGS, seed=seed)


#            7th   14th   21st      best two
#  Anna      25·    10     18·         43     one evening won
#  Berto     18     25·    18·         43     one evening won, played as often, 18 on the last one
#  Carla     18·     –     25·         43     one evening won, but two played; 25 on the last one
#  Dino       –     40·     –          40
WINTER = {
    "Anna": [score(7, 25, 1), score(14, 10), score(21, 18)],
    "Berto": [score(14, 25, 1), score(7, 18), score(21, 18)],
    "Carla": [score(7, 18), score(21, 25, 1)],
    "Dino": [score(14, 40)],
}


def told(lines):
    return [(line.rank, line.player) for line in lines]


def test_the_best_two_by_hand():
    lines = ranked(WINTER, best=2)
    assert [(line.rank, line.player, line.points, sorted(line.counted)) for line in lines] == [
        (1, "Anna", 43, [7, 21]), (1, "Berto", 43, [7, 14]), (1, "Carla", 43, [7, 21]), (4, "Dino", 40, [14]),
    ]  # fmt: skip
    assert lines[0].tied == ("Anna", "Berto", "Carla")


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        (("evenings_won",), [(1, "Anna"), (1, "Berto"), (1, "Carla"), (4, "Dino")]),
        (("evenings_played",), [(1, "Anna"), (1, "Berto"), (3, "Carla"), (4, "Dino")]),
        (("last_evening",), [(1, "Carla"), (2, "Anna"), (2, "Berto"), (4, "Dino")]),
        (("best_result", "evenings_played"), [(1, "Anna"), (1, "Berto"), (3, "Carla"), (4, "Dino")]),
        (("evenings_played", "last_evening"), [(1, "Anna"), (1, "Berto"), (3, "Carla"), (4, "Dino")]),
    ],
)
def test_tie_breaks_in_their_order(tie_breaks, order):
    assert told(ranked(WINTER, *tie_breaks, best=2)) == order


def test_all_count_where_nothing_is_left_out():
    assert [(line.player, line.points) for line in ranked(WINTER)] == [("Berto", 61), ("Anna", 53), ("Carla", 43), ("Dino", 40)]


def test_cells_tell_what_they_come_from():
    for tie_break in SEASON_TIE_BREAKS:
        (line,) = (one for one in ranked(WINTER, tie_break.key, best=2) if one.player == "Carla")
        cells = {"evenings_won": 1, "best_result": 25, "evenings_played": 2, "last_evening": 25}
        made_of = {"evenings_won": [21], "best_result": [21], "evenings_played": [7, 21], "last_evening": [21], "lots": []}
        assert line.cells == (cells.get(tie_break.key, line.record.lot),)
        assert [one.evening for one in tie_break.made_of(line.record)] == made_of[tie_break.key]


def test_lots_stay_when_somebody_joins():
    """Whoever comes later takes nobody's lot away."""
    level = {name: [score(7, 10)] for name in "abcdefgh"}
    before = [line.player for line in ranked(level, "lots")]
    after = [line.player for line in ranked({**level, "x": [score(7, 10)]}, "lots") if line.player != "x"]
    assert (before, {line.rank for line in ranked(level, "lots")}) == (after, set(range(1, 9)))
    assert before != [line.player for line in ranked(level, "lots", seed="t")]


def test_the_lot_that_was_drawn_first_comes_first():
    assert [line.cells for line in ranked({name: [score(7, 10)] for name in "abcdefgh"}, "lots")] == [(lot,) for lot in range(1, 9)]


seasons = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3),
    st.dictionaries(st.sampled_from(EVENINGS), st.tuples(st.integers(0, 30), st.integers(1, 4)), min_size=1).map(
        lambda played: [score(evening, points, place) for evening, (points, place) in played.items()]
    ),
    max_size=8,
)
KEYS = st.lists(st.sampled_from([one.key for one in SEASON_TIE_BREAKS]), unique=True, max_size=5)


@given(seasons, st.integers(0, 4))
def test_no_choice_of_so_many_evenings_is_worth_more(scores, best):
    for line in ranked(scores, best=best):
        most = best or len(EVENINGS)
        choices = [
            sum(one.points for one in some)
            for size in range(min(most, len(line.record.scores)) + 1)
            for some in combinations(line.record.scores, size)
        ]
        assert line.points == max(choices)
        assert line.points == sum(one.points for one in line.record.scores if one.evening in line.counted)
        assert len(line.counted) == min(most, len(line.record.scores))


@given(seasons, KEYS, st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_of_the_list(scores, keys, rng):
    lines = ranked(scores, *keys)
    again = ranked(dict(rng.sample(list(scores.items()), len(scores))), *keys)
    assert {line.player: (line.rank, line.points, line.cells) for line in lines} == {
        line.player: (line.rank, line.points, line.cells) for line in again
    }


@given(seasons, KEYS)
def test_ranks_are_one_more_than_those_before(scores, keys):
    lines = ranked(scores, *keys)
    assert [line.rank for line in lines] == [1 + sum(other.rank < line.rank for other in lines) for line in lines]
    assert all(sorted(line.tied) == sorted(one.player for one in lines if one.rank == line.rank) for line in lines)
    if "lots" in keys:
        assert len({line.rank for line in lines}) == len(lines)


@given(seasons, KEYS, st.data())
def test_more_points_never_cost_a_place(scores, keys, data):
    """Whoever gets more on an evening they played stands no lower, whatever the tie-breaks."""
    if not scores:
        return
    player = data.draw(st.sampled_from(sorted(scores)))
    first, *others = scores[player]
    better = {**scores, player: [score(first.evening, first.by_place + 1, first.place), *others]}
    place = {line.player: line.rank for line in ranked(scores, *keys, best=2)}[player]
    assert {line.player: line.rank for line in ranked(better, *keys, best=2)}[player] <= place


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"places": "10 12"}, "places"),
        ({"tie_break_2": "evenings_won"}, "tie_break_2"),
        ({"best": "x"}, "best"),
        ({"final_percent": "50"}, "final_percent"),
    ],
)
def test_what_is_wrong_with_a_rule_stands_beside_its_box(typed, field):
    with pytest.raises(RuleViolation) as refusal:
        parse_season_options(typed)
    assert [problem.field for problem in refusal.value.problems] == [field]


def test_what_is_usual():
    assert parse_season_options({}) == SeasonOptions()
    assert SeasonOptions().tie_breaks == ("evenings_won", "best_result", "evenings_played", "last_evening")


@pytest.mark.parametrize(
    ("final_counts", "best", "counted"),
    [
        ("like_others", 2, [7, 21]), ("always", 2, [14, 7]), ("always", 1, [14]), ("besides", 2, [14, 7, 21]), ("besides", 1, [14, 7]),
        ("always", 0, [14, 7, 21]),
    ],
)  # fmt: skip
def test_a_final_counts_as_the_rule_says(final_counts, best, counted):
    scores = [score(7, 25), replace(score(14, 1), final=True), score(21, 18)]
    options = parse_season_options({"best": best, "final_counts": final_counts})
    assert [chosen.evening for chosen in select_best(scores, options)] == counted


@pytest.mark.parametrize(
    ("substitutes", "points"),
    [("rounds", {1: 5, 2: 9}), ("equally", {1: 7, 2: 7}), ("everybody", {1: 13, 2: 13}), ("last", {1: 1, 2: 13})],
)
def test_the_points_of_a_place_after_a_substitution(substitutes, points):
    """Twelve points and one for taking part; the first played one round of three and left."""
    options = parse_season_options({"substitutes": substitutes})
    whole = EveningScore(7, 1, 1, 20, Fraction(12), 1)
    shares = share_score(whole, options, [Turn(1, Fraction(1)), Turn(2, Fraction(2))])
    assert {person: part.points for person, part in shares.items()} == points
    assert {person: part.points for person, part in share_score(whole, options, [Turn(1, Fraction(0)), Turn(2, Fraction(3))]).items()} == {
        2: 13
    }


@given(st.lists(st.integers(0, 6), min_size=1, max_size=4), st.integers(0, 99))
def test_shares_hand_out_what_the_place_is_worth(rounds, worth):
    whole = EveningScore(7, 1, 1, 20, Fraction(worth), 0)
    turns = [Turn(person, Fraction(count, 2)) for person, count in enumerate(rounds)]
    for substitutes in ("rounds", "equally", "last"):
        shares = share_score(whole, parse_season_options({"substitutes": substitutes}), turns)
        assert sum(part.points for part in shares.values()) == worth
