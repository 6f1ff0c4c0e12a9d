"""Would the tests notice it? `python -m tests.mutants --package standings --sample 40 --seed 7` puts small faults into a copy of the tree.

For each of a random sample of faults it runs the tests that reach its place, the quickest first, until one fails. What no test notices is a
gap in the tests, or as good as what it replaces: equal.toml lists those, with reasons. The copy lies in a temporary directory: whenever
this is stopped, no file here has changed. `--at standings/schemes.py:133` tries all faults of a line, `--tests` fewer tests.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from tests.mutants.places import Fault, list_faults, write_switches

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "rules": ["tests/rules"],
    "pairing": ["tests/pairing"],
    "standings": ["tests/standings"],
    "paper": ["tests/paper", "tests/golden/test_paper.py"],
    "scoring/entry": ["tests/scoring", "tests/tournaments/forms"],
    "scoring/phones": ["tests/scoring"],
    "scoring/ledger": ["tests/scoring"],
}
PURE = ["rules", "pairing", "standings", "paper"]
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "data", "__pycache__", "staticfiles", "*.sqlite3")
HANGS = 30
"""Seconds for a test that is a matter of one; a slow one gets five times what it takes without a fault."""
EQUAL = Path(__file__).with_name("equal.toml")


class Copy:
    """The tree in a temporary directory, with a switch for every fault of the sample."""

    def __init__(self, root: Path, package: str, tests: list[str], faults: dict[int, Fault]) -> None:
        self.root, self.tests, self.faults = root, tests, faults
        self.keeps_lengths = package != "rules"
        shutil.copytree(ROOT, root, ignore=NOT_COPIED)
        for name in ("fault_switch.py", "fault_plugin.py"):
            shutil.copy(Path(__file__).with_name(name), root / name)
        for path in {fault.path for fault in faults.values()}:
            write_switches(root, path, faults)
        self.reached: dict[int, list[str]] = {}
        self.seconds: dict[str, float] = {}

    def run_tests(self, arguments: list[str], timeout: float, **environment: str) -> tuple[int, str]:
        """Status and output of pytest; a run that does not end is a failure."""
        if not self.keeps_lengths:
            shutil.rmtree(self.root / "build" / "simulations", ignore_errors=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "fault_plugin", "-p", "no:randomly", "--tb=no", *arguments]
        settings = os.environ | {"CI": "true", "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": ""} | environment
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
        watched = json.loads(place.read_text(encoding="utf-8"))
        if status:
            sys.exit(f"{output[-2000:]}\nThese tests fail without any fault.")
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


def choose_faults(arguments: argparse.Namespace, package: str) -> list[Fault]:
    """The sample, without faults that are known to be equal."""
    known = {(one["path"], one["code"], one["change"]) for one in tomllib.loads(EQUAL.read_text(encoding="utf-8"))["equal"]}
    faults = [one for one in list_faults(ROOT, package) if (one.path, one.code, one.change) not in known]
    if arguments.at:
        return [one for one in faults if f"{one.path}:{one.line}" in arguments.at]
    return sorted(random.Random(arguments.seed).sample(faults, min(arguments.sample, len(faults))), key=lambda one: (one.path, one.line))


def try_package(arguments: argparse.Namespace, package: str) -> list[dict[str, object]]:
    faults = dict(enumerate(choose_faults(arguments, package)))
    print(f"{package}: {len(faults)} faults", flush=True)
    if not faults:
        return []
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = Copy(Path(place) / "tree", package, arguments.tests or TESTS[package], faults)
        copy.watch_tests()
        outcomes = []
        for number, fault in faults.items():
            outcomes.append(copy.try_fault(number))
            verdict, seconds, by = (outcomes[-1][key] for key in ("verdict", "seconds", "by"))
            print(f"  {verdict:11} {seconds:6} s  {fault}\n{'':24}{by or fault.code}", flush=True)
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--package", action="append", choices=list(TESTS), help="may be repeated; without it the pure packages")
    parser.add_argument("--sample", type=int, default=40, help="faults for each package")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--at", action="append", default=[], help="path:line: every fault of this line instead of a sample")
    parser.add_argument("--tests", action="append", help="a file of tests instead of all of the package's")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "mutants.json", help="where the outcomes are written")
    parser.add_argument("--least", type=int, default=0, help="of 100 faults so many must be noticed, or the status is 1")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit("stopped"))
    outcomes: dict[str, list[dict[str, object]]] = {}
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    for package in arguments.package or PURE:
        outcomes[package] = try_package(arguments, package)
        arguments.json.write_text(json.dumps(outcomes, indent=1, ensure_ascii=False), encoding="utf-8")
    enough = True
    for package, tried in outcomes.items():
        verdicts = Counter(str(one["verdict"]) for one in tried)
        print(f"{package}: {verdicts['noticed']} of {len(tried)} noticed, seed {arguments.seed}")
        enough &= 100 * verdicts["noticed"] >= arguments.least * len(tried)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
