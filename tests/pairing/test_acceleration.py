"""Accelerated rounds: FIDE C.04.5.1 as published, against gacrux, and through the checker."""

import copy
from dataclasses import replace
from decimal import Decimal
from functools import cache

import pytest
from gacrux.ts2json import ts2json

from pairing import DrawRefused, Entrant, draw_request, draw_round, draw_to_json, repeat_draw
from pairing.checker import check_draw
from pairing.checker.swiss import VirtualPoints
from pairing.swiss.acceleration import compute_virtual_halves, count_upper_group, format_virtual_points
from pairing.trf.reading import parse_trf
from pairing.trf.report import build_request, build_standing
from pairing.trf.writing import format_trf
from tests.cases import every_case
from tests.pairing.agreement import gacrux_pairs, our_pairs, random_tournament


def test_the_published_examples():
    """161 players make an upper group of 82; of nine rounds three give a point and two half a point."""
    assert count_upper_group(161) == 82
    assert [compute_virtual_halves(9, number, 1) for number in range(1, 10)] == [2, 2, 2, 1, 1, 0, 0, 0, 0]


@every_case("rounds", range(1, 31))
def test_the_same_rounds_as_another_program(rounds):
    acceleration = {"name": "BAKU2016", "bakuGa": 8, "values": []}
    points = {"W": Decimal(2), "D": Decimal(1)}
    ts2json.add_accelerated(None, {"accelerated": acceleration, "numRounds": rounds, "scoreSystem": {"match": points, "game": points}})
    theirs = [
        sum(value["matchPoints"] for value in acceleration["values"] if value["firstRound"] <= number <= value["lastRound"])
        for number in range(1, rounds + 1)
    ]
    assert [compute_virtual_halves(rounds, number, 2) for number in range(1, rounds + 1)] == [2 * points for points in theirs]


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("block", [*range(3), pytest.param(range(3, 200), marks=pytest.mark.proof)])
def test_the_same_pairs_as_gacrux(block):
    blocks = [block] if isinstance(block, int) else block
    for number in (10 * tens + one for tens in blocks for one in range(10)):
        report = random_tournament(number, accelerated=True)
        assert our_pairs(report) == gacrux_pairs(report), number


def test_acceleration_changes_the_pairs_of_its_rounds_only():
    changed = {True: 0, False: 0}
    for number in range(60):
        report = random_tournament(number, accelerated=True)
        plain = replace(report, accelerated=())
        is_accelerated = bool(report.list_accelerated(report.finished + 1))
        floats = [build_standing(one, number).floated for one in (report, plain) for number in range(1, len(report.names) + 1)]
        same_floats = floats[: len(floats) // 2] == floats[len(floats) // 2 :]
        if is_accelerated or same_floats:
            changed[is_accelerated] += our_pairs(report) != our_pairs(plain)
    assert changed[True] > 10
    assert changed[False] == 0


def accelerated_draw(number, most=24):
    """The draw of a random tournament whose next round is accelerated, as JSON; None where there is none."""
    report = random_tournament(number, most=most, accelerated=True)
    if not report.list_accelerated(report.finished + 1):
        return None
    try:
        return draw_to_json(draw_request(build_request(report)))
    except DrawRefused:
        return None


@cache
def list_draws():
    return [draw for draw in map(accelerated_draw, range(40)) if draw]


def test_accelerated_draws_are_proven_and_can_be_repeated():
    assert len(list_draws()) > 10
    for draw in list_draws():
        verdict = check_draw(draw)
        assert (verdict.faults, verdict.open) == ([], [])
        assert any(claim.what.startswith("C.04.5.1") for claim in verdict.proven)
        assert draw_to_json(repeat_draw(draw)) == draw


@pytest.mark.parametrize("forge", ["members", "halves", "all"])
def test_forged_virtual_points_are_found(forge):
    for honest in list_draws()[:5]:
        draw = copy.deepcopy(honest)
        acceleration = draw["certificate"]["acceleration"]
        if forge == "members":
            acceleration["members"] = acceleration["members"][1:]
        elif forge == "halves":
            acceleration["halves"] += 1
        else:
            del draw["certificate"]["acceleration"]
        assert "C.04.5.1: the virtual points are those of the rule" in [fault.what for fault in check_draw(draw).faults]


def test_the_checker_accelerates_half_of_the_field_rounded_up_to_an_even_number():
    """C.04.5.1: group A has 2 · ⌈n / 4⌉ entries."""
    for count in range(2, 50):
        request = {"options": {"acceleration": "baku", "rounds": 4}, "round": 1, "win_points": 1}
        assert VirtualPoints(request, range(count)).members == set(range(2 * -(-count // 4)))


def draw_first_round(count, **inputs):
    entrants = [Entrant(100 + number, number) for number in range(1, count + 1)]
    options = {"rounds": 4, "numbers": "given", "acceleration": "baku"}
    return draw_round("swiss", options=options, entrants=entrants, round_number=1, seed="x", **inputs)


def test_the_first_round_pairs_each_half_of_the_field_in_itself():
    """Ten entries: six have a point more, so 1 meets 4, and the rest 7 meets 9."""
    drawn = draw_first_round(10, win_points=1)
    assert [pairing.sides for pairing in drawn.pairings] == [(101, 104), (102, 105), (103, 106), (107, 109), (108, 110)]
    assert drawn.certificate["acceleration"] == {"members": list(range(101, 107)), "halves": 2}
    codes = [[reason.code for reason in pairing.reasons] for pairing in drawn.pairings]
    assert codes == [["same_score", "virtual_points"]] * 5
    assert dict(drawn.pairings[0].reasons[0].params) == {"score": "1"}
    assert check_draw(draw_to_json(drawn)).faults == []


def test_without_points_for_matches_won_nothing_is_accelerated():
    with pytest.raises(DrawRefused) as refused:
        draw_first_round(10)
    assert [reason.code for reason in refused.value.reasons] == ["acceleration_needs_wins"]


def test_halves_are_written_as_people_write_them():
    assert [format_virtual_points(halves) for halves in range(5)] == ["0", "½", "1", "1½", "2"]


@every_case("number", range(0, 60, 3))
def test_a_file_comes_back_and_says_the_same_in_the_way_of_javafo(number):
    report = random_tournament(number, accelerated=True)
    text = format_trf(report)
    back = parse_trf(text)
    known = report.finished + 1
    assert back.accelerated == report.accelerated[:known] + (frozenset(),) * (known - len(report.accelerated))
    assert our_pairs(back) == our_pairs(report)
    rows = [
        [
            compute_virtual_halves(report.rounds, turn, 4) / 4 if entry in report.list_accelerated(turn) else 0
            for turn in range(1, known + 1)
        ]
        for entry in range(1, len(report.names) + 1)
    ]
    javafo = [f"XXA {entry:>4}" + "".join(f" {points:>4.1f}" for points in row) for entry, row in enumerate(rows, start=1)]
    plain = [line for line in text.splitlines() if not line.startswith("250")]
    assert our_pairs(parse_trf("\n".join([*plain, *javafo]))) == our_pairs(report)


@pytest.mark.parametrize(
    "line",
    [
        "250  1.0        1   1    1    4",
        "250  2.0        1   4    1    4",
        "250  2.0        1   1    1   99",
        "XXA    1  2.0  2.0  2.0  2.0",
    ],
)
def test_points_in_another_way_are_refused_with_their_line(line):
    report = next(report for report in map(random_tournament, range(50)) if report.rounds == 7 and report.finished == 5)
    text = format_trf(report)
    with pytest.raises(DrawRefused) as refused:
        parse_trf(text + line + "\n")
    assert [(reason.code, dict(reason.params)) for reason in refused.value.reasons] == [
        ("trf_acceleration", {"line": text.count("\n") + 1})
    ]
