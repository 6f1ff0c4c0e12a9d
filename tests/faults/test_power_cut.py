"""The power goes at any moment: what was acknowledged is there, and the file is sound. With synchronous=NORMAL it is not."""

import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from backup.sqlite_copy import check_pages, check_tournaments
from backup.sqlite_copy import open_file as open_sqlite
from exchange.values import BrokenCopy
from tests.desks import ROOT, environment
from tests.faults.compiler import needs_compiler
from tests.faults.conftest import SEED
from tests.faults.disk import File, Operation, read_trace
from tests.faults.hall import prepare_hall

pytestmark = [pytest.mark.slow, needs_compiler, pytest.mark.turns(4)]


@pytest.fixture(scope="module")
def watcher(tmp_path_factory):
    library = tmp_path_factory.mktemp("watcher") / "disk_trace.so"
    source = Path(__file__).with_name("disk_trace.c")
    subprocess.run(["gcc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return library


def recorded(place, watcher, entries, synchronous):
    """The files before the first entry, and everything that was done to them since."""
    data, trace = place / "data", place / "trace"
    prepare_hall(data)
    before = {path: path.read_bytes() for path in data.glob("labella.sqlite3*") if not path.name.endswith("-shm")}
    variables = environment(data, LD_PRELOAD=str(watcher), DISK_TRACE=str(trace))
    command = [sys.executable, "-m", "tests.faults.typist", str(entries), synchronous]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return before, list(read_trace(trace))


def cut_power(place, watcher, *, entries, images, synchronous):
    """How many of `images` crash images lost something that was acknowledged, and how many were damaged."""
    place.mkdir()
    before, trace = recorded(place, watcher, entries, synchronous)
    chance = random.Random(SEED)
    moments = sorted(chance.randrange(len(trace)) for _ in range(images))
    files = {str(path): File(bytearray(content)) for path, content in before.items()}
    image_place = place / "image"
    lost = damaged = acknowledged = done = 0
    for moment in moments:
        for operation in trace[done:moment]:
            acknowledged = replay(files, operation, acknowledged)
        done = max(done, moment)
        found = after_cut(files, image_place, chance)
        damaged += found is None
        lost += found is not None and found < acknowledged
    return lost, damaged, len(trace)


def replay(files, operation: Operation, acknowledged):
    if operation.kind == "A":
        return operation.offset
    file = files.setdefault(operation.path, File())
    if operation.kind == "S":
        file.sync()
    else:
        file.pending.append(operation)
    return acknowledged


def after_cut(files, place, chance):
    """Entries in the ledger once the desk is opened again on what is left; None when that is damaged."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for path, file in files.items():
        if "labella" in path:
            (place / Path(path).name).write_bytes(file.after_cut(chance))
    try:
        with closing(open_sqlite(place / "labella.sqlite3", "rw")) as connection:
            connection.row_factory = sqlite3.Row
            check_pages(connection)
            return sum(kept.entries for kept in check_tournaments(connection))
    except (BrokenCopy, sqlite3.Error):
        return None


def place_of_images(tmp_path):
    """Memory, if there is some: ten thousand images need no disk."""
    memory = Path("/dev/shm")
    return memory / f"labella-{tmp_path.parent.name}-{tmp_path.name}" if memory.is_dir() else tmp_path / "cut"


@pytest.fixture
def place(tmp_path):
    place = place_of_images(tmp_path)
    yield place
    shutil.rmtree(place, ignore_errors=True)


def test_nothing_is_lost(place, watcher, figures):
    lost, damaged, operations = cut_power(place, watcher, entries=30, images=120, synchronous="FULL")
    figures(images=120, operations=operations, lost=lost, damaged=damaged)
    assert (lost, damaged) == (0, 0)


def test_without_full_syncs_something_is(place, watcher, figures):
    """The positive control."""
    lost, damaged, operations = cut_power(place, watcher, entries=30, images=120, synchronous="NORMAL")
    figures(images=120, operations=operations, lost=lost, damaged=damaged)
    assert lost > 0
    assert damaged == 0


@pytest.mark.proof
@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_ten_thousand_images(place, watcher, figures, synchronous):
    lost, damaged, operations = cut_power(place, watcher, entries=80, images=10_000, synchronous=synchronous)
    figures(images=10_000, operations=operations, synchronous=synchronous, lost=lost, damaged=damaged)
    assert damaged == 0
    assert (lost == 0) is (synchronous == "FULL")
