"""If this fails, a number of a TRF file is read from other columns than FIDE lays down: with everything between the columns filled."""

import pytest

from pairing import DrawRefused
from pairing.trf.record_readers import parse_halves, parse_round, read_records
from pairing.trf.records import PlayerLine, Restriction, RoundCell, TeamForfeit, TeamLine, TrfRest, VirtualPoints
from pairing.trf.report import ResultCode


def fill(code, *fields, width=0):
    """A line in which each field stands at its column, counted from 0, and everything between is #."""
    line = list(code + "#" * 200)
    end = max((at + len(text) for at, text in fields), default=3)
    for at, text in fields:
        line[at : at + len(text)] = text
    return "".join(line[: max(end, width)])


def read(line):
    return read_records(line)


def cell(at, opponent, color, result):
    return [(at + 2, f"{opponent:>4}"), (at + 7, color), (at + 9, result)]


def test_a_player_stands_in_the_columns_of_the_handbook():
    name = "N" * 33
    line = fill(
        "001", (4, "  12"), (14, name), (53, "ITA"), (57, " 1234567890"), (80, " 3.5"), *cell(89, 7, "w", "1"), *cell(99, 1234, "b", "=")
    )
    assert read(line).players == [
        PlayerLine(
            1, 12, name, 7, (RoundCell(ResultCode.WIN, 7, "w", "1"), RoundCell(ResultCode.DRAW, 1234, "b", "=")), "ITA", "1234567890",
        )
    ]  # fmt: skip


def test_without_points_and_rounds_a_player_has_none():
    assert read(fill("001", (4, "   1"), (14, f"{'Rossi':33}"), (53, "   "), (57, " " * 11), (80, "    "))).players == [
        PlayerLine(1, 1, "Rossi", None, ())
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("##   7#w#1", RoundCell(ResultCode.WIN, 7, "w", "1")),
        ("##9999#B#l", RoundCell(ResultCode.LOSS, 9999, "b", "L")),
        ("##0000#-#U", RoundCell(ResultCode.BYE, 0, "", "U")),
        ("##    # #H", RoundCell(ResultCode.HALF_BYE, 0, "", "H")),
        ("##0000#-# ", RoundCell(ResultCode.ABSENT, 0, "", "")),
        ("##  12#w#+", RoundCell(ResultCode.FORFEIT_WIN, 12, "w", "+")),
        ("##  12#b#-", RoundCell(ResultCode.FORFEIT_LOSS, 12, "b", "-")),
    ],
)
def test_a_round_stands_in_ten_columns(text, expected):
    line = fill("001", (4, "   1"), (80, " 0.0"), (89, text), *cell(99, 2, "w", "="))
    assert read(line).players[0].cells[0] == expected


def test_rounds_left_empty_at_the_end_are_none_and_between_others_are():
    line = fill("001", (4, "   1"), (80, " 0.0"), (89, " " * 10), *cell(99, 2, "w", "="), (109, " " * 20))
    assert read(line).players[0].cells == (RoundCell(ResultCode.ABSENT, is_blank=True), RoundCell(ResultCode.DRAW, 2, "w", "="))


def test_a_team_stands_in_the_columns_of_the_handbook():
    name = "T" * 32
    fields = ((4, " 12"), (8, name), (54, "  10.0"), (61, "   7.5"), (73, "   3"), (78, "1234"), (83, "    "), (88, "  99"))
    assert read(fill("310", *fields)).teams == [TeamLine(1, 12, name, (3, 1234, 99), 20, 15)]
    assert read(fill("310", (4, "  1"), (8, " " * 32), (54, " " * 6), (61, " " * 6), (73, "   3"))).teams == [TeamLine(1, 1, "", (3,))]


def test_teams_of_2016_are_numbered_as_they_come():
    lines = fill("013", (4, "T" * 32), (36, "   3"), (41, "1234")) + "\n" + fill("013", (4, f"{'Bar':32}"), (36, "    "), (41, "   5"))
    assert read(lines).teams_of_2016 == [TeamLine(1, 1, "T" * 32, (3, 1234)), TeamLine(2, 2, "Bar", (5,))]


def test_byes_stand_round_by_round():
    records = read(fill("320", (4, " 2.5"), (9, " 1.5"), (14, "  7"), (18, "000"), (22, "   "), (26, "123")))
    assert (records.team_points, records.bye_games) == ({"P": 5}, 3)
    assert records.rests == [TrfRest(1, 1, 7, ResultCode.BYE), TrfRest(1, 4, 123, ResultCode.BYE)]
    assert read(fill("320", (4, " 2.0"), (9, "    "), (14, "  7"))).bye_games is None


@pytest.mark.parametrize(("letter", "code"), [("F", ResultCode.FULL_BYE), ("H", ResultCode.HALF_BYE), ("Z", ResultCode.ABSENT)])
def test_rests_that_were_wished_stand_by_number(letter, code):
    records = read(fill("240", (4, letter), (6, " 12"), (10, "   3"), (15, "1234")))
    assert records.rests == [TrfRest(1, 12, 3, code), TrfRest(1, 12, 1234, code)]


def test_who_must_not_meet_stands_from_one_round_to_another():
    records = read(fill("260", (4, "  2"), (8, " 11"), (12, "   3"), (17, "1234"), (22, "   5")))
    assert records.restrictions == [Restriction((3, 1234, 5), 2, 11)]
    assert records.mentions == [(1, 3), (1, 1234), (1, 5)]
    assert read(fill("260", (4, "   "), (8, "   "), (12, "   3"), (17, "   4"))).restrictions == [Restriction((3, 4), 1, 0)]


@pytest.mark.parametrize(
    ("matches", "games", "halves"), [(" 1.5", "    ", 3), ("    ", " 2.0", 4), (" 0.0", " 0.5", 1), ("    ", "    ", 0)]
)
def test_virtual_points_stand_by_rounds_and_numbers(matches, games, halves):
    fields = ((4, matches), (9, games), (14, "  2"), (18, "  4"), (22, "  11"), (27, "1234"))
    assert read(fill("250", *fields)).virtual == [VirtualPoints(1, halves, range(2, 5), range(11, 1235))]


def test_a_last_that_is_missing_is_the_first():
    fields = ((4, " 1.0"), (9, "    "), (14, "  2"), (18, "   "), (22, "  11"), (27, "    "))
    assert read(fill("250", *fields)).virtual == [VirtualPoints(1, 2, range(2, 3), range(11, 12))]


def test_virtual_points_of_javafo_stand_round_by_round():
    assert read("XXA   12  1.0  0.5 10.0").virtual == [
        VirtualPoints(1, halves, range(number, number + 1), range(12, 13)) for number, halves in ((1, 2), (2, 1), (3, 20))
    ]


def test_matches_for_which_a_team_did_not_come_stand_by_round():
    records = read(fill("330", (4, "+-"), (7, " 12"), (11, "  3"), (15, "123")))
    assert records.forfeits == [TeamForfeit(1, 12, (3, 123), (ResultCode.FORFEIT_WIN, ResultCode.FORFEIT_LOSS))]
    assert records.mentions == [(1, 3), (1, 123)]


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("012 Torneo di Natale ", "name", "Torneo di Natale"),
        ("142   12", "rounds", 12),
        ("XXR 7", "rounds", 7),
        ("192 FIDE_TEAM_MP_GP ", "system", "FIDE_TEAM_MP_GP"),
        ("152 w", "colours_line", 1),
        ("XXC white1", "colours_line", 1),
        ("XXC black1 rank", "colours_line", 1),
        ("XXC rank", "colours_line", 0),
        ("XXZ 3 1 4", "next_absent", {1, 3, 4}),
        ("XXP 3 1 4", "restrictions", [Restriction((3, 1, 4))]),
        ("162  W 1.0   D 0.5   L 0.0   P 1.5   X 3.0   F 2.0  H 0.5  Z 0.0", "single_points",
         {"W": 2, "D": 1, "L": 0, "P": 3, "FW": 6, "F": 4, "H": 1, "Z": 0}),
        ("362 TW 3.0 TD1.0  TL -0.5 P 2.0", "team_points", {"W": 6, "D": 2, "L": -1, "P": 4}),
        ("XXS W=3.0 D=1.0", "single_points", None),
        ("XXS WW=3.0 BW=3.0 WL=0.5 PAB=1.0 FPB=2.0 HPB=0.5 ZPB=0.0 FW=3.0 FL=0.0", "single_points",
         {"W": 6, "L": 1, "P": 2, "F": 4, "H": 1, "Z": 0, "FW": 6, "FL": 0}),
        ("BBU 1.5", "single_points", {"P": 3}),
    ],
)  # fmt: skip
def test_other_records_say_one_thing(line, name, value):
    if value is None:
        with pytest.raises(DrawRefused, match="Line 1 of the file cannot be understood"):
            read(line)
        return
    found = getattr(read(line), name)
    assert ({key: points for key, points in found.items() if key} if isinstance(found, dict) else found) == value


def test_the_system_and_the_colours_are_told_with_their_lines():
    records = read("012 x\n192 FIDE_DUTCH\nXXC white1\n")
    assert (records.system_line, records.colours_line) == (2, 3)


@pytest.mark.parametrize(
    "line",
    ["132 20/01/01", "022 Bologna", "102 arbiter", "182 x", "222 x", "300 x", "302 x", "352 W", "801 x", "802 x", "### note", "BBX 1"],
)
def test_what_says_nothing_about_who_can_meet_whom_is_passed_over(line):
    assert read(line) == read("")


@pytest.mark.parametrize("line", ["299 x", "412 x", "XXB x", "XXX", "900", "242 x", "303 x"])
def test_what_asks_for_something_else_is_refused_with_its_line(line):
    with pytest.raises(DrawRefused) as refused:
        read(f"012 x\n{line}\n")
    assert [dict(reason.params) for reason in refused.value.reasons] == [{"line": 2, "record": line[:3]}]


@pytest.mark.parametrize(
    "line", ["142 x", "001    x", "162 W 0.3", "162 W 1.0 ?", "162 Q 1.0", "330 +?   1   1   2", "240 Q   1    1", "XXS 1.0"]
)
def test_a_line_that_cannot_be_understood_is_told(line):
    with pytest.raises(DrawRefused) as refused:
        read(f"{line}{' ' * 5}{'x' * 90}\n142 3" if line.startswith("142") else f"142 3\n{line}")
    (reason,) = refused.value.reasons
    assert (reason.code, len(str(dict(reason.params)["text"]))) == ("trf_line", 60 if line.startswith("142") else len(line))


def test_points_are_counted_in_halves_and_rounds_from_one():
    assert [parse_halves(text) for text in ("0", "0.5", " 1.0", "-1.5", "12")] == [0, 1, 2, -3, 24]
    assert [parse_round(text) for text in ("1", " 12")] == [1, 12]
    for text in ("0", "-1"):
        with pytest.raises(ValueError, match=text):
            parse_round(text)
    for text in ("0.25", "x", "inf"):
        with pytest.raises((ValueError, OverflowError)):
            parse_halves(text)
