"""Would the tests notice it? `python -m tests.mutants --package standings --sample 40 --seed 7` puts small faults into a copy of the tree.

For each of a random sample of faults it runs the tests that reach its place, the quickest first, until one fails. What no test notices is a
gap in the tests, or as good as what it replaces: equal.toml lists those, with reasons. The copy lies in a temporary directory: whenever
this is stopped, no file here has changed. `--at standings/schemes.py:133` tries all faults of a line, `--tests` fewer tests.
"""

import argparse
import json
import random
import signal
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

from tests.mutants.copied_tree import Copy
from tests.mutants.places import Fault, list_faults

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "rules": ["tests/rules", "tests/golden/test_transcripts.py", "tests/house/test_handbook.py"],
    "pairing": ["tests/pairing", "tests/golden/test_draws.py"],
    "standings": ["tests/standings"],
    "paper": ["tests/paper", "tests/golden/test_paper.py"],
    "scoring/entry": ["tests/scoring", "tests/tournaments/pages", "tests/desk/corrections"],
    "scoring/ledger": ["tests/scoring"],
    "visitors/phones": ["tests/visitors/phones"],
}
PURE = ["rules", "pairing", "standings", "paper"]
EQUAL = Path(__file__).with_name("equal.toml")


def choose_faults(arguments: argparse.Namespace, package: str) -> list[Fault]:
    """The sample in the order of the lots, so that one cut short is one too; without faults that are known to be equal."""
    known = {(one["path"], one["code"], one["change"]) for one in tomllib.loads(EQUAL.read_text(encoding="utf-8"))["equal"]}
    faults = [one for one in list_faults(ROOT, package) if (one.path, one.code, one.change) not in known]
    if arguments.at:
        return [one for one in faults if f"{one.path}:{one.line}" in arguments.at]
    return random.Random(arguments.seed).sample(faults, min(arguments.sample, len(faults)))


def try_package(arguments: argparse.Namespace, package: str) -> list[dict[str, object]]:
    faults = dict(enumerate(choose_faults(arguments, package)))
    print(f"{package}: {len(faults)} faults", flush=True)
    if not faults:
        return []
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = Copy(ROOT, Path(place) / "tree", arguments.tests or TESTS[package], faults)
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
