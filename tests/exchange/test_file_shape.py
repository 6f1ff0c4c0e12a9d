"""The shape of a tournament's file: what is refused before anything is looked up, and what must not be forgotten in it."""

import json

import jsonschema
import pytest
from django.apps import apps
from hypothesis import given
from hypothesis import strategies as st

from exchange.conformance import find_faults
from exchange.reading import load_schema, parse_document
from exchange.upgrades import upgrade_document
from exchange.values import BrokenCopy

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b'{"format": 1}', b"\xff\xfe", b'{"a": NaN}', b'{"a": 1, "a": 1}', b'{"a": 1.5}', b"[" * 100_000, b"9" * 10_000],
)
def test_what_is_no_document_is_refused(content):
    with pytest.raises(BrokenCopy):
        parse_document(content)


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


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=4)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2), max_leaves=4
)


@given(VALUES, st.data())
def test_our_verdict_is_that_of_the_reference(value, data):
    """A strange value put anywhere into a small document."""
    document = json.loads(json.dumps(SMALL))
    paths = list(all_paths(document))
    *path, last = data.draw(st.sampled_from(paths))
    target = document
    for part in path:
        target = target[part]
    target[last] = value
    assert (list(find_faults(document, load_schema(), load_schema())) == []) is jsonschema.Draft202012Validator(load_schema()).is_valid(
        document
    )


def all_paths(value, path=()):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from all_paths(item, (*path, key))


MOMENT = "2026-11-21T20:00:00.000000+00:00"
MATCH = {
    "code": "ABCD2345", "position": 1, "kind": "played", "table": 1, "sitting": 1, "seated_at": None, "pool": "", "first_dealer": 0,
    "bracket": None, "reasons": [], "not_before": None, "seats": [[1]], "sheets": [], "result": None,
}  # fmt: skip
ROUND = {
    "number": 1, "state": "published", "published_at": None, "closed_at": None, "starts_at": None, "draw": None, "matches": [MATCH],
}  # fmt: skip
SMALL = upgrade_document({
    "format": "labella-tournament",
    "version": 3,
    "made_at": MOMENT,
    "tournament": {
        "slug": "serata", "name": "Serata", "venue": "", "date": "2026-11-21", "game": "mariglia", "rules": {}, "rules_version": "1",
        "preset": "", "state": "running", "public": True, "one_person": False, "individual": False, "substitutions": False,
        "table_count": None, "round_minutes": None, "history_public": True, "public_names": "full", "surname_first": False,
        "demonstration": False, "fee_cents": 0, "regulation": "", "created_at": MOMENT,
    },
    "persons": {
        "people": [{"id": "00000000-0000-0000-0000-000000000000", "name": "Anna", "phone": "", "erased_at": None}],
        "entries": [{"number": 1, "name": "Anna", "note": ""}],
        "desk": [{"actor": "staff-1", "user": "director"}],
        "words": [],
        "changes": [],
        "forbidden": [],
        "substitutions": [],
        "paper": None,
    },
    "links": [],
    "entries": [
        {
            "id": 1, "number": 1, "persons": [], "club": "", "seed": None, "state": "entered", "fixed_table": None, "fee_paid_cents": 0,
            "hidden": False,
        }
    ],
    "hall_tables": [],
    "desk": [],
    "stages": [
        {
            "number": 1, "name": "Fase", "format": "swiss", "options": {}, "seeded": True, "seed": "", "seed_committed_at": None,
            "state": "running", "entries": [], "scheme": {}, "source": None, "takes": "first", "of_each": 0, "best_others": 0,
            "rounds": [ROUND],
        }
    ],
    "ledger": [],
    "standings": [],
})  # fmt: skip


def test_the_small_document_is_one():
    """The positive control of the comparison with the reference: what is put into it decides."""
    assert list(jsonschema.Draft202012Validator(load_schema()).iter_errors(SMALL)) == []


LEFT_OUT = {
    "Tournament": {"id", "created_by_id"},
    "Entry": {"tournament_id", "club_id"},
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
    "PaperStyle": {"tournament_id", "wifi_name", "wifi_password", "wifi_shown"},
    "TableLink": {"id", "match_id", "issued_by_id", "code_hash", "code_used_at", "first_seen_at", "tries"},
    "LedgerEntry": {"tournament_id", "match_id"},
    "LedgerText": {"id", "tournament_id"},
    "Stranger": {"id", "tournament_id"},
}
"""Columns that the file says in another way: keys, and what follows from the rest; the Wi-Fi is one hall's and stays there."""
CALLED = {"game_key": "game", "preset_key": "preset", "format_key": "format", "public_id": "id", "made_by_id": "made_by"}


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
        "Draft",
        "LedgerHead",
        "TableDevice",
        "DirectorCall",
        "WrongSecret",
        "MatchResult",
        "StandingsCache",
        "Season",
        "SeasonDirector",
        "SeasonEvening",
        "SeasonDecision",
        "SeasonNaming",
    }
    tables = {model.__name__ for app in ("tournaments", "scoring") for model in apps.get_app_config(app).get_models()}
    assert {name for name in tables if not name.startswith("Historical")} == own | LEFT_OUT.keys()


def words_in(value):
    for name, item in value.items():
        if isinstance(item, dict):
            yield name
            yield from words_in(item)
