"""A sending process that dies between any two of its steps. If this failed, one bad moment would leave something outside that nobody knows
of, or send it twice, or never.
"""

from contextlib import contextmanager

import pytest

from publishing.models import Delivery
from publishing.pieces import codec
from publishing.sending import services, sites
from tests.publishing.conftest import Drive
from tests.publishing.sending.test_spaces import build_wanted
from tests.publishing.sources import Folder, build_public_document
from tests.scoring.evenings import quarrel
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]


class Killed(BaseException):
    """No handler of the product catches it, as none catches a kill."""


class Killer:
    """Dies at its `at`th chance: before and after every request, every note, every file."""

    def __init__(self, monkeypatch):
        self.at, self.chances = None, 0
        ask, write, file_write, remove = sites.ask_site, services.write_tx, Folder.write, Folder.remove

        @contextmanager
        def note():
            self.pass_by()
            with write():
                yield
            self.pass_by()

        monkeypatch.setattr(services, "write_tx", note)
        monkeypatch.setattr(sites, "ask_site", self.wrap(ask))
        monkeypatch.setattr(Folder, "write", self.wrap(file_write))
        monkeypatch.setattr(Folder, "remove", self.wrap(remove))

    def pass_by(self):
        self.chances += 1
        if self.chances == self.at:
            raise Killed

    def wrap(self, step):
        def run(*arguments, **named):
            self.pass_by()
            result = step(*arguments, **named)
            self.pass_by()
            return result

        return run

    def run(self, target, at):
        """One process that dies at this chance; whether it did."""
        self.at, self.chances = at, 0
        try:
            Drive(target).until_quiet()
        except Killed:
            return True
        return False


def kill_everywhere(killer, target, changes):
    """For every chance of dying and every change: make it, die there, and let another process go on. Yields whether it died."""
    at, deaths = 1, True
    while deaths:
        deaths = False
        for change in changes:
            change(at)
            died = killer.run(target, at)
            killer.run(target, None)
            deaths = deaths or died
            yield died
        at += 1


def test_a_site_is_right_after_a_death_at_any_step(target, evening, site, monkeypatch):
    """A patch, a removal, and the whole in several parts."""
    monkeypatch.setattr(codec, "MOST_BYTES", 2500)
    monkeypatch.setattr(codec, "SLICE", 9000)
    killer, rows = Killer(monkeypatch), Tournament.objects.filter(pk=evening.pk)
    quarrel(evening)
    changes = [
        lambda number: rows.update(venue=f"Bar {number}"),
        lambda _number: rows.update(public=False),
        lambda _number: rows.update(public=True),
    ]
    deaths = 0
    for died in kill_everywhere(killer, target, changes):
        deaths += died
        assert [*site.documents().values()] == [build_public_document(one) for one in rows.filter(public=True)]
    assert deaths > 30
    numbers = [number for _key, number, _is_patch in site.log]
    assert numbers == sorted(set(numbers))
    assert Delivery.objects.get().next_number == 0


def test_a_folder_is_right_after_a_death_at_any_step(space, evening, tmp_path, monkeypatch):
    killer, rows, folder, deaths = Killer(monkeypatch), Tournament.objects.filter(pk=evening.pk), tmp_path / "web", 0

    def change(number):
        entry = evening.entries.order_by("number")[number % 6]
        entry.state = "withdrawn" if number % 2 else "present"
        entry.save()
        rows.update(venue=f"Bar {number}")

    for died in kill_everywhere(killer, space, [change]):
        deaths += died
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert files == build_wanted()
    assert deaths > 8


def test_without_the_note_of_what_will_be_written_files_are_left_over(space, evening, tmp_path, monkeypatch):
    """The positive control: a process that notes files only after it wrote them forgets the one at which it died."""
    monkeypatch.setattr("publishing.sending.spaces.note_files_to_come", lambda *_arguments: None)
    killer = Killer(monkeypatch)
    left_over = False
    for at in range(1, 40):
        Tournament.objects.filter(pk=evening.pk).update(public=True, venue=f"Bar {at}")
        if not killer.run(space, at):
            break
        Tournament.objects.filter(pk=evening.pk).update(public=False)
        killer.run(space, None)
        left_over = left_over or any(path.is_file() for path in (tmp_path / "web").rglob("*"))
    assert left_over
