"""`kill -9` of the desk while results are entered: whatever was acknowledged is there, once, and nothing else is."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from tests.desks import PATIENCE, ROOT, environment
from tests.faults.conftest import SEED
from tests.faults.hall import keys_in_ledger, prepare_hall, verify, writers_of
from tests.services import free_port

pytestmark = pytest.mark.slow


@contextmanager
def phoenix(data, port, *mode):
    command = [sys.executable, "-m", "tests.faults.phoenix", str(port), *mode]
    with (data.parent / "phoenix.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment(data, PORT=str(port)), stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def storm(data, *mode, kills, acknowledged, writers=8, patience=540):
    """Kill until there were enough deaths and enough acknowledged entries; the writers and how often it died."""
    hall = prepare_hall(data)
    port = free_port()
    people = writers_of(hall, port, writers)
    chance, died, over = random.Random(SEED), 0, threading.Event()
    with phoenix(data, port, *mode):
        threads = [threading.Thread(target=one.work, args=(over.is_set,)) for one in people]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + patience
        while (died < kills or sum(len(one.saved) for one in people) < acknowledged) and time.monotonic() < deadline:
            known = sum(len(one.saved) for one in people)
            share = acknowledged / kills
            while sum(len(one.saved) for one in people) < known + share * chance.uniform(0.2, 1.8) and time.monotonic() < deadline:
                time.sleep(0.005)
            if kill_child(data):
                died += 1
        time.sleep(0.2)
        over.set()
        for thread in threads:
            thread.join()
    return people, died


def kill_child(data):
    note = data / "child.pid"
    try:
        pid = int(note.read_text())
        note.unlink()
        os.kill(pid, signal.SIGKILL)
    except (FileNotFoundError, ProcessLookupError, ValueError):
        return False
    return True


def lost_and_extra(data, people):
    stored = keys_in_ledger(data)
    saved = {key for one in people for key in one.saved}
    sent = {key for one in people for key in one.sent}
    return saved - set(stored), [key for key in stored if key not in sent], len(stored) - len(set(stored))


def judge(data, people, died, figures, *, kills, acknowledged):
    lost, extra, twice = lost_and_extra(data, people)
    count = sum(len(one.saved) for one in people)
    strange = [one for writer in people for one in writer.strange]
    figures(kills=died, acknowledged=count, lost=len(lost), extra=len(extra), twice=twice, strange=len(strange))
    assert (lost, extra, twice) == (set(), [], 0)
    assert [status for status, _body in strange if status >= 500 and status != 503] == []
    assert verify(data) == []
    assert died >= kills
    assert count >= acknowledged


def test_nothing_acknowledged_is_lost(tmp_path, figures):
    people, died = storm(tmp_path / "data", kills=4, acknowledged=40)
    judge(tmp_path / "data", people, died, figures, kills=4, acknowledged=40)


def test_a_desk_that_answers_before_it_saves_is_found_out(tmp_path, figures):
    """The positive control."""
    people, died = storm(tmp_path / "data", "lying", kills=2, acknowledged=20)
    lost, _extra, _twice = lost_and_extra(tmp_path / "data", people)
    figures(kills=died, acknowledged=sum(len(one.saved) for one in people), lost=len(lost))
    assert lost != set()


@pytest.mark.proof
def test_three_hundred_deaths(tmp_path, figures):
    people, died = storm(tmp_path / "data", kills=300, acknowledged=5000, writers=24)
    judge(tmp_path / "data", people, died, figures, kills=300, acknowledged=5000)
