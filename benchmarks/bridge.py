"""Saves at a desk that publishes to a site, beside the same saves at a desk without a bridge.

    python -m benchmarks.bridge [--json] [--quick] [--turns 40] [--seconds 5] [--writers 8] [--tables 32]

Two desks with the same hall are open all the time; one of them sends every change to a site on this machine. The people of one and of the
other save in turn, a hand every second each, for some seconds: what else the machine does meets both. A turn is a pair of such slices, and
every other one begins with the other desk. Ratios are those of the desk with the bridge to the one without: of all its saves, and the
median of the turns. The processor time is that of the desk's own process; the sending one has its own.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.entry import ServedDesk
from tests.desks import PATIENCE, ROOT, environment, open_desk
from tests.faults.hall import Hall, Writer, percentile, prepare_hall, writers_of
from tests.publishing.sites import DESK
from tests.services import free_port

GOALS = {"save_p99_ratio": 1.05}
SAVE_EVERY = 1.0
"""Seconds between two saves of one person."""


@dataclass(slots=True)
class MeasuredDesk:
    """A desk with those who save at it. `slices`: the seconds of each save, slice by slice; `processor`: seconds of the desk's process."""

    served: ServedDesk
    writers: list[Writer]
    slices: list[list[float]] = field(default_factory=list)
    processor: float = 0.0

    def save_for(self, seconds: float) -> None:
        """All its people save once a second, each at a moment of their own."""
        before = [len(writer.latency) for writer in self.writers]
        processor, end = self.served.processor_seconds, time.monotonic() + seconds
        with ThreadPoolExecutor(len(self.writers)) as threads:
            list(threads.map(_save_until, self.writers, [end] * len(self.writers), range(len(self.writers))))
        self.processor += self.served.processor_seconds - processor
        self.slices.append([seconds for writer, known in zip(self.writers, before, strict=True) for seconds in writer.latency[known:]])

    @property
    def saves(self) -> list[float]:
        return [seconds for turn in self.slices for seconds in turn]


def _save_until(writer: Writer, end: float, number: int) -> None:
    due = time.monotonic() + SAVE_EVERY * (number % 8) / 8
    while due < end:
        time.sleep(max(due - time.monotonic(), 0))
        writer.try_once(*writer.next_request())
        due = max(due + SAVE_EVERY, time.monotonic())


@contextmanager
def open_site(web: Path, data: Path) -> Iterator[None]:
    """A site that knows the desk of `data`, and the desk that knows the site."""
    port = free_port()
    asked = f"pair http://127.0.0.1:{port}\n"
    command = [sys.executable, "-m", "tests.publishing.driver"]
    done = subprocess.run(command, input=asked, cwd=ROOT, env=environment(data), capture_output=True, text=True, check=True)
    web.mkdir()
    key = done.stdout.split()[-1]
    (web / "state.json").write_text(json.dumps({"held": {}, "keys": {DESK: key}, "withdrawn": [], "parts": {}}))
    site = subprocess.Popen([sys.executable, "-m", "tests.publishing.sites", str(web), str(port)], cwd=ROOT, env=environment(data))
    try:
        yield
    finally:
        site.kill()
        site.wait()


def read_ledger_length(web: Path) -> int:
    """How many lines of the ledger the site holds."""
    held = json.loads((web / "state.json").read_text())["held"].values()
    return sum(len(evening["document"]["ledger"]) for evening in held)


def wait_until_sent(web: Path, lines: int) -> int:
    """How many lines of the ledger the site holds, once there are so many."""
    deadline = time.monotonic() + PATIENCE
    while (held := read_ledger_length(web)) < lines:
        if time.monotonic() > deadline:
            raise TimeoutError("nothing arrives at the site")
        time.sleep(0.2)
    return held


def run_turns(alone: MeasuredDesk, bridged: MeasuredDesk, turns: int, seconds: float) -> None:
    for turn in range(turns):
        for desk in (alone, bridged) if turn % 2 else (bridged, alone):
            desk.save_for(seconds)


def measure(turns: int, seconds: float, people: int, tables: int) -> dict[str, float]:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="labella-bridge-") as name:
        places = [Path(name) / kind for kind in ("alone", "bridged")]
        halls: list[Hall] = [prepare_hall(place, tables=tables, people=people) for place in places]
        web = Path(name) / "web"
        with open_site(web, places[1]), open_desk(places[0]) as one, open_desk(places[1]) as other:
            ports = [int(desk.url.rpartition(":")[2]) for desk in (one, other)]
            desks = [
                MeasuredDesk(ServedDesk(port, desk.process.pid), writers_of(hall, port, people))
                for port, desk, hall in zip(ports, (one, other), halls, strict=True)
            ]
            for desk in desks:  # what is done once is done
                desk.save_for(seconds)
            wait_until_sent(web, 1)
            for desk in desks:
                desk.slices, desk.processor = [], 0.0
            run_turns(desks[0], desks[1], turns, seconds)
            arrived = wait_until_sent(web, sum(len(writer.saved) for writer in desks[1].writers))
        refused = sum(len(writer.strange) for desk in desks for writer in desk.writers)
    return compute_ratios(desks[0], desks[1]) | {"refused": refused, "lines_at_site": arrived, "load_before": load}


def compute_ratios(alone: MeasuredDesk, bridged: MeasuredDesk) -> dict[str, float]:
    pairs = [(one, other) for one, other in zip(alone.slices, bridged.slices, strict=True) if one and other]

    def compare(share: float) -> float:
        return percentile(bridged.saves, share) / percentile(alone.saves, share)

    def compare_turns(share: float) -> float:
        return statistics.median(percentile(other, share) / percentile(one, share) for one, other in pairs)

    return {
        "save_p99_ratio": compare(0.99),
        "save_median_ratio": compare(0.5),
        "save_p99_ratio_of_turns": compare_turns(0.99),
        "save_median_ratio_of_turns": compare_turns(0.5),
        "processor_ratio": _per_save(bridged) / max(_per_save(alone), 1e-9),
        "alone_p99_seconds": percentile(alone.saves, 0.99),
        "bridged_p99_seconds": percentile(bridged.saves, 0.99),
        "alone_median_seconds": percentile(alone.saves, 0.5),
        "bridged_median_seconds": percentile(bridged.saves, 0.5),
        "saves_of_each": min(len(alone.saves), len(bridged.saves)),
    }


def _per_save(desk: MeasuredDesk) -> float:
    return desk.processor / max(len(desk.saves), 1)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="two turns of a second with two people")
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--tables", type=int, default=32)
    chosen = parser.parse_args(arguments)
    turns, seconds, people, tables = (2, 1.0, 2, 4) if chosen.quick else (chosen.turns, chosen.seconds, chosen.writers, chosen.tables)
    ratios = measure(turns, seconds, people, tables)
    if chosen.json:
        print(json.dumps({"benchmark": "bridge", "ratios": ratios, "goals": GOALS}))
        return
    table = Table("what", "measured", "goal", title=f"{people} people save at a desk with and without a bridge")
    for name, value in ratios.items():
        table.add_row(name.replace("_", " "), f"{value:.3g}", str(GOALS.get(name, "")))
    Console().print(table)


if __name__ == "__main__":
    main()
