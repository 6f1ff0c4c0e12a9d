"""Erasure, backup, restore, import, migration, first start, ended by force: the next start finishes them or takes them back, and says so.

The short forms end each at its worst moment; the long ones end it 200 times before a change of the disk chosen at random. The control is
the same without the protection: without the note that is written first (for a backup, without the sweeping) what is half done stays.
"""

import os
import shutil
import tarfile

import pytest

from tests.desks import ROOT
from tests.faults.compiler import compile_library, needs_compiler
from tests.faults.conftest import SEED
from tests.faults.forks import START, ForkingHost, Work, kill_often

KILLS = int(os.environ.get("KILLS", "200"))
CONTROLS = max(KILLS // 5, 5)
COPIES = 3

BUILD = """
from django.conf import settings
from django.core.management import call_command
call_command("desk", "--prepare", "--no-demonstration")
from backup.backups import make_backup
from backup.second_location import choose_second_location, make_copies
from config.first_login import reset_login
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.entries.services import EntryDetails, edit_entry
tournament = play_evening()
(settings.DATA / "stick").mkdir()
choose_second_location(str(settings.DATA / "stick"))
make_backup(occasion="asked")
entry = tournament.entries.get(number=1)
edit_entry(entry, EntryDetails(("Zebedea Canarini", "Berto001"), club="Bar 1"), actor=build_user("director"))
make_copies(occasion="before_restore"), make_copies(occasion="before_restore")
reset_login(settings.DATA)
"""
BUNDLE = """
import zipfile
from django.core.management import call_command
call_command("desk", "--prepare", "--no-demonstration")
from exchange.writing import build_document
from tests.exchange.encoded import encode_document
from tests.scoring import hands
from tests.scoring.evenings import play_evening
hands._keys = iter(range(1000, 2000))  # another site's keys
with zipfile.ZipFile(arguments[0], "w") as archive:
    for number in range(3):
        archive.writestr(f"{number}.json", encode_document(build_document(play_evening(name=f"Site {number}"))))
"""
ERASE = """
from django.contrib.auth.models import User
from tests.faults.erasing import erase_person
from tournaments.models import Person
person, director = Person.objects.get(name="Zebedea Canarini"), User.objects.get(username="director")
assert erase_person(person, actor=director) is None
"""
BACKUP = """
from backup.second_location import make_copies
make_copies(occasion="before_restore")
"""
RESTORE = """
from django.contrib.auth.models import User
from backup.backups import list_backups
from backup.restoring import restore_backup
restore_backup(list_backups()[-1].path, actor=User.objects.get(username="director"))
"""
IMPORT = 'from django.core.management import call_command; call_command("restore_backup", *arguments)'
FIRST_START = 'from django.core.management import call_command; call_command("desk", "--prepare")'

END_BEFORE_COPIES = "from backup import erasure; import os; erasure._renew_backups = lambda *a: os._exit(9)\n"
END_ON_STICK = "from backup import erased_copies; import os; erased_copies.copy_checked = lambda *a: os._exit(9)\n"
END_IN_COPY = "from backup import backups; import os; backups.check_copy = lambda *a: os._exit(9)\n"
END_BEFORE_LOGIN = "from backup import restoring; import os; restoring.store_login = lambda *a, **k: os._exit(9)\n"
END_IN_DEMONSTRATION = """
import itertools, os
from desk.rehearsal import demonstration
real, numbers = demonstration._publish_next_round, itertools.count()
demonstration._publish_next_round = lambda *a: os._exit(9) if next(numbers) else real(*a)
"""
END_IN_IMPORT = """
import itertools, os
from exchange import bundles
real, numbers = bundles.import_tournament, itertools.count()
bundles.import_tournament = lambda *a, **k: os._exit(9) if next(numbers) else real(*a, **k)
"""
END_IN_MIGRATION = """
import itertools, os
from django.db.migrations.recorder import MigrationRecorder
real, numbers = MigrationRecorder.record_applied, itertools.count()
def record(self, app, name):
    is_afterwards = not self.connection.in_atomic_block
    os._exit(9) if is_afterwards and next(numbers) == 1 else real(self, app, name)
MigrationRecorder.record_applied = record
"""
"""Between what a migration did and the row that says so, which for some of them Django writes afterwards."""
FORGET_NOTES = """
import os
import shutil
from django.conf import settings
for name in ("unfinished", "erasures"):
    shutil.rmtree(settings.DATA / name, ignore_errors=True)
"""
KEEP_DRAFTS = "from config import resuming; resuming.delete_stray_drafts = lambda: None\n"


def is_erased(state):
    """Nothing was begun, or the name is nowhere."""
    return bool(state["traces"]) == state["named"] and COPIES <= state["copies"] <= COPIES + 2 and state["tournaments"] == 1


def is_one_more_copy(state):
    return COPIES <= state["copies"] <= COPIES + 1 and state["tournaments"] == 1


def is_imported_or_not(state):
    return state["tournaments"] in {1, 4}


def has_demonstration(state):
    return (state["tournaments"], state["rounds"]) == (1, 2)


def has_the_one_copy(state):
    return (state["tournaments"], state["copies"]) == (1, 1)


WORKS = {
    "erasure": Work(ERASE, is_erased),
    "backup": Work(BACKUP, is_one_more_copy),
    "restore": Work(RESTORE, is_one_more_copy),
    "import": Work(IMPORT, is_imported_or_not),
    "first start": Work(FIRST_START, has_demonstration),
    "migration": Work(FIRST_START, has_the_one_copy, has_login=False),
}
WORST = {
    "erasure": END_BEFORE_COPIES,
    "erasure on a stick": END_ON_STICK,
    "backup": END_IN_COPY,
    "restore": END_BEFORE_LOGIN,
    "import": END_IN_IMPORT,
    "first start": END_IN_DEMONSTRATION,
    "migration": END_IN_MIGRATION,
}
SAID = {
    "erasure": "Erasing a name was not complete. It is finished now (1).",
    "erasure on a stick": "Erasing a name was not complete. It is finished now (1).",
    "backup": "",
    "restore": "Restoring a backup was interrupted.",
    "import": "was interrupted and is finished now: 2 more.",
    "first start": "The first start was interrupted. It begins again.",
    "migration": "This desk comes from an older release.",
}


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """Without what counts the changes of the disk: a short form ends where it is told to."""
    host = ForkingHost(tmp_path_factory.mktemp("host"))
    yield host
    host.close()


@pytest.fixture(scope="module")
def templates(tmp_path_factory, host):
    """The data directory that each work begins with, None for an empty one; and another site's archive of three tournaments."""
    place = tmp_path_factory.mktemp("templates")
    with tarfile.open(ROOT / "tests" / "fixtures" / "desk-f322ca1.tar.xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian’s Python 3.11.2 has none
        archive.extractall(place / "old")
    (old,) = (path.parent for path in (place / "old").rglob("labella.sqlite3"))
    host.lay_out(None)
    bundle = place / "labella-20260101T000000Z.zip"
    host.run(BUNDLE, str(bundle))
    host.lay_out(None)
    host.run(BUILD)
    played = host.keep(place / "played")
    return dict.fromkeys(WORST, played) | {"first start": None, "migration": old, "bundle": bundle}


def leave_half_notes(data):
    """What a kill leaves in the midst of writing down what is about to begin; an erasure's note holds the name."""
    for folder, file in (("unfinished", "restore.part"), ("erasures", ".0.json.1.part")):
        (data / folder).mkdir(exist_ok=True)
        (data / folder / file).write_text('{"names": ["Zebedea Canarini"')


def build_work(name, templates):
    work = WORKS.get(name, WORKS["erasure"])
    return Work(work.program, work.expected, (str(templates["bundle"]),), work.has_login) if name == "import" else work


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("name", WORST)
def test_what_ends_at_its_worst_moment(host, templates, name):
    work, spoil = build_work(name, templates), KEEP_DRAFTS if name == "backup" else FORGET_NOTES
    host.lay_out(templates[name])
    assert host.run(WORST[name] + work.program, *work.arguments).code == 9
    leave_half_notes(host.data)
    half = shutil.copytree(host.data, host.data.with_name("half"))
    state = host.ask(START)
    assert work.is_whole(state), state
    assert SAID[name] in state["told"]
    host.lay_out(half)
    shutil.rmtree(half)
    if name != "migration":  # a third of the time of all; its control is in the long form
        assert not work.is_whole(host.ask(spoil + START, "--no-demonstration"))


@pytest.mark.proof
@pytest.mark.timeout(7200)
@needs_compiler
@pytest.mark.parametrize("name", WORKS)
def test_two_hundred_kills(tmp_path, templates, name, figures):
    host = ForkingHost(tmp_path, preload=compile_library("disk_end.c", tmp_path))
    work = build_work(name, templates)
    seen = kill_often(host, templates[name], work, count=KILLS, seed=SEED)
    control = kill_often(host, templates[name], work, count=CONTROLS, seed=SEED, spoil=KEEP_DRAFTS if name == "backup" else FORGET_NOTES)
    host.close()
    wrong, unprotected = seen.pop("wrong"), len(control["wrong"])
    figures(work=name, **seen, wrong=len(wrong), control=f"{unprotected} of {CONTROLS}")
    assert wrong == []
    assert unprotected > 0
