"""A copy of the tree with a switch for every fault of a sample, and what pytest says there."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path

from tests.mutants.places import Fault, write_switches

NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "data", "__pycache__", "staticfiles", "*.sqlite3")
HANGS = 30
"""Seconds for a test that is a matter of one; a slow one gets five times what it takes without a fault."""
LONGEST = 60.0
"""Seconds of tests that a fault gets, the quickest of those that reach it: what only minutes of tests would notice counts as survived."""


class Copy:
    """The tree `source` at `root`, a place that does not exist yet; `tests` are the files and folders in which faults may be noticed."""

    def __init__(self, source: Path, root: Path, tests: list[str], faults: dict[int, Fault]) -> None:
        self.root, self.tests, self.faults = root, tests, faults
        shutil.copytree(source, root, ignore=NOT_COPIED)
        for name in ("fault_switch.py", "fault_plugin.py"):
            shutil.copy(Path(__file__).with_name(name), root / name)
        for path in {fault.path for fault in faults.values()}:
            write_switches(root, path, faults)
        self.reached: dict[int, list[str]] = {}
        self.seconds: dict[str, float] = {}

    def run_tests(self, arguments: list[str], timeout: float, **environment: str) -> tuple[int, str]:
        """Status and output of pytest; a run that does not end is a failure."""
        shutil.rmtree(self.root / "build" / "simulations", ignore_errors=True)  # played by an engine with another fault
        command = [sys.executable, "-m", "pytest", "-q", "-p", "fault_plugin", "--tb=no", *arguments]
        outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_"))}
        settings = outer | {"CI": "true", "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": ""} | environment
        process = subprocess.Popen(
            command, cwd=self.root, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            output, _nothing = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            return -1, "FAILED (it does not end)"
        finally:
            stop_with_children(process)
        return process.returncode, output

    def watch_tests(self) -> None:
        """Run every test once without a fault: what does it reach, and how long does it take? Raises: SystemExit where one fails."""
        place, programs = self.root / "watched.json", self.root / "reached.txt"
        status, output = self.run_tests(self.tests, 7200, FAULTS_WATCHED=str(place), FAULTS_REACHED=str(programs))
        if status:
            sys.exit(f"{output[-2000:]}\nThese tests fail without any fault.")
        watched = json.loads(place.read_text(encoding="utf-8"))
        imported = watched.pop("")["faults"]
        self.seconds = {test: found["seconds"] for test, found in watched.items()}
        pairs = {(number, test) for test, found in watched.items() for number in found["faults"]}
        if programs.exists():
            lines = programs.read_text(encoding="utf-8").splitlines()
            pairs |= {(int(number), test) for number, _space, test in (line.partition(" ") for line in lines) if test in self.seconds}
        quick = sorted(pairs, key=lambda pair: self.seconds[pair[1]])
        self.reached = {number: [test for reached, test in quick if reached == number] for number in self.faults}
        everything = sorted(self.seconds, key=lambda test: self.seconds[test])
        for number in imported:  # by the tests that reach anything of the same file first
            path = self.faults[number].path
            near = {test for other, test in pairs if self.faults[other].path == path}
            self.reached[number] = sorted(everything, key=lambda test: test not in near)
        self.reached = {number: self._choose_quick(tests) for number, tests in self.reached.items()}

    def _choose_quick(self, tests: list[str]) -> list[str]:
        """The first, and as many more as fit."""
        ends = accumulate(self.seconds[test] for test in tests)
        return [test for place, (test, end) in enumerate(zip(tests, ends, strict=True)) if end <= LONGEST or not place]

    def try_fault(self, number: int) -> dict[str, object]:
        begun, tests = time.monotonic(), self.reached[number]
        verdict, noticed_by = "not reached", ""
        if tests:
            place = self.root / "wanted.json"
            place.write_text(json.dumps(tests), encoding="utf-8")
            limit = max(HANGS, 5 * max(self.seconds[test] for test in tests))
            files = sorted({test.partition("::")[0] for test in tests})
            status, output = self.run_tests(
                ["-x", f"--timeout={limit:.0f}", *files], 60 + 5 * sum(self.seconds[test] for test in tests),
                FAULT=str(number), FAULT_TESTS=str(place),
            )  # fmt: skip
            failures = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
            noticed_by = failures[0].partition(" - ")[0] if failures else f"status {status}"
            verdict = "noticed" if status else "survived"
        return asdict(self.faults[number]) | {
            "verdict": verdict, "by": noticed_by if verdict == "noticed" else "", "tests": len(tests),
            "seconds": round(time.monotonic() - begun, 1),
        }  # fmt: skip


def stop_with_children(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
