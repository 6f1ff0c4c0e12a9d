"""Standings against cross-tables drawn by hand."""

import random
from fractions import Fraction

import numpy as np
import pytest

from pairing import format_by_key
from pairing.values import MatchOutcome
from rules import RuleViolation
from standings import (
    POINT_SYSTEMS,
    TIE_BREAKS,
    CountingScheme,
    FormatCounting,
    StandingResult,
    build_tally,
    explain_cell,
    explain_points,
    find_tied_before,
    rank_results,
)
from standings.tie_groups import _TieGroups
from tests.cases import every_case
from tests.standings.parts import add_up

# Four pairs, best of three, everybody against everybody.
#        A      B      C      D     won  games  points
#  A     ·     2–1    2–0    0–2     2    4–3   180–160
#  B    1–2     ·     2–1    2–0     2    5–3   210–186
#  C    0–2    1–2     ·     0–2     0    1–6   136–192
#  D    2–0    0–2    2–0     ·      2    4–2   152–140
A, B, C, D = 11, 12, 13, 14
CROSS_TABLE = [
    StandingResult(1, 1, (A, B), (2, 1), (90, 80), 0, first_dealer=0),
    StandingResult(2, 1, (C, D), (0, 2), (50, 62), 1, first_dealer=0),
    StandingResult(3, 2, (A, C), (2, 0), (60, 20), 0, first_dealer=1),
    StandingResult(4, 2, (B, D), (2, 0), (60, 30), 0, first_dealer=0),
    StandingResult(5, 3, (A, D), (0, 2), (30, 60), 1, first_dealer=0),
    StandingResult(6, 3, (B, C), (2, 1), (70, 66), 0, first_dealer=1),
]


def column(key, points="match_won", **options):
    lines = rank_results([A, B, C, D], CROSS_TABLE, CountingScheme(points, (key,), seed="s"), **options)
    cells = {line.entrant: line.cells[0] for line in lines}
    return [cells[entrant] for entrant in (A, B, C, D)]


@pytest.mark.parametrize(
    ("key", "cells"),
    [
        ("direct_encounter", [1, 1, None, 1]),
        ("direct_games", [2, 3, None, 2]),
        ("direct_difference", [-20, 20, None, 0]),
        ("games_won", [4, 5, 1, 4]),
        ("games_ratio", [4 / 7, 5 / 8, 1 / 7, 4 / 6]),
        ("point_difference", [20, 24, -56, 12]),
        ("points_scored", [180, 210, 136, 152]),
        ("points_conceded", [160, 186, 192, 140]),
        ("buchholz", [4, 4, 6, 4]),
        ("buchholz_cut", [4, 4, 4, 4]),
        ("buchholz_median", [2, 2, 2, 2]),
        ("sonneborn_berger", [4, 4, 0, 4]),
        ("progressive", [5, 3, 0, 4]),
        ("wins", [2, 2, 0, 2]),
        ("wins_second_dealer", [1, 1, 0, 2]),
        ("decided", [5, 5, 5, 5]),
    ],
)
def test_every_column(key, cells):
    assert column(key) == cells


def test_lots_are_drawn_from_the_seed_whatever_the_order():
    lots = {line.entrant: line.cells[0] for line in rank_results([A, B, C, D], [], CountingScheme(tie_breaks=("lots",), seed="s"))}
    assert sorted(lots.values()) == [1, 2, 3, 4]
    turned = {line.entrant: line.cells[0] for line in rank_results([D, C, B, A], [], CountingScheme(tie_breaks=("lots",), seed="s"))}
    assert turned == lots
    ranks = [line.cells[0] for line in rank_results([A, B, C, D], [], CountingScheme(tie_breaks=("lots",), seed="s"))]
    assert ranks == [1, 2, 3, 4]


@every_case("case", range(20))
def test_ties_are_divided_alike_however_far_apart_the_numbers_are(case):
    """Columns that one key of 63 bits does not hold, against Python's own order."""
    chance = random.Random(case)
    rows = [tuple(chance.choice((0, 1, 2 ** chance.randint(2, 61))) for _column in range(4)) for _entry in range(12)]
    groups = _TieGroups(len(rows))
    for column in zip(*rows, strict=True):
        groups.divide_by(np.array(column))
    assert list(groups.number_groups()) == [sum(other < row for other in rows) for row in rows]


def test_what_was_decided_at_the_table_comes_first():
    lines = rank_results([A, B, C, D], CROSS_TABLE, CountingScheme(tie_breaks=("decided",)), decided={B: 1, A: 2, D: 3})
    assert [line.entrant for line in lines] == [B, A, D, C]


def test_who_has_no_place_decided_at_the_table_shows_none():
    """Everybody of every pool stood with “Decided at the table: 5” after one tie was decided."""
    lines = rank_results([A, B, C, D], CROSS_TABLE, CountingScheme(tie_breaks=("decided",)), decided={B: 1, D: 2})
    assert {line.entrant: line.cells for line in lines} == {B: (1,), D: (2,), A: (None,), C: (None,)}


def test_who_stays_tied_shares_the_rank():
    lines = rank_results([A, B, C, D], CROSS_TABLE, CountingScheme(tie_breaks=("direct_encounter",)))
    assert [(line.rank, line.entrant) for line in lines] == [(1, A), (1, B), (1, D), (4, C)]


def test_direct_encounter_is_counted_again_among_those_who_stay_tied():
    # Four with two wins each: among them A has 2 wins, B 1, C 1, D 2 … and A beat D, B beat C.
    results = [
        StandingResult(1, 1, (1, 4), (1, 0), winner=0),
        StandingResult(2, 1, (2, 3), (1, 0), winner=0),
        StandingResult(3, 2, (1, 2), (1, 0), winner=0),
        StandingResult(4, 2, (4, 3), (1, 0), winner=0),
        StandingResult(5, 3, (3, 1), (1, 0), winner=0),
        StandingResult(6, 3, (4, 2), (1, 0), winner=0),
        StandingResult(7, 4, (2, 5), (1, 0), winner=0),
        StandingResult(8, 4, (3, 6), (1, 0), winner=0),
    ]
    lines = rank_results([1, 2, 3, 4, 5, 6], results, CountingScheme(tie_breaks=("direct_encounter",)))
    assert [(line.rank, line.entrant) for line in lines] == [(1, 1), (2, 4), (3, 2), (4, 3), (5, 5), (5, 6)]


def test_without_all_meetings_only_the_uncatchable_is_ahead():
    # Three with one win; 1 beat 2, nobody met 3: 3 could have beaten both.
    results = [StandingResult(1, 1, (1, 2), winner=0), StandingResult(2, 2, (2, 4), winner=0), StandingResult(3, 1, (3, 5), winner=0)]
    lines = rank_results([1, 2, 3, 4, 5], results, CountingScheme(tie_breaks=("direct_encounter",)))
    assert [(line.rank, line.entrant) for line in lines] == [(1, 1), (1, 2), (1, 3), (4, 4), (4, 5)]


@pytest.mark.parametrize(
    ("system", "points"),
    [
        ("match_won", [2, 2, 0, 2]),
        ("two_one_zero", [4, 4, 0, 4]),
        ("three_one_zero", [6, 6, 0, 6]),
        ("three_zero", [6, 6, 0, 6]),
        ("games_won", [4, 5, 1, 4]),
        ("points_scored", [180, 210, 136, 152]),
    ],
)
def test_points(system, points):
    total = {line.entrant: line.points for line in rank_results([A, B, C, D], CROSS_TABLE, CountingScheme(system, ()))}
    assert [total[entrant] for entrant in (A, B, C, D)] == points


def test_places_at_a_table_of_five():
    """10 points and 4, 4, −8, −10: five points, four and three shared, two, one."""
    table = StandingResult(1, 1, (1, 2, 3, 4, 5), points=(4, 10, -8, 4, -10), winner=1)
    lines = rank_results([1, 2, 3, 4, 5], [table], CountingScheme("places", ()))
    assert {line.entrant: line.points for line in lines} == {2: 5, 1: 3.5, 4: 3.5, 3: 2, 5: 1}


@pytest.mark.parametrize(
    ("scored", "points"),
    [
        ((1, 1, 1, 1, 1), [3] * 5),
        ((9, 9, 9, 0, 0), [4, 4, 4, 1.5, 1.5]),
        ((5, 4, 3, 2, 1), [5, 4, 3, 2, 1]),
        ((0, 7, 7, 7, 7), [1, 3.5, 3.5, 3.5, 3.5]),
    ],
)
def test_who_scored_the_same_shares_the_points_of_their_places(scored, points):
    lines = rank_results([1, 2, 3, 4, 5], [StandingResult(1, 1, (1, 2, 3, 4, 5), points=scored)], CountingScheme("places", ()))
    assert {line.entrant: line.points for line in lines} == dict(enumerate(points, start=1))


def test_a_penalty_is_in_points_whatever_the_unit():
    table = StandingResult(1, 1, (1, 2, 3, 4, 5), points=(5, 4, 3, 2, 1))
    lines = rank_results([1, 2, 3, 4, 5], [table], CountingScheme("places", ()), penalties={1: 3})
    assert {line.entrant: line.points for line in lines}[1] == 5 - 3


@pytest.mark.parametrize(
    ("system", "points"), [("match_won", 0), ("two_one_zero", 1), ("three_one_zero", 1), ("three_zero", 0), ("games_won", 1)]
)
def test_a_tied_match_is_worth_what_the_system_says(system, points):
    lines = rank_results([1, 2], [StandingResult(1, 1, (1, 2), (1, 1))], CountingScheme(system, ()))
    assert [line.points for line in lines] == [points, points]


@pytest.mark.parametrize(("system", "value"), [("match_won", 1), ("two_one_zero", 2), ("three_zero", 3), ("games_won", 2), ("places", 3)])
def test_a_bye_is_worth_what_the_system_or_the_tournament_says(system, value):
    bye = StandingResult(1, 1, (1,), (2,), (62,), 0, MatchOutcome.BYE)
    assert rank_results([1], [bye], CountingScheme(system, ()))[0].points == value
    assert rank_results([1], [bye], CountingScheme(system, (), bye=7))[0].points == 7


def test_two_who_were_absent_get_nothing_and_have_not_met():
    lines = rank_results(
        [1, 2], [StandingResult(1, 1, (1, 2), outcome=MatchOutcome.ABSENT)], CountingScheme("two_one_zero", ("direct_encounter",))
    )
    assert [(line.points, line.rank) for line in lines] == [(0, 1), (0, 1)]


def test_penalties_lower_the_points():
    lines = rank_results([A, B, C, D], CROSS_TABLE, CountingScheme(tie_breaks=()), penalties={B: 1})
    assert [(line.rank, line.entrant, line.points) for line in lines] == [(1, A, 2), (1, D, 2), (3, B, 1), (4, C, 0)]


@pytest.mark.parametrize("tie_break", TIE_BREAKS, ids=lambda entry: entry.key)
def test_the_parts_of_every_column_add_up(tie_break):
    scheme = CountingScheme(tie_breaks=(tie_break.key,))
    order = {A: 1, B: 2, C: 3, D: 4}
    tally = build_tally([A, B, C, D], CROSS_TABLE, scheme, decided=order)
    for line in rank_results([A, B, C, D], CROSS_TABLE, scheme, decided=order):
        explanation = explain_cell(tally, tie_break.key, line.entrant, find_tied_before(tally, (), line.entrant))
        assert explanation.sentence == tie_break.sentence
        if line.cells[0] is not None:
            assert add_up(tie_break, explanation.parts) == line.cells[0]


def test_points_are_explained_match_by_match():
    tally = build_tally([A, B, C, D], CROSS_TABLE, CountingScheme())
    parts = explain_points(tally, "points", A).parts
    assert [(part.round, part.opponent, part.value) for part in parts] == [(1, B, 1), (2, C, 1), (3, D, 0)]


def test_a_cell_tells_rests_walk_overs_and_penalties():
    results = [
        *CROSS_TABLE[:2],
        StandingResult(7, 2, (A,), winner=0, outcome=MatchOutcome.BYE),
        StandingResult(8, 3, (A, D), (2, 0), (), 0, MatchOutcome.WALKOVER),
        StandingResult(9, 4, (A, C), outcome=MatchOutcome.ABSENT),
    ]
    tally = build_tally([A, B, C, D], results, CountingScheme(), penalties={A: 1, B: -1})
    parts = explain_points(tally, "points", A).parts
    assert [(part.kind, part.opponent, part.value) for part in parts] == [
        ("match", B, 1), ("rest", None, 1), ("unplayed_won", D, 1), ("unplayed_lost", C, 0), ("penalty", None, -1),
    ]  # fmt: skip
    assert [(part.round, part.match) for part in parts] == [(1, 1), (2, 7), (3, 8), (4, 9), (0, 0)]
    assert sum(part.value for part in parts) == tally.points[0]
    assert [(part.kind, part.value) for part in explain_points(tally, "points", B).parts] == [("match", 0), ("given", 1)]


def test_in_pools_only_opponents_are_cut():
    results = [*CROSS_TABLE[:1], StandingResult(7, 2, (A, C), winner=1, outcome=MatchOutcome.WALKOVER), CROSS_TABLE[4]]
    scheme = CountingScheme(tie_breaks=("buchholz_cut",), everybody_meets=True)
    tally = build_tally([A, B, C, D], results, scheme)
    line = next(line for line in rank_results([A, B, C, D], results, scheme) if line.entrant == A)
    parts = explain_cell(tally, "buchholz_cut", line.entrant, ()).parts
    assert [(part.kind, part.counted) for part in parts] == [("match", False), ("unplayed_lost", True), ("match", True)]
    assert sum(part.value for part in parts if part.counted) == line.cells[0]


def test_among_the_tied_only_their_matches_are_told():
    """Difference comes first: it leaves nobody together, so the direct encounter had nothing to look at."""
    scheme = CountingScheme(tie_breaks=("point_difference", "direct_encounter"))
    tally = build_tally([A, B, C, D], CROSS_TABLE, scheme)
    assert find_tied_before(tally, ("point_difference",), A) == (A,)
    assert find_tied_before(tally, (), A) == (A, B, D)


@pytest.mark.parametrize("system", POINT_SYSTEMS, ids=lambda entry: entry.key)
def test_the_order_of_results_changes_nothing(system):
    chance = random.Random(system.key)
    results = list(CROSS_TABLE)
    keys = tuple(entry.key for entry in TIE_BREAKS)
    expected = rank_results([A, B, C, D], results, CountingScheme(system.key, keys))
    for _turn in range(10):
        chance.shuffle(results)
        assert rank_results([A, B, C, D], results, CountingScheme(system.key, keys)) == expected


@pytest.mark.parametrize("system", POINT_SYSTEMS, ids=lambda entry: entry.key)
def test_a_bye_can_be_worth_ones_own_average(system):
    """Against a count with fractions: the mean of the other rounds, to hundredths, half of one rounded up."""
    rng = random.Random(system.key)
    for _trial in range(30):
        rounds = rng.randrange(2, 8)
        played = [
            StandingResult(
                turn, turn, (A, B), (rng.randrange(3), rng.randrange(3)), (rng.randrange(60), rng.randrange(60)), rng.randrange(2)
            )
            for turn in range(1, rounds)
        ]
        bye = StandingResult(90, rounds, (A,), (1,), (40,), 0, MatchOutcome.BYE)
        plain = {line.entrant: Fraction(line.points) for line in rank_results([A, B], played, CountingScheme(system.key, ()))}
        scheme = CountingScheme(system.key, (), bye_average=True)
        averaged = {line.entrant: line.points for line in rank_results([A, B], [*played, bye], scheme)}
        mean = Fraction(int(plain[A] / (rounds - 1) * 100 + Fraction(1, 2)), 100)
        assert (averaged[A], averaged[B]) == (float(plain[A] + mean), float(plain[B]))
    alone = rank_results([A], [bye], CountingScheme(system.key, (), bye=7, bye_average=True))
    assert alone[0].points == 7


@pytest.mark.parametrize(
    ("bye", "average", "expected"),
    [
        (None, False, {A: -21, B: -20, C: -30, D: -11}),
        (None, True, {A: -21, B: -20, C: -30, D: -11.5}),
        (7, False, {A: -21, B: -17, C: -22, D: -7}),
        (7, True, {A: -21, B: -20, C: -30, D: -7}),
    ],
)
def test_where_the_fewest_added_points_win_nobody_gains_by_a_bye(bye, average, expected):
    """B rests after 10 penalties, C before 15; D only rests, and the others’ four results have a mean of 11½."""
    played = [StandingResult(1, 1, (A, B), (1, 0), (-6, -10), 0), StandingResult(2, 2, (A, C), (0, 0), (-15, -15))]
    rests = [StandingResult(match, turn, (who,), outcome=MatchOutcome.BYE) for match, turn, who in ((3, 2, B), (4, 1, C), (5, 1, D))]
    scheme = CountingScheme("points_scored", (), bye=bye, bye_average=average, fewest_win=True)
    assert {line.entrant: line.points for line in rank_results([A, B, C, D], [*played, *rests], scheme)} == expected


def test_where_the_fewest_added_points_win_who_stays_away_has_the_most_of_a_match():
    absent = StandingResult(2, 1, (C, D), (0, 1), winner=1, outcome=MatchOutcome.WALKOVER)
    played = [StandingResult(1, 1, (A, B), (1, 0), (-6, -10), 0), absent]
    lines = rank_results([A, B, C, D], played, CountingScheme("points_scored", (), fewest_win=True))
    assert {line.entrant: line.points for line in lines} == {A: -6, B: -10, C: -10, D: -8}


def test_absences_are_charged_where_added_points_are_penalties_and_not_everybody_meets():
    def is_charged(points="points_scored", **more):
        return CountingScheme(points, (), fewest_win=True, **more).charges_absences

    assert (is_charged(), is_charged("match_won"), is_charged(everybody_meets=True)) == (True, False, False)
    nothing = build_tally([A, B], [StandingResult(1, 1, (A, B), (1, 0), (0, 0), 0)], CountingScheme("points_scored", (), fewest_win=True))
    assert nothing.absence_worth == 0


def test_an_average_is_no_choice_where_points_pair():
    swiss, fives = FormatCounting(format_by_key("swiss")), FormatCounting(format_by_key("tables_of_five"))
    assert "bye_average" not in {spec.name for spec in swiss.specs}
    with pytest.raises(RuleViolation):
        swiss.options_from({"bye_average": True})
    chosen = fives.options_from({**fives.default_values, "bye_average": True})
    assert fives.build_scheme(chosen, seed="s").bye_average
    assert fives.options_to_json(chosen)["bye_average"]
    assert "bye_average" not in fives.options_to_json(fives.options_from({}))
