"""Copies of a tournament that several hosts make and read. If this failed, a host that is gone would take the copies with it, or one host
would give out what another has thinned out.
"""

import pytest

from backup.backups import hand_in_copies
from backup.shared_copies import fetch_copies, shared_copies, store_copies
from jobs.files import list_stored


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
    return {path.name: path.read_text() for path in place.iterdir()}


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
    monkeypatch.setattr("backup.backups.is_shared", lambda: True)
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
    fetch_copies(other)
    (other / "labella-1.sqlite3").unlink()
    write(other, "labella-2.sqlite3", "without the erased name")
    store_copies(other)
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
