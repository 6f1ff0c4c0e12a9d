"""Enrolments in one minute: real HTTP, one desk, eight phones that send one form after the other without a pause.

    python -m benchmarks.enrolling [--json] [--enrolments 500]

The evening has 64 places, so that most of them wait. Afterwards the stored list is compared with what every phone was told.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.table import Table

from tests.desks import open_desk
from tests.faults.enrolling import Phone, list_faults, prepare_evening, read_list

PHONES, PLACES = 8, 64
GOALS = {"per_minute": 500.0}


def enrol(data: Path, enrolments: int) -> tuple[list[Phone], float]:
    """The phones afterwards, and the seconds from the first form to the last answer."""
    prepare_evening(data, PLACES)
    with open_desk(data) as desk:
        phones = [Phone(int(desk.url.rpartition(":")[2]), f"Rossi {letter}") for letter in "abcdefgh"]

        def is_over() -> bool:
            return sum(len(phone.enrolled) for phone in phones) >= enrolments

        threads = [threading.Thread(target=phone.work, args=(is_over,)) for phone in phones]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return phones, time.monotonic() - begun


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument("--enrolments", type=int, default=500)
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        phones, seconds = enrol(data, arguments.enrolments)
        faults = list_faults(read_list(data), phones, PLACES)
    if faults or (strange := [answer for phone in phones for answer in phone.strange]):
        sys.exit(f"{faults or strange}")
    waits = [wait for phone in phones for wait in phone.latency]
    per_minute = 60 * len(waits) / seconds
    table = Table("enrolments", "in one minute", "an answer, in the middle", "99 of 100", "slowest")
    slow = quantiles(waits, n=100)[-1]
    table.add_row(f"{len(waits)}", f"{per_minute:.0f}", f"{median(waits):.2f} s", f"{slow:.2f} s", f"{max(waits):.2f} s")
    Console().print(table)
    if arguments.json:
        print(json.dumps({"benchmark": "enrolling", "ratios": {"per_minute": per_minute, "slow_seconds": slow}, "goals": GOALS}))


if __name__ == "__main__":
    main()
