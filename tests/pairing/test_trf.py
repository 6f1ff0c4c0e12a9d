"""TRF: what is written is read back, what is wrong is told by line, and the command line does as it says."""

import json
from contextlib import suppress
from dataclasses import replace
from itertools import repeat

import pytest

from pairing import DrawRefused
from pairing.__main__ import main
from pairing.trf.generate import RandomHabits, generate_report
from pairing.trf.reading import _build_scoring, parse_trf
from pairing.trf.report import ResultCode, TrfCell, TrfEntry, TrfReport, TrfScoring, build_standing
from pairing.trf.writing import format_trf
from pairing.values import EntrantStanding
from tests.cases import every_case
from tests.pairing.agreement import random_tournament

FOUR = TrfReport(
    "Four",
    3,
    ("Anna", "Bruno", "Carla", "Dario"),
    (
        (TrfCell(ResultCode.WIN, 3, first=True), TrfCell(ResultCode.DRAW, 2)),
        (TrfCell(ResultCode.FORFEIT_WIN, 4, first=True), TrfCell(ResultCode.DRAW, 1, first=True)),
        (TrfCell(ResultCode.LOSS, 1), TrfCell(ResultCode.BYE)),
        (TrfCell(ResultCode.FORFEIT_LOSS, 2), TrfCell(ResultCode.ABSENT)),
    ),
    forbidden=((1, 4),),
    absent=frozenset({3}),
)


@every_case("number", range(100))
def test_reading_is_the_inverse_of_writing(number):
    report = random_tournament(number)
    assert parse_trf(format_trf(report)) == report


def test_more_entries_than_teams_have_numbers_are_written_as_single_players():
    """Number 1001 rests in the first round; three columns could not say so."""
    names = tuple(f"E{number}" for number in range(1, 1002))
    row = [TrfCell(ResultCode.BYE)] * 1001
    for one in range(1, 1000, 2):
        row[one - 1], row[one] = TrfCell(ResultCode.WIN, one + 1, first=True), TrfCell(ResultCode.LOSS, one)
    report = TrfReport(
        "Large", 5, names, tuple((cell, TrfCell(ResultCode.ABSENT)) for cell in row), TrfScoring(bye=2), absent=frozenset({1000})
    )
    text = format_trf(report)
    assert parse_trf(text) == report
    assert {line[:3] for line in text.splitlines()} == {"012", "142", "192", "162", "001", "240"}
    assert "  0000 - U  0000 - Z" in text.splitlines()[-2]


def test_of_several_byes_in_a_round_none_is_lost():
    """Record 320 of teams has one number for a round."""
    won, lost = TrfCell(ResultCode.WIN, 2, first=True), TrfCell(ResultCode.LOSS, 1)
    cells = ((won,), (lost,), *((TrfCell(ResultCode.BYE),),) * 3)
    report = TrfReport("Knockout", 3, tuple("ABCDE"), cells, TrfScoring(win=2, draw=1, bye=2))
    text = format_trf(report)
    assert parse_trf(text) == report
    assert "320" not in {line[:3] for line in text.splitlines()}


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


def test_what_is_known_of_entries_stands_in_their_lines_and_clubs_below():
    known = (TrfEntry(2, "12345", "Bar"), TrfEntry(1, "99"), TrfEntry(4), TrfEntry(3, "", "Bar"))
    text = format_trf(replace(FOUR, entries=known))
    lines = [line for line in text.splitlines() if line.startswith("001")]
    assert [(line[57:68].strip(), line[85:89].strip()) for line in lines] == [("12345", "2"), ("99", "1"), ("", "4"), ("", "3")]
    assert [line.split() for line in text.splitlines() if line.startswith("013")] == [["013", "Bar", "1", "4"]]


def test_standings_from_the_file():
    assert [build_standing(FOUR, number) for number in (1, 2, 3, 4)] == [
        EntrantStanding(1, rank=1, primary=6, secondary=3, opponents=(3, 2)),
        EntrantStanding(2, rank=2, primary=6, secondary=3, opponents=(1,), forfeit_wins=1),
        EntrantStanding(3, rank=3, primary=4, secondary=1, opponents=(1,), byes=1),
        EntrantStanding(4, rank=4, primary=0),
    ]


def test_a_single_players_file_with_one_point_for_a_win():
    text = "012 Singles\n142 3\n" + "".join(line + "\n" for line in format_trf(FOUR).splitlines() if line.startswith("001"))
    report = parse_trf(text, without_colours=True)
    assert report.scoring == TrfScoring(win=2, draw=1, loss=0, bye=2)
    assert report.compute_score(1) == 3


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("142 3", "142 three", ["trf_line"]),
        ("3 w 1", "3 w ?", ["trf_line"]),
        ("001    2", "001    7", ["trf_numbers", "trf_disagree", "trf_disagree", "trf_disagree"]),
        ("     3 w 1", "     2 w 1", ["trf_disagree", "trf_disagree"]),
        ("     3 w 1", "     3 w =", ["trf_disagree", "trf_disagree"]),
        ("     3 w 1", "     3 b 1", ["trf_disagree", "trf_disagree"]),
        ("     3 w 1", "     3 w  ", ["trf_no_result"]),
        ("142 3", "142 2", ["trf_over"]),
        ("142 3", "142 1", ["trf_too_many_rounds"]),
        ("142 3\n", "", ["trf_no_rounds"]),
        ("192 FIDE_TEAM_MP_GP", "192 FIDE_DUTCH", ["trf_system"]),
        ("192 FIDE_TEAM_MP_GP\n", "", ["trf_no_system"]),
        ("192 FIDE_TEAM_MP_GP\n", "XXC white1\n", ["trf_no_system", "trf_colours"]),
        ("352 W", "250  1.0        1   1    1    2", ["trf_acceleration"]),
        ("352 W", "250  2.0        1   1  x1    2", ["trf_line"]),
        ("352 W", "299 -   1.0", ["trf_record"]),
        ("352 W", "XXA    1  1.0", ["trf_acceleration"]),
        ("352 W", "XXS W=inf", ["trf_line"]),
        ("352 W", "330 +-   0   1   2", ["trf_line"]),
        ("352 W", "240 H  -1    1", ["trf_line"]),
        ("142 3", "142 99999999", ["trf_most_rounds"]),
        ("240 Z   3    3", "240 Z   3    5", ["trf_stranger"]),
        ("240 Z   3    3", "XXZ 0", ["trf_stranger"]),
        ("240 Z   3    3", "XXP 1 5", ["trf_stranger"]),
        ("240 Z   3    3", "330 +-   1   1   5", ["trf_stranger"]),
        ("320  2.0  0.5 000   3", "320  2.0  0.5 000   5", ["trf_stranger"]),
        ("320  2.0  0.5 000   3", "320  2.0  0.5   3 000", ["trf_rest_met"]),
        ("240 Z   3    3", "240 Z   1    3", ["trf_rest_met"]),
        ("                       3.0    1.5   1", "                       4.0    1.5   1", ["trf_points"]),
    ],
)
def test_every_fault_is_told(old, new, codes):
    with pytest.raises(DrawRefused) as refused:
        parse_trf(format_trf(FOUR).replace(old, new, 1))
    assert [reason.code for reason in refused.value.reasons][: len(codes)] == codes


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n\n"])
def test_the_ends_of_lines_are_those_of_any_system(ending):
    assert parse_trf("\ufeff" + format_trf(FOUR).replace("\n", ending)) == FOUR


@every_case("end", range(0, 1000, 13))
def test_a_file_that_breaks_off_is_refused_or_read(end):
    """Nothing but a refusal in words; a file without its last records is another file."""
    with suppress(DrawRefused):
        assert parse_trf(format_trf(FOUR)[:end]).rounds == 3


def format_line(number, name, points, *cells):
    """A 001 record in FIDE's columns; a cell is the opponent, the colour and the result."""
    rounds = "".join(f"  {cell:>8}" for cell in cells)
    return f"001 {number:>4} m    {name:<33} 1500 ITA {number:>11} {'':10} {points:>4} {number:>4}{rounds}\n"


def format_singles(first="2.0", second="1.5", third="1.0"):
    return (
        "012 Open\n"
        + format_line(1, "Rossi Anna", first, "3 w 1", "2 b =", "0000 - H")
        + format_line(2, "Bianchi Bruno", second, "0000 - F", "1 w =", "0000 - -")
        + format_line(3, "Verdi Carla", third, "1 b 0", "0000 - U", "")
    )


def test_the_extensions_of_javafo_are_read():
    """XXR, XXS, XXP and XXZ, half and full byes, and rounds left empty."""
    extensions = (
        "XXR 9\nXXC rank\nXXS WW=1.0 BW=1.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 FPB=1.0 PAB=1.0 FW=1.0 FL=0.0\nXXP 1 3\nXXZ 2\n"
    )
    report = parse_trf(format_singles() + extensions, without_colours=True)
    assert (report.rounds, report.finished, report.forbidden, report.absent) == (9, 3, ((1, 3),), {2})
    assert [report.compute_score(number) for number in (1, 2, 3)] == [4, 3, 2]
    assert [build_standing(report, number).byes for number in (1, 2, 3)] == [0, 1, 1]


def test_points_that_the_rounds_do_not_make_are_named_with_their_line():
    with pytest.raises(DrawRefused) as refused:
        parse_trf(format_singles("2.5") + "XXR 9\n", without_colours=True)
    assert str(refused.value) == "Line 2: number 1 has 2.5 points in the file, but its rounds make 2.0."


def test_points_for_the_colours_that_differ_are_refused():
    with pytest.raises(DrawRefused) as refused:
        parse_trf(format_singles() + "XXR 9\nXXS WW=1.0 BW=2.0\n", without_colours=True)
    assert str(refused.value).startswith("Line 6 of the file cannot be understood")


def test_the_extensions_of_bbp_pairings_are_read():
    points = "".join(f"BB{symbol} {value}\n" for symbol, value in zip("WDLUFZ", ("3.0", "1.0", "0.0", "3.0", "0.0", "0.0"), strict=True))
    report = parse_trf(format_singles("5.0", "4.0", "3.0") + "XXR 9\n" + points, without_colours=True)
    assert [report.compute_score(number) for number in (1, 2, 3)] == [10, 8, 6]


def test_points_of_their_own_are_counted():
    """162: 3–1–0, and nothing for a half bye."""
    points = "162  W 3.0    D 1.0    L 0.0    P 3.0    F 3.0    H 0.0\n"
    report = parse_trf(format_singles("4.0", "4.0", "3.0") + "142 9\n" + points, without_colours=True)
    assert [report.compute_score(number) for number in (1, 2, 3)] == [8, 8, 6]


def count_forbidden(case, share):
    return len(generate_report(f"{case}", entries=9, rounds=5, finished=0, habits=RandomHabits(forbidden=share)).forbidden)


def test_of_a_random_tournament_as_many_pairs_are_forbidden_as_was_asked_for():
    most = [max(map(count_forbidden, range(60), repeat(share))) for share in (0, 20, 50)]
    assert most == [0, 1, 4]


@pytest.mark.parametrize(("rounds", "forbidden"), [("  1   2", ()), ("  3   3", ((1, 4),)), ("  1   9", ((1, 4),)), ("  4   9", ())])
def test_a_restriction_counts_in_its_rounds(rounds, forbidden):
    assert parse_trf(format_trf(FOUR).replace("260   1   3", f"260 {rounds}")).forbidden == forbidden


def test_of_three_in_one_restriction_no_two_meet():
    names = tuple(f"E{number}" for number in range(1, 1004))
    text = format_trf(TrfReport("Large", 5, names, ((),) * len(names), TrfScoring(bye=2)))
    assert parse_trf(text + "260   1   9 1001 1002 1003\n").forbidden == ((1001, 1002), (1001, 1003), (1002, 1003))


def format_boards(scores):
    """Three teams of two boards: One beat Two by 1½ to ½, then Three did not come against One; the bye was Three's, then Two's."""
    absent, bye, won = "0000 - Z", "0000 - U", "0000 - +"
    rows = [("3 w 1", won), ("4 b =", won), ("1 b 0", bye), ("2 w =", bye), (bye, absent), (bye, absent)]
    players = "".join(format_line(number, f"P{number}", "", *row) for number, row in enumerate(rows, start=1))
    teams = "".join(
        f"310 {number:>3} {name:<65}{2 * number - 1:>4} {2 * number:>4}\n" for number, name in ((1, "One"), (2, "Two"), (3, "Three"))
    )
    return f"012 Teams\n142 5\n192 FIDE_TEAM_{scores}\n362 TW  2.0   TD  1.0   TL  0.0\n330 +-   2   1   3\n{players}{teams}"


@pytest.mark.parametrize(("scores", "primary", "secondary"), [("MP_GP", (8, 2, 2), (7, 3, 2)), ("GP_MP", (7, 3, 2), (8, 2, 2))])
def test_matches_of_teams_with_two_boards_are_put_together(scores, primary, secondary):
    """A bye is worth a drawn match, a team that does not come loses every board; all in halves."""
    standings = [build_standing(parse_trf(format_boards(scores)), number) for number in (1, 2, 3)]
    assert [line.primary for line in standings] == list(primary)
    assert [line.secondary for line in standings] == list(secondary)
    assert [(line.byes, line.forfeit_wins) for line in standings] == [(0, 1), (1, 0), (1, 0)]


def test_boards_of_one_team_against_two_teams_are_refused():
    text = format_boards("MP_GP").replace("     4 b =", "     5 b =").replace("0000 - U  0000 - Z", "   2 w =  0000 - Z", 1)
    with pytest.raises(DrawRefused) as refused:
        parse_trf(text)
    assert [reason.code for reason in refused.value.reasons][-1] in {"trf_boards", "trf_disagree"}


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


@pytest.mark.parametrize(
    ("points", "is_team", "scoring"),
    [
        ({}, False, TrfScoring(win=2, draw=1, loss=0, bye=2)),
        ({}, True, TrfScoring(win=4, draw=2, loss=0, bye=2)),
        ({"W": 6}, False, TrfScoring(win=6, draw=3, loss=0, bye=6)),
        ({"W": 6, "D": 2, "L": 1}, True, TrfScoring(win=6, draw=2, loss=1, bye=2, forfeit_loss=1)),
        ({"W": 6, "D": 2, "L": 1, "P": 5}, False, TrfScoring(win=6, draw=2, loss=1, bye=5)),
    ],
)
def test_points_that_a_file_does_not_state_are_those_of_the_handbook(points, is_team, scoring):
    assert _build_scoring(points, is_team=is_team) == scoring
