"""Copies are whole, checked, and bring the desk back."""

import datetime as dt
import os
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import connection, connections

from backup.backups import check_backup, list_backups, list_backups_of, make_backup, thin_backups
from backup.restoring import restore_backup
from backup.retention import list_superfluous
from desk.verification.queries import compute_standings_digest, verify_tournament
from exchange.files import build_draft_path
from exchange.values import Backup, BrokenCopy
from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from scoring.ledger.queries import read_current_head
from scoring.models import LedgerEntry
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import found_tournament
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def place(tmp_path, settings):
    settings.BACKUPS = tmp_path / "backups"
    return settings.BACKUPS


@pytest.fixture
def evening(place):
    return play_evening()


@pytest.mark.both_databases
def test_a_copy_says_what_it_holds(evening, place):
    made = make_backup(occasion="asked", at=NOW)
    head = read_current_head(evening)
    assert [(kept.slug, kept.head, kept.entries) for kept in made.tournaments] == [(evening.slug, str(head), head.seq)]
    assert made.path.parent == place
    assert list_backups() == (made,)
    assert check_backup(made.path) == made.tournaments


@pytest.mark.both_databases
def test_nothing_unfinished_is_left(evening, place):
    made = make_backup(occasion="asked")
    assert sorted(path.name for path in place.iterdir()) == [made.name, f"{made.name}.json"]


@pytest.mark.both_databases
def test_copies_of_the_same_second_are_all_there(evening, place):
    """A closed round's copy by the worker, and whoever presses the button meanwhile."""
    begin, made = threading.Barrier(4), []

    def make_one():
        begin.wait()
        made.append(make_backup(occasion="before_restore", at=NOW))
        connections.close_all()

    threads = [threading.Thread(target=make_one) for _number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {backup.name for backup in made} == {backup.name for backup in list_backups()}
    assert [backup.number for backup in list_backups()] == [4, 3, 2, 1]
    assert [check_backup(backup.path) for backup in list_backups()] == [made[0].tournaments] * 4


@pytest.mark.both_databases
def test_closing_a_round_orders_a_backup(evening):
    job = Job.objects.get()
    assert (job.kind, job.arguments, job.state) == ("backup", {"occasion": "round", "tournament": evening.pk}, "queued")


@pytest.mark.both_databases
def test_a_site_copies_the_tournament_that_changed_and_no_other(evening, place):
    """A desk is one file; of a site of many clubs a backup grows with its own tournament, and is stored only if something is new in it."""
    other = found_tournament(build_user("director"), "Somebody else's")
    made = make_backup(occasion="round", tournament=evening, at=NOW)
    is_desk = connection.vendor == "sqlite"
    assert {copied.slug for copied in made.tournaments} == ({evening.slug, other.slug} if is_desk else {evening.slug})
    assert made.path.parent == (place if is_desk else place / evening.slug)
    assert list_backups_of(evening) == (made,)
    assert list_backups_of(other) == ((made,) if is_desk else ())
    assert make_backup(occasion="round", tournament=evening, at=NOW + dt.timedelta(hours=1)) == made
    Tournament.objects.filter(pk=evening.pk).update(venue="Un altro bar")
    assert make_backup(occasion="round", tournament=evening, at=NOW + dt.timedelta(hours=2)) != made
    whole = make_backup(occasion="command", at=NOW + dt.timedelta(hours=3))
    assert {copied.slug for copied in whole.tournaments} == {evening.slug, other.slug}
    assert whole in list_backups_of(other)


@pytest.mark.both_databases
def test_the_newest_are_kept(evening, place, settings):
    settings.BACKUPS_KEPT = 2
    made = [make_backup(occasion="drill", at=NOW + dt.timedelta(minutes=minute)) for minute in range(4)]
    assert [backup.path for backup in list_backups()] == [made[3].path, made[2].path]
    (place / "somebody-elses.sqlite3").touch()
    thin_backups(place, keep=1)
    assert sorted(path.suffix for path in place.iterdir()) == sorted([made[3].path.suffix, ".json", ".sqlite3"])


def test_a_copy_with_nothing_new_is_not_stored(evening, place):
    """A login and a job are nothing new; a result, an entry and a name are."""
    first = make_backup(occasion="asked", at=NOW)
    assert [(copied.stage, copied.round > 0) for copied in first.tournaments] == [(evening.stages.get().name, True)]
    User.objects.update(last_login=NOW)
    with write_tx():
        enqueue_job("backup", arguments={"occasion": "round"}, owner=build_user("director"), dedupe_key="again")
    assert make_backup(occasion="round", at=NOW + dt.timedelta(hours=1)) == first
    assert list_backups() == (first,)
    assert make_backup(occasion="before_restore", at=NOW + dt.timedelta(hours=2)) != first
    Tournament.objects.update(venue="Un altro bar")
    assert make_backup(occasion="round", at=NOW + dt.timedelta(hours=3)).occasion == "round"
    assert len(list_backups()) == 3


def days_kept(ages, keep=100):
    """The ages in days of the backups that stay."""
    backups = [Backup(Path(f"labella-{place}"), NOW - dt.timedelta(days=age), 1, "", "round", ()) for place, age in enumerate(ages)]
    gone = {backup.path for backup in list_superfluous(backups, keep=keep)}
    return [age for age, backup in zip(ages, backups, strict=True) if backup.path not in gone]


def test_old_copies_are_thinned_out():
    """All of a day; then one a day for a week, one a week for a month, one a month; the last twelve in any case."""
    day = [hour / 24 for hour in range(24)]
    assert days_kept(day) == day
    kept = days_kept([hour / 24 for hour in range(24 * 200)])
    assert kept[:25] == [hour / 24 for hour in range(25)]
    assert len([age for age in kept if 1 < age <= 7]) in (6, 7)
    assert len([age for age in kept if 7 < age <= 31]) in (4, 5)
    assert len([age for age in kept if age > 31]) in (6, 7)
    assert days_kept([0.0, 0.1, 0.2], keep=2) == [0.0, 0.1]
    assert days_kept([0.0, *(700 + hour / 24 for hour in range(13))]) == [0.0, *(700 + hour / 24 for hour in range(11))]
    assert days_kept([0.0, -3.0, 400.0]) == [0.0, -3.0, 400.0]  # a clock that was set back deletes nothing new


@pytest.mark.both_databases
def test_a_clock_that_is_set_back_deletes_no_new_copy(evening, place, settings):
    settings.BACKUPS_KEPT = 1
    make_backup(occasion="drill", at=NOW)
    made = make_backup(occasion="drill", at=NOW - dt.timedelta(days=365))
    assert made.path.exists()


@pytest.mark.both_databases
def test_what_a_power_cut_left_goes_after_a_day(evening, place):
    made = make_backup(occasion="asked")
    left, written = (build_draft_path(place / f"labella-20261121T20000{second}Z.sqlite3") for second in (0, 1))
    left.touch()
    os.utime(left, (0, 0))
    written.touch()
    thin_backups(place, keep=1)
    assert sorted(path.name for path in place.iterdir()) == sorted([made.name, f"{made.name}.json", written.name])


@pytest.mark.both_databases
@pytest.mark.parametrize("note", [b"", b"[]", b"{}", b'{"tournaments": [{"x": 1}]}'])
@pytest.mark.both_databases
def test_a_note_that_a_stick_has_spoilt_hides_no_other_copy(evening, place, note):
    spoilt, good = (make_backup(occasion="drill", at=NOW + dt.timedelta(minutes=minute)) for minute in range(2))
    (place / f"{spoilt.name}.json").write_bytes(note)
    assert list_backups() == (good,)
    thin_backups(place, keep=1)
    assert spoilt.path.exists()


@pytest.mark.both_databases
def test_a_place_that_cannot_be_written_is_named(evening, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ChangeRefused, match=r"No backup could be written to .*file"):
        make_backup(occasion="asked", directory=tmp_path / "file" / "inside")


@pytest.mark.both_databases
@pytest.mark.parametrize("damage", ["flip", "cut", "empty"])
@pytest.mark.both_databases
def test_a_damaged_copy_is_refused(evening, damage):
    path = make_backup(occasion="asked").path
    content = bytearray(path.read_bytes())
    if damage == "flip":
        for place in range(len(content) // 3, len(content) - 50, 4000):
            content[place] ^= 0x41
    path.write_bytes({"flip": bytes(content), "cut": bytes(content[: len(content) // 2]), "empty": b""}[damage])
    with pytest.raises(BrokenCopy):
        check_backup(path)


def test_a_copy_with_a_changed_entry_is_refused(evening):
    path = make_backup(occasion="asked").path
    with closing(sqlite3.connect(path)) as copy:
        copy.executescript("DROP TRIGGER ledger_never_updated; UPDATE scoring_ledgerentry SET actor = 'staff-9' WHERE seq = 3")
    with pytest.raises(BrokenCopy, match="ledger entry 3: the entry was changed"):
        check_backup(path)


def test_a_copy_without_its_last_entries_is_refused(evening):
    path = make_backup(occasion="asked").path
    with closing(sqlite3.connect(path)) as copy:
        copy.executescript("DROP TRIGGER ledger_never_deleted; DELETE FROM scoring_ledgerentry WHERE seq > 5")
    with pytest.raises(BrokenCopy):
        check_backup(path)


def test_going_back_brings_everything_back(evening, place):
    admin = build_user("director")
    admin.is_superuser = True
    admin.save()
    made = make_backup(occasion="asked")
    before = (str(read_current_head(evening)), compute_standings_digest(evening))
    later = play_evening(name="Un'altra")
    present = restore_backup(made.path, actor=admin)
    assert {kept.slug for kept in present.tournaments} == {evening.slug, later.slug}
    assert list(Tournament.objects.values_list("slug", flat=True)) == [evening.slug]
    assert verify_tournament(evening) == ()
    assert (str(read_current_head(evening)), compute_standings_digest(evening)) == before
    restore_backup(present.path, actor=admin)
    assert Tournament.objects.filter(slug=later.slug).exists()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)


def test_whatever_was_saved_while_somebody_goes_back_is_in_one_of_the_copies(evening):
    User.objects.filter(username="director").update(is_superuser=True)
    made = make_backup(occasion="asked")
    begun, over, saved = threading.Event(), threading.Event(), []

    def write_on():
        number = 0
        while not over.is_set():
            number += 1
            with write_tx():
                before = Tournament.objects.values_list("venue", flat=True).get(pk=evening.pk)
                Tournament.objects.filter(pk=evening.pk).update(venue=str(number))
            saved.append((before, str(number)))
            begun.set()
        connections.close_all()

    writer = threading.Thread(target=write_on)
    writer.start()
    begun.wait(10)
    present = restore_backup(made.path, actor=build_user("director"))
    over.set()
    writer.join()
    since = next((place for place, (before, _number) in enumerate(saved[1:], start=1) if not before), len(saved))
    with closing(sqlite3.connect(present.path)) as copy:
        ((kept,),) = copy.execute("SELECT venue FROM tournaments_tournament").fetchall()
    assert kept == saved[since - 1][1]


@pytest.mark.both_databases
def test_only_a_site_admin_goes_back(evening):
    made = make_backup(occasion="asked")
    with pytest.raises(PermissionDenied):
        restore_backup(made.path, actor=build_user("director"))


def test_who_restores_another_computers_backup_can_log_in(evening):
    """The other computer has its own “director”, with another password, and no “capo”."""
    director = build_user("director")
    director.set_password("of the other computer")
    director.save()
    path = make_backup(occasion="asked").path
    for name in ("director", "capo"):
        admin = User.objects.filter(username=name).first() or User.objects.create_user(name)
        admin.is_superuser = True
        admin.set_password(f"{name} here")
        admin.save()
        restore_backup(path, actor=admin)
        back = User.objects.get(username=name)
        assert (back.check_password(f"{name} here"), back.is_superuser) == (True, True)
    assert User.objects.get(username="director").check_password("of the other computer")


def test_going_back_to_something_broken_changes_nothing(evening):
    admin = build_user("director")
    admin.is_superuser = True
    admin.save()
    path = make_backup(occasion="asked").path
    path.write_bytes(path.read_bytes()[:40_000])
    entries = LedgerEntry.objects.count()
    with pytest.raises(BrokenCopy):
        restore_backup(path, actor=admin)
    assert LedgerEntry.objects.count() == entries


def test_a_copy_of_a_newer_release_is_refused_by_browser_and_command(evening):
    admin = build_user("director")
    admin.is_superuser = True
    admin.save()
    path = make_backup(occasion="asked").path
    with closing(sqlite3.connect(path)) as copy, copy:
        copy.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_of_tomorrow', '2030-01-01')")
    entries = LedgerEntry.objects.count()
    sentence = re.escape(f"{path.name} was used by a newer release of La Bella. Update")
    with pytest.raises(ChangeRefused, match=sentence):
        restore_backup(path, actor=admin)
    with pytest.raises(CommandError, match=rf"Nothing was changed\. {sentence}"):
        call_command("restore_backup", str(path))
    assert LedgerEntry.objects.count() == entries


@pytest.mark.both_databases
@pytest.mark.parametrize("is_usual", [False, True])
def test_a_stick_that_is_not_plugged_in_is_not_made_on_the_disk(evening, tmp_path, settings, is_usual):
    missing = tmp_path / "media" / "stick"
    if is_usual:
        settings.BACKUPS = missing
    with pytest.raises(ChangeRefused, match="Results are safe"):
        make_backup(occasion="asked", directory=None if is_usual else missing)
    assert not missing.parent.exists()


@pytest.mark.both_databases
def test_a_copy_that_another_program_has_open_stays_and_the_new_one_counts(evening, place, settings, monkeypatch):
    """As on Windows, where a virus scanner or OneDrive keeps a file for longer than we wait."""
    settings.BACKUPS_KEPT = 1
    locked = make_backup(occasion="asked", at=NOW)
    real, tries = Path.unlink, []

    def unlink(path, **options):
        if path == locked.path:
            tries.append(path)
            raise PermissionError(13, "Permission denied", str(path))
        real(path, **options)

    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr("jobs.machine.time.sleep", lambda _seconds: None)
    newer = make_backup(occasion="before_restore", at=NOW + dt.timedelta(days=1))
    assert (list_backups(), len(tries)) == ((newer, locked), 6)
    monkeypatch.undo()
    newest = make_backup(occasion="before_restore", at=NOW + dt.timedelta(days=2))
    assert list_backups() == (newest,)
