"""Copies on a stick: thinned like the house's, reached by an erasure when the stick is there, and nothing else on it touched."""

import datetime as dt
import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from backup.backups import compute_sha256, list_backups, make_backup
from backup.erasure import finish_erasures
from backup.intentions import list_intentions
from backup.second_location import choose_second_location, make_copies, put_in_second_location, read_second_location
from backup.sqlite_copy import check_copy, open_file
from backup.sticks import KEY_FILE, list_own_copies, list_sticks
from jobs.databases import locked_transaction
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from jobs.worker import execute_waiting_jobs
from tests.faults.erasing import erase_person
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.entries.services import EntryDetails, edit_entry
from tournaments.models import Person, Tournament

pytestmark = pytest.mark.usefixtures("committed")
NAME = "Zebedea Canarini"


@pytest.fixture
def stick(data, settings):
    settings.BACKUPS, settings.BACKUPS_KEPT = data / "backups", 30
    place = data / "stick"
    place.mkdir()
    choose_second_location(str(place))
    return place


@pytest.fixture
def evening(stick):
    tournament = play_evening()
    edit_entry(tournament.entries.get(number=1), EntryDetails((NAME, "Berto001"), club="Bar 1"), actor=build_user("director"))
    Job.objects.all().delete()
    for number in range(3):
        Tournament.objects.update(name=f"Evening {number}")
        make_copies(occasion="asked")
    return tournament


def find_traces(place):
    return [path.name for path in sorted(place.rglob("*")) if path.is_file() and NAME.encode() in path.read_bytes()]


def list_names(place):
    return sorted(path.name for path in place.iterdir() if path.suffix == ".sqlite3")


def order_copy():
    with locked_transaction():
        job = enqueue_job("backup", arguments={"occasion": "asked"}, owner=build_user("director"))
    execute_waiting_jobs()
    return Job.objects.get(pk=job.pk)


def bring_foreign_copy(place):
    """A copy of another computer, whose numbers are its own, with a note and a draft, and a list: with the same name."""
    foreign = place / "labella-20200101T000000Z.sqlite3"
    shutil.copyfile(next(place.glob("labella-*.sqlite3")), foreign)
    note = json.loads(next(place.glob("labella-*.sqlite3.json")).read_bytes())
    (place / f"{foreign.name}.json").write_text(
        json.dumps(note | {"path": foreign.name, "number": 0, "made_at": "2020-01-01T00:00:00+00:00"})
    )
    (place / ".labella-20200101T000000Z.sqlite3.7-7.part").write_text(NAME)
    (place / "list.csv").write_text(NAME)
    return {path: path.read_bytes() for path in place.iterdir() if "20200101" in path.name or path.name == "list.csv"}


def test_copies_on_the_stick_are_thinned_and_those_of_others_stay(evening, stick, settings):
    before = list_names(stick)
    foreign = bring_foreign_copy(stick)
    settings.BACKUPS_KEPT = 2
    Tournament.objects.update(name="Later")
    newest = make_copies(occasion="asked")
    assert list_names(stick) == sorted(["labella-20200101T000000Z.sqlite3", before[-1], newest.name])
    assert [copy.name for copy in list_own_copies(list_sticks()[0])] == [newest.name, before[-1]]
    assert {path: path.read_bytes() for path in foreign} == foreign
    assert not (stick / f"{before[0]}.json").exists()


def test_a_house_that_lost_its_copies_takes_none_from_the_stick(evening, stick, settings):
    before = list_names(stick)
    shutil.rmtree(settings.BACKUPS)
    newest, last = (make_copies(occasion="before_restore", at=timezone.now() + dt.timedelta(hours=hour)) for hour in (1, 2))
    assert list_names(stick) == sorted([*before, newest.name, last.name])
    settings.BACKUPS_KEPT = 2  # numbers began again with 1: what was put there last stays
    put_in_second_location(last)
    assert list_names(stick) == sorted([newest.name, last.name])


def test_a_file_of_others_with_the_name_of_a_copy_is_not_written_over(evening, stick):
    backup = make_backup(occasion="before_restore")
    (stick / backup.name).write_text("somebody else's")
    put_in_second_location(backup)
    assert (stick / backup.name).read_text() == "somebody else's"
    assert read_second_location().trouble == "File exists"
    put_in_second_location(make_backup(occasion="before_restore"))
    assert read_second_location().trouble == ""


def test_an_erasure_reaches_the_copies_on_a_stick_and_nothing_else_there(evening, stick):
    foreign = bring_foreign_copy(stick)
    own = list_names(stick)
    assert len(find_traces(stick)) == len(own) + 2  # the control
    assert erase_person(Person.objects.get(name=NAME), actor=build_user("director")) is None
    assert sorted(find_traces(stick)) == sorted(path.name for path, content in foreign.items() if NAME.encode() in content)
    assert {path: path.read_bytes() for path in foreign} == foreign
    assert set(own) <= set(list_names(stick))
    for copy in list_own_copies(list_sticks()[0]):
        assert compute_sha256(copy.path) == copy.sha256
        assert check_copy(copy.path) == copy.tournaments
    assert list(list_intentions()) == []


def test_what_is_owed_to_a_stick_that_is_away_is_done_when_it_is_seen(evening, stick, data):
    away = stick.rename(data / "pulled out")
    reason = erase_person(Person.objects.get(name=NAME), actor=build_user("director"))
    assert f"the stick that was at {stick}" in str(reason)
    assert (find_traces(data / "backups"), len(find_traces(away))) == ([], 3)
    copies = len(list_backups())
    assert finish_erasures(timezone.now()) == 0
    assert len(list_backups()) == copies  # nothing is made again for a stick that is away
    stick.mkdir()  # where it is plugged in: neither an empty directory nor another stick is it
    assert order_copy().state == "done"
    assert [intention.names for intention in list_intentions()] == [(NAME,)]
    stick.rename(data / "another stick")
    away.rename(stick)
    assert order_copy().state == "done"
    assert find_traces(stick) == []
    assert list(list_intentions()) == []
    assert Tournament.objects.count() == len(check_copy(list_own_copies(list_sticks()[-1])[0].path))


def test_the_page_says_which_stick_is_waited_for_until_it_is_given_up(evening, stick, data):
    stick.rename(data / "pulled out")
    User.objects.filter(username="director").update(is_superuser=True)
    client, page = Client(), f"/desk/{evening.slug}/safety/"
    client.force_login(build_user("director"))
    assert erase_person(Person.objects.get(name=NAME), actor=build_user("director")) is not None
    content = client.get(f"{page}?erased=1").content.decode()
    assert "Name erased." not in content
    assert f"the stick that was at {stick}" in content
    (known,) = list_sticks()
    answer = client.post(f"{page}sticks/{known.key}/forget/", follow=True).content.decode()
    assert ("If that stick turns up" in answer, f"the stick that was at {stick}" in answer) == (True, False)
    assert (list(list_intentions()), list_sticks()) == ([], ())


def test_a_copy_that_cannot_be_read_keeps_its_stick_owed_and_is_named(evening, stick):
    spoilt = stick / list_names(stick)[1]
    whole = spoilt.read_bytes()
    spoilt.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))
    assert "cannot be changed" in str(erase_person(Person.objects.get(name=NAME), actor=build_user("director")))
    assert finish_erasures(timezone.now()) == 0
    spoilt.write_bytes(whole)
    assert finish_erasures(timezone.now()) == 1
    assert find_traces(stick) == []


def test_a_copy_of_another_release_is_named(evening, stick):
    old = stick / list_names(stick)[0]
    with closing(open_file(old, "rw")) as connection:
        connection.execute("DELETE FROM django_migrations WHERE id = (SELECT MAX(id) FROM django_migrations)")
    assert old.name in str(erase_person(Person.objects.get(name=NAME), actor=build_user("director")))
    old.unlink()
    assert order_copy().state == "done"
    assert list(list_intentions()) == []


def test_a_stick_that_lost_its_key_is_known_by_its_copies(evening, stick):
    (before,) = list_sticks()
    (stick / KEY_FILE).unlink()
    make_copies(occasion="before_restore")
    (after,) = list_sticks()
    assert (after.key, after.names[: len(before.names)]) == (before.key, before.names)


def test_what_a_power_cut_left_of_a_copy_goes_with_the_next(evening, stick):
    half = stick / f".{list_names(stick)[0]}.1-1.part"
    half.write_text(NAME)
    make_copies(occasion="before_restore")
    assert not half.exists()


def test_every_stick_that_was_used_is_reached(evening, stick, data):
    second = Path(data / "second stick")
    second.mkdir()
    choose_second_location(str(second))
    make_copies(occasion="before_restore")
    assert {stick.directory for stick in list_sticks()} == {str(stick), str(second)}
    choose_second_location("")
    assert erase_person(Person.objects.get(name=NAME), actor=build_user("director")) is None
    assert find_traces(stick) + find_traces(second) == []
