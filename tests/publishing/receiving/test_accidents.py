"""A site whose disk is full, and clocks two years apart. If this failed, half a change would be shown, or a hall refused for its clock."""

import datetime as dt
import sqlite3

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from desk.verification.queries import verify_tournament
from publishing.models import ReceivedPart
from publishing.pieces import codec
from publishing.pieces.codec import cut_piece
from publishing.pieces.digests import compute_digest
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tests.scoring.evenings import play_evening, quarrel
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]
WRITES = ("INSERT", "UPDATE", "DELETE")


@pytest.fixture
def documents(db):
    """What a desk sends of an evening, and what it sends after a change."""
    tournament = play_evening(pairs=6, rounds=2)
    before = read_document(tournament)
    quarrel(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(name="Serata al porto")
    after = read_document(tournament)
    take_away(tournament)
    return before, after


class FullDisk:
    """Refuses the `at`th write as SQLite does on a disk without room."""

    def __init__(self, at):
        self.at, self.writes = at, 0

    def __call__(self, execute, sql, params, many, context):
        self.writes += sql.startswith(WRITES)
        if sql.startswith(WRITES) and self.writes == self.at:
            error = OperationalError("database or disk is full")
            error.__cause__ = sqlite3.OperationalError("database or disk is full")
            error.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return execute(sql, params, many, context)


def test_a_full_disk_at_the_site_keeps_all_or_nothing_and_the_desk_goes_on(documents, monkeypatch, figures):
    """At every third write of a change that comes in several parts."""
    monkeypatch.setattr(codec, "MOST_BYTES", 6000)
    monkeypatch.setattr(codec, "SLICE", 40000)
    before, after = documents
    desk = pair_new_desk(*found_club())
    desk.client = Client(raise_request_exception=False)
    assert desk.send(before).status_code == 200
    parts, at, refusals = cut_piece(desk.build_piece(after, whole=True)), 1, 0
    assert len(parts) > 1
    while parts:
        with connection.execute_wrapper(FullDisk(at)):
            status = desk.post(parts[0]).status_code
        shown = Tournament.objects.get()
        is_whole = status == 200 and len(parts) == 1
        assert (at, status, shown.name) == (at, status, (after if is_whole else before)["tournament"]["name"])
        assert verify_tournament(shown) == ()
        assert status in {200, 507}
        at, refusals = (1, refusals) if status == 200 else (at + 3, refusals + 1)
        parts = parts[1:] if status == 200 else parts
    assert refusals > 10
    assert desk.ask_state(after["tournament"]["created_at"]).json()["shown"] == compute_digest(after)
    assert ReceivedPart.objects.count() == 0
    figures(refusals=refusals)


@pytest.mark.parametrize("years", [2, -2])
def test_a_clock_two_years_off_hinders_nothing(documents, monkeypatch, years):
    """The site's here: what counts is how far the two are from each other."""
    before, after = documents
    desk, real = pair_new_desk(*found_club()), timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + years * dt.timedelta(365))
    assert timezone.now().year != real().year
    for document in (before, after):
        assert desk.send(document).json()["shown"] == compute_digest(document)
        assert verify_tournament(Tournament.objects.get()) == ()
    key = after["tournament"]["created_at"]
    assert desk.ask_state(key).json()["shown"] == compute_digest(after)
    assert desk.withdraw(key).status_code == 200
    assert Tournament.objects.count() == 0
