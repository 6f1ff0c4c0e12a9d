"""Many writers at once: with the gate none fails; the same writers without it do."""

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from jobs.databases import NestedWriteError, WriteLockTimeout, limit_waiting, write_lock
from tests.desks import ROOT, environment

WRITERS = 16
PROCESSES, WRITES = 4, 20
WRITER = """
import sqlite3, sys
from contextlib import nullcontext
import django; django.setup()
from jobs.databases import write_lock
path, gated, writes = sys.argv[1], sys.argv[2] == "gated", int(sys.argv[3])
connection = sqlite3.connect(path, timeout=0, isolation_level=None)
connection.execute("SELECT n FROM tally").fetchone()  # whoever closes a file last locks it, and no gate is before that
print("ready", flush=True); sys.stdin.readline()
for _ in range(writes):
    with write_lock() if gated else nullcontext():
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE tally SET n = n + 1")
        connection.execute("COMMIT")
"""


def writers_that_failed(data: Path, mode: str, processes: int = PROCESSES, writes: int = WRITES) -> tuple[int, int]:
    """Let processes write into one file that waits for nobody; return how many failed, and what was counted."""
    path = data / f"{mode}.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.executescript("PRAGMA journal_mode=WAL; CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    command = [sys.executable, "-c", WRITER, str(path), mode, str(writes)]
    writers = [
        subprocess.Popen(command, cwd=ROOT, env=environment(data), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(processes)
    ]
    for process in writers:
        assert process.stdout.readline() == b"ready\n"
    for process in writers:
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in writers:
        process.communicate()
    with sqlite3.connect(path) as connection:
        (counted,) = connection.execute("SELECT n FROM tally").fetchone()
    connection.close()
    return sum(process.returncode != 0 for process in writers), counted


def test_processes_take_turns(tmp_path):
    assert writers_that_failed(tmp_path, "gated") == (0, PROCESSES * WRITES)


def test_without_the_gate_the_same_processes_fail(tmp_path):
    """The positive control."""
    failed, counted = writers_that_failed(tmp_path, "ungated")
    assert failed > 0
    assert counted < PROCESSES * WRITES


@pytest.mark.proof
def test_many_processes_take_turns_for_long(tmp_path):
    assert writers_that_failed(tmp_path, "gated", processes=WRITERS, writes=1000) == (0, WRITERS * 1000)


def test_threads_take_turns(data, django_db_blocker):
    inside, overlaps = [], []

    def write(number: int) -> None:
        with django_db_blocker.unblock(), write_lock():
            overlaps.extend(inside)
            inside.append(number)
            inside.remove(number)

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS * 20)))
    assert overlaps == []


def test_a_second_gate_in_the_same_thread_is_an_error(data):
    with write_lock(), pytest.raises(NestedWriteError), write_lock():
        pass
    with write_lock():
        """The failed attempt has not kept the gate shut."""


@pytest.mark.django_db
def test_patience_ends(data):
    release, taken = threading.Event(), threading.Event()

    def hold() -> None:
        with write_lock():
            taken.set()
            release.wait(10)

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait(10)
    with pytest.raises(WriteLockTimeout), limit_waiting(0.05), write_lock():
        pass
    release.set()
    holder.join()
