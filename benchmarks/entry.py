"""Results entered by fifty people without pause, on our desk and on the same desk with Django's default database settings.

    python -m benchmarks.entry [--json] [--seconds 20] [--readers 10] [--writers 50] [--quick]

Both are processes that serve over HTTP from SQLite files with one table for each writer; a writer enters a hand and takes
it back. First all fifty write at the same instant, then as fast as they are answered, without and with people who read pages meanwhile.
Every result that our desk acknowledged must be in its ledger exactly once. `--quick` is three writers and one reader for 0.2 seconds, to
see that everything runs: its figures mean nothing.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.desks import ROOT, environment, open_desk
from tests.faults.hall import SLUG, Writer, keys_in_ledger, percentile, prepare_hall, writers_of
from tests.services import free_port

GOALS = {"saved_a_second": 100.0, "failed_share": 0.0, "p99_seconds": 1.5, "p99_seconds_with_readers": 3.0, "slowest_of_all_at_once": 1.5}
PAGES = (f"/tournaments/{SLUG}/results/", f"/tournaments/{SLUG}/standings/", f"/desk/{SLUG}/results/")


@dataclass(frozen=True, slots=True)
class Crowd:
    writers: int
    readers: int
    seconds: float


QUICK = Crowd(writers=3, readers=1, seconds=0.2)


@dataclass(frozen=True, slots=True)
class EntryRun:
    saved_a_second: float
    failed: float
    median: float
    p99: float
    pages_a_second: float
    processor: float
    """Seconds of the desk's processor for each result, pages included."""


@dataclass(frozen=True, slots=True)
class ServedDesk:
    port: int
    process: int

    @property
    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def run_our_desk(data: Path) -> Iterator[ServedDesk]:
    with open_desk(data) as desk:
        yield ServedDesk(int(desk.url.rpartition(":")[2]), desk.process.pid)


@contextmanager
def run_defaults_desk(data: Path) -> Iterator[ServedDesk]:
    with sqlite3.connect(data / "labella.sqlite3") as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.peers.django_defaults", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(data), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_open(port)
        yield ServedDesk(port, process.pid)
    finally:
        process.terminate()
        process.wait(30)


def wait_until_open(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/login/", timeout=5).close()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing answers on port {port}")


def measure_burst(writers: list[Writer]) -> float:
    """Seconds of the slowest of all first hands, sent at the same instant."""
    start = threading.Barrier(len(writers))

    def enter_first_hand(writer: Writer) -> float:
        start.wait()
        started = time.monotonic()
        writer.try_once(*writer.next_request())
        return time.monotonic() - started

    with ThreadPoolExecutor(len(writers)) as pool:
        return max(pool.map(enter_first_hand, writers))


def measure_load(desk: ServedDesk, writers: list[Writer], readers: int, seconds: float) -> EntryRun:
    """Let all writers and readers work at once for `seconds`."""
    processor_before = desk.processor_seconds
    counts_before, failed, end = (
        [len(writer.latency) for writer in writers],
        sum(len(writer.strange) for writer in writers),
        time.monotonic() + seconds,
    )
    page_times: list[int] = []

    def read_pages() -> None:
        while time.monotonic() < end:
            page_times.extend(writers[0].look(page) for page in PAGES)

    threads = [threading.Thread(target=writer.work, args=(lambda: time.monotonic() > end,)) for writer in writers]
    threads += [threading.Thread(target=read_pages) for _reader in range(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    latencies = [second for writer, count_before in zip(writers, counts_before, strict=True) for second in writer.latency[count_before:]]
    failed = sum(len(writer.strange) for writer in writers) - failed
    return EntryRun(
        saved_a_second=len(latencies) / seconds,
        failed=failed / max(failed + len(latencies), 1),
        median=percentile(latencies, 0.5),
        p99=percentile(latencies, 0.99),
        pages_a_second=len(page_times) / seconds,
        processor=(desk.processor_seconds - processor_before) / max(len(latencies), 1),
    )


def measure_desk(place: Path, variant: str, crowd: Crowd) -> tuple[float, EntryRun, EntryRun]:
    """The slowest at the same instant, all writers without readers, all writers with readers."""
    data = place / variant
    hall = prepare_hall(data, tables=crowd.writers, people=crowd.writers)
    with (run_our_desk if variant == "ours" else run_defaults_desk)(data) as desk:
        writers = writers_of(hall, desk.port)
        burst, alone = measure_burst(writers), measure_load(desk, writers, 0, crowd.seconds)
        measurements = burst, alone, measure_load(desk, writers, crowd.readers, crowd.seconds)
    stored, saved = keys_in_ledger(data), {key for writer in writers for key in writer.saved}
    if variant == "ours" and (not saved <= set(stored) or len(stored) != len(set(stored))):
        raise RuntimeError("what was acknowledged is not in the ledger once each")
    return measurements


def compute_ratios(ours: tuple[float, EntryRun, EntryRun], theirs: tuple[float, EntryRun, EntryRun]) -> dict[str, float]:
    (burst, alone, read), (_burst, their_alone, _read) = ours, theirs
    return {
        "saved_a_second": round(alone.saved_a_second, 1),
        "failed_share": round(max(alone.failed, read.failed), 4),
        "p99_seconds": round(alone.p99, 2),
        "p99_seconds_with_readers": round(read.p99, 2),
        "slowest_of_all_at_once": round(burst, 2),
        "processor_ms_a_result": round(1000 * alone.processor, 1),
        "saved_vs_defaults": round(alone.saved_a_second / max(their_alone.saved_a_second, 0.1), 2),
        "defaults_failed_share": round(their_alone.failed, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--readers", type=int, default=10)
    parser.add_argument("--writers", type=int, default=50)
    parser.add_argument("--quick", action="store_true", help="three writers, one reader, 0.2 seconds")
    arguments = parser.parse_args()
    crowd = QUICK if arguments.quick else Crowd(arguments.writers, arguments.readers, arguments.seconds)
    with tempfile.TemporaryDirectory(prefix="labella-entry-") as name:
        measurements = {variant: measure_desk(Path(name), variant, crowd) for variant in ("ours", "Django's defaults")}
    table = Table(title=f"{crowd.writers} people enter without a pause, {crowd.seconds:g} s; then beside {crowd.readers} readers")
    for column in ("desk", "saved/s", "failed", "median s", "p99 s", "pages/s", "CPU ms", "all at once s"):
        table.add_column(column, justify="left" if column == "desk" else "right")
    for variant, (burst, *runs) in measurements.items():
        for run, label in zip(runs, ("", ", with readers"), strict=True):
            cells = [f"{run.saved_a_second:.1f}", f"{run.failed:.1%}", f"{run.median:.2f}", f"{run.p99:.2f}", f"{run.pages_a_second:.1f}"]
            table.add_row(variant + label, *cells, f"{1000 * run.processor:.1f}", "" if label else f"{burst:.2f}")
    Console().print(table)
    if arguments.json:
        measured = compute_ratios(measurements["ours"], measurements["Django's defaults"])
        print(json.dumps({"benchmark": "entry", "ratios": measured, "goals": GOALS, "missing": []}))


if __name__ == "__main__":
    main()
