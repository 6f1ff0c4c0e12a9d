"""Copies of a tournament that several hosts make and read. If this failed, a host that is gone would take the copies with it, or one host
would give out what another has thinned out.
"""

import pytest

from backup.backups import hand_in_copies
from backup.shared_copies import fetch_copies, look_at_copies, shared_copies, store_copies
from jobs.files import list_stored
from jobs.machine import LockFileBusy


@pytest.fixture
def hosts(data):
    """The directory of one tournament on two hosts; the storage is a third place."""
    places = [data / host / "sagra" for host in ("one", "other")]
    for place in places:
        place.mkdir(parents=True)
    return places


def write(place, name, content="copy"):
    (place / name).write_text(content)


def read(place):
    return {path.name: path.read_text() for path in place.iterdir() if path.name != ".lock"}


def die_at_work(place):
    with shared_copies(place):
        (place / "labella-1.sqlite3").unlink()
        raise OSError("no space")


def test_what_one_host_copied_the_other_has(hosts):
    one, other = hosts
    write(one, "labella-1.sqlite3", "evening")
    write(one, "labella-1.json", "note")
    write(one, ".labella-2.part", "half of a copy")
    store_copies(one)
    fetch_copies(other)
    assert read(other) == {"labella-1.sqlite3": "evening", "labella-1.json": "note"}


def test_what_a_host_copied_before_it_shared_is_handed_in_and_not_deleted(hosts, data, settings, monkeypatch):
    """The setting came later than the copies: they are the only ones."""
    settings.BACKUPS = data / "one"
    for module in ("backups", "shared_copies"):
        monkeypatch.setattr(f"backup.{module}.is_shared", lambda: True)
    one, other = hosts
    write(one, "labella-1.sqlite3", "last year")
    hand_in_copies()
    fetch_copies(other)
    assert read(one) == {"labella-1.sqlite3": "last year"}
    assert read(other) == {"labella-1.sqlite3": "last year"}


def test_what_was_thinned_out_or_made_anew_is_so_on_every_host(hosts):
    one, other = hosts
    for number in "123":
        write(one, f"labella-{number}.sqlite3", number)
    store_copies(one)
    known = fetch_copies(other)
    (other / "labella-1.sqlite3").unlink()
    write(other, "labella-2.sqlite3", "without the erased name")
    store_copies(other, known)
    fetch_copies(one)
    assert read(one) == {"labella-2.sqlite3": "without the erased name", "labella-3.sqlite3": "3"}
    assert len(list(list_stored("copies/sagra"))) == 2


def test_a_damaged_copy_is_left_out_and_the_others_are_there(hosts, data):
    one, other = hosts
    for number in "12":
        write(one, f"labella-{number}.sqlite3", number)
    store_copies(one)
    (damaged,) = (data / "files" / "copies" / "sagra").glob("labella-1.sqlite3-*")
    damaged.write_text("0")
    fetch_copies(other)
    assert read(other) == {"labella-2.sqlite3": "2"}


def test_a_host_that_dies_at_work_changes_nothing_for_the_others(hosts, monkeypatch):
    """What is stored is changed only after the work; and the next one who works here begins from it."""
    monkeypatch.setattr("backup.shared_copies.is_shared", lambda: True)
    one, other = hosts
    write(one, "labella-1.sqlite3", "evening")
    store_copies(one)
    with pytest.raises(OSError, match="no space"):
        die_at_work(other)
    with shared_copies(other):
        assert read(other) == {"labella-1.sqlite3": "evening"}
    assert len(list(list_stored("copies/sagra"))) == 1


def test_a_host_that_was_cut_off_at_work_overwrites_nothing(hosts):
    """Its job was done again by another, which also erased a name; both copies stay, and the name does not come back."""
    slow, other = hosts
    write(slow, "labella-1.sqlite3", "with the name")
    write(slow, "labella-2.sqlite3", "superfluous")
    store_copies(slow)
    known = fetch_copies(slow)
    write(slow, "labella-3.sqlite3", "made before the cable was pulled")
    (slow / "labella-2.sqlite3").unlink()
    known_there = fetch_copies(other)
    write(other, "labella-1.sqlite3", "without the name")
    write(other, "labella-4.sqlite3", "made meanwhile")
    store_copies(other, known_there)
    store_copies(slow, known)
    fetch_copies(slow)
    assert read(slow) == {
        "labella-1.sqlite3": "without the name",
        "labella-3.sqlite3": "made before the cable was pulled",
        "labella-4.sqlite3": "made meanwhile",
    }


def test_whoever_looks_while_a_copy_is_made_takes_nothing_away(hosts, monkeypatch):
    monkeypatch.setattr("backup.shared_copies.is_shared", lambda: True)
    one, other = hosts
    with shared_copies(one):
        write(one, "labella-1.sqlite3", "just made")
        with pytest.raises(LockFileBusy):
            look_at_copies(one)
    look_at_copies(other)
    assert read(one) == read(other) == {"labella-1.sqlite3": "just made"}
