"""The result file: both spellings say the same, whatever is changed is noticed, and programs that share no code write and read it."""

import json
import runpy
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from federation.result_files.checking import Signed, check_result_file
from federation.result_files.documents import compute_matches_digest, format_json_file, sign_document
from federation.result_files.tables import format_table
from publishing.pieces.signatures import make_private_key

DOCS = Path(__file__).parents[3] / "docs" / "result-file"
EXAMPLES = sorted(path.name.removesuffix(".event.json") for path in (DOCS / "examples").glob("*.event.json"))
KEY = make_private_key()
WORDS = some.text(some.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12)
FILLED = some.text(string.ascii_letters + "àÈ'=-+@;,\"", min_size=1, max_size=12)
SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@some.composite
def documents(draw):
    """A result with everything that can stand in one."""
    names = draw(some.lists(WORDS, min_size=1, max_size=6))
    cards = draw(some.lists(some.sampled_from([None, "0071", "=7", "A 12", "'9"]), min_size=6, max_size=6))
    persons = [
        {
            "id": f"p{number}",
            "name": name,
            "card": card and {
                "number": f"{card}{number}",
                "issuer": draw(WORDS),
                "kind": draw(some.sampled_from(["federation", "association", "club", "other"])),
                "valid_until": draw(some.sampled_from([None, "2027-06-30"])),
            },
        }
        for number, (name, card) in enumerate(zip(names, cards, strict=False))
    ]  # fmt: skip
    groups = [persons[start : start + 2] for start in range(0, len(persons), 2)]
    places = draw(some.sampled_from([[1, 2, 3], [1, 1, 3], [1, 2, 2], [1, None, None]]))[: len(groups)]
    entries = [
        {
            "number": 10 + number,
            "name": draw(WORDS),
            "club": draw(WORDS),
            "persons": [person["id"] for person in group],
            "place": place,
            "shared": place is not None and places.count(place) > 1,
            "points": draw(some.sampled_from(["", "7", "-3", "7.5"])),
            "state": "played",
            "prizes": draw(some.lists(some.text("abc’ 123", min_size=1, max_size=9).map(str.strip).filter(bool), max_size=2)),
        }
        for number, (group, place) in enumerate(zip(groups, places, strict=True))
    ]
    match = {"code": "AB", "stage": 1, "round": 1, "sides": [[10], [10]], "outcome": "played", "winner": 0, "score": [2, 1]}
    match |= {"hands": [{"t": 1}]}
    return {
        "format": "card-result",
        "version": 1,
        "made_at": "2026-11-21T22:40:00+00:00",
        "program": {"name": draw(FILLED), "release": "1"},
        "event": {
            "id": "2026-11-21T18:30:00.000001+00:00",
            "name": draw(FILLED),
            "date": "2026-11-21",
            "class": draw(some.sampled_from(["club", "provincial", "regional", "national"])),
            "state": draw(some.sampled_from(["final", "provisional"])),
            "organizer": {"name": draw(WORDS), "number": draw(WORDS)},
            "venue": {"name": draw(WORDS), "town": draw(WORDS)},
            "game": {"key": "marafon", "name": "Marafone", "options": {"targets": "41 41", "on": True, "list": [1, None]}},
            "stages": [{"number": 1, "name": draw(WORDS), "format": "swiss", "rounds": 3}],
        },
        "persons": persons,
        "entries": entries,
        "ledger": draw(some.sampled_from([None, {"entries": 12, "digest": "ab" * 32}])),
        "matches": draw(some.sampled_from([None, [], [match]])),
        "matches_sha256": "",
        "signature": None,
    }


@given(documents())
@SETTINGS
def test_both_spellings_give_the_document_back_with_a_signature_that_fits(document):
    signed = sign_document(document, KEY)
    as_json, as_table = check_result_file(format_json_file(signed).encode()), check_result_file(format_table(signed))
    assert (as_json.faults, as_json.document, as_json.signed) == ((), signed, Signed.RIGHT)
    assert (as_table.faults, as_table.document, as_table.signed) == ((), signed | {"matches": None}, Signed.RIGHT)


@given(documents(), some.data())
@SETTINGS
def test_no_cell_can_be_changed_after_signing(document, data):
    lines = format_table(sign_document(document, KEY)).decode("utf-8-sig").splitlines()
    heading, cells = lines[0].split(";"), lines[-1].split(";")
    if len(cells) != len(heading):
        return  # a text with a semicolon stands in quotation marks
    column = data.draw(some.integers(0, len(cells) - 1))
    changed = [*cells]
    others = [text for text in ("", "9", "changed", "2026-01-01", "national", "yes") if text != cells[column]]
    changed[column] = data.draw(some.sampled_from(others))
    checked = check_result_file("\n".join([lines[0], *lines[1:-1], ";".join(changed)]).encode())
    names = {"signature_algorithm", "signature_key", "signature"}
    all_gone = heading[column] in names and not any(changed[heading.index(name)] for name in names)
    assert all_gone or not checked.is_sound or changed[column].removeprefix("'") == cells[column].removeprefix("'")


def build_example(name="burraco"):
    return json.loads((DOCS / "examples" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("share", [0.001, 0.3, 0.6, 0.9, 0.999])
@pytest.mark.parametrize("spelling", ["json", "csv"])
def test_a_file_that_was_cut_off_is_refused_on_its_last_line(spelling, share):
    signed = sign_document(build_example(), KEY)
    content = format_json_file(signed).encode().rstrip() if spelling == "json" else format_table(signed).rstrip()
    cut = content[: int(len(content) * share)]
    checked = check_result_file(cut)
    assert not checked.is_sound
    assert spelling == "csv" or checked.faults[0].line == cut.count(b"\n") + 1 or share < 0.01


def change(document, place, value):
    *path, last = place
    part = document
    for step in path:
        part = part[step]
    part[last] = value
    return document


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (("format",), "xml", "line 1: This is no result file: its field “format” is not “card-result”."),
        (("version",), 2, "line 1: The file has version 2, and this program reads up to version 1. Update the program."),
        (("event", "class"), "world", "event.class: is not one of the allowed words"),
        (("event", "date"), "2026-02-30", "event.date: is no date"),
        (("made_at",), "2026-02-28T25:00:00Z", "made_at: is no time of day"),
        (("persons", 1, "card", "number"), "100231", "persons[1].card.number: is the card of two persons"),
        (("persons", 1, "phone"), "333 1234567", "persons[1].phone: is not known here"),
        (("entries", 0, "persons", 0), "none", "entries[0].persons[0]: refers to a person who is not in the file"),
        (("entries", 1, "number"), 1, "entries[1].number: appears twice"),
        (("entries", 1, "place"), 9, "entries[1].place: skips places: 4 entries stand before it"),
        (("entries", 0, "shared"), True, "entries[0].shared: says that the place is shared, and nobody else holds it"),
        (("entries",), [], "names nobody: a result has at least one entry"),
        (("matches",), [], None),
        (("matches_sha256",), compute_matches_digest([]), None),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_by_line_and_in_words(place, value, sentence):
    text = format_json_file(change(build_example(), place, value))
    faults = check_result_file(text.encode()).faults
    assert (faults == ()) == (sentence is None)
    if sentence is not None:
        told = {str(fault).partition(", ")[2] if fault.place else str(fault): fault for fault in faults}
        fault = next(fault for words, fault in told.items() if sentence in words)
        assert json.dumps(value if isinstance(value, str | int) else [], ensure_ascii=False) in text.splitlines()[fault.line - 1] or (
            not fault.place
        )


def test_a_file_signed_by_another_desk_cannot_bear_the_key_of_the_first():
    ours, theirs = sign_document(build_example(), KEY), sign_document(build_example(), make_private_key())
    forged = theirs | {"signature": theirs["signature"] | {"key": ours["signature"]["key"]}}
    checked = check_result_file(format_json_file(forged).encode())
    assert [fault.place for fault in checked.faults] == ["signature"]
    assert checked.signed is Signed.WRONG


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe\x00", "The file is no text in UTF-8: save it again as UTF-8."),
        (b"nome;punti\nAnna;3\n", "is missing: the first line names the columns"),
        (b"[]", "This is no result file: its field “format” is not “card-result”."),
        (b'{"format": "card-result", "version": 1.5}', "The file has a name twice, a fraction, or too many brackets. Make it again."),
        (b"[" * 100_000, "The file has a name twice, a fraction, or too many brackets. Make it again."),
        (b'{"format" "card-result"}', "The file is damaged or was changed by hand here. Make it again."),
    ],
)
def test_what_is_no_result_at_all_is_refused_with_what_to_do(content, sentence):
    assert [fault.sentence for fault in check_result_file(content).faults] == [sentence]


@pytest.mark.parametrize("name", EXAMPLES)
def test_programs_of_forty_lines_write_and_read_the_examples(name):
    folder = DOCS / "examples"
    writer, reader = runpy.run_path(str(DOCS / "write_result.py")), runpy.run_path(str(DOCS / "read_result.py"))
    event = json.loads((folder / f"{name}.event.json").read_text(encoding="utf-8"))
    lines = [line.split(";") for line in (folder / f"{name}.list.csv").read_text(encoding="utf-8").splitlines()]
    text = writer["write_result"](event, lines)
    assert text == (folder / f"{name}.json").read_text(encoding="utf-8")
    checked = check_result_file(text.encode())
    assert checked.faults == ()
    assert format_table(checked.document) == (folder / f"{name}.csv").read_bytes()
    names = [person for line in lines for person in line[4::2]]
    for spelling in ("json", "csv"):
        title, read = reader["read_result"](folder / f"{name}.{spelling}")
        assert (title, [line[2] for line in read]) == (event["name"], names)


def test_the_reader_and_the_writer_are_short_and_share_no_code():
    for name in ("read_result", "write_result"):
        text = (DOCS / f"{name}.py").read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 40
        assert "federation" not in text
        assert "django" not in text
