"""The command line with what people give it: right files, wrong files, and no files at all."""

import json

import pytest

from pairing import draw_round, draw_to_json
from pairing.__main__ import main
from pairing.values import Entrant


@pytest.fixture
def trf(tmp_path, capsys):
    assert main(["generate", "--entries", "10"]) == 0
    path = tmp_path / "ten.trf"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


@pytest.fixture
def stored(trf, tmp_path, capsys):
    assert main([str(trf), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def told(capsys):
    """What went wrong, in one line."""
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_draw_is_made_proven_and_repeated(trf, stored, tmp_path, capsys):
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert main([str(trf)]) == 0
    assert main(["check", str(trf)]) == 0
    assert main(["check", str(path)]) == 0
    assert main(["replay", str(path)]) == 0


def test_pairs_are_printed_a_line_each_and_who_rests_against_0(capsys, tmp_path):
    path = tmp_path / "nine.trf"
    assert main(["generate", "--entries", "9"]) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main([str(path)]) == 0
    count, *pairs = capsys.readouterr().out.splitlines()
    assert (count, sorted(int(number) for pair in pairs for number in pair.split())) == ("5", list(range(10)))


@pytest.mark.parametrize("command", ["replay", "check"])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda draw: draw.pop("certificate"), "This is not a saved draw: 'certificate' is missing."),
        (lambda draw: draw.pop("request"), "This is not a saved draw: 'request' is missing."),
        (lambda draw: draw["request"].update(round="5"), "This is not a saved draw: draw.request.round is not of the right kind."),
        (
            lambda draw: draw["pairings"][0].update(sides=[1, None]),
            "This is not a saved draw: draw.pairings[0].sides[1] is not of the right kind.",
        ),
        (
            lambda draw: draw["request"]["history"][0].update(winner="1"),
            "This is not a saved draw: draw.request.history[0].winner is not of the right kind.",
        ),
        (
            lambda draw: draw["pairings"][0].update(position=["", "8", 0, ""]),
            "This is not a saved draw: draw.pairings[0].position is not of the right kind.",
        ),
        (lambda draw: draw["request"]["history"][0].update(outcome="won"), "This is not a saved draw: 'won' is not a valid MatchOutcome."),
    ],
)
def test_what_is_no_draw_is_refused_in_a_sentence(stored, tmp_path, capsys, command, change, sentence):
    change(stored)
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert main([command, str(path)]) == 1
    assert told(capsys) == sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a saved draw: it is not JSON"),
        (b"{", "This is not a saved draw: it is not JSON"),
        (b"[]", "the JSON is not an object"),
        (b"\xff\xfe", "is not a readable text"),
    ],
)
def test_files_of_another_kind(tmp_path, capsys, content, sentence):
    path = tmp_path / "file"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 1
    assert sentence in told(capsys)


def test_a_format_that_is_not_known(stored, tmp_path, capsys):
    stored["request"]["format"] = "chess"
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert told(capsys).startswith("The format “chess” is not known here; known are knockout, ")


def test_no_such_file(tmp_path, capsys):
    assert main([str(tmp_path / "none.trf")]) == 1
    assert told(capsys) == f"There is no file {tmp_path / 'none.trf'}."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["generate", "--entries", "1"], "--entries must be from 2 to 9999, not 1."),
        (["generate", "--finished", "9"], "--finished must be from 0 to 7, not 9."),
        (["movement", "tables_of_five", "--players", "4", "--rounds", "3"], "--players must be from 5 to 400, not 4."),
        (["movement", "individual", "--players", "8", "--rounds", "0"], "--rounds must be from 1 to 60, not 0."),
    ],
)
def test_numbers_out_of_range(capsys, arguments, sentence):
    assert main(arguments) == 1
    assert told(capsys) == sentence


def test_a_movement_is_told_beside_its_bound(capsys):
    assert main(["movement", "individual", "--players", "16", "--rounds", "15"]) == 0
    *_rounds, partners, opponents, rests, seats = capsys.readouterr().out.splitlines()
    shown = [" ".join(line.split()) for line in (partners, opponents, rests)]
    assert shown == [
        "pairs as partners 120 × 1 bound: 1 at most",
        "pairs as opponents 120 × 2 bound: 2 at most",
        "players with a bye 16 × 0 bound: 0 at most",
    ]
    assert seats.endswith("bound: 4 at most")


def test_every_format_has_draws_that_are_of_the_right_kind(tmp_path):
    entrants = [Entrant(number, number) for number in range(1, 13)]
    for key in ("knockout", "round_robin", "swiss", "danish", "individual", "tables_of_five", "heats", "double_elimination", "repechage"):
        path = tmp_path / f"{key}.json"
        path.write_text(json.dumps(draw_to_json(draw_round(key, entrants=entrants, round_number=1, seed="s"))), encoding="utf-8")
        assert main(["replay", str(path)]) == 0


def test_help_and_answers_speak_italian(trf, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "it_IT")
    with pytest.raises(SystemExit):
        main(["--help"])
    page = capsys.readouterr().out
    assert page.startswith("uso: python -m pairing FILE.trf")
    assert "abbina il prossimo turno" in page
    assert main(["check", str(trf)]) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == {"dimostrato"}
    assert main([str(tmp_path / "none")]) == 1
    assert told(capsys) == f"Il file {tmp_path / 'none'} non esiste."
    assert main(["generate", "--entries", "1", "--language", "en"]) == 1
    assert told(capsys) == "--entries must be from 2 to 9999, not 1."
