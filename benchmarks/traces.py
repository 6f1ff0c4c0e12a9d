"""Traces of the most frequent requests through our own code: calls, functions, files, depth.

    python -m benchmarks.traces [--json] [--path "good hand"]

Every request passes all middleware on the demonstration tournament, on SQLite in memory; caches are warm, and nothing is timed.
The ratios are what the limits of tests/scoring/matches/test_traces.py leave: limit by count. `--path` lists the functions of one request.
"""

import argparse
import json

from benchmarks.throw_away_site import open_throw_away_site

open_throw_away_site("traces")

from django.conf import settings  # noqa: E402 - needs the settings
from django.core.management import call_command  # noqa: E402 - needs the settings
from rich.console import Console  # noqa: E402 - needs the settings
from rich.table import Table  # noqa: E402 - needs the settings

from tests.demo_traces import MOST_DEEP, MOST_FILES, measure_traces, open_traced_desk  # noqa: E402 - needs the settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the ratios as one object on the last line")
    parser.add_argument("--path", default="", help="list the functions and the deepest moment of this request")
    arguments = parser.parse_args()
    for database in settings.DATABASES:
        call_command("migrate", database=database, verbosity=0)
    traces = measure_traces(open_traced_desk())
    result_table = Table("request", "calls", "functions", "files", "depth", title="Traces through our own code")
    for name, trace in traces.items():
        result_table.add_row(name, str(trace.calls), str(len(trace.functions)), str(len(trace.files)), str(trace.depth))
    Console(stderr=True).print(result_table)
    if arguments.path:
        trace = traces[arguments.path]
        Console(stderr=True).print(*trace.functions, "", "the deepest moment:", *trace.path, sep="\n", markup=False)
    if arguments.json:
        hand = traces["good hand"]
        ratios = {"hand_files": MOST_FILES / len(hand.files), "hand_depth": MOST_DEEP / hand.depth}
        goals = dict.fromkeys(ratios, 1.0)
        print(json.dumps({"benchmark": "traces", "ratios": {name: round(ratio, 3) for name, ratio in ratios.items()}, "goals": goals}))


if __name__ == "__main__":
    main()
