"""The shape of a tournament's file: what is refused before anything is looked up, and what must not be forgotten in it."""

import json

import pytest
from django.apps import apps

from exchange.conformance import _SENTENCES, find_fault, inline_definitions
from exchange.places import describe_place
from exchange.reading import load_schema
from exchange.values import BrokenCopy
from tests.exchange.encoded import parse_document

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b'{"format": 1}', b"\xff\xfe", b'{"a": NaN}', b'{"a": 1, "a": 1}', b'{"a": 1.5}', b"[" * 100_000, b"9" * 10_000],
)
def test_what_is_no_damagedis_refused(content):
    with pytest.raises(BrokenCopy):
        parse_document(content)


NOT_OURS = "is not a tournament file of La Bella"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x93Nome\x94;Circolo", NOT_OURS),
        (b"Nome;Circolo", NOT_OURS),
        (b'{"format": "gpx", "version": 1}', NOT_OURS),
        (b"[1, 2]", NOT_OURS),
        (b'{"format": "labella-tournament", "version": 99}', "was saved by a newer La Bella: update La Bella on this computer"),
        (b'{"format": "labella-tournament", "version": 4', "is damaged or was changed by hand"),
    ],
)
def test_a_refusal_says_what_the_file_is_and_what_to_do(content, sentence):
    with pytest.raises(BrokenCopy, match=sentence) as refused:
        parse_document(content)
    assert "codec" not in str(refused.value)


@pytest.mark.parametrize("place", ["tournament.slug", "entries[0].number", "ledger[0].digest", "stages[0].rounds[0].matches[0].code"])
def test_a_wrong_shape_is_named(document, place):
    target = document
    *path, last = place.replace("[0]", ".0").split(".")
    for part in path:
        target = target[int(part)] if part.isdigit() else target[part]
    target[last] = {"wrong": "kind"}
    with pytest.raises(BrokenCopy, match=r"is of the wrong kind") as refused:
        parse_document(json.dumps(document).encode())
    assert refused.value.place == place


def change_nothing(document):
    """The control: what a desk writes conforms."""


SHAPES = {
    "nothing wrong": (change_nothing, None),
    "missing": (lambda d: d["tournament"].pop("date"), ("tournament.date", "is missing")),
    "unknown": (lambda d: d["stages"][0].update(colour="red"), ("stages[0].colour", "is not known here")),
    "another kind": (lambda d: d.update(stages={}), ("stages", "is of the wrong kind")),
    "a truth for a number": (lambda d: d["entries"][0].update(number=True), ("entries[0].number", "is of the wrong kind")),
    "another constant": (lambda d: d.update(format="cards"), ("format", "must be labella-tournament")),
    "no such word": (lambda d: d["tournament"].update(state="asleep"), ("tournament.state", "is not one of the allowed words")),
    "too long": (lambda d: d["tournament"].update(name="x" * 999), ("tournament.name", "is too long or badly written")),
    "too small": (lambda d: d["entries"][0].update(number=-1), ("entries[0].number", "is too small or too large")),
    "too many": (lambda d: d["entries"][0].update(persons=["0" * 8] * 5), ("entries[0].persons", "has too many parts")),
    "nothing at all": (lambda d: d.clear(), ("format", "is missing")),
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_first_fault_has_its_place_and_sentence(document, name):
    change, fault = SHAPES[name]
    change(document)
    assert find_fault(document, inline_definitions(load_schema())) == fault


def test_a_damaged_field_is_named_in_words(document):
    """Which entry, which field, what to do; and the place for whoever looks into the file."""
    number, person = document["entries"][1]["number"], document["persons"]["people"]
    names = [row["name"] for row in person if row["id"] in document["entries"][1]["persons"]]
    del document["entries"][1]["fee_paid_cents"]
    with pytest.raises(BrokenCopy) as refused:
        parse_document(json.dumps(document).encode())
    for part in (f"Entry {number}, ", *names, "“Paid, in euros”", "is missing", "(entries[1].fee_paid_cents)", "Save the file again"):
        assert part in str(refused.value)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("stages[0].rounds[0].matches[0].table", "stage “{stage}”, round 1, match {code}, “table”"),
        ("ledger[4].digest", "ledger entry 5, “digest”"),
        ("persons.people[0].phone", "person “{person}”, “Telephone”"),
        ("hall_tables[0].number", "hall_tables[0].number"),
        ("the file", "the file"),
        ("entries[99].seed", "entry in place 100 of the list, “Seed”"),
    ],
)
def test_places_have_words(document, place, words):
    stage = document["stages"][0]
    code, person = stage["rounds"][0]["matches"][0]["code"], document["persons"]["people"][0]["name"]
    assert describe_place(document, place) == words.format(stage=stage["name"], code=code, person=person)


@pytest.mark.parametrize("damaged", [None, [], {}, {"entries": 5}, {"entries": [None]}, {"entries": [{"number": "x", "persons": 3}]}])
def test_places_of_what_is_no_damagedare_found_without_a_fault(damaged):
    assert describe_place(damaged, "entries[0].seed")


def test_every_keyword_of_the_schema_has_its_sentence():
    described = {"$schema", "$defs", "$ref", "title", "description", "properties", "items"}
    assert set(keywords_in(load_schema())) - described <= _SENTENCES.keys()


def keywords_in(schema):
    for keyword, value in schema.items():
        yield keyword
        schemas = value.values() if keyword in {"properties", "$defs"} else [value]
        for inner in schemas:
            if isinstance(inner, dict):
                yield from keywords_in(inner)


LEFT_OUT = {
    "Tournament": {"id", "created_by_id", "organizer_id", "result_entry", "archived_at", "handed_over_at", "handed_over_to"}
    | {"shown_from", "shown_as_of"},
    "Entry": {"tournament_id", "club_id", "again_of_id"},
    "FeePlan": {"id", "tournament_id"},
    "CashLine": {"id", "tournament_id", "entry_id", "cancels_id"},
    "CashReceipt": {"line_id", "handed_by_id"},
    "PrizeHandover": {"id", "tournament_id", "entry_id", "given_by_id"},
    "PrizePicture": {"id", "tournament_id"},
    "Person": {"id"},
    "Stage": {"id", "tournament_id", "source_id"},
    "StageEntry": {"id", "stage_id", "entry_id"},
    "Round": {"id", "stage_id"},
    "Match": {"id", "round_id"},
    "Draw": {"id", "round_id", "seed", "engine_version"},
    "HallTable": {"id", "tournament_id"},
    "SheetIssue": {"id", "match_id"},
    "Seat": {"id", "match_id", "entry_id", "round_id", "side", "place"},
    "ForbiddenPair": {"id", "tournament_id", "first_id", "second_id"},
    "Substitution": {"id", "entry_id", "match_id", "leaves_id", "comes_id"},
    "PaperStyle": {"tournament_id", "follows_club", "wifi_name", "wifi_password", "wifi_shown", "screen_message", "screen_logo"}
    | {"screen_diagonal", "screen_unit", "screen_seat"}
    | {"overlay_scene", "overlay_match", "overlay_title", "overlay_text"},
    "TableLink": {"id", "match_id", "issued_by_id", "code_hash", "code_used_at", "first_seen_at", "tries"},
    "LedgerEntry": {"tournament_id", "match_id"},
    "LedgerText": {"id", "tournament_id"},
    "Stranger": {"id", "tournament_id"},
    "Announcement": {"tournament_id", "door_key"},
    "Enrolment": {"id", "tournament_id", "entry_id", "site", "wish_number"},
}
"""Columns that the file says in another way: keys, and what follows from the rest; the Wi-Fi and the screen are one hall's and stay there,
what a desk types from its sheets is its own habit, and its QR code at the door has a secret of its own."""
CALLED = {
    "game_key": "game",
    "preset_key": "preset",
    "format_key": "format",
    "stored_name": "name",
    "public_id": "id",
    "made_by_id": "made_by",
}


def test_no_column_is_forgotten():
    """A new column goes into the file, or into the list above."""
    told = set(words_in(load_schema()))
    forgotten = [
        f"{name}.{field.attname}"
        for name in LEFT_OUT
        for field in model_called(name)._meta.concrete_fields
        if field.attname not in LEFT_OUT[name] and CALLED.get(field.attname, field.attname) not in told
    ]
    assert forgotten == []


def model_called(name):
    return next(model for model in apps.get_models() if model.__name__ == name)


def test_no_table_is_forgotten():
    """A new table goes into the file, or into this list: what a desk makes anew, keeps for itself, or stores with another one."""
    own = {
        "Club",
        "Edition",
        "Member",
        "StaffRole",
        "Invitation",
        "PlaceCode",
        "Organizer",
        "OrganizerMember",
        "OrganizerPaper",
        "LoginPolicy",
        "SecondFactor",
        "Draft",
        "StrayHand",
        "FormerMatch",
        "EntryCode",
        "LedgerHead",
        "TableDevice",
        "DirectorCall",
        "SeatedTable",
        "WrongSecret",
        "SheetPhotograph",
        "ExtraSheet",
        "MatchResult",
        "StandingsCache",
        "Season",
        "SeasonDirector",
        "SeasonEvening",
        "SeasonDecision",
        "SeasonNaming",
        "SeasonSpelling",
        "NamesakeAnswer",
        "ReceiptWords",
        "MemberCard",
        "EveningPapers",
        "EnrolmentInbox",
        "EnrolmentWish",
    }
    tables = {model.__name__ for app in ("tournaments", "scoring") for model in apps.get_app_config(app).get_models()}
    assert {name for name in tables if not name.startswith("Historical")} == own | LEFT_OUT.keys()


def words_in(value):
    for name, item in value.items():
        if isinstance(item, dict):
            yield name
            yield from words_in(item)
