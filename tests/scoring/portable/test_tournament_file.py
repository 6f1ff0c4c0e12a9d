"""A tournament goes to another desk and on from there; a file that does not hold together is refused with the place."""

import copy
import json
import random

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import LedgerEntry, LedgerText, MatchResult, SheetIssue
from scoring.portable.conformance import faults_of
from scoring.portable.importing import import_tournament
from scoring.portable.reading import parse_document, schema
from scoring.portable.writing import document_bytes, tournament_document
from scoring.queries.ledger import current_head
from scoring.queries.matches import load_match
from scoring.queries.verification import verify_tournament
from scoring.safety.values import BrokenCopy
from scoring.services.actors import staff_actor
from scoring.services.confirmation import confirm_match
from scoring.services.rounds import close_round, draw_next_round
from scoring.triggers import GUARDS
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening, quarrel
from tests.scoring.hands import enter
from tournaments.models import Draw, Entry, HallTable, Match, Person, Round, Seat, StaffRole, Stage, StageEntry, Tournament
from tournaments.refusals import Refused
from tournaments.services.rounds import publish_round, replay_draw
from tournaments.triggers import install, remove

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def forget_everything():
    """Make this desk another one: no tournament, no person, other keys."""
    remove(connection, GUARDS)
    for model in (LedgerEntry, MatchResult):
        model.objects.all().delete()
    with connection.cursor() as cursor:
        for table in ("ledgertext", "ledgerhead", "standingscache", "sheetissue", "draft"):
            cursor.execute(f"DELETE FROM scoring_{table}")
    for model in (Seat, Match, Draw, Round):
        model.objects.all().delete()
    for tournament in Tournament.objects.all():
        for stage in tournament.stages.all():
            stage.stage_entries.all().delete()
            stage.delete()
        tournament.entries.all().delete()
        tournament.delete()
    Person.objects.all().delete()
    install(connection, GUARDS)


@pytest.fixture
def evening():
    tournament = play_evening(pairs=5, rounds=2)
    quarrel(tournament)
    return tournament


@pytest.fixture
def document(evening):
    return parse_document(document_bytes(tournament_document(evening)))


@pytest.fixture
def elsewhere(document):
    """The same database as another laptop, where other tournaments have taken the keys."""
    forget_everything()
    play_evening(pairs=3, rounds=1, name="Un altro torneo")
    return build_user("director")


def names_in(value, path=""):
    if isinstance(value, dict):
        for name, item in value.items():
            yield from names_in(item, f"{path}.{name}")
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item, path)
    elif isinstance(value, str) and ("Anna" in value or "Berto" in value):
        yield path


def test_names_stand_in_one_section_only(document):
    assert set(names_in(document)) == {".persons.people.name", ".persons.entries.name", ".persons.words.text"}


def test_it_is_what_its_schema_says(document):
    jsonschema.Draft202012Validator(schema()).validate(document)


def test_it_comes_back_the_same(document, elsewhere):
    imported = import_tournament(document, actor=elsewhere)
    tournament = imported.tournament
    assert verify_tournament(tournament) == ()
    assert str(current_head(tournament)) == str(imported.head)
    again = parse_document(document_bytes(tournament_document(tournament)))
    assert without_keys(again) == without_keys(document)
    assert (imported.strangers, imported.not_repeated) == ((), ())


def without_keys(document):
    """What two desks share: everything but the keys of rows, and digests and certificates of draws, which speak of keys."""
    plain = copy.deepcopy(document)
    del plain["made_at"]
    numbers = {entry.pop("id"): entry["number"] for entry in plain["entries"]}
    for stage in plain["stages"]:
        for round_ in stage["rounds"]:
            round_["draw"] = [[numbers[side] for side in one["sides"]] for one in round_["draw"]["outcome"]["pairings"]]
            for match in round_["matches"]:
                match["seats"] = [numbers[seat] for seat in match["seats"]]
                for reason in match["reasons"]:
                    params = reason["params"]
                    params.update({name: numbers[params[name]] for name in ("entrant", "other") if name in params})
    return plain


def test_its_draws_can_be_repeated_there(document, elsewhere):
    tournament = import_tournament(document, actor=elsewhere).tournament
    draws = Draw.objects.filter(round__stage__tournament=tournament)
    assert [replay_draw(draw).proven for draw in draws] == [True, True]


def test_the_evening_goes_on_there(document, elsewhere):
    tournament = import_tournament(document, actor=elsewhere).tournament
    stage = tournament.stages.get()
    round_ = stage.rounds.get(state="published")
    director = build_user("director")
    rng = random.Random(3)
    for match in round_.matches.filter(kind="played").exclude(result__state="confirmed"):
        finish(match, rng)
        confirm_match(match, origin=origin_of(director), version=None)
    close_round(round_, actor=director, origin=origin_of(director))
    publish_round(draw_next_round(stage, actor=director, seed="on", at=NOW), actor=director, at=NOW)
    assert verify_tournament(tournament) == ()


def finish(match, rng):
    """The assistant enters hands until the match is decided."""
    view = load_match(match)
    while not view.fold.decided:
        enter(match, view.game.random_hand(view.fold.state, rng), staff_actor(build_user("assistant")))
        view = load_match(match)


def test_the_people_of_the_desk_keep_their_numbers(document, elsewhere):
    StaffRole.objects.filter(user__username="assistant").delete()
    User.objects.filter(username="assistant").delete()
    assert import_tournament(document, actor=elsewhere).strangers == ("assistant",)


def test_an_admin_makes_those_who_are_missing(document, elsewhere):
    StaffRole.objects.filter(user__username="assistant").delete()
    User.objects.filter(username="assistant").delete()
    User.objects.filter(pk=elsewhere.pk).update(is_superuser=True)
    imported = import_tournament(document, actor=elsewhere)
    made = User.objects.get(username="assistant")
    assert (imported.strangers, made.has_usable_password()) == ((), False)
    assert f"staff-{made.pk}" in {line["actor"] for line in document["ledger"]}


def test_the_same_tournament_is_not_taken_in_twice(document):
    with pytest.raises(Refused, match="here already"):
        import_tournament(document, actor=build_user("director"))


FIRST_MATCH = "stages[0].rounds[0].matches[0]"


def first_match(document):
    return document["stages"][0]["rounds"][0]["matches"][0]


BREAKAGES = {
    "changed entry": (lambda d: d["ledger"][2].update(actor="staff-99"), "ledger[2]"),
    "removed entry": (lambda d: d["ledger"].pop(2), "ledger[2]"),
    "swapped entries": (lambda d: d["ledger"].insert(2, d["ledger"].pop(3)), "ledger[2]"),
    "changed payload": (lambda d: d["ledger"][0].update(payload=d["ledger"][0]["payload"].replace("1", "2")), "ledger[0]"),
    "changed winner": (lambda d: first_match(d)["result"].update(winner=None), f"{FIRST_MATCH}.result"),
    "changed words": (lambda d: d["persons"]["words"][0].update(text="era 20"), "ledger entry"),
    "changed standings": (lambda d: d["standings"][0]["places"].reverse(), "standings[0]"),
    "unknown entry": (lambda d: first_match(d)["seats"].__setitem__(0, 999_999), f"{FIRST_MATCH}.seats"),
    "bidi name": (lambda d: d["persons"]["people"][0].update(name="An\u202ena"), "persons.people[0].name"),
    "foreign game": (lambda d: d["tournament"].update(game="briscola"), "the file"),
    "impossible rules": (lambda d: d["tournament"]["rules"].update(targets="x"), "the file"),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_broken_file_is_refused_with_its_place(document, elsewhere, name):
    breakage, place = BREAKAGES[name]
    breakage(document)
    before = (Tournament.objects.count(), LedgerEntry.objects.count(), Person.objects.count())
    with pytest.raises(BrokenCopy) as refused:
        import_tournament(document, actor=elsewhere)
    assert refused.value.place.startswith(place)
    assert (Tournament.objects.count(), LedgerEntry.objects.count(), Person.objects.count()) == before


def test_the_unbroken_file_is_taken(document, elsewhere):
    """The control of the test above."""
    import_tournament(document, actor=elsewhere)


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
    assert (list(faults_of(document, schema(), schema())) == []) is jsonschema.Draft202012Validator(schema()).is_valid(document)


def all_paths(value, path=()):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from all_paths(item, (*path, key))


MOMENT = "2026-11-21T20:00:00.000000+00:00"
MATCH = {
    "code": "ABCD2345", "position": 1, "kind": "played", "table": 1, "pool": "", "first_dealer": 0, "bracket": None, "reasons": [],
    "not_before": None, "seats": [1], "sheets": [], "result": None,
}  # fmt: skip
ROUND = {"number": 1, "state": "published", "published_at": None, "closed_at": None, "draw": None, "matches": [MATCH]}
SMALL = {
    "format": "labella-tournament",
    "version": 1,
    "made_at": MOMENT,
    "tournament": {
        "slug": "serata", "name": "Serata", "venue": "", "date": "2026-11-21", "game": "mariglia", "rules": {}, "rules_version": "1",
        "preset": "", "state": "running", "public": True, "one_person": False, "demonstration": False, "fee_cents": 0, "regulation": "",
        "created_at": MOMENT,
    },
    "persons": {
        "people": [{"id": "00000000-0000-0000-0000-000000000000", "name": "Anna", "phone": "", "erased_at": None}],
        "entries": [{"number": 1, "name": "Anna", "note": ""}],
        "desk": [{"actor": "staff-1", "user": "director"}],
        "words": [],
        "changes": [],
    },
    "entries": [
        {"id": 1, "number": 1, "persons": [], "club": "", "seed": None, "state": "entered", "fixed_table": None, "fee_paid_cents": 0}
    ],
    "hall_tables": [],
    "desk": [],
    "stages": [
        {
            "number": 1, "name": "Fase", "format": "swiss", "options": {}, "seeded": True, "state": "running", "entries": [],
            "rounds": [ROUND],
        }
    ],
    "ledger": [],
    "standings": [],
}  # fmt: skip


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
    "LedgerEntry": {"tournament_id", "match_id"},
    "LedgerText": {"id", "tournament_id"},
}
"""Columns that the file says in another way: keys, and what follows from the rest."""
CALLED = {"game_key": "game", "preset_key": "preset", "format_key": "format", "public_id": "id", "made_by_id": "made_by"}


def test_no_column_is_forgotten():
    """A new column goes into the file, or into the list above."""
    told = set(words_in(schema()))
    forgotten = [
        f"{model.__name__}.{field.attname}"
        for model in (Tournament, Entry, Person, Stage, StageEntry, Round, Match, Draw, HallTable, SheetIssue, LedgerEntry, LedgerText)
        for field in model._meta.concrete_fields
        if field.attname not in LEFT_OUT[model.__name__] and CALLED.get(field.attname, field.attname) not in told
    ]
    assert forgotten == []


def words_in(value):
    for name, item in value.items():
        if isinstance(item, dict):
            yield name
            yield from words_in(item)
