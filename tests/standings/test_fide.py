"""Tie-breaks against gacrux, which holds FIDE's rules of 2026, on random Swiss tournaments with every kind of unplayed round."""

import random

import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from pairing.trf.report import ResultCode, TrfCell, TrfReport
from pairing.values import MatchOutcome
from standings import CountingScheme, StandingResult, build_tally, explain_cell, rank_results
from tests.cases import every_case
from tests.pairing.agreement import random_tournament

pytestmark = pytest.mark.turns(4)

CODES = {
    "buchholz": "BH",
    "buchholz_cut": "BH/C1",
    "buchholz_median": "BH/M1",
    "sonneborn_berger": "SB",
    "progressive": "PS",
    "wins_with_byes": "WIN",
    "wins_at_table": "WON",
}


def single_players_file(report: TrfReport) -> str:
    """The report as a file of single players, one point for a win; whoever was absent asked for no points."""
    lines = ["012 Random", f"142 {report.finished}"]
    for number, cells in enumerate(report.cells, start=1):
        text = "".join(_cell(cell) for cell in cells)
        points = report.compute_score(number) / 4
        lines.append(f"001 {number:>4}      {report.names[number - 1]:<33}{'':33}{points:>4.1f} {number:>4}{text}")
    return "\n".join(lines) + "\n"


def _cell(cell: TrfCell) -> str:
    if cell.opponent:
        return f"  {cell.opponent:>4} {'w' if cell.first else 'b'} {cell.code}"
    return f"  0000 - {cell.code}"


def results_of(report: TrfReport) -> list[StandingResult]:
    found = []
    for number, cells in enumerate(report.cells, start=1):
        for turn, cell in enumerate(cells, start=1):
            if cell.code is ResultCode.BYE:
                found.append(StandingResult(len(found), turn, (number,), winner=0, outcome=MatchOutcome.BYE))
            elif cell.opponent and cell.first:
                found.append(
                    StandingResult(len(found), turn, (number, cell.opponent), winner=_winner(cell), outcome=_outcome(report, cell, turn))
                )
    return found


def _winner(cell: TrfCell) -> int:
    return {ResultCode.WIN: 0, ResultCode.FORFEIT_WIN: 0, ResultCode.DRAW: -1, ResultCode.LOSS: 1, ResultCode.FORFEIT_LOSS: 1}[cell.code]


def _outcome(report: TrfReport, cell: TrfCell, turn: int) -> MatchOutcome:
    if cell.code in {ResultCode.WIN, ResultCode.DRAW, ResultCode.LOSS}:
        return MatchOutcome.PLAYED
    both = cell.code is ResultCode.FORFEIT_LOSS and report.cells[cell.opponent - 1][turn - 1].code is ResultCode.FORFEIT_LOSS
    return MatchOutcome.ABSENT if both else MatchOutcome.WALKOVER


def honest(results):
    """Two who were both absent have no winner."""
    return [result._replace(winner=-1) if result.outcome is MatchOutcome.ABSENT else result for result in results]


def gacrux_values(report: TrfReport, code: str) -> dict[int, float]:
    file = trf2json()
    file.parse_file(single_players_file(report), 0)
    tournament = file.get_tournament(1)
    tournament["numRounds"] = tournament["currentRound"] = report.finished
    tally = tiebreak(tournament, report.finished, None)
    parsed = tally.parse_tiebreak(1, code)
    tally.compute_single_tiebreak(parsed)
    return {number: tally.cmps[number]["tiebreakDetails"][0]["val"] for number in range(1, len(report.names) + 1)}


@every_case("number", range(60))
@pytest.mark.parametrize("key", CODES)
def test_every_value_is_that_of_gacrux(key, number):
    report = random_tournament(number, most=30)
    if report.finished:
        numbers = range(1, len(report.names) + 1)
        lines = rank_results(numbers, honest(results_of(report)), CountingScheme("two_one_zero", (key,)))
        scale = {"sonneborn_berger": 4, "wins_with_byes": 1, "wins_at_table": 1}.get(key, 2)
        expected = {number: value * scale for number, value in gacrux_values(report, CODES[key]).items()}
        assert {line.entrant: line.cells[0] for line in lines} == expected


@every_case("number", range(60))
def test_direct_encounter_ranks_as_gacrux_does(number):
    report = random_tournament(number, most=20)
    if report.finished:
        numbers = range(1, len(report.names) + 1)
        ours = rank_results(numbers, honest(results_of(report)), CountingScheme("two_one_zero", ("direct_encounter",)))
        points, encounters = gacrux_values(report, "PTS"), gacrux_ranks(report)
        order = sorted(numbers, key=lambda entry: (-points[entry], encounters[entry]))
        keys = [(-points[entry], encounters[entry]) for entry in order]
        assert {line.entrant: line.rank for line in ours} == {entry: keys.index(key) + 1 for entry, key in zip(order, keys, strict=True)}


def gacrux_ranks(report: TrfReport) -> dict[int, int]:
    file = trf2json()
    file.parse_file(single_players_file(report), 0)
    tournament = file.get_tournament(1)
    tournament["numRounds"] = tournament["currentRound"] = report.finished
    tally = tiebreak(tournament, report.finished, None)
    for place, code in enumerate(("PTS", "DE"), start=1):
        tally.compute_single_tiebreak(tally.parse_tiebreak(place, code))
    return {number: tally.cmps[number]["tiebreakDetails"][1]["val"] for number in range(1, len(report.names) + 1)}


@every_case("number", range(20))
@pytest.mark.parametrize("key", ["buchholz", "buchholz_cut", "buchholz_median", "sonneborn_berger"])
def test_explained_parts_add_up(key, number):
    report = random_tournament(number, most=20)
    scheme = CountingScheme("two_one_zero", (key,))
    results = honest(results_of(report))
    numbers = list(range(1, len(report.names) + 1))
    random.Random(number).shuffle(results)
    tally = build_tally(numbers, results, scheme)
    for line in rank_results(numbers, results, scheme):
        parts = explain_cell(tally, key, line.entrant, ()).parts
        assert sum(part.value for part in parts if part.counted) == line.cells[0]
