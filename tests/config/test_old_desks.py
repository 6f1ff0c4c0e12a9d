"""A desk of every older release goes on with this one; a desk that cannot is left as it is, and says why.

`tests/fixtures/` holds what releases left behind, and commit f322ca1: the two files of a desk with the demonstration and the file of that
tournament, packed by `make release`, and beside each archive the ledger's fingerprint and the digest of the standings as that release
computed them.
"""

import json
import os
import re
import shlex
import shutil
import sqlite3
import tarfile
from contextlib import closing, contextmanager

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import ConnectionHandler, connections

from backup.backups import make_backup
from config.migrating import migrate_databases
from deploy.release import pack_desk
from desk.verification.queries import compute_standings_digest, verify_tournament
from exchange.importing import import_tournament
from exchange.reading import check_document
from tests.desks import ROOT, manage
from tests.exchange.encoded import parse_document

ARCHIVES = sorted((ROOT / "tests" / "fixtures").glob("desk-*.tar.xz"))
OLDEST = ROOT / "tests" / "fixtures" / "desk-f322ca1.tar.xz"
FILES = {"default": "labella.sqlite3", "ephemeral": "ephemeral.sqlite3"}


def unpack(archive, place):
    """The data directory of an older desk."""
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian’s Python 3.11.2 has none
        packed.extractall(place)
    return place


def read_description(archive):
    """Slug, fingerprint and digest as that release had them."""
    return json.loads(archive.with_name(archive.name.replace(".tar.xz", ".json")).read_text(encoding="utf-8"))


@pytest.fixture
def old(tmp_path):
    """The data directory of the oldest desk."""
    return unpack(OLDEST, tmp_path / "old")


every_release = pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.xz"))


def read_files(data):
    return {path.name: path.read_bytes() for path in data.glob("*.sqlite3")}


@every_release
def test_an_old_desk_goes_on(archive, tmp_path):
    old, described = unpack(archive, tmp_path / "old"), read_description(archive)
    opened = manage(old, "desk", "--prepare")
    assert (opened.returncode, opened.stderr) == (0, "")
    copies = list((old / "backups").glob("labella-*.sqlite3"))  # none of a release whose tables are those of today
    assert [f"As it was, it lies in {copy}." in opened.stdout for copy in copies] == [True] * len(copies)
    assert copies or archive != OLDEST
    again = manage(old, "desk", "--prepare")
    assert (again.returncode, again.stdout, list((old / "backups").glob("labella-*.sqlite3"))) == (0, "", copies)
    went_on = manage(old, "shell", "--no-imports", "--command", "from tests.config.old_desk import main; main()")
    complaints = [line for line in went_on.stderr.splitlines() if " logged in from " not in line]
    assert (went_on.returncode, complaints) == (0, [])
    seen = json.loads(went_on.stdout)
    before, after = (report[described["slug"]] for report in seen["verified"])
    assert (before["findings"], before["head"], after["findings"]) == ([], described["head"], [])
    assert (seen["state"], seen["seats"]) == ("published", 24)
    answers = [(key, answer) for papers in seen["papers"] for key, answer in papers.items()]
    assert [(key, answer) for key, answer in answers if answer != ("200 <!DOC" if key == "page" else "200 %PDF-")] == []
    assert len(answers) > 20


@every_release
@pytest.mark.both_databases
def test_the_file_of_an_old_tournament_goes_on_here(archive, tmp_path, director):
    old, described = unpack(archive, tmp_path / "old"), read_description(archive)
    imported = import_tournament(parse_document((old / f"{described['slug']}.json").read_bytes()), actor=director)
    assert (verify_tournament(imported.tournament), str(imported.head)) == ((), described["head"])
    assert compute_standings_digest(imported.tournament) == described["digest"]


def test_what_a_release_keeps_of_itself(tmp_path, prepared_data):
    """It is what the tests above read: a desk that opens, and the file and the description of its tournament."""
    data = shutil.copytree(prepared_data, tmp_path / "data")
    archive, description = pack_desk(data, "9.9.9", tmp_path)
    assert read_description(archive) == json.loads(description.read_text(encoding="utf-8"))
    described, kept = read_description(archive), unpack(archive, tmp_path / "kept")
    document = parse_document((kept / f"{described['slug']}.json").read_bytes())
    assert str(check_document(document)) == described["head"]
    assert sorted(path.name for path in kept.iterdir()) == ["ephemeral.sqlite3", "labella.sqlite3", f"{described['slug']}.json"]
    assert len(described["digest"]) == len(read_description(OLDEST)["digest"])
    with closing(sqlite3.connect(kept / "labella.sqlite3")) as database:
        assert database.execute("SELECT slug FROM tournaments_tournament").fetchall() == [(described["slug"],)]


def tamper_newer(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_of_tomorrow', '2030-01-01')")


def tamper_page(path):
    content = bytearray(path.read_bytes())
    content[8 * 4096 : 24 * 4096] = os.urandom(16 * 4096)
    path.write_bytes(content)


def tamper_all(path):
    path.write_bytes(b"no database at all\n" * 400)


def tamper_reference(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM tournaments_tournament")


@contextmanager
def connected_to(data):
    """This process uses the databases of another desk."""
    own = {alias: connections[alias] for alias in FILES}
    handler = ConnectionHandler({alias: {**settings.DATABASES[alias], "NAME": data / file} for alias, file in FILES.items()})
    for alias in FILES:
        connections[alias] = handler[alias]
    try:
        yield
    finally:
        handler.close_all()
        for alias, connection in own.items():
            connections[alias] = connection


REFUSED = pytest.mark.parametrize(
    ("tamper", "name", "sentence"),
    [
        (tamper_newer, "labella", "was used by a newer release of La Bella. Nothing was changed. Open it with that release"),
        (tamper_page, "labella", "Move the file away and bring a backup back: manage.py restore_backup FILE."),
        (tamper_all, "labella", "labella.sqlite3 cannot be read (file is not a database)"),
        (tamper_all, "ephemeral", "delete it, and everybody logs in again."),
        (tamper_newer, "ephemeral", "delete it, and everybody logs in again."),
    ],
)


@REFUSED
def test_a_desk_that_cannot_be_brought_up(old, tamper, name, sentence, django_db_blocker):
    tamper(old / f"{name}.sqlite3")
    before = read_files(old)
    with django_db_blocker.unblock(), connected_to(old), pytest.raises(CommandError) as refused:
        migrate_databases()
    assert sentence in str(refused.value)
    assert "Nothing was changed." in str(refused.value)
    assert read_files(old) == before


def test_a_desk_of_which_no_copy_can_be_made_is_not_brought_up(old):
    """The whole command: what it says, and that it ends without a trace of Python."""
    tamper_reference(old / "labella.sqlite3")
    before = read_files(old)
    refused = manage(old, "desk", "--prepare")
    assert refused.returncode != 0
    assert "a row refers to one that does not exist" in refused.stderr
    assert "Nothing was changed." in refused.stderr
    assert "Traceback" not in refused.stderr
    assert read_files(old) == before


WAY_BACK = re.compile(r"To go back with this release to how the desk was on .+?: manage\.py (.+?)\. What was entered")


def find_way_back(refusal):
    """The words of the command that the refused start offers."""
    return shlex.split(WAY_BACK.search(refusal)[1])


def test_the_start_of_an_older_release_names_the_way_back(tmp_path, empty_data, settings, django_db_blocker, capsys):
    """The short form of what follows, in one process: the newer release left nothing but its migrations."""
    data = shutil.copytree(empty_data, tmp_path / "a stick")
    settings.DATA, settings.BACKUPS = data, data / "backups"
    with django_db_blocker.unblock(), connected_to(data):
        before = make_backup(occasion="before_migrating")
        tamper_newer(data / FILES["default"])
        tamper_newer(data / FILES["ephemeral"])
        make_backup(occasion="asked")  # newer, and nothing that an older release can read
        with pytest.raises(CommandError) as refused:
            migrate_databases()
        way_back = find_way_back(str(refused.value))
        assert way_back == ["restore_backup", str(before.path)]
        call_command(*way_back)
        assert "everybody logs in again" in capsys.readouterr().out
        assert migrate_databases() is None


@pytest.mark.proof
def test_going_back_after_an_update_and_forward_again(tmp_path, prepared_data, changed):
    """With programs of two releases. Nobody types a command that was not on the screen, and nothing that was entered is lost."""
    data = shutil.copytree(prepared_data, tmp_path / "a stick")

    def start(**release):
        """A start of the desk; what it wrote, and whether it opened."""
        done = manage(data, "desk", "--prepare", **release)
        return done.stdout + done.stderr, done.returncode == 0

    def work(name, **release):
        """Rename the tournament; return its former name and what `verify` finds."""
        program = f"from tests.config.old_desk import rename; rename({name!r})"
        return json.loads(manage(data, "shell", "--no-imports", "--command", program, **release).stdout)

    said, is_open = start(**changed)
    assert (is_open, "This desk comes from an older release." in said) == (True, True)
    assert work("After the update", **changed) == ["Memorial Tziu Mundicu", []]
    said, is_open = start()
    assert (is_open, "was used by a newer release" in said) == (False, True)
    restored = manage(data, *find_way_back(said))
    assert (restored.returncode, restored.stderr) == (0, "")
    (kept,) = re.findall(r"previous data: (.+)", restored.stdout)
    assert start() == ("", True)
    assert work("With the old one") == ["Memorial Tziu Mundicu", []]
    assert start(**changed)[1]
    assert work("Forward again", **changed) == ["With the old one", []]
    assert manage(data, "restore_backup", kept, **changed).returncode == 0
    assert work("Whole", **changed) == ["After the update", []]
