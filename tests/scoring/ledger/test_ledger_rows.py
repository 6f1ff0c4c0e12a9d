"""What the database itself refuses, each tried with raw SQL or a plain save."""

import re
from contextlib import contextmanager, nullcontext
from datetime import timedelta

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.db.models import CheckConstraint, ProtectedError

from scoring.ledger.appending import Actor, EntryContent, append_entry, lock_head
from scoring.ledger.chain import GENESIS, ChainFault, ChainLink, FaultKind, Head, LedgerRecord, check_chain, compute_salted_hash
from scoring.ledger.queries import find_chain_faults, read_current_head
from scoring.models import LedgerEntry, LedgerHead, LedgerText, MatchResult
from scoring.triggers import GUARDS, SIGNATURE_GUARDS, TRUNCATE_GUARDS
from tests.scoring.builders import NOW, build_match, build_round, build_tournament, origin
from tournaments.triggers import find_missing_triggers, install_triggers, remove_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HAND = {"event": {"kind": "hand", "total_0": 45}}


def append(match, key, version, *, actor=None, **changes):
    line = EntryContent(changes.pop("kind", LedgerEntry.Kind.SUBMIT), "mariglia/1", changes.pop("payload", HAND), **changes)
    head = lock_head(match.round.stage.tournament)
    return append_entry(head, line, origin(key, actor), match=match, match_version=version)


@pytest.fixture
def entries(match):
    first = append(match, "a", 1)
    second = append(match, "b", 2, words="both sides agreed")
    third = append(match, "c", 3, kind=LedgerEntry.Kind.CORRECT, supersedes=1, reason="typed_wrong")
    return [first, second, third]


def test_what_is_appended_holds_together(tournament, entries):
    assert find_chain_faults(tournament) == ()
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert read_current_head(tournament).seq == 3


def test_words_stay_beside_the_ledger(tournament, entries):
    text = LedgerText.objects.get(tournament=tournament, seq=2)
    assert text.text == "both sides agreed"
    assert entries[1].text_hash == compute_salted_hash(text.salt, "both sides agreed")
    assert re.fullmatch(r"[0-9a-f]{32}", text.salt)


def test_erasing_words_leaves_the_chain_whole(tournament, entries):
    LedgerText.objects.filter(seq=2).update(text="", salt="")
    assert find_chain_faults(tournament) == ()


@pytest.mark.parametrize("change", [{"text": "x"}, {"seq": 9, "text": "", "salt": ""}, {"text": ""}, {"salt": ""}])
def test_words_can_only_be_erased_with_their_salt(entries, change):
    with pytest.raises(IntegrityError):
        LedgerText.objects.filter(seq=2).update(**change)


def test_words_are_not_deleted(entries):
    with pytest.raises(IntegrityError, match="append-only"):
        LedgerText.objects.all().delete()


COLUMNS = {
    "seq": 99,
    "match_id": None,
    "match_version": 77,
    "kind": "lock",
    "supersedes": 2,
    "payload": '{"event":{"kind":"void"}}',
    "engine_version": "other/2",
    "actor": "staff-99",
    "via": "api",
    "idempotency_key": "other",
    "body_digest": "b" * 64,
    "reason": "referee",
    "text_hash": "c" * 64,
    "recorded_at": NOW + timedelta(seconds=1),
    "prev": "d" * 64,
    "digest": "e" * 64,
}


def test_every_column_is_tried():
    assert {field.attname for field in LedgerEntry._meta.concrete_fields} == {*COLUMNS, "tournament_id"}


@pytest.mark.parametrize("column", COLUMNS)
def test_no_column_of_no_row_can_be_changed(entries, column):
    for seq in (1, 2, 3):
        with pytest.raises(IntegrityError), transaction.atomic():
            LedgerEntry.objects.filter(seq=seq).update(**{column: COLUMNS[column]})


@contextmanager
def without_checks(cursor):
    """Constraints out of the way, as for somebody who edits the file itself; the test's transaction brings them back."""
    if connection.vendor == "sqlite":
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        yield
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    else:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for constraint in LedgerEntry._meta.constraints:
            if isinstance(constraint, CheckConstraint):
                cursor.execute(f"ALTER TABLE scoring_ledgerentry DROP CONSTRAINT {constraint.name}")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        yield


@pytest.mark.parametrize("seq", [1, 2, 3])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_change_behind_the_triggers_is_found(tournament, entries, column, seq):
    """Positive control of the triggers, and the proof that the chain covers every column."""
    remove_triggers(connection, GUARDS)
    with connection.cursor() as cursor, without_checks(cursor):
        cursor.execute(f"UPDATE scoring_ledgerentry SET {column} = %s WHERE seq = %s", [COLUMNS[column], seq])
    assert find_chain_faults(tournament) != ()


@pytest.mark.parametrize("seq", [1, 2, 3])
def test_a_row_deleted_or_moved_behind_the_triggers_is_found(tournament, entries, seq):
    remove_triggers(connection, GUARDS)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scoring_ledgerentry WHERE seq = %s", [seq])
    assert find_chain_faults(tournament) != ()


@pytest.mark.parametrize("seq", [1, 2, 3])
def test_no_row_can_be_deleted(entries, seq):
    with pytest.raises(IntegrityError, match="append-only"):
        LedgerEntry.objects.filter(seq=seq).delete()


def test_replacing_a_row_does_not_get_past_the_triggers(entries):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite knows INSERT OR REPLACE")
    with connection.cursor() as cursor, pytest.raises(IntegrityError):
        cursor.execute("INSERT OR REPLACE INTO scoring_ledgerentry SELECT * FROM scoring_ledgerentry WHERE seq = 3")


def copy_of(entry, **changes):
    values = {field.attname: getattr(entry, field.attname) for field in LedgerEntry._meta.concrete_fields}
    follows = {
        "seq": 4,
        "match_version": 4,
        "supersedes": None,
        "idempotency_key": "d",
        "prev": entry.digest,
        "digest": "f" * 64,
    }
    return LedgerEntry(**{**values, **follows, **changes})


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 5},
        {"seq": 3},
        {"prev": "0" * 64},
        {"match_version": 3},
        {"match_version": None},
        {"match_id": None},
        {"supersedes": 1},
        {"supersedes": 4},
        {"supersedes": 9},
        {"supersedes": 2, "kind": "submit"},
        {"kind": "correct", "supersedes": None},
        {"kind": "correct", "supersedes": 2, "reason": ""},
        {"kind": "other", "supersedes": None},
        {"via": "pigeon"},
        {"reason": "because"},
        {"idempotency_key": "c"},
        {"idempotency_key": ""},
        {"actor": ""},
        {"engine_version": ""},
        {"digest": "F" * 64},
        {"digest": "f" * 63},
        {"body_digest": "no"},
        {"text_hash": "no"},
    ],
)
def test_an_illegal_entry_cannot_be_appended(entries, change):
    with pytest.raises(IntegrityError):
        copy_of(entries[-1], **{"kind": "submit", "reason": "", **change}).save(force_insert=True)


def test_the_same_entry_without_the_fault_is_taken(entries):
    copy_of(entries[-1], kind="submit", reason="").save(force_insert=True)
    assert LedgerEntry.objects.count() == 4


def test_a_match_of_another_tournament_is_refused(entries):
    foreign = build_round(build_tournament(slug="other")).matches.get()
    with pytest.raises(IntegrityError, match="another tournament"):
        copy_of(entries[-1], kind="submit", reason="", match_id=foreign.pk, match_version=1).save(force_insert=True)


def test_an_entry_of_another_match_is_not_superseded(tournament, entries):
    other = build_match(tournament.stages.get().rounds.get(), 2)
    with pytest.raises(IntegrityError, match="same match"):
        copy_of(entries[-1], kind="void", match_id=other.pk, match_version=1, supersedes=2).save(force_insert=True)


def test_what_the_ledger_speaks_of_is_protected(tournament, match, entries):
    for row in (match, tournament):
        with pytest.raises(ProtectedError):
            row.delete()


ANN, BEN = (Actor(f"staff-{number}", LedgerEntry.Via.DESK) for number in (1, 2))
OURS, OURS_ANEW, THEIRS = (Actor(f"table-{link}-{side}", LedgerEntry.Via.TABLE) for link, side in ((7, 0), (9, 0), (8, 1)))
CHANGED = {"kind": LedgerEntry.Kind.CORRECT, "reason": "typed_wrong"}
TAKEN_BACK = {"kind": LedgerEntry.Kind.VOID, "payload": {}, "reason": "undone"}


def told(match, lines):
    """Lines of a match: who, and for another wording of an earlier line its seq."""
    for version, (who, changes) in enumerate(lines, 1):
        append(match, f"line-{version}", version, actor=who, **changes)
    return len(lines) + 1


SIGNATURES = [
    pytest.param([(ANN, {}), (BEN, {})], ANN, False, id="who-entered-an-earlier-line"),
    pytest.param([(ANN, {}), (BEN, {})], BEN, False, id="who-entered-the-last-line"),
    pytest.param([(BEN, {}), (ANN, {"supersedes": 1, **CHANGED})], ANN, False, id="who-corrected"),
    pytest.param([(BEN, {}), (BEN, {}), (ANN, {"supersedes": 2, **TAKEN_BACK})], ANN, False, id="who-took-back-the-last-line"),
    pytest.param([(THEIRS, {}), (OURS, {})], OURS_ANEW, False, id="the-same-side-by-another-slip"),
    pytest.param([(ANN, {}), (BEN, {"supersedes": 1, **CHANGED})], ANN, True, id="whose-only-line-was-corrected"),
    pytest.param([(BEN, {}), (ANN, {"supersedes": 1, **TAKEN_BACK}), (BEN, {})], ANN, True, id="who-took-back-what-others-entered-anew"),
    pytest.param([(OURS, {}), (THEIRS, {})], OURS, True, id="the-side-that-was-answered"),
    pytest.param([(ANN, {}), (THEIRS, {})], OURS, True, id="a-side-that-entered-nothing"),
]


@pytest.mark.parametrize(("lines", "signer", "stored"), SIGNATURES)
def test_nobody_signs_what_they_entered(match, lines, signer, stored):
    version = told(match, lines)
    signature = {"kind": LedgerEntry.Kind.CONFIRM, "payload": {"one_person": False}, "actor": signer}
    with nullcontext() if stored else pytest.raises(IntegrityError, match="does not confirm"):
        append(match, "signature", version, **signature)


@pytest.mark.parametrize(("lines", "signer", "stored"), SIGNATURES)
def test_without_its_trigger_anybody_signs(match, lines, signer, stored):
    """The positive control."""
    remove_triggers(connection, SIGNATURE_GUARDS)
    append(match, "signature", told(match, lines), kind=LedgerEntry.Kind.CONFIRM, payload={"one_person": False}, actor=signer)
    assert LedgerEntry.objects.last().kind == "confirm"


def test_one_person_signs_where_the_entry_says_so(match):
    append(match, "signature", told(match, [(ANN, {})]), kind=LedgerEntry.Kind.CONFIRM, payload={"one_person": True}, actor=ANN)
    assert LedgerEntry.objects.last().kind == "confirm"


def test_a_ledger_that_is_taken_in_keeps_what_an_older_release_let_pass(match, entries):
    signature = {"kind": "confirm", "reason": "", "payload": '{"one_person":false}'}
    with pytest.raises(IntegrityError, match="does not confirm"), transaction.atomic():
        copy_of(entries[-1], **signature).save(force_insert=True)
    LedgerHead.objects.all().delete()
    copy_of(entries[-1], **signature).save(force_insert=True)
    assert LedgerEntry.objects.count() == 4


RESULT = {"state": "confirmed", "version": 1, "winner": 0, "entered_by": "staff-1", "confirmed_by": "staff-2"}


@pytest.mark.parametrize(
    "change",
    [
        {"state": "other"},
        {"winner": 5},
        {"winner": 2},
        {"winner": None},
        {"confirmed_by": ""},
        {"confirmed_by": "staff-1"},
        {"state": "locked", "confirmed_by": ""},
        {"outcome": "other"},
        {"outcome": "absent"},
        {"outcome": "walkover", "winner": None},
        {"outcome": "walkover", "confirmed_by": ""},
    ],
)
def test_an_illegal_result_cannot_be_stored(match, change):
    with pytest.raises(IntegrityError):
        MatchResult.objects.create(match=match, **{**RESULT, **change})


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"confirmed_by": "staff-1", "one_person": True},
        {"state": "locked"},
        {"state": "locked", "outcome": "walkover", "confirmed_by": ""},
        {"state": "locked", "outcome": "absent", "winner": None, "confirmed_by": ""},
        {"winner": None, "seq": 2},
        {"state": "submitted", "confirmed_by": ""},
        {"state": "open", "winner": None, "confirmed_by": "", "entered_by": ""},
    ],
)
def test_a_legal_result_is_stored(match, change):
    MatchResult.objects.create(match=match, **{**RESULT, **change})
    assert MatchResult.objects.count() == 1


def test_a_winner_cannot_be_moved_to_an_empty_seat(match):
    MatchResult.objects.create(match=match, **RESULT)
    with pytest.raises(IntegrityError, match="one of the sides"):
        MatchResult.objects.update(winner=3)


def test_a_match_has_one_result(match):
    MatchResult.objects.create(match=match, **RESULT)
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchResult(match=match, **RESULT).save(force_insert=True)


def test_a_head_that_is_not_hexadecimal_is_refused(tournament):
    with pytest.raises(IntegrityError):
        LedgerHead.objects.create(tournament=tournament, digest="x" * 64)


def test_our_own_head_is_compared_with_the_chain(tournament, entries):
    LedgerHead.objects.update(digest="a" * 64)
    assert find_chain_faults(tournament) == (ChainFault(3, FaultKind.HEAD),)


@pytest.mark.parametrize("table", ["scoring_ledgerentry", "scoring_ledgertext", "tournaments_tournament"])
def test_the_ledger_is_not_emptied_past_its_rows(entries, table):
    """PostgreSQL's TRUNCATE asks no trigger of a row; SQLite has no such word."""
    if connection.vendor == "sqlite":
        assert not TRUNCATE_GUARDS.keys() & set(find_missing_triggers(connection, GUARDS))
        return
    connection.check_constraints()
    with pytest.raises(IntegrityError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")


def test_lost_triggers_are_noticed_and_come_back():
    assert run_checks(databases=["default"], tags=["database"]) == []
    remove_triggers(connection, GUARDS)
    assert {error.id for error in run_checks(databases=["default"], tags=["database"])} == {"scoring.E001"}
    unknown = TRUNCATE_GUARDS if connection.vendor == "sqlite" else {}
    assert find_missing_triggers(connection, GUARDS) == tuple(name for name in GUARDS if name not in unknown)
    install_triggers(connection, GUARDS)
    assert find_missing_triggers(connection, GUARDS) == ()


def test_a_head_without_its_tournament_is_not_held_against_others(tournament, entries):
    build_tournament(slug="other")
    with pytest.raises(CommandError, match="evening, other"):
        call_command("verify", "--head", str(read_current_head(tournament)))


def test_a_digest_that_is_none_is_a_fault_like_any_other():
    link = ChainLink(LedgerRecord(1, "", 0, "lock", 0, "{}", "x/1", "a", "desk", "k", "", "", "", ""), GENESIS, "no digest")
    assert ChainFault(1, FaultKind.HEAD) in check_chain([link], [Head(1, "A" * 20)])
