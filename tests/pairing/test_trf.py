"""TRF: what is written is read back, what is wrong is told by line, and the command line does as it says."""

import json

import pytest

from pairing import DrawRefused
from pairing.__main__ import main
from pairing.trf.reading import parse_trf
from pairing.trf.report import TrfCell, TrfMark, TrfReport, TrfScoring, build_standing
from pairing.trf.writing import format_trf
from pairing.values import EntrantStanding
from tests.pairing.agreement import random_tournament

FOUR = TrfReport(
    "Four",
    3,
    ("Anna", "Bruno", "Carla", "Dario"),
    (
        (TrfCell(TrfMark.WIN, 3, first=True), TrfCell(TrfMark.DRAW, 2)),
        (TrfCell(TrfMark.FORFEIT_WIN, 4, first=True), TrfCell(TrfMark.DRAW, 1, first=True)),
        (TrfCell(TrfMark.LOSS, 1), TrfCell(TrfMark.BYE)),
        (TrfCell(TrfMark.FORFEIT_LOSS, 2), TrfCell(TrfMark.ABSENT)),
    ),
    forbidden=((1, 4),),
    absent=frozenset({3}),
)


@pytest.mark.parametrize("number", range(100))
def test_reading_is_the_inverse_of_writing(number):
    report = random_tournament(number)
    assert parse_trf(format_trf(report)) == report


def test_more_entries_than_teams_have_numbers_are_written_as_single_players():
    """Number 1001 rests in the first round; three columns could not say so."""
    names = tuple(f"E{number}" for number in range(1, 1002))
    row = [TrfCell(TrfMark.BYE)] * 1001
    for one in range(1, 1000, 2):
        row[one - 1], row[one] = TrfCell(TrfMark.WIN, one + 1, first=True), TrfCell(TrfMark.LOSS, one)
    report = TrfReport(
        "Large", 5, names, tuple((cell, TrfCell(TrfMark.ABSENT)) for cell in row), TrfScoring(bye=2), absent=frozenset({1000})
    )
    text = format_trf(report)
    assert parse_trf(text) == report
    assert {line[:3] for line in text.splitlines()} == {"012", "142", "362", "001", "240"}
    assert "  0000 - U  0000 - Z" in text.splitlines()[-2]


def test_more_entries_than_trf_has_numbers_are_refused():
    with pytest.raises(ValueError, match="9999 entries at most"):
        format_trf(TrfReport("Huge", 5, ("E",) * 10_000, ((),) * 10_000))


def test_the_exact_text():
    assert format_trf(FOUR) == (
        "012 Four\n142 3\n192 FIDE_TEAM_MP_GP\n352 W\n362  W 2.0    D 1.0    L 0.0   \n"
        "001    1      Anna                                                               1.5    1     3 w 1     2 b =\n"
        "001    2      Bruno                                                              1.5    2     4 w +     1 w =\n"
        "001    3      Carla                                                              0.0    3     1 b 0          \n"
        "001    4      Dario                                                              0.0    4     2 b -          \n"
        "310   1 Anna                                             3.0    1.5   1     1\n"
        "310   2 Bruno                                            3.0    1.5   2     2\n"
        "310   3 Carla                                            2.0    0.5   3     3\n"
        "310   4 Dario                                            0.0    0.0   4     4\n"
        "260   1   3    1    4\n320  2.0  0.5 000   3\n240 Z   3    3\n"
    )


def test_standings_from_the_file():
    assert [build_standing(FOUR, number) for number in (1, 2, 3, 4)] == [
        EntrantStanding(1, rank=1, primary=6, secondary=3, opponents=(3, 2)),
        EntrantStanding(2, rank=2, primary=6, secondary=3, opponents=(1,), forfeit_wins=1),
        EntrantStanding(3, rank=3, primary=4, secondary=1, opponents=(1,), byes=1),
        EntrantStanding(4, rank=4, primary=0),
    ]


def test_a_single_players_file_with_one_point_for_a_win():
    text = "012 Singles\n142 3\n" + "".join(line + "\n" for line in format_trf(FOUR).splitlines() if line.startswith("001"))
    report = parse_trf(text)
    assert report.scoring == TrfScoring(win=2, draw=1, loss=0, bye=2)
    assert report.compute_score(1) == 3


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("142 3", "142 three", ["trf_line"]),
        ("3 w 1", "3 w ?", ["trf_line"]),
        ("001    2", "001    7", ["trf_numbers", "trf_disagree", "trf_disagree", "trf_disagree"]),
        ("     3 w 1", "     2 w 1", ["trf_disagree", "trf_disagree"]),
    ],
)
def test_every_fault_is_told(old, new, codes):
    with pytest.raises(DrawRefused) as refused:
        parse_trf(format_trf(FOUR).replace(old, new, 1))
    assert [reason.code for reason in refused.value.reasons][: len(codes)] == codes


class TestCommandLine:
    def test_generate_pair_check_replay(self, capsys, tmp_path):
        assert main(["generate", "--entries", "9", "--rounds", "6", "--finished", "3", "--seed", "7"]) == 0
        file = tmp_path / "random.trf"
        file.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main([str(file)]) == 0
        count, *pairs = capsys.readouterr().out.splitlines()
        assert int(count) == len(pairs)
        assert main([str(file), "--json"]) == 0
        stored = tmp_path / "draw.json"
        stored.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["check", str(stored)]) == main(["check", str(file)]) == 0
        assert "WRONG" not in capsys.readouterr().out
        assert main(["replay", str(stored)]) == 0
        assert capsys.readouterr().out.startswith("The same draw: format swiss, round 4")

    def test_a_forged_draw_fails(self, capsys, tmp_path):
        file = tmp_path / "four.trf"
        file.write_text(format_trf(FOUR), encoding="utf-8")
        main([str(file), "--json"])
        forged = json.loads(capsys.readouterr().out)
        forged["pairings"][0]["sides"].reverse()
        (tmp_path / "forged.json").write_text(json.dumps(forged), encoding="utf-8")
        assert main(["replay", str(tmp_path / "forged.json")]) == 1

    def test_a_movement_is_printed_with_its_quality(self, capsys):
        assert main(["movement", "tables_of_five", "--players", "25", "--rounds", "6"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [" ".join(line.split()) for line in lines[6:]] == [
            "pairs as opponents 300 × 1 bound: 1 at most",
            "players with a bye 25 × 0 bound: 0 at most",
            "players in one seat 25 × 2 bound: 2 at most",
        ]

    def test_a_file_that_is_none(self, capsys, tmp_path):
        assert main([str(tmp_path / "missing.trf")]) == 1
        assert "missing.trf" in capsys.readouterr().err
