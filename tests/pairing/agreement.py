"""Our Swiss draws beside those of gacrux, the reference program for FIDE C.04.6: `python -m tests.pairing.agreement`."""

import argparse
import contextlib
import io
import random
import sys
import tempfile
from pathlib import Path
from unittest import mock

from gacrux.pairingchecker import pairingchecker

from pairing import DrawRefused, draw_request
from pairing.trf.generate import RandomHabits, generate_report
from pairing.trf.report import TrfReport, build_request
from pairing.trf.writing import format_trf

Pairs = frozenset[frozenset[int]]


def our_pairs(report: TrfReport) -> Pairs:
    """Empty when no legal round is left; a bye is a set of one."""
    try:
        return frozenset(frozenset(pairing.sides) for pairing in draw_request(build_request(report)).pairings)
    except DrawRefused:
        return frozenset()


def gacrux_pairs(report: TrfReport) -> Pairs:
    """What `pairingchecker -m fideteam-nocolor -p` prints for the next round, empty when it finds none."""
    told = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.trf")
        file.write_text(format_trf(report), encoding="utf-8")
        command = ["pairingchecker", "-i", str(file), "-m", "fideteam-nocolor", "-p", "-n", str(report.finished + 1), "-d", "B"]
        with mock.patch.object(sys, "argv", command), contextlib.redirect_stdout(told):
            code = pairingchecker().common_main()
    if code not in {0, 505}:
        raise RuntimeError(told.getvalue())
    lines = told.getvalue().splitlines()[1:] if code == 0 else []
    return frozenset(frozenset(map(int, line.split())) - {0} for line in lines if line.strip())


def random_tournament(number: int, fewest: int = 8, most: int = 60, *, accelerated: bool = False) -> TrfReport:
    chance = random.Random(number)
    entries = chance.randint(fewest, most)
    rounds = chance.randint(3, min(9, entries - 1))
    finished = chance.randint(0, rounds - 1)
    return generate_report(str(number), entries=entries, rounds=rounds, finished=finished, habits=RandomHabits(accelerated=accelerated))


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--accelerated", action="store_true")
    options = parser.parse_args()
    different = without = 0
    for number in range(options.first, options.first + options.tournaments):
        report = random_tournament(number, accelerated=options.accelerated)
        ours, theirs = our_pairs(report), gacrux_pairs(report)
        without += not theirs
        if ours != theirs:
            different += 1
            tell(f"tournament {number}: ours {sorted(map(sorted, ours - theirs))}, theirs {sorted(map(sorted, theirs - ours))}")
    tell(f"{options.tournaments} tournaments, {different} different, {without} without a legal round in either program")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
