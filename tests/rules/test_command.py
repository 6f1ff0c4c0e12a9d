"""The command line: what it says, in which form, and how it refuses."""

import io
import json
import re
import subprocess
import sys

import pytest

from config.messages import read_catalogue
from rules import CARD_GAMES, GAMES, declared_fields, game_by_key, notation, record
from rules.__main__ import COMMANDS, main
from rules.command.language import load_translation
from tests.rules import vectors

MATCH = """\
option targets=31/31/41
option finish=claim_or_end_of_hand     # a friendly evening
maker=A1 points_0=11 last=A
points_0=9 marafona=A
points_0=7⅓
penalty side=A what=fine points=2
claim side=A taken=3
"""


def said(capsys, *words):
    """Exit status, standard output, error output."""
    status = main(words)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def data(capsys, *words):
    status, out, err = said(capsys, *words, "--json")
    assert err == ""
    return status, json.loads(out)


def test_list_names_every_game(capsys):
    status, found = data(capsys, "list")
    assert (status, list(found)) == (0, [game.key for game in GAMES])
    assert found["marafon"]["presets"]["friendly"] == "Among friends: to 41, with claims"
    assert said(capsys, "list")[1].startswith("mariglia: Mariglia, Sardinia\n")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_explain_tells_every_option(capsys, game):
    of_partners = {"claim_by", "signals_allowed", "talk_allowed"} if game.key == "sancagna2" else set()
    status, found = data(capsys, "explain", game.key)
    assert (status, {line["name"] for line in found["options"]}) == (0, game.options_to_json(game.options_from({})).keys() - of_partners)
    text = said(capsys, "explain", game.key)[1]
    assert all(f"\n{line['name']} = " in text for line in found["options"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_explain_speaks_italian_and_names_every_box_as_it_is_typed(capsys, game):
    text = said(capsys, "explain", game.key, "--language", "it")[1]
    assert text.startswith(f"{load_translation('it')(game.name)}, {load_translation('it')(game.place)}\n")
    assert [word for word in ("Options", "Sheet", "Sources", "Points", "True", "False") if f"\n{word}" in text] == []
    boxes = [box for spec in declared_fields(game.HandEntry) for box in spec.box_names(game.side_count)]
    assert [box for box in boxes if not re.search(rf"\b{box}\b", text)] == []


def test_the_language_is_that_of_the_system(capsys, monkeypatch):
    for given, told in (("it_IT.UTF-8", "il trionfo"), ("de_DE.UTF-8", "turned card"), ("C", "turned card")):
        monkeypatch.setenv("LC_ALL", given)
        assert told in said(capsys, "score", "mariglia", "dealer=A1", "turned=K")[2].lower()


def test_explain_shows_the_options_of_a_preset(capsys):
    _status, found = data(capsys, "explain", "marafon", "--preset", "tournament-31")
    assert {line["name"]: line["value"] for line in found["options"]}["targets"] == [31, 31, 41]


def test_score_completes_and_scores_a_hand(capsys):
    words = ("score", "marafon", "points_0=7⅓", "maker=B1", "marafona=B", "--standing", "36", "30")
    status, found = data(capsys, *words)
    assert (status, found["score"], found["games_won"], found["problems"]) == (0, [43, 37], [1, 0], [])
    assert said(capsys, *words) == (
        0,
        "maker=B1 marafona=B points_0=7⅓ points_1=4⅓\nmarafona: 0–3\ncard points: 7–4\nscore 43–37\ngame 1: A 43–37 (target reached)\n",
        "",
    )


def test_score_refuses_an_impossible_hand_with_the_fact_the_nearest_and_the_slip(capsys):
    fact, near = "With 3 of the tricks, A can have 3–51, not 52.", "Nearest possible: total 51, 50; tricks 4, 5."
    slip = "Perhaps “Total” of A is 51 and not 52 (one too many)?"
    assert said(capsys, "score", "mariglia", "dealer=A1", "turned=A", "total_0=52", "tricks_0=3") == (1, "", f"{fact} {near} {slip}\n")


def test_diagnose_ranks_the_slips(capsys):
    status, found = data(capsys, "diagnose", "mariglia", "dealer=A1", "turned=6", "total_0=54", "total_1=25")
    assert status == 1
    assert [(slip["changes"], slip["fields"]["total_0"]) for slip in found["slips"]] == [(1, "45")]
    assert data(capsys, "diagnose", "mariglia", "dealer=A1", "turned=6", "total_0=45") == (0, {"problems": [], "slips": []})


def test_diagnose_repairs_what_cannot_even_be_read(capsys):
    _status, found = data(capsys, "diagnose", "mariglia", "dealer=A1", "turned=6", "total_0=81", "tricks_0=5")
    assert [problem["code"] for problem in found["problems"]] == ["out_of_range"]
    assert [slip["fields"]["total_0"] for slip in found["slips"]][:2] == ["18", "31"]


def test_match_folds_a_file(capsys, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(MATCH, encoding="utf-8")
    status, found = data(capsys, "match", "marafon", str(file))
    assert status == 0
    assert found["games"] == [{"number": 1, "target": 31, "score": [31, 6], "winner": 0, "ending": "claim"}]
    assert said(capsys, "match", "marafon", str(file))[1].splitlines()[-1] == "game 1: A 31–6 (right claim)"


def test_match_stops_at_the_event_that_is_refused(capsys, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text("points_0=7\npoints_0=12\npoints_0=5\n", encoding="utf-8")
    status, found = data(capsys, "match", "marafon", str(file))
    assert (status, found["stopped"], found["score"], [problem["field"] for problem in found["problems"]]) == (1, 2, [7, 4], ["points_0"])


@pytest.mark.parametrize(
    ("text", "status", "line", "sentence"),
    [
        ("# a final\n\npoints_0=7\n\npoints_0=12\n", 1, 5, "line 5, event 2, is refused:\n"),
        ("option finish=end_of_hand\n\noption targets=cheese\npoints_0=7", 1, 3, "Line 3: Targets: “cheese” is not a whole number.\n"),
        ("points_0=7\noption colour=red\n", 1, 2, "Line 2: There is no field “colour” here."),
        ("points_0=7\ngong side=A", 2, None, "Line 2: there is no event “gong”."),
        ("points_0=7\nhand seven", 2, None, "Line 2: “seven” should be NAME=VALUE.\n"),
    ],
)
def test_what_is_wrong_in_a_text_is_said_with_its_line(capsys, tmp_path, text, status, line, sentence):
    file = tmp_path / "match.txt"
    file.write_text(text, encoding="utf-8")
    found_status, _out, err = said(capsys, "match", "marafon", str(file))
    assert (found_status, sentence in err) == (status, True), err
    report = data(capsys, "match", "marafon", str(file))[1]
    assert line in (report.get("line"), *(problem["line"] for problem in report.get("problems", ())))


def test_a_value_of_a_match_has_several_words_and_a_suit_any_name(capsys, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text("dealer=A1 turned=re di spade total_0=40\ndealer=B1 turned=4 trump=fiori total_0=45\n", encoding="utf-8")
    assert data(capsys, "match", "mariglia", str(file))[1]["score"] == [18, 0]


def test_a_card_that_is_dealt_twice_is_said_with_its_line(capsys, hand):
    text = (hand / "hand.txt").read_text(encoding="utf-8").replace("holds B1 ", "# right of the dealer\nholds B1 DH ")
    (hand / "hand.txt").write_text(text, encoding="utf-8")
    assert "Line 6: DH is dealt twice." in said(capsys, "replay", str(hand / "hand.txt"))[2]


def test_match_reads_the_events_of_the_ledger(capsys, tmp_path):
    game = game_by_key("marafon")
    events = [game.event_to_json(game.entry_from(game.start(game.options_from({})), {"points_0": "9"})) for _hand in range(3)]
    file = tmp_path / "match.json"
    file.write_text(json.dumps({"options": {"targets": [21], "games_to_win": 1}, "events": events}), encoding="utf-8")
    status, found = data(capsys, "match", "marafon", str(file))
    assert (status, found["winner"], found["over"]) == (0, 0, True)


@pytest.fixture
def hand(tmp_path):
    kept = vectors.marafon_record(vectors.load("marafon")[0])
    (tmp_path / "hand.json").write_text(json.dumps(record.to_json(kept)), encoding="utf-8")
    (tmp_path / "hand.txt").write_text(notation.to_text(game_by_key("marafon"), kept), encoding="utf-8")
    return tmp_path


def test_replay_reads_both_forms_alike(capsys, hand):
    status, found = data(capsys, "replay", str(hand / "hand.json"))
    assert data(capsys, "replay", str(hand / "hand.txt")) == (status, found)
    assert (status, found["score"], found["over"], len(found["tricks"])) == (0, [7, 4], True, 10)
    assert said(capsys, "replay", str(hand / "hand.txt"))[1].startswith("    B1 makes C trump\n 1  B1  D4 D5 DJ D2  -> A1  ⅔\n")
    assert found["tricks"][0]["points"] == 2


def test_replay_reads_what_a_person_types(capsys, hand):
    """Any case, French signs on either side of the rank, suits by their names."""
    text = (hand / "hand.txt").read_text(encoding="utf-8")
    status, found = data(capsys, "replay", str(hand / "hand.txt"))
    typed = text.lower().replace("b1 trump c", "B1 Trump coppe").replace("d4", "♦4").replace("b7", "7♣")
    assert typed != text.lower()
    (hand / "hand.txt").write_text(typed, encoding="utf-8")
    assert data(capsys, "replay", str(hand / "hand.txt")) == (status, found)


def test_replay_shows_the_first_illegal_action_and_what_was_legal(capsys, hand):
    text = (hand / "hand.txt").read_text(encoding="utf-8").replace("B1 D4 D5 DJ D2", "B1 D4 CA DJ D2")
    (hand / "hand.txt").write_text(text, encoding="utf-8")
    assert said(capsys, "replay", str(hand / "hand.txt")) == (
        1,
        "",
        """    B1 makes C trump
 1  B1  D4
line 9, action 3, is illegal: A2 play CA
coins were led and the player had some. Legal: DA D6 D5.
""",
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_simulate_repeats_itself_with_the_same_seed(capsys, game):
    first = data(capsys, "simulate", game.key, "--deals", "40", "--seed", "spring")
    assert first == data(capsys, "simulate", game.key, "--deals", "40", "--seed", "spring")
    assert first != data(capsys, "simulate", game.key, "--deals", "40", "--seed", "autumn")
    assert sum(first[1]["scores"].values()) <= 40


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("score", "poker", "a=1"), "There is no game “poker”."),
        (("score", "marafon", "points"), "“points” should be NAME=VALUE."),
        (("score", "marafon", "points_0=5", "--preset", "nonsense"), "There is no preset “nonsense”."),
        (("score", "marafon", "points_0=5", "--option", "finish=never"), "End of a game: “never” is not one of"),
        (("score", "marafon", "points_0=5", "--option", "colour=red"), "There is no field “colour” here."),
        (("score", "marafon", "points_9=5"), "There is no field “points_9” here."),
        (("diagnose", "marafon", "card=5"), "There is no field “card” here."),
        (("match", "marafon", "-", "--option", "colour=red"), "There is no field “colour” here."),
        (("score", "marafon", "points_0=5", "--standing", "1"), "--standing wants 2 numbers."),
        (("score", "marafon", "points_0=5", "--number", "0"), "--number is the number of a game"),
        (("score", "marafon", "points_0=5", "--dealer", "Z"), "There is no seat “Z”."),
        (("replay", "no/such/file"), "There is no file no/such/file."),
        (("match", "marafon", "no/such/file"), "There is no file no/such/file."),
        (("simulate", "marafon", "--deals", "0"), "--deals must be from 1"),
    ],
)
def test_a_wrong_command_line_gets_a_sentence_and_exit_status_two(capsys, monkeypatch, words, told):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"points_0=5")))
    status, out, err = said(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith(told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("frob",), "invalid choice: 'frob'"),
        (("diagnose", "marafon"), "the following arguments are required: FIELD=VALUE"),
        (("simulate", "marafon", "--deals", "many"), "invalid int value: 'many'"),
        (("explain", "marafon", "--language", "sc"), "invalid choice: 'sc'"),
    ],
)
def test_arguments_that_cannot_be_read_are_bad_input_too(capsys, words, told):
    with pytest.raises(SystemExit) as left:
        main(list(words))
    _out, err = capsys.readouterr()
    assert left.value.code == 2
    assert told in err
    assert err.rstrip().endswith("--help")


@pytest.mark.parametrize("command", [(), *((module.NAME,) for module in COMMANDS)], ids=" ".join)
def test_help_speaks_italian(capsys, monkeypatch, command):
    """Every word that is not a name comes from the catalogue; `--language` is stronger than the system."""
    monkeypatch.setenv("LANGUAGE", "it_IT")
    pages = {}
    for said in ((), ("--language", "en")) if command else ((),):
        with pytest.raises(SystemExit) as left:
            main([*command, *said, "--help"])
        assert left.value.code == 0
        pages[said] = capsys.readouterr().out
    page = pages[()]
    assert page.startswith("uso: python -m rules")
    assert ("mostra questo aiuto ed esce" in page, "show this help" in page) == (True, False)
    italian, english = (" ".join(pages[words].split()) for words in ((), said))
    sentences = {
        entry.id for entry in read_catalogue("rules", "it") if isinstance(entry.id, str) and " " in entry.id.strip() and entry.id in english
    }
    assert command == () or sentences
    assert not {sentence for sentence in sentences if sentence in italian}


def test_complaints_speak_italian(capsys, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "it_IT")
    with pytest.raises(SystemExit):
        main(["diagnose", "marafon"])
    usage, complaint = capsys.readouterr().err.rsplit("\n", 2)[:2]
    assert usage.startswith("uso: ")
    assert complaint == "mancano questi argomenti: CASELLA=VALORE. Di più: python -m rules diagnose --help"
    assert said(capsys, "match", "marafon", "none") == (2, "", "Il file none non esiste.\n")


UNREADABLE = ("{", "{}", "gong side=A", '{"options": 3, "events": []}')
EVENTS = '[{"kind": "game", "scores": [36, 0]}, {"kind": "game", "scores": [0, 36]}]'


@pytest.mark.parametrize(
    "content",
    [
        EVENTS,
        f'{{"events": {EVENTS}}}',
        f'{{"options": {{"games": 3}}, "events": {EVENTS}}}',
        "game scores_0=36 scores_1=0\ngame scores_0=0 scores_1=36",
    ],
)
def test_a_match_obeys_preset_and_options_whatever_the_file_looks_like(capsys, tmp_path, content):
    file = tmp_path / "match"
    file.write_text(content, encoding="utf-8")
    _status, found = data(capsys, "match", "mariglia", str(file), "--preset", "two-of-35")
    assert (found["over"], found["winner"], found["games_won"]) == (True, None, [1, 1])
    assert data(capsys, "match", "mariglia", str(file), "--preset", "two-of-35", "--option", "decider=yes")[1]["over"] is False


def test_a_match_comes_from_the_standard_input_too_and_has_a_first_dealer(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"turned=2 total_0=40")))
    assert data(capsys, "match", "mariglia", "-", "--dealer", "A1")[1]["dealer"] == "B1"


def test_a_misspelt_key_of_a_match_is_refused(capsys, tmp_path):
    file = tmp_path / "match.json"
    file.write_text('{"event": []}', encoding="utf-8")
    assert said(capsys, "match", "marafon", str(file)) == (2, "", "A match has no “event”. Known: game, options, events.\n")


def test_a_match_of_another_game_and_an_empty_one_are_told(capsys, tmp_path):
    file = tmp_path / "match.json"
    file.write_text('{"game": "mariglia", "events": []}', encoding="utf-8")
    assert said(capsys, "match", "marafon", str(file)) == (2, "", "This file contains a match of “mariglia”, not of “marafon”.\n")
    assert said(capsys, "match", "mariglia", str(file))[1].startswith("Nothing is entered in this match yet")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", "labella-hand 1", '{"format": "labella-hand", "version": 1, "game": "poker", "holdings": []}', "\0"]
)
def test_files_that_are_no_hand_get_a_sentence(capsys, tmp_path, content):
    file = tmp_path / "file"
    file.write_text(content, encoding="utf-8")
    status, out, err = said(capsys, "replay", str(file))
    assert (status, out) == (2 if content == "{" or "poker" in content else 1, "")
    assert err


@pytest.mark.parametrize(
    "content", ["{", "{}", "3=", "hand", "gong side=A", '{"events": [3]}', '[{"kind": "hand"}]', '{"options": 3, "events": []}']
)
def test_files_that_are_no_match_get_a_sentence(capsys, tmp_path, content):
    file = tmp_path / "file"
    file.write_text(content, encoding="utf-8")
    status, _out, err = said(capsys, "match", "marafon", str(file))
    assert status == (2 if content in UNREADABLE else 1)
    assert err


def test_the_engine_runs_without_django():
    """The package is read in a process where Django cannot be imported."""
    script = (
        "import sys; sys.modules['django'] = None; sys.argv[1:] = ['list']; import runpy; runpy.run_module('rules', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("mariglia")


def test_witness_shows_a_hand_that_replays_to_the_sheet(capsys):
    status, found = data(capsys, "witness", "mariglia", "dealer=A1", "turned=SA", "tricks_0=6", "total_0=40", "--seconds", "30")
    assert (status, found["found"]) == (0, True)
    game, kept = game_by_key("mariglia"), record.from_json(found["record"])
    hand = record.replay_record(game, kept).event
    assert (hand.dealer, hand.turned, hand.trump, hand.tricks, hand.total) == (0, "A", "S", (6, 4), (40, 30))


def test_witness_writes_the_notation_for_people(capsys):
    status, out, _err = said(capsys, "witness", "marafon", "points_0=7", "last=B", "--seconds", "30")
    game = game_by_key("marafon")
    hand = record.replay_record(game, notation.from_text(game, out)).event
    assert (status, hand.points, hand.last) == (0, (7, 4), 1)


def test_witness_says_that_nothing_was_found(capsys):
    status, out, _err = said(capsys, "witness", "mariglia", "turned=2", "tricks_0=1", "total_0=21", "--seconds", "0.01")
    assert (status, out) == (0, "No hand found in this time, which proves nothing. Search longer, or with another --seed.\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tricks_0=1", "total_0=22", "turned=2"), "With 1 of the tricks"),
        (("total_0=40", "turned=2", "--seconds", "0"), "--seconds must be"),
    ],
)
def test_witness_refuses_what_cannot_be(capsys, words, message):
    status, out, err = said(capsys, "witness", "mariglia", *words)
    assert (status, out, message in err) == (2 if "--seconds" in words else 1, "", True)


def test_explain_gives_the_page_of_the_handbook(capsys):
    status, out, _err = said(capsys, "explain", "marafon", "--handbook", "--language", "en")
    assert status == 0
    assert "| 9 | 20, 22–32 | 23, 25–35 |" in out.splitlines()


def test_the_handbook_is_written_to_a_folder(capsys, tmp_path):
    status, found = data(capsys, "handbook", str(tmp_path))
    assert (status, len(found["written"])) == (0, 2 * len(CARD_GAMES))
    assert (tmp_path / "en" / "marafon.md").read_text(encoding="utf-8").startswith("# Marafon-Beccaccino\n\n## The game\n")
    tmp_path.joinpath("file").write_text("")
    assert said(capsys, "handbook", str(tmp_path / "file"))[0] == 2
