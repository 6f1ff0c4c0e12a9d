"""If this fails, a file of another program is read, written or refused otherwise than it was: in texts that were approved.

`REWRITE_GOLDEN=1` writes them anew, to be read before they are committed.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from pairing import DrawRefused, draw_request
from pairing.reasons import format_reason
from pairing.trf.generate import RandomHabits, generate_report
from pairing.trf.reading import parse_trf
from pairing.trf.report import TrfReport, build_request
from pairing.trf.stored import build_report
from pairing.trf.writing import format_trf
from tests.golden.kept_text import compare_with_kept
from tests.golden.test_stages import SCENES
from tests.pairing.stages import PlayedStage
from tests.pairing.test_trf import FOUR, format_boards, format_singles

FOLDER = Path(__file__).parent / "trf"
HABITS = {
    "usual": RandomHabits(),
    "wild": RandomHabits(draws=30, no_shows=25, withdrawals=8, absences=15, forbidden=60),
    "accelerated": RandomHabits(accelerated=True),
    "calm": RandomHabits(0, 0, 0, 0, 0),
}
GENERATED = [("usual", 5, 4, 2), ("usual", 12, 5, 3), ("wild", 9, 7, 4), ("wild", 16, 6, 5), ("accelerated", 11, 6, 2), ("calm", 4, 5, 3)]


def test_random_tournaments_are_written_as_they_were():
    lines = []
    for name, entries, rounds, finished in GENERATED:
        report = generate_report("kept", entries=entries, rounds=rounds, finished=finished, habits=HABITS[name])
        lines += [f"== {name}, {entries} entries, {finished} of {rounds} rounds", *format_trf(report).splitlines()]
    compare_with_kept(FOLDER / "generated.txt", lines)


def tell_report(report: TrfReport) -> Iterator[str]:
    empty = TrfReport("", 0, (), ())
    for one in fields(report):
        value = getattr(report, one.name)
        if one.name not in ("names", "cells") and value != getattr(empty, one.name):
            told = [sorted(part) for part in value] if one.name == "accelerated" else sorted(value) if one.name == "absent" else value
            yield f"{one.name}: {told}"
    request = build_request(report, "kept")
    for number, (name, cells) in enumerate(zip(report.names, report.cells, strict=True), start=1):
        rounds = " ".join(f"{cell.opponent}{'w' if cell.first else 'b'}{cell.code.value}" for cell in cells)
        line = request.standings[number - 1]
        told = f"{line.primary} {line.secondary} met {line.opponents} byes {line.byes} given {line.forfeit_wins}{' floated' * line.floated}"
        yield f"{number} {name}: {rounds}; {told}"
    yield from (f"  {match.round}: {match.sides} {match.winner} {match.outcome.value} {match.first_dealer}" for match in request.history)
    yield f"options {request.options}, {request.win_points}, {request.accelerated}"


def tell_reading(text: str, *, without_colours: bool = False) -> Iterator[str]:
    try:
        report = parse_trf(text, without_colours=without_colours)
        yield from tell_report(report)
        yield from (f"{pairing.sides}" for pairing in draw_request(build_request(report, "kept")).pairings)
    except DrawRefused as refused:
        yield from (f"refused: {format_reason(reason)}" for reason in refused.reasons)


POINTS = "162  W 3.0    D 1.0    L 0.0    P 3.0    F 3.0    H 0.0\n"
OF_SINGLES = {
    "plain": format_singles() + "XXR 9\n",
    "points of their own": format_singles("4.0", "4.0", "3.0") + "142 9\n" + POINTS,
    "absent": format_singles() + "XXR 9\nXXZ 2\nXXP 1 3\n",
    "wrong points": format_singles("2.5", "2.0", "0.5") + "XXR 9\n",
    "no rounds": format_singles(),
    "over": format_singles() + "XXR 3\n",
    "accelerated": format_singles() + "XXR 9\nXXA    1  1.0  1.0  1.0  0.5\nXXA    2  1.0  1.0  1.0  0.5\n",
    "accelerated otherwise": format_singles() + "XXR 9\nXXA    1  1.0  2.0  1.0\n",
}
OF_BOARDS = {
    "matches first": format_boards("MP_GP"),
    "games first": format_boards("GP_MP"),
    "matches alone": format_boards("MP"),
    "games alone": format_boards("GP"),
    "single points": format_boards("MP_GP") + "162  W 2.0    D 1.0    L 0.0    P 1.0\n",
    "the bye is worth a win": format_boards("MP_GP") + "320  2.0  1.0   3   2\n",
    "another bye": format_boards("MP_GP") + "320  2.0  1.0   1   2\n",
    "nobody came": format_boards("MP_GP").replace("330 +-   2", "330 --   2"),
    "the other did not come": format_boards("MP_GP").replace("330 +-   2", "330 -+   2"),
    "two against one": format_boards("MP_GP").replace("     4 b =", "     5 b ="),
    "wrong match points": format_boards("MP_GP").replace(f"{'One':<65}", f"{'One':<46}   9.0    3.5     "[:65]),
    "wrong game points": format_boards("MP_GP").replace(f"{'One':<65}", f"{'One':<46}   4.0    9.5     "[:65]),
    "a stranger in a team": format_boards("MP_GP").replace("   3    4\n", "   3   14\n"),
}
EDITS = {
    "as it is": ("", ""),
    "rounds in words": ("142 3", "142 three"),
    "an unknown result": ("3 w 1", "3 w ?"),
    "a gap in the numbers": ("001    2", "001    7"),
    "another opponent": ("     3 w 1", "     2 w 1"),
    "another result": ("     3 w 1", "     3 w ="),
    "another colour": ("     3 w 1", "     3 b 1"),
    "no colour": ("     3 w 1", "     3 - 1"),
    "no result": ("     3 w 1", "     3 w  "),
    "against itself": ("     3 w 1", "     1 w 1"),
    "against nobody": ("     3 w 1", "     9 w 1"),
    "over": ("142 3", "142 2"),
    "too many rounds": ("142 3", "142 1"),
    "no rounds": ("142 3\n", ""),
    "no rounds at all": ("142 3", "142 0"),
    "thirty rounds": ("142 3", "142 30"),
    "thirty-one rounds": ("142 3", "142 31"),
    "another system": ("192 FIDE_TEAM_MP_GP", "192 FIDE_DUTCH"),
    "no system": ("192 FIDE_TEAM_MP_GP\n", ""),
    "colours": ("192 FIDE_TEAM_MP_GP\n", "XXC white1\n"),
    "colours of another system": ("192 FIDE_TEAM_MP_GP\n", "192 FIDE_DUTCH\nXXC black1\n"),
    "colours that do not matter": ("352 W", "152 w"),
    "acceleration of the next round": ("352 W", "250  2.0        1   2    1    2\n250  1.0        3   3    1    2"),
    "other virtual points": ("352 W", "250  1.0        1   1    1    2"),
    "virtual points of rounds to come": ("352 W", "250  7.0        4   9    1    2"),
    "virtual points for strangers": ("352 W", "250  2.0        1   1    1    7"),
    "nothing virtual": ("352 W", "250  0.0        1   1    1    7"),
    "a record that is not followed": ("352 W", "299 -   1.0"),
    "a forfeit of a stranger": ("240 Z   3    3", "330 +-   1   1   5"),
    "a forfeit": ("240 Z   3    3", "330 +-   3   1   2"),
    "a rest of a stranger": ("240 Z   3    3", "240 Z   3    5"),
    "a rest that was played": ("240 Z   3    3", "240 Z   1    3"),
    "a half bye": ("240 Z   3    3", "240 H   2    4"),
    "a full bye": ("240 Z   3    3", "240 F   2    4"),
    "a rest of a later round": ("240 Z   3    3", "240 Z   4    3"),
    "two who rest": ("240 Z   3    3", "240 Z   3    3    4"),
    "kept apart for a while": ("260   1   3", "260   1   2"),
    "kept apart later": ("260   1   3", "260   4   9"),
    "kept apart from now on": ("260   1   3", "260   3   3"),
    "kept apart for ever": ("260   1   3", "260   1    "),
    "three kept apart": ("260   1   3    1    4", "260   1   3    2    4    3"),
    "the bye of another": ("320  2.0  0.5 000   3", "320  2.0  0.5 000   4"),
    "the bye of a stranger": ("320  2.0  0.5 000   3", "320  2.0  0.5 000   5"),
    "a bye worth nothing": ("320  2.0  0.5 000   3", "320  0.0  0.5 000   3"),
    "a bye later": ("320  2.0  0.5 000   3", "320  2.0  0.5 000   3   2"),
    "other match points": ("                       3.0    1.5   1", "                       4.0    1.5   1"),
    "other game points": ("                       3.0    1.5   1", "                       3.0    4.5   1"),
    "no game points": ("                       3.0    1.5   1", "                       3.0          1"),
    "other values": ("362  W 2.0    D 1.0    L 0.0   ", "362  W 3.0    D 1.0    L 1.0   "),
    "games first": ("192 FIDE_TEAM_MP_GP", "192 FIDE_TEAM_GP_MP"),
    "matches alone": ("192 FIDE_TEAM_MP_GP", "192 FIDE_TEAM_MP"),
    "nobody": ("001", "012"),
}


def test_files_are_read_or_refused_as_they_were():
    lines: list[str] = []
    for name, (old, new) in EDITS.items():
        lines += [f"== {name}", *tell_reading(format_trf(FOUR).replace(old, new, 99 if name == "nobody" else 1))]
    for title, texts, free in (("singles", OF_SINGLES, True), ("boards", OF_BOARDS, False)):
        for name, text in texts.items():
            lines += [f"== {title}, {name}", *tell_reading(text, without_colours=free)]
    compare_with_kept(FOLDER / "read.txt", lines)


def test_more_than_ten_lines_with_other_points_are_not_all_named():
    text = format_trf(generate_report("kept", entries=14, rounds=5, finished=2, habits=HABITS["calm"]))
    with pytest.raises(DrawRefused) as refused:
        parse_trf(text.replace("362  W 2.0", "362  W 3.0"))
    assert len(refused.value.reasons) == 10
    many = [line for line in text.splitlines() if not line.startswith("001    1 ")]
    with pytest.raises(DrawRefused) as gaps:
        parse_trf("\n".join(many))
    assert len(gaps.value.reasons) >= 1


def test_stored_draws_are_told_to_other_programs_as_they_were():
    lines: list[str] = []
    for scene in (scene for scene in SCENES if scene.key == "swiss"):
        for draw in PlayedStage(scene).play_all().draws[::2]:
            lines.append(f"== {scene}, round {draw.request.round}")
            report = build_report(draw, name="Serata", names={101: "Rossi", 102: "Bianchi"})
            lines += format_trf(report).splitlines() if report else ["no file"]
            earlier = replace(draw.request, history=tuple(replace(match, round=match.round - 2) for match in draw.request.history))
            again = build_report(replace(draw, request=earlier), name="Serata", names={})
            lines += [
                f"with rounds before: {again.rounds}, {again.finished}, {again.names}, {sorted(again.absent)}" if again else "none before"
            ]
    compare_with_kept(FOLDER / "stored.txt", lines)


def test_every_text_is_of_a_test():
    assert sorted(path.stem for path in FOLDER.iterdir()) == ["generated", "read", "stored"]
