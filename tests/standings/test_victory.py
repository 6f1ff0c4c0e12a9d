"""Victory points beside the published tables, and values of one's own."""

from itertools import pairwise

import pytest

from pairing import format_by_key
from pairing.values import MatchOutcome
from rules.problems import RuleViolation
from standings import CountingScheme, StandingResult, rank_results
from standings.points import POINT_SYSTEMS
from standings.schemes import FormatCounting

PUBLISHED = {
    "victory_three": """
        0–50 10 10; 55–150 11 9; 155–250 12 8; 255–350 13 7; 355–500 14 6; 505–650 15 5; 655–800 16 4; 805–1000 17 3;
        1005–1250 18 2; 1255–1500 19 1; 1505–9000 20 0""",
    "victory_four": """
        0–100 10 10; 105–300 11 9; 305–500 12 8; 505–700 13 7; 705–900 14 6; 905–1100 15 5; 1105–1300 16 4; 1305–1500 17 3;
        1505–1700 18 2; 1705–2000 19 1; 2005–9000 20 0""",
}
"""Difference, winner, loser, as puntiburraco.it prints them for turns of three and of four hands."""


def published_rows():
    for key, table in PUBLISHED.items():
        for row in table.split(";"):
            span, winner, loser = row.split()
            first, last = map(int, span.split("–"))
            yield from ((key, difference, int(winner), int(loser)) for difference in {first, (first + last) // 10 * 5, last})


def points_of(scheme, *results):
    entrants = sorted({side for result in results for side in result.sides})
    return {line.entrant: line.points for line in rank_results(entrants, results, scheme)}


@pytest.mark.parametrize(("key", "difference", "winner", "loser"), list(published_rows()))
def test_the_published_tables(key, difference, winner, loser):
    scheme = CountingScheme(key)
    for turned in (False, True):
        points = (1000, 1000 + difference)[:: -1 if turned else 1]
        result = StandingResult(1, 1, (1, 2), (0, 0), points, winner=0 if points[0] > points[1] else 1)
        assert points_of(scheme, result) == ({1: winner, 2: loser} if turned else {1: loser, 2: winner})


@pytest.mark.parametrize("key", PUBLISHED)
def test_a_difference_between_two_rows_of_the_table_counts_as_the_higher(key):
    rows = [row.split() for row in PUBLISHED[key].split(";")]
    for (span, *_points), (_span, winner, loser) in pairwise(rows):
        result = StandingResult(1, 1, (1, 2), (0, 0), (int(span.partition("–")[2]) + 1, 0), winner=0)
        assert points_of(CountingScheme(key), result) == {1: int(winner), 2: int(loser)}


def test_a_table_of_ones_own_has_two_points_a_step():
    scheme = CountingScheme("victory_own", steps=(5, 10, 20))
    results = [StandingResult(number, 1, (2 * number, 2 * number + 1), (1, 0), (difference, 0), winner=0) for number, difference in
               enumerate((0, 5, 6, 20, 21), start=1)]  # fmt: skip
    by_pair = points_of(scheme, *results)
    assert [(by_pair[2 * number], by_pair[2 * number + 1]) for number in range(1, 6)] == [(3, 3), (3, 3), (4, 2), (5, 1), (6, 0)]


def test_who_rests_or_waits_in_vain_gets_three_fifths():
    bye = StandingResult(1, 1, (1,), winner=0, outcome=MatchOutcome.BYE)
    walk_over = StandingResult(2, 1, (2, 3), (2, 0), (0, 0), winner=0, outcome=MatchOutcome.WALKOVER)
    assert points_of(CountingScheme("victory_three"), bye, walk_over) == {1: 12, 2: 12, 3: 0}
    assert points_of(CountingScheme("victory_three", bye=10), bye) == {1: 10}


def test_values_of_ones_own():
    won = StandingResult(1, 1, (1, 2), (2, 1), (60, 50), winner=0)
    tied = StandingResult(2, 1, (3, 4), (1, 1), (50, 50), winner=-1)
    unplayed = StandingResult(3, 1, (5, 6), (2, 0), (0, 0), winner=0, outcome=MatchOutcome.WALKOVER)
    assert points_of(CountingScheme("own_values", values=(5, 2, 1)), won, tied, unplayed) == {1: 5, 2: 1, 3: 2, 4: 2, 5: 5, 6: 0}
    usual = FormatCounting(format_by_key("swiss")).options_from({"points": "own_values"})
    assert (usual.win, usual.draw, usual.loss) == CountingScheme().values == (3, 1, 0)


@pytest.mark.parametrize(
    ("form", "typed", "code"),
    [
        ("swiss", {"points": "victory_own"}, "victory_steps"),
        ("swiss", {"points": "victory_own", "steps": [50, 20]}, "victory_steps"),
        ("swiss", {"points": "victory_own", "steps": list(range(51))}, "victory_steps"),
        ("tables_of_three", {"points": "victory_three"}, "victory_two_sides"),
    ],
)
def test_what_cannot_be_counted_is_refused_before_it_is_stored(form, typed, code):
    counting = FormatCounting(format_by_key(form))
    with pytest.raises(RuleViolation) as refused:
        counting.options_from({**counting.default_values, **typed})
    assert [problem.code for problem in refused.value.problems] == [code]


def test_fifty_steps_are_enough():
    counting = FormatCounting(format_by_key("swiss"))
    assert counting.options_from({**counting.default_values, "points": "victory_own", "steps": list(range(50))}).steps == tuple(range(50))


WORTH = {
    "match_won": (1, 0, 1, 1), "two_one_zero": (2, 1, 2, 1), "three_one_zero": (3, 1, 3, 1), "three_zero": (3, 0, 3, 1),
    "own_values": (3, 1, 3, 1),
}  # fmt: skip
"""A rest, a drawn match, a match won, and how many units make a point."""


def test_what_a_match_is_worth_is_what_its_name_says():
    assert {system.key: (system.bye, system.draw, system.win, system.unit) for system in POINT_SYSTEMS if system.win} == WORTH
    unfixed = {system.draw for system in POINT_SYSTEMS if not system.win and not system.key.startswith("victory")}
    assert unfixed == {0}


@pytest.mark.parametrize("form", ["swiss", "mitchell", "individual", "tables_of_three", "tables_of_five"])
def test_only_points_that_mean_something_are_offered(form):
    points, *_others = FormatCounting(format_by_key(form)).specs
    assert ("victory_three" in {choice.value for choice in points.choices}) == (format_by_key(form).sides == 2)


def test_what_was_stored_before_stays_as_it_is():
    counting = FormatCounting(format_by_key("swiss"))
    assert counting.options_to_json(counting.options_from({})) == counting.default_values
