"""A round of the Swiss system: our draw beside minimum-weight matchings by networkx and rustworkx and beside gacrux.

    python -m benchmarks.pairing [--json]

Round 6 after five rounds. Ours is the whole draw by FIDE C.04.6 with its certificate, from the request to the pairings; the matchings
only pair neighbours without a rematch, among the 20 nearest in the ranking; gacrux draws by the same rule as we do. Python searches for
garbage as seldom as on the desk, for all alike.
"""

import argparse
import json
import math
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import rustworkx
from rich.console import Console
from rich.table import Table

from jobs.machine import search_seldom
from pairing import draw_request
from pairing.trf.generate import RandomHabits, generate_report
from pairing.trf.report import TrfReport, build_request
from pairing.values import DrawRequest

networkx: Any = import_module("networkx") if find_spec("networkx") else None
agreement: Any = import_module("tests.pairing.agreement") if find_spec("gacrux") else None

GOALS = {"vs_gacrux_100": 20.0, "seconds_10000": 2.0, "growth": 1.13}
"""Growth is the exponent from 1,000 to 10,000 entries; that of n·log n is 1.125."""
ROUNDS, FINISHED, NEAREST = 9, 5, 20
SIZES = (100, 1_000, 10_000)
TURNS = 5

Edges = list[tuple[int, int, int]]


def build_report(entries: int) -> TrfReport:
    return generate_report(f"benchmark {entries}", entries=entries, rounds=ROUNDS, finished=FINISHED, habits=RandomHabits(15, 2, 0, 0, 0))


def build_edges(request: DrawRequest) -> Edges:
    """Edges between entries that have not met, among the nearest in the ranking; the cost is the squared difference of their places."""
    order = sorted(request.standings, key=lambda line: (-line.primary, line.entrant))
    opponents = {line.entrant: set(line.opponents) for line in order}
    return [
        (place, opponent_place, (opponent_place - place) ** 2)
        for place, line in enumerate(order)
        for opponent_place in range(place + 1, min(place + NEAREST, len(order)))
        if order[opponent_place].entrant not in opponents[line.entrant]
    ]


def match_by_networkx(request: DrawRequest) -> int:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(build_edges(request))
    return len(networkx.min_weight_matching(graph))


def match_by_rustworkx(request: DrawRequest) -> int:
    edges = build_edges(request)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(request.standings)))
    graph.add_edges_from([(first, second, NEAREST**2 - cost) for first, second, cost in edges])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def measure_seconds(function: Callable[[], object], rounds: int) -> float:
    """Median processor time of the rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return statistics.median(times)


def measure_our_draws(requests: dict[int, DrawRequest]) -> dict[int, float]:
    """Seconds of a draw of every size. The sizes take turns with equally many entries each, so that other load affects all sizes alike."""
    largest = max(requests)
    samples: dict[int, list[float]] = {entries: [] for entries in requests}
    for _turn in range(TURNS):
        for entries, request in requests.items():
            repeats = largest // entries
            start = time.process_time()
            for _draw in range(repeats):
                draw_request(request)
            samples[entries].append((time.process_time() - start) / repeats)
    return {entries: statistics.median(seconds) for entries, seconds in samples.items()}


def run_comparison() -> dict[str, float]:
    reports = {entries: build_report(entries) for entries in SIZES}
    requests = {entries: build_request(report) for entries, report in reports.items()}
    seconds_by_name: dict[str, float] = {}
    for entries, draw_seconds in measure_our_draws(requests).items():
        seconds_by_name[f"ours, {entries:,}"] = draw_seconds
        seconds_by_name[f"rustworkx, {entries:,}"] = measure_seconds(partial(match_by_rustworkx, requests[entries]), 1)
        if networkx is not None and entries <= 1_000:
            seconds_by_name[f"networkx, {entries:,}"] = measure_seconds(partial(match_by_networkx, requests[entries]), 1)
        if agreement is not None and entries <= 100:
            seconds_by_name[f"gacrux, {entries:,}"] = measure_seconds(partial(agreement.gacrux_pairs, reports[entries]), 1)
    return seconds_by_name


def compute_ratios(seconds_by_name: dict[str, float]) -> dict[str, float]:
    ratio_by_name = {
        "vs_rustworkx_1000": seconds_by_name["rustworkx, 1,000"] / seconds_by_name["ours, 1,000"],
        "vs_rustworkx_10000": seconds_by_name["rustworkx, 10,000"] / seconds_by_name["ours, 10,000"],
        "seconds_10000": seconds_by_name["ours, 10,000"],
        "growth": math.log10(seconds_by_name["ours, 10,000"] / seconds_by_name["ours, 1,000"]),
    }
    if networkx is not None:
        ratio_by_name["vs_networkx_1000"] = seconds_by_name["networkx, 1,000"] / seconds_by_name["ours, 1,000"]
    if agreement is not None:
        ratio_by_name["vs_gacrux_100"] = seconds_by_name["gacrux, 100"] / seconds_by_name["ours, 100"]
    return {name: round(value, 3) for name, value in ratio_by_name.items()}


def print_table(seconds_by_name: dict[str, float]) -> None:
    table = Table(title="A round of the Swiss system")
    for heading in ("way, entries", "seconds"):
        table.add_column(heading, justify="left" if heading.startswith("way") else "right")
    for name, draw_seconds in seconds_by_name.items():
        table.add_row(name, f"{draw_seconds:.4f}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    random.seed(0)
    search_seldom()
    seconds_by_name = run_comparison()
    print_table(seconds_by_name)
    missing = ["bbpPairings"] + [name for name, peer in (("networkx", networkx), ("gacrux", agreement)) if peer is None]
    if arguments.json:
        print(json.dumps({"benchmark": "pairing", "ratios": compute_ratios(seconds_by_name), "goals": GOALS, "missing": missing}))


if __name__ == "__main__":
    main()
