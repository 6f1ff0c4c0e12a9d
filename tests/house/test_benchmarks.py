"""Benchmarks run: each in a form of seconds, from its command line to its last line. If this failed, figures in the docs could not be
measured again. Nothing here judges how long anything takes.
"""

import json
import os
import subprocess
import sys

import pytest

from benchmarks.__main__ import ROOT, list_benchmarks
from tests.faults.networks import find_obstacle

SMALL = {
    "bridge": ("--quick",),
    "calendar": ("--quick",),
    "cards": ("--quick",),
    "enrolling": ("--enrolments", "16"),
    "entry": ("--quick",),
    "followers": ("--quick",),
    "following": ("--hands", "1"),
    "pages": ("--quick",),
    "paper": ("--quick",),
    "rating": ("--quick",),
    "rules": ("--quick",),
    "site": ("--quick",),
    "standings": ("--quick",),
    "waiting": ("--quick",),
}
"""By name, the arguments of the small form."""
SETTINGS_OF_TESTS = ("DJANGO_SETTINGS_MODULE", "DATA")
"""With them a benchmark would measure the settings of the tests, in a database that is still there the next time."""
LONG = {
    "audience": "phones of a whole hall: tests/faults/test_audience.py runs its parts",
    "capacity": "a desk for each number of writers, half a minute",
    "keyboard": "a browser types two sheets in forty seconds: tests/journeys/test_console_evenings.py runs its parts",
    "pairing": "draws of thousands beside another program, a minute",
    "paper_site": "twenty seconds of a served desk",
    "traces": "tests/scoring/matches/test_traces.py runs it",
}
"""Those without a form of seconds, and why."""


def test_every_benchmark_runs_here_or_says_why_not():
    assert sorted([*SMALL, *LONG]) == [program.stem for program in list_benchmarks()]


@pytest.mark.slow
@pytest.mark.turns(4, by_case=True)
@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_ends_with_its_ratios(name):
    if name == "site" and (obstacle := find_obstacle()):
        pytest.skip(obstacle)
    command = [sys.executable, "-m", f"benchmarks.{name}", "--json", *SMALL[name]]
    alone = {name: value for name, value in os.environ.items() if name not in SETTINGS_OF_TESTS}  # as whoever types the command
    answer = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr[-2000:]
    outcome = json.loads(answer.stdout.strip().splitlines()[-1])
    assert (outcome["benchmark"], len(outcome["ratios"]) > 0) == (name, True)
    assert all(isinstance(ratio, int | float) for ratio in outcome["ratios"].values())


def test_a_benchmark_of_a_renamed_thing_fails():
    """The positive control: what ended unseen with an AttributeError for days ends with its error code."""
    program = "import benchmarks.entry as entry; entry.compute_ratios((1.0, object(), object()), (1.0, object(), object()))"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (answer.returncode, "AttributeError" in answer.stderr) == (1, True)
