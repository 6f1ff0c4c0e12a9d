"""Would the tests notice it? `python -m tests.mutants --package standings --sample 40 --seed 7` puts small faults into a copy of the tree.

For each of a random sample of faults it runs the tests that reach its place, the quickest first, until one fails. What no test notices is a
gap in the tests, or as good as what it replaces: equal.toml lists those, with reasons. The copy lies in a temporary directory: whenever
this is stopped, no file here has changed. `--at standings/schemes.py:133` tries all faults of a line, `--tests` fewer tests.
"""

import argparse
import hashlib
import json
import signal
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from tests.mutants.copied_tree import Copy
from tests.mutants.places import Fault, list_faults

ROOT = Path(__file__).resolve().parents[2]
OF_ROOMS = [
    "tests/scoring/entry", "tests/scoring/ledger", "tests/scoring/confirmation", "tests/scoring/conflicts", "tests/scoring/matches",
    "tests/visitors/phones", "tests/desk/match_page", "tests/backup/test_journal.py", "tests/backup/test_lost_log.py",
    "--ignore=tests/scoring/entry/test_every_game.py", "--ignore=tests/scoring/entry/test_cards_by_name.py",
    "--ignore=tests/scoring/matches/test_former_matches.py", "--ignore=tests/scoring/ledger/test_editions.py",
]  # fmt: skip
"""Where a result is entered, signed and kept: one room's tests reach the others. Sweeps over games and formats take a third of the time."""
PURE = {
    "rules": ["tests/rules", "tests/golden/test_transcripts.py", "tests/golden/test_declarations.py", "tests/house/test_handbook.py"],
    "pairing": [
        "tests/pairing", "tests/golden/test_draws.py", "tests/golden/test_stages.py", "tests/golden/test_placements.py",
        "tests/golden/test_plans.py", "tests/golden/test_verdicts.py", "tests/golden/test_trf.py", "tests/golden/test_declarations.py",
        "tests/evenings/singles/test_lots.py",
    ],
    "standings": ["tests/standings", "tests/golden/test_counting.py"],
    "paper": [
        "tests/paper", "tests/golden/test_paper.py", "tests/golden/test_posters.py", "tests/golden/test_pictures.py",
        "tests/golden/test_sheet_plans.py", "tests/golden/test_bracket_layouts.py", "tests/golden/test_letters.py",
    ],
}  # fmt: skip
ROOMS = dict.fromkeys(("scoring/entry", "scoring/ledger", "scoring/confirmation", "scoring/conflicts", "visitors/phones"), OF_ROOMS)
TESTS = PURE | ROOMS
READERS = {
    "rules": ["tests/scoring/entry", "tests/scoring/matches", "tests/scoring/clocks", "tests/visitors/phones", "tests/records"],
    "pairing": ["tests/desk/rounds", "tests/desk/corrections", "tests/evenings", "tests/rankings", "tests/tournaments"],
    "standings": ["tests/rankings", "tests/scoring/standings"],
    "paper": ["tests/printing"],
}
"""Tests of those who use a package: what its own do not notice is tried with these, since `make test` runs them as well."""
GROUPS = {"pure": list(PURE), "rooms": list(ROOMS)}
EQUAL = Path(__file__).with_name("equal.toml")


def choose_faults(arguments: argparse.Namespace, package: str) -> list[Fault]:
    """The sample in the order of the lots, so that one cut short is one too; without faults that are known to be equal.

    A fault keeps its lot as long as its line does: a change elsewhere, or one more that is equal, leaves the rest of the sample.
    """
    known = {(one["path"], one["code"], one["change"]) for one in tomllib.loads(EQUAL.read_text(encoding="utf-8"))["equal"]}
    faults = [one for one in list_faults(ROOT, package) if (one.path, one.code, one.change) not in known]
    if arguments.at:
        return [one for one in faults if f"{one.path}:{one.line}" in arguments.at]
    alike: Counter[tuple[str, str, str]] = Counter()
    lots: list[tuple[str, Fault]] = []
    for fault in faults:
        words = (fault.path, fault.code, fault.change)
        alike[words] += 1
        lots.append((hashlib.sha256(repr((arguments.seed, words, alike[words])).encode()).hexdigest(), fault))
    return [fault for _lot, fault in sorted(lots, key=itemgetter(0))[: arguments.sample]]


def try_packages(arguments: argparse.Namespace, packages: list[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """Every outcome with its package; all of these have the same tests, and their readers’ tests try what those do not notice."""
    chosen = [(package, fault) for package in packages for fault in choose_faults(arguments, package)]
    faults = {number: fault for number, (_package, fault) in enumerate(chosen)}
    print(f"{', '.join(packages)}: {len(faults)} faults", flush=True)
    own = arguments.tests or TESTS[packages[0]]
    readers = [] if arguments.tests else READERS.get(packages[0], [])
    unnoticed: dict[int, dict[str, object]] = {}
    for number, outcome in try_tests(faults, own):
        if outcome["verdict"] == "noticed" or not readers:
            yield chosen[number][0], outcome
        else:
            unnoticed[number] = outcome
    for number, outcome in try_tests({number: faults[number] for number in unnoticed}, readers):
        verdict = "by readers" if outcome["verdict"] == "noticed" else unnoticed[number]["verdict"]
        yield chosen[number][0], outcome | {"verdict": verdict}


def try_tests(faults: dict[int, Fault], tests: list[str]) -> Iterator[tuple[int, dict[str, object]]]:
    """What these tests say of each fault, by its number."""
    if not faults:
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = Copy(ROOT, Path(place) / "tree", tests, faults)
        copy.watch_tests()
        for outcome in copy.try_faults():
            number = int(str(outcome.pop("number")))
            print(f"  {outcome['verdict']:11} {outcome['seconds']:6} s  {faults[number]}", flush=True)
            print(f"{'':24}{outcome['by'] or faults[number].code}", flush=True)
            yield number, outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--package", action="append", choices=[*TESTS, *GROUPS], help="may be repeated; without it all of them")
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
    named = [name for word in arguments.package or GROUPS for name in GROUPS.get(word, [word])]
    for _tests, packages in groupby(named, TESTS.get):
        for package, outcome in try_packages(arguments, list(packages)):
            outcomes.setdefault(package, []).append(outcome)
            arguments.json.write_text(json.dumps(outcomes, indent=1, ensure_ascii=False), encoding="utf-8")
    enough = True
    for package, tried in outcomes.items():
        verdicts = Counter(str(one["verdict"]) for one in tried)
        by_all = verdicts["noticed"] + verdicts["by readers"]
        print(f"{package}: {by_all} of {len(tried)} noticed, {verdicts['noticed']} by its own tests, seed {arguments.seed}")
        enough &= 100 * by_all >= arguments.least * len(tried)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
