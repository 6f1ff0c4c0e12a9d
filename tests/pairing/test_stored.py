"""Stored draws told to strangers: as TRF, and with whom the ranking alone would have brought together."""

import random
from dataclasses import replace
from itertools import product

import pytest

from pairing import DrawRefused, MatchOutcome, PlayedMatch, draw_request, format_by_key
from pairing.met_opponents import find_passed_over
from pairing.trf.reading import parse_trf
from pairing.trf.report import ResultCode, TrfCell, TrfScoring, build_request
from pairing.trf.stored import build_cells, build_report, count_rounds_before, find_scoring
from pairing.trf.writing import format_trf
from tests.cases import every_case
from tests.pairing.agreement import gacrux_pairs, our_pairs, random_tournament
from tests.pairing.test_apart import play


def pairs_by_number(draw):
    number = {entry: place for place, entry in enumerate(draw.groups[0].members, start=1)}
    return sorted(tuple(sorted(number[side] for side in one.sides)) for one in draw.pairings)


def sides_of(drawn, number):
    return [tuple(number.get(side, side) for side in one.sides) for one in drawn.pairings]


@every_case("case", range(40))
def test_the_file_gives_the_same_pairs(case):
    draws = play(format_by_key("swiss"), random.Random(case).randint(8, 21), {"rounds": 5}, [(1, 2), (3, 7)], random.Random(case))
    for drawn in draws:
        report = build_report(drawn, name="Serata", names={})
        again = draw_request(build_request(parse_trf(format_trf(report))))
        assert pairs_by_number(again) == pairs_by_number(drawn)


def with_other_score(drawn, chance):
    """The same draw, told what everybody has won in games: two for a match won, and sometimes one for a lost one."""
    lines = tuple(replace(line, secondary=2 * line.primary + chance.randint(0, 3)) for line in drawn.request.standings)
    return draw_request(replace(drawn.request, standings=lines))


@every_case("case", range(20))
def test_the_file_tells_the_other_score(case):
    chance = random.Random(case)
    last = play(format_by_key("swiss"), chance.randint(8, 21), {"rounds": 5}, [(1, 2)], chance)[-1]
    drawn = with_other_score(last, chance)
    report = build_report(drawn, name="Serata", names={})
    again = parse_trf(format_trf(report))
    second = {line.entrant: 2 * line.secondary for line in drawn.request.standings}
    assert again.games == tuple(second[entry] for entry in drawn.groups[0].members)
    number = {entry: place for place, entry in enumerate(drawn.groups[0].members, start=1)}
    assert sides_of(draw_request(build_request(again)), {}) == sides_of(drawn, number)
    assert gacrux_pairs(report) == our_pairs(report) == {frozenset(number[side] for side in one.sides) for one in drawn.pairings}


def test_pairs_are_the_same_with_the_other_score_and_only_their_sides_may_not_be():
    chance = random.Random(5)
    last = play(format_by_key("swiss"), 16, {"rounds": 5}, [], chance)[-1]
    drawn = with_other_score(last, chance)
    assert pairs_by_number(drawn) == pairs_by_number(last)
    assert [one.sides for one in drawn.pairings] != [one.sides for one in last.pairings]
    second = {line.entrant: (line.primary, line.secondary) for line in drawn.request.standings}
    assert all(second[one.sides[0]] >= second[one.sides[1]] for one in drawn.matches)


@every_case("number", range(40))
def test_a_file_with_walk_overs_and_withdrawals_comes_back(number):
    report = random_tournament(number, most=20)
    try:
        drawn = draw_request(build_request(report))
    except DrawRefused:
        return
    told = build_report(drawn, name=report.name, names=dict(enumerate(report.names, start=1)))
    if told is not None:
        assert pairs_by_number(draw_request(build_request(parse_trf(format_trf(told))))) == pairs_by_number(drawn)


def test_scores_that_a_file_cannot_tell_make_no_file():
    drawn = play(format_by_key("swiss"), 8, {"rounds": 3}, [], random.Random(1))[2]
    lines = tuple(replace(line, primary=line.primary * 41 + line.rank) for line in drawn.request.standings)
    odd = replace(drawn, request=replace(drawn.request, standings=lines))
    assert build_report(odd, name="x", names={}) is None


def test_the_danish_says_who_was_passed_over():
    draws = play(format_by_key("danish"), 8, {"rounds": 4}, [(1, 2)], random.Random(4))
    told = [reason for drawn in draws for reasons in find_passed_over(drawn).values() for reason in reasons]
    assert {reason.code for reason in told} >= {"rank_rematch_avoided"}
    for drawn in draws[1:]:
        rank = {line.entrant: line.rank for line in drawn.request.standings}
        for pair, reasons in find_passed_over(drawn).items():
            for reason in reasons:
                params = dict(reason.params)
                assert params["entrant"] in pair
                assert rank[params["other"]] <= max(rank[entry] for entry in pair)


ONE_OF_EACH = {1: "1", 2: "=", 3: "0", 4: "U"}


def list_cells(codes):
    return {entry: [TrfCell(ResultCode(code), 9 if code in "1=0" else 0) for code in text] for entry, text in codes.items()}


@pytest.mark.parametrize("win", range(5))
@pytest.mark.parametrize("loss", [0, 1, 2])
def test_whatever_a_file_can_say_of_points_is_found_and_nothing_else(win, loss):
    """A match won, drawn in halves, lost, and a bye: told by what four entries have."""
    for half_draw, bye in product(range(7), range(5)):
        if half_draw % 2:  # points that the desk counts are whole, and two draws make them so
            cells = list_cells({**ONE_OF_EACH, 2: "=="})
            points = {1: win, 2: half_draw, 3: loss, 4: bye}
        else:
            cells, points = list_cells(ONE_OF_EACH), {1: win, 2: half_draw // 2, 3: loss, 4: bye}
        can_say = 1 <= win <= 3 and half_draw <= 2 and loss <= 1 and bye <= 3 and 2 * loss <= half_draw <= 2 * win and bye <= win
        expected = TrfScoring(win=2 * win, draw=half_draw, loss=2 * loss, bye=2 * bye) if can_say else None
        assert find_scoring(points, cells) == expected


def test_a_scoring_that_is_known_comes_first_and_before_the_first_result_the_usual_one():
    known = TrfScoring(win=20, draw=10, bye=12)
    assert find_scoring({1: 10, 3: 0}, list_cells(ONE_OF_EACH), [known]) == known
    assert find_scoring({1: 1}, list_cells(ONE_OF_EACH), [known]) == TrfScoring(win=2, draw=0, bye=0)
    assert find_scoring({}, {}) == find_scoring({1: 0}, list_cells({1: "ZZ"})) == TrfScoring()
    assert find_scoring({1: 3}, list_cells({1: "U"})) is None
    assert find_scoring({5: 3}, list_cells({1: "1"})) == TrfScoring()


def test_rounds_of_earlier_stages_come_first():
    history = [PlayedMatch(-1, (5, 6), 0), PlayedMatch(0, (6, 7), -1), PlayedMatch(1, (7, 5), 1, first_dealer=1), PlayedMatch(2, (7,), 0)]
    assert (count_rounds_before(history), count_rounds_before([]), count_rounds_before(history[2:])) == (2, 0, 0)
    cells = build_cells(history, [7, 5], 4, 2)
    absent = TrfCell(ResultCode.ABSENT)
    assert cells == {
        7: [absent, TrfCell(ResultCode.DRAW, 0), TrfCell(ResultCode.LOSS, 2), TrfCell(ResultCode.BYE)],
        5: [TrfCell(ResultCode.WIN, 0, first=True), absent, TrfCell(ResultCode.WIN, 1, first=True), absent],
    }


@pytest.mark.parametrize(
    ("outcome", "winner", "codes"),
    [("played", 0, "10"), ("played", 1, "01"), ("played", -1, "=="), ("walkover", 0, "+-"), ("walkover", 1, "-+"), ("absent", -1, "--")],
)
def test_how_a_match_ended_is_told_for_both_sides(outcome, winner, codes):
    cells = build_cells([PlayedMatch(1, (3, 8), winner, MatchOutcome(outcome), first_dealer=1)], [8, 3], 1)
    assert cells == {3: [TrfCell(ResultCode(codes[0]), 1)], 8: [TrfCell(ResultCode(codes[1]), 2, first=True)]}
