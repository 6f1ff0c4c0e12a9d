"""A copy of the tree with a switch for every fault of a sample, and what pytest says there."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from typing import IO

from tests.mutants.places import Fault, write_switches

NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "data", "__pycache__", "staticfiles", "*.sqlite3")
HANGS = 30
"""Seconds for a test that is a matter of one; a slow one gets five times what it takes without a fault."""
QUICK = 0.1
"""A test of so many seconds is tried in any case."""
LONGEST = 60.0
"""Seconds of tests that a fault gets, the quickest of those that reach it: what only minutes of tests would notice counts as survived."""


class Copy:
    """The tree `source` at `root`, a place that does not exist yet; `tests` are the files and folders in which faults may be noticed."""

    def __init__(self, source: Path, root: Path, tests: list[str], faults: dict[int, Fault]) -> None:
        self.root, self.tests, self.faults = root, tests, faults
        shutil.copytree(source, root, ignore=NOT_COPIED)
        for name in ("fault_switch.py", "fault_plugin.py", "fault_forks.py"):
            shutil.copy(Path(__file__).with_name(name), root / name)
        for path in {fault.path for fault in faults.values()}:
            write_switches(root, path, faults)
        self.reached: dict[int, list[str]] = {}
        self.seconds: dict[str, float] = {}
        self.imported: set[int] = set()
        """Faults that are reached while modules are imported: they need a process of their own."""

    def run_tests(self, arguments: list[str], timeout: float, **environment: str) -> tuple[int, str]:
        """Status and output of pytest; a run that does not end is a failure."""
        process = self._start(arguments, stdout=subprocess.PIPE, **environment)
        try:
            output, _nothing = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            return -1, "FAILED (it does not end)"
        finally:
            stop_with_children(process)
        return process.returncode, output

    def _start(self, arguments: list[str], stdout: int | IO[str], told: tuple[int, ...] = (), **environment: str) -> subprocess.Popen:
        shutil.rmtree(self.root / "build" / "simulations", ignore_errors=True)  # played by an engine with another fault
        command = [sys.executable, "-m", "pytest", "-q", "-p", "fault_plugin", "-p", "fault_forks", "--tb=no", *arguments]
        outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_"))}
        settings = outer | {"CI": "true", "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": ""} | environment
        return subprocess.Popen(
            command, cwd=self.root, env=settings, stdout=stdout, stderr=subprocess.STDOUT, text=True, pass_fds=told,
            start_new_session=True,
        )  # fmt: skip

    def watch_tests(self) -> None:
        """Run every test once without a fault: what does it reach, and how long does it take? Raises: SystemExit where one fails."""
        place, programs = self.root / "watched.json", self.root / "reached.txt"
        status, output = self.run_tests(self.tests, 7200, FAULTS_WATCHED=str(place), FAULTS_REACHED=str(programs))
        if status:
            sys.exit(f"{output[-2000:]}\nThese tests fail without any fault.")
        watched = json.loads(place.read_text(encoding="utf-8"))
        imported = self.imported = set(watched.pop("")["faults"])
        self.seconds = {test: found["seconds"] for test, found in watched.items()}
        pairs = {(number, test) for test, found in watched.items() for number in found["faults"]}
        if programs.exists():
            lines = programs.read_text(encoding="utf-8").splitlines()
            pairs |= {(int(number), test) for number, _space, test in (line.partition(" ") for line in lines) if test in self.seconds}
        quick = sorted(pairs, key=lambda pair: self.seconds[pair[1]])
        self.reached = {number: [test for reached, test in quick if reached == number] for number in self.faults}
        everything = sorted(self.seconds, key=lambda test: self.seconds[test])
        for number in imported:  # by the quickest tests first, and by those that reach anything of the same file
            path = self.faults[number].path
            near = {test for other, test in pairs if self.faults[other].path == path}
            self.reached[number] = sorted(everything, key=lambda test: test not in near and self.seconds[test] > QUICK)
        self.reached = {number: self._choose_quick(tests) for number, tests in self.reached.items()}

    def _choose_quick(self, tests: list[str]) -> list[str]:
        """The first, and as many more as fit."""
        ends = accumulate(self.seconds[test] for test in tests)
        return [test for place, (test, end) in enumerate(zip(tests, ends, strict=True)) if end <= LONGEST or not place]

    def try_faults(self) -> Iterator[dict[str, object]]:
        """What one process can fork for first; then, each in a process of its own, what survived there and what needs one."""
        alone = [number for number, tests in self.reached.items() if number in self.imported or not tests]
        for number, by, seconds in self._fork_for([number for number in self.faults if number not in alone]):
            if by:
                yield self._say(number, "noticed", by, seconds)
            else:
                alone.append(number)
        for number in alone:
            yield self.try_fault(number)

    def _fork_for(self, numbers: list[int]) -> Iterator[tuple[int, str, float]]:
        """Each with the test that notices it, or none. Raises: SystemExit where a test that noticed something fails without a fault."""
        limits = {number: HANGS + 5 * sum(self.seconds[test] for test in self.reached[number]) for number in numbers}
        place, output = self.root / "due.json", self.root / "forks.txt"
        place.write_text(json.dumps([(number, self.reached[number], limits[number]) for number in numbers]), encoding="utf-8")
        files = sorted({test.partition("::")[0] for number in numbers for test in self.reached[number]})
        if not files:
            return
        reader, writer = os.pipe()
        with output.open("w", encoding="utf-8") as said:
            process = self._start(files, said, (writer,), FAULTS_DUE=str(place), FAULTS_TOLD=str(writer), FAULT="-2")
        os.close(writer)
        control = None
        try:
            with os.fdopen(reader, encoding="utf-8") as told:
                for line in told:
                    answer = json.loads(line)
                    if (control := answer.get("control")) is None:
                        yield answer["number"], answer["by"], answer["seconds"]
        finally:
            stop_with_children(process)
        if control != "":
            sys.exit(f"{output.read_text(encoding='utf-8')[-2000:]}\nThis fails without any fault: {control}")

    def try_fault(self, number: int) -> dict[str, object]:
        """In a process of its own."""
        begun, tests = time.monotonic(), self.reached[number]
        if not tests:
            return self._say(number, "not reached", "", 0)
        place = self.root / "wanted.json"
        place.write_text(json.dumps(tests), encoding="utf-8")
        limit = max(HANGS, 5 * max(self.seconds[test] for test in tests))
        files = sorted({test.partition("::")[0] for test in tests})
        status, output = self.run_tests(
            ["-x", f"--timeout={limit:.0f}", *files], 60 + 5 * sum(self.seconds[test] for test in tests),
            FAULT=str(number), FAULT_TESTS=str(place),
        )  # fmt: skip
        failures = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
        by = failures[0].partition(" - ")[0] if failures else f"status {status}"
        return self._say(number, "noticed" if status else "survived", by if status else "", time.monotonic() - begun)

    def _say(self, number: int, verdict: str, by: str, seconds: float) -> dict[str, object]:
        found = {"verdict": verdict, "by": by, "tests": len(self.reached[number]), "seconds": round(seconds, 1)}
        return asdict(self.faults[number]) | {"number": number} | found


def stop_with_children(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
