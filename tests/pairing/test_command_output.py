"""If this fails, the command line prints another draw than the engine makes, or takes other numbers than it says."""

import io
import json

import pytest

from pairing import draw_request, draw_to_json
from pairing.__main__ import main
from pairing.checker import check_draw
from pairing.claim_words import CLAIM_SENTENCES
from pairing.formats import format_by_key
from pairing.movements.format import compute_quality
from pairing.trf.generate import RandomHabits, generate_report
from pairing.trf.report import build_request
from pairing.trf.writing import format_trf


def run(capsys, *arguments):
    status = main(list(arguments))
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.mark.parametrize(
    ("arguments", "numbers"),
    [
        ((), ("1", 20, 7, 4)),
        (("--seed", "x"), ("x", 20, 7, 4)),
        (("--entries", "2", "--rounds", "1", "--finished", "0"), ("1", 2, 1, 0)),
        (("--entries", "5", "--rounds", "30", "--finished", "3"), ("1", 5, 30, 3)),
        (("--rounds", "4"), ("1", 20, 4, 4)),
    ],
)
def test_a_random_tournament_is_that_of_its_numbers(capsys, arguments, numbers):
    seed, entries, rounds, finished = numbers
    report = generate_report(seed, entries=entries, rounds=rounds, finished=finished)
    assert run(capsys, "generate", *arguments) == (0, format_trf(report), "")


def test_as_many_entries_as_a_file_has_numbers_are_made(capsys):
    status, text, _fault = run(capsys, "generate", "--entries", "9999", "--finished", "0")
    assert (status, text.count("\n001 ")) == (0, 9999)


@pytest.mark.parametrize(
    ("arguments", "name", "limits"),
    [
        (("generate", "--entries", "10000"), "entries", "2 to 9999"),
        (("generate", "--entries", "1"), "entries", "2 to 9999"),
        (("generate", "--rounds", "31"), "rounds", "1 to 30"),
        (("generate", "--rounds", "0", "--finished", "0"), "rounds", "1 to 30"),
        (("generate", "--rounds", "3"), "finished", "0 to 3"),
        (("generate", "--finished", "-1"), "finished", "0 to 7"),
        (("movement", "individual", "--players", "8", "--rounds", "61"), "rounds", "1 to 60"),
        (("movement", "tables_of_three", "--players", "2", "--rounds", "3"), "players", "3 to 400"),
        (("movement", "tables_of_three", "--players", "401", "--rounds", "3"), "players", "3 to 400"),
    ],
)
def test_other_numbers_are_refused_with_the_limits(capsys, arguments, name, limits):
    status, printed, fault = run(capsys, *arguments)
    assert (status, printed) == (1, "")
    assert fault.startswith(f"--{name} must be from {limits}, not ")


@pytest.fixture
def report():
    return generate_report("kept", entries=9, rounds=6, finished=3)


@pytest.fixture
def file(report, tmp_path):
    path = tmp_path / "nine.trf"
    path.write_text(format_trf(report), encoding="utf-8")
    return str(path)


def test_pairs_are_printed_in_the_order_of_the_tables(capsys, report, file):
    draw = draw_request(build_request(report, ""))
    lines = [str(len(draw.pairings)), *(" ".join(map(str, [*pairing.sides, *[0] * pairing.bye])) for pairing in draw.pairings)]
    assert run(capsys, file) == (0, "\n".join(lines) + "\n", "")


@pytest.mark.parametrize("seed", ["", "another"])
def test_the_whole_draw_is_printed_as_json(capsys, report, file, seed):
    status, printed, _fault = run(capsys, file, "--json", *(["--seed", seed] if seed else []))
    assert (status, json.loads(printed)) == (0, json.loads(json.dumps(draw_to_json(draw_request(build_request(report, seed))))))


def test_a_draw_comes_in_by_the_pipe_too(capsys, file, monkeypatch):
    _status, printed, _fault = run(capsys, file, "--json")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n " + printed))
    draw = json.loads(printed)["request"]
    told = f"The same draw: format swiss, round {draw['round']}, key “”, digest {json.loads(printed)['digest']}\n"
    assert run(capsys, "replay", "-") == (0, told, "")


@pytest.mark.parametrize("accelerated", [False, True])
def test_every_claim_is_told_with_its_group(capsys, tmp_path, accelerated):
    """With virtual points scores are counted in halves, and told as people write them."""
    own = generate_report("kept", entries=12, rounds=6, finished=1, habits=RandomHabits(accelerated=accelerated))
    path = tmp_path / "twelve.trf"
    path.write_text(format_trf(own), encoding="utf-8")
    draw = draw_to_json(draw_request(build_request(own)))
    expected = []
    for claim in check_draw(draw).proven:
        half = "½" if claim.group is not None and claim.group % 2 else ""
        whole = "" if claim.group is None else (claim.group // 2 or "" if half else claim.group // 2) if accelerated else claim.group
        group = "" if claim.group is None else f"group {whole}{half if accelerated else ''}: "
        expected.append(f"proven {group}{CLAIM_SENTENCES[claim.what]}")
    assert run(capsys, "check", str(path)) == (0, "\n".join(expected) + "\n", "")


def test_a_wrong_draw_is_told_claim_by_claim(capsys, file, tmp_path):
    _status, printed, _fault = run(capsys, file, "--json")
    draw = json.loads(printed)
    draw["pairings"].pop()
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(draw), encoding="utf-8")
    status, told, _fault = run(capsys, "check", str(path))
    wrong = [f"WRONG  {CLAIM_SENTENCES[claim.what]}" for claim in check_draw(draw).faults if claim.group is None]
    assert (status, [line for line in told.splitlines() if line.startswith("WRONG  ") and "group " not in line]) == (1, wrong)
    assert wrong


@pytest.mark.parametrize(("key", "players", "rounds"), [("individual", 9, 2), ("tables_of_five", 7, 3), ("tables_of_three", 9, 4)])
def test_a_movement_is_printed_round_by_round_with_its_quality(capsys, key, players, rounds):
    form = format_by_key(key)
    status, printed, _fault = run(capsys, "movement", key, "--players", str(players), "--rounds", str(rounds))
    lines = printed.splitlines()
    movement = form.find_movement(players, rounds, "1")
    assert status == 0
    for number, (line, tables) in enumerate(zip(lines, movement, strict=False), start=1):
        assert line == f"{number:>3}  " + "   ".join(" ".join(str(player + 1) for player in table) for table in tables)
    found = compute_quality(form, players, rounds, "1")
    titles = {
        "partners": "pairs as partners",
        "opponents": "pairs as opponents",
        "rests": "players with a bye",
        "seats": "players in one seat",
    }
    expected = []
    for name, title in titles.items():
        if name in found["quality"]:
            times = ", ".join(f"{count} × {often}" for often, count in found["quality"][name].items())
            expected.append(f"{title:19}  {times:40}bound: {found['bound'][f'{name}_at_most']} at most")
    assert lines[rounds:] == expected


@pytest.mark.parametrize("system", ["FIDE_DUTCH", "", "colours"])
def test_a_file_of_another_system_says_how_it_can_be_drawn_all_the_same(capsys, tmp_path, report, system):
    text = format_trf(report).replace("192 FIDE_TEAM_MP_GP", f"192 {system}" if system else "")
    path = tmp_path / "other.trf"
    path.write_text(text if system != "colours" else text.replace("192 colours", "152 w"), encoding="utf-8")
    status, printed, fault = run(capsys, str(path))
    assert (status, printed, fault.splitlines()[-1]) == (1, "", "Add --without-colours to draw the round by our rule.")
    assert run(capsys, str(path), "--without-colours")[0] == 0


def test_a_fault_of_a_line_says_nothing_of_colours(capsys, tmp_path, report):
    path = tmp_path / "wrong.trf"
    path.write_text(format_trf(report).replace("142 6", "142 six"), encoding="utf-8")
    assert run(capsys, str(path)) == (1, "", "Line 2 of the file cannot be understood: “142 six”.\n")


def test_a_folder_is_no_file(capsys, tmp_path):
    status, _printed, fault = run(capsys, str(tmp_path))
    assert (status, fault.startswith(f"{tmp_path}: ")) == (1, True)


def test_a_certificate_that_is_not_whole_is_told(capsys, tmp_path, file):
    _status, printed, _fault = run(capsys, file, "--json")
    draw = json.loads(printed)
    del draw["certificate"]["brackets"]
    path = tmp_path / "torn.json"
    path.write_text(json.dumps(draw), encoding="utf-8")
    assert run(capsys, "check", str(path)) == (1, "", "The draw is incomplete: 'brackets' is missing in its certificate.\n")
