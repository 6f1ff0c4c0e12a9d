"""A disk of which its owner may use no more: SQLite calls that an I/O error, and the desk must not call it damage."""

import errno
import json
import shutil
import subprocess
import sys

import pytest

from tests.desks import ROOT, environment
from tests.faults.compiler import compile_library, needs_compiler

PROGRAM = """
import ctypes, json, os, sys
import django
django.setup()
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from backup.backups import make_backup
from backup.damage import state
from backup.second_location import choose_second_location, put_in_second_location, read_second_location
from backup.storage import check_storage
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

disk, error, seen = ctypes.CDLL(None), int(sys.argv[1]), {}
tournament, client = Tournament.objects.first(), Client(raise_request_exception=False, HTTP_HOST="localhost")
client.force_login(User.objects.filter(is_superuser=True).first())
page = f"/desk/{tournament.slug}/archive/"
stick = settings.DATA / "stick"
stick.mkdir()
choose_second_location(str(stick))
copy = make_backup(occasion="before_restore")
disk.refuse_writes(str(stick).encode(), error)
put_in_second_location(copy)
seen["stick"] = read_second_location().is_full
disk.refuse_writes(os.fsencode(settings.BACKUPS), error)
try:
    make_backup(occasion="before_restore")
except ChangeRefused as refusal:
    seen["backup"] = str(refusal)
seen["damage of a backup"] = state.damage
disk.refuse_writes(os.fsencode(settings.DATA), error)
seen["status"] = client.post(page, {"back": "1"}).status_code
check_storage()
seen["fault"], seen["damage"] = state.write_fault, state.damage
disk.refuse_writes(b"", 0)
check_storage()
seen["fault afterwards"], seen["status afterwards"] = state.write_fault, client.post(page, {"back": "1"}).status_code
print(json.dumps(seen))
"""

START = """
import ctypes, json, os, sys
import django
django.setup()
from django.conf import settings
from django.core.management import CommandError, call_command

ctypes.CDLL(None).refuse_writes(os.fsencode(settings.DATA), int(sys.argv[1]))
seen = {}
for name, options in (("desk", {"prepare": True}), ("verify", {})):
    try:
        call_command(name, **options)
    except CommandError as refusal:
        seen[name] = str(refusal)
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def refuser(tmp_path_factory):
    return compile_library("disk_refuse.c", tmp_path_factory.mktemp("refuser"))


def fill_disk(tmp_path, prepared_data, refuser, error, program=PROGRAM):
    data = shutil.copytree(prepared_data, tmp_path / "data")
    variables = environment(data, LD_PRELOAD=str(refuser))
    command = [sys.executable, "-c", program, str(error)]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@needs_compiler
@pytest.mark.slow
@pytest.mark.turns(4)
def test_a_quota_that_is_used_up_is_a_full_disk(tmp_path, prepared_data, refuser):
    seen = fill_disk(tmp_path, prepared_data, refuser, errno.EDQUOT)
    assert "Disk quota exceeded" in seen.pop("backup")
    assert seen == {
        "stick": True,
        "damage of a backup": "",
        "status": 507,
        "fault": "Disk quota exceeded",
        "damage": "",
        "fault afterwards": "",
        "status afterwards": 302,
    }


@needs_compiler
@pytest.mark.slow
@pytest.mark.turns(4)
def test_a_disk_that_fails_is_none(tmp_path, prepared_data, refuser):
    """The control: the same place, and the error of a broken disk. A backup that cannot be written says nothing about the data."""
    seen = fill_disk(tmp_path, prepared_data, refuser, errno.EIO)
    assert (seen["stick"], seen["damage of a backup"], seen["status"]) == (False, "", 503)
    assert seen["damage"] == "disk I/O error"


@needs_compiler
@pytest.mark.slow
def test_a_full_disk_is_told_at_the_start_and_no_file_is_called_damaged(tmp_path, prepared_data, refuser):
    """SQLite needs room even to read. Who moved the file away, as for damage, would lose an evening."""
    seen = fill_disk(tmp_path, prepared_data, refuser, errno.ENOSPC, START)
    assert "is full: La Bella cannot start. Nothing is lost." in seen["desk"]
    assert "is full, and even reading needs room. Nothing is lost." in seen["verify"]
