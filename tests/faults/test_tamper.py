"""Whatever is changed in a ledger behind its triggers, the chain and a printed head find it."""

import random

import pytest
from django.db import connection

from scoring.ledger.appending import EntryContent, append_entry, lock_head
from scoring.ledger.queries import find_chain_faults, read_current_head
from scoring.models import LedgerEntry
from scoring.triggers import GUARDS
from tests.faults.conftest import SEED
from tests.scoring.builders import build_match, build_round, build_tournament, origin
from tournaments.triggers import remove_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
COLUMNS = [field.attname for field in LedgerEntry._meta.concrete_fields if field.attname != "tournament_id"]


def long_ledger(rows):
    """A ledger with every kind of entry, words, corrections and cancellations."""
    round_ = build_round(build_tournament(), matches=5)
    build_match(round_, 6)
    matches, versions = list(round_.matches.order_by("position")), {}
    head = lock_head(round_.stage.tournament)
    chance = random.Random(SEED)
    for number in range(rows):
        match = chance.choice(matches)
        versions[match.pk] = version = versions.get(match.pk, 0) + 1
        words = "both agreed" if number % 7 == 0 else ""
        line = EntryContent(LedgerEntry.Kind.SUBMIT, "mariglia/1", {"event": {"kind": "hand", "total_0": number % 71}}, words=words)
        append_entry(head, line, origin(f"k{number}"), match=match, match_version=version)
    return round_.stage.tournament


def changed(value, column):
    if column == "match_id":
        return None
    if isinstance(value, int) or value is None:
        return (value or 0) + 1_000_000
    if column == "recorded_at":
        return "2001-01-01 00:00:00"
    if column in {"digest", "prev", "body_digest", "text_hash"}:
        return ("f" if value[:1] != "f" else "e") + (value or "0" * 64)[1:]
    return f"{value}x"


def tamper(tournament, steps, printed):
    """Do every step in turn, undo it, and count those that nobody noticed."""
    unnoticed, tried = [], 0
    with connection.cursor() as cursor:
        for name, statements in steps:
            cursor.execute("SAVEPOINT tamper")
            for statement, values in statements:
                cursor.execute(statement, values)
            tried += 1
            if find_chain_faults(tournament, [printed]) == ():
                unnoticed.append(name)
            cursor.execute("ROLLBACK TO SAVEPOINT tamper")
    return unnoticed, tried


UPDATE, DELETE = "UPDATE scoring_ledgerentry SET {} = %s WHERE seq = %s", "DELETE FROM scoring_ledgerentry WHERE seq {} %s"


def every_change(rows, chosen):
    for entry in LedgerEntry.objects.filter(seq__in=chosen).order_by("seq"):
        for column in COLUMNS:
            yield f"{column} of {entry.seq}", [(UPDATE.format(column), [changed(getattr(entry, column), column), entry.seq])]
        yield f"row {entry.seq} gone", [(DELETE.format("="), [entry.seq])]
        if entry.seq < rows:
            move = [(UPDATE.format("seq"), pair) for pair in ([9**7, entry.seq], [entry.seq, entry.seq + 1], [entry.seq + 1, 9**7])]
            yield f"rows {entry.seq} and {entry.seq + 1} swapped", move
        yield f"tail from {entry.seq} cut, head moved", [(DELETE.format(">="), [entry.seq]), *head_moved_to(entry.seq - 1)]


def head_moved_to(seq):
    """As somebody would who knows how the head is kept."""
    last = LedgerEntry.objects.filter(seq=seq).values_list("digest", flat=True).first() or "0" * 64
    return [("UPDATE scoring_ledgerhead SET seq = %s, digest = %s", [seq, last])]


def prove(rows, every, figures):
    tournament = long_ledger(rows)
    printed = read_current_head(tournament)
    remove_triggers(connection, GUARDS)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    try:
        assert find_chain_faults(tournament, [printed]) == ()
        chosen = sorted({1, 2, rows - 1, rows, *range(1, rows + 1, every)})
        unnoticed, tried = tamper(tournament, every_change(rows, chosen), printed)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
    figures(rows=rows, tried=tried, unnoticed=len(unnoticed))
    assert unnoticed == []


def test_every_change_is_found(figures):
    prove(24, 6, figures)


def test_a_tail_that_is_cut_with_its_head_is_found_only_by_the_printed_one(figures):
    """The positive control: why heads are printed."""
    tournament = long_ledger(10)
    printed = read_current_head(tournament)
    remove_triggers(connection, GUARDS)
    with connection.cursor() as cursor:
        for statement, values in [(DELETE.format(">="), [9]), *head_moved_to(8)]:
            cursor.execute(statement, values)
    assert find_chain_faults(tournament) == ()
    assert len(find_chain_faults(tournament, [printed])) == 1


@pytest.mark.proof
def test_every_column_of_two_thousand_rows(figures):
    prove(2000, 60, figures)
