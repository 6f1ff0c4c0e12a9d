"""A backup is made while people write, comes up elsewhere, and gives the same standings."""

import json
import shutil
import threading
import time

import pytest

from tests.desks import manage, open_desk
from tests.faults.hall import SLUG, prepare_hall, writers_of

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]


def restored_under_load(tmp_path, *, writers, entries):
    """How long coming back took, and what it found, against what was acknowledged before the backup began."""
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    hall = prepare_hall(data)
    with open_desk(data) as desk:
        people, over = writers_of(hall, int(desk.url.rpartition(":")[2]), writers), threading.Event()
        threads = [threading.Thread(target=one.work, args=(over.is_set,)) for one in people]
        for thread in threads:
            thread.start()
        while sum(len(one.saved) for one in people) < entries:
            time.sleep(0.05)
        before = sum(len(one.saved) for one in people)
        begun = time.monotonic()
        path = desk.manage("backup").split()[0]
        over.set()
        for thread in threads:
            thread.join()
    elsewhere.mkdir()
    copy = shutil.copy(path, elsewhere)
    report = verify(elsewhere, ("restore_backup", str(copy)))[SLUG]
    return before, report, time.monotonic() - begun, verify(data)[SLUG]


def verify(data, *before):
    """What `verify` says of a desk, after the commands before it."""
    done = [manage(data, *words) for words in (*before, ("verify", "--json"))]
    assert [one.stderr for one in done if one.returncode] == []
    return json.loads(done[-1].stdout)


def judge(before, report, seconds, origin, figures):
    restored = int(report["head"].split()[-1])
    figures(acknowledged_before=before, restored=restored, minutes=round(seconds / 60, 2))
    assert report["findings"] == origin["findings"] == []
    assert restored >= before


def test_it_comes_back(tmp_path, figures):
    judge(*restored_under_load(tmp_path, writers=6, entries=40), figures)


@pytest.mark.proof
def test_it_comes_back_from_a_long_evening(tmp_path, figures):
    judge(*restored_under_load(tmp_path, writers=30, entries=2500), figures)


def test_standings_are_equal_when_nobody_writes(tmp_path, prepared_data):
    """The demonstration, which has standings: the same digest there as here."""
    data, elsewhere = shutil.copytree(prepared_data, tmp_path / "data"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    here = verify(data, ("backup",))
    (path,) = (data / "backups").glob("labella-*.sqlite3")
    assert verify(elsewhere, ("restore_backup", str(path))) == here
    assert len(here) == 1
