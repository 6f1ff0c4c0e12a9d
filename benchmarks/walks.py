"""How far the most frequent requests walk through our own code: calls, functions, files, depth.

    python -m benchmarks.walks [--json] [--path "good hand"]

Every request passes all middleware on the demonstration tournament, on SQLite in memory; caches are warm, and nothing is timed.
The ratios are what the limits of tests/scoring/matches/test_walks.py leave: limit by count. `--path` lists the functions of one request.
"""

import argparse
import json
import os
import tempfile

os.environ["DATA"] = tempfile.mkdtemp(prefix="labella-walks-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402 - needs the settings
from django.core.management import call_command  # noqa: E402 - needs the settings
from rich.console import Console  # noqa: E402 - needs the settings
from rich.table import Table  # noqa: E402 - needs the settings

from tests.demo_walks import MOST_DEEP, MOST_FILES, measure_walks, open_walked_desk  # noqa: E402 - needs the settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the ratios as one object on the last line")
    parser.add_argument("--path", default="", help="list the functions and the deepest moment of this request")
    arguments = parser.parse_args()
    for database in settings.DATABASES:
        call_command("migrate", database=database, verbosity=0)
    walks = measure_walks(open_walked_desk())
    result_table = Table("request", "calls", "functions", "files", "depth", title="Walks through our own code")
    for name, walk in walks.items():
        result_table.add_row(name, str(walk.calls), str(len(walk.functions)), str(len(walk.files)), str(walk.depth))
    Console(stderr=True).print(result_table)
    if arguments.path:
        walk = walks[arguments.path]
        Console(stderr=True).print(*walk.functions, "", "the deepest moment:", *walk.path, sep="\n", markup=False)
    if arguments.json:
        hand = walks["good hand"]
        ratios = {"hand_files": MOST_FILES / len(hand.files), "hand_depth": MOST_DEEP / hand.depth}
        goals = dict.fromkeys(ratios, 1.0)
        print(json.dumps({"benchmark": "walks", "ratios": {name: round(ratio, 3) for name, ratio in ratios.items()}, "goals": goals}))


if __name__ == "__main__":
    main()
