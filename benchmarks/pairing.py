"""A round of the Swiss system, ours beside minimum-weight matchings by networkx and rustworkx and beside gacrux.

    python -m benchmarks.pairing [--json]

Round 6 after five rounds. Ours is the whole draw by FIDE C.04.6 with its certificate, from the request to the pairings; the matchings
only pair neighbours without a rematch, among the 20 nearest in the ranking; gacrux draws by the same rule as we do.
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

from pairing import draw_request
from pairing.trf.generate import Habits, random_report
from pairing.trf.report import Report, request_of
from pairing.values import Request

networkx: Any = import_module("networkx") if find_spec("networkx") else None
agreement: Any = import_module("tests.pairing.agreement") if find_spec("gacrux") else None

GOALS = {"vs_gacrux_100": 20.0, "seconds_10000": 2.0, "growth": 1.13}
"""Growth is the exponent from 1,000 to 10,000 entries; that of n·log n is 1.125."""
ROUNDS, FINISHED, NEAREST = 9, 5, 20
SIZES = (100, 1_000, 10_000)
TURNS = 5

Edges = list[tuple[int, int, int]]


def report_of(entries: int) -> Report:
    return random_report(f"benchmark {entries}", entries=entries, rounds=ROUNDS, finished=FINISHED, habits=Habits(15, 2, 0, 0, 0))


def neighbours(request: Request) -> Edges:
    """Who may meet whom among the nearest in the ranking, with the squared difference of their places."""
    order = sorted(request.standings, key=lambda line: (-line.primary, line.entrant))
    met = {line.entrant: set(line.opponents) for line in order}
    return [
        (place, other, (other - place) ** 2)
        for place, line in enumerate(order)
        for other in range(place + 1, min(place + NEAREST, len(order)))
        if order[other].entrant not in met[line.entrant]
    ]


def by_networkx(request: Request) -> int:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(neighbours(request))
    return len(networkx.min_weight_matching(graph))


def by_rustworkx(request: Request) -> int:
    edges = neighbours(request)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(request.standings)))
    graph.add_edges_from([(one, other, NEAREST**2 - cost) for one, other, cost in edges])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def seconds(work: Callable[[], object], rounds: int) -> float:
    """Processor time, the median of the rounds."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def ours(requests: dict[int, Request]) -> dict[int, float]:
    """Seconds for a draw of every size, in turns of as many entries each: what else the machine does falls on all sizes alike."""
    largest = max(requests)
    taken: dict[int, list[float]] = {entries: [] for entries in requests}
    for _turn in range(TURNS):
        for entries, request in requests.items():
            times = largest // entries
            start = time.process_time()
            for _draw in range(times):
                draw_request(request)
            taken[entries].append((time.process_time() - start) / times)
    return {entries: statistics.median(seconds) for entries, seconds in taken.items()}


def compare() -> dict[str, float]:
    reports = {entries: report_of(entries) for entries in SIZES}
    requests = {entries: request_of(report) for entries, report in reports.items()}
    found: dict[str, float] = {}
    for entries, taken in ours(requests).items():
        found[f"ours, {entries:,}"] = taken
        found[f"rustworkx, {entries:,}"] = seconds(partial(by_rustworkx, requests[entries]), 1)
        if networkx is not None and entries <= 1_000:
            found[f"networkx, {entries:,}"] = seconds(partial(by_networkx, requests[entries]), 1)
        if agreement is not None and entries <= 100:
            found[f"gacrux, {entries:,}"] = seconds(partial(agreement.gacrux_pairs, reports[entries]), 1)
    return found


def ratios(found: dict[str, float]) -> dict[str, float]:
    told = {
        "vs_rustworkx_1000": found["rustworkx, 1,000"] / found["ours, 1,000"],
        "vs_rustworkx_10000": found["rustworkx, 10,000"] / found["ours, 10,000"],
        "seconds_10000": found["ours, 10,000"],
        "growth": math.log10(found["ours, 10,000"] / found["ours, 1,000"]),
    }
    if networkx is not None:
        told["vs_networkx_1000"] = found["networkx, 1,000"] / found["ours, 1,000"]
    if agreement is not None:
        told["vs_gacrux_100"] = found["gacrux, 100"] / found["ours, 100"]
    return {name: round(value, 3) for name, value in told.items()}


def show(found: dict[str, float]) -> None:
    table = Table(title="A round of the Swiss system")
    for heading in ("way, entries", "seconds"):
        table.add_column(heading, justify="left" if heading.startswith("way") else "right")
    for name, taken in found.items():
        table.add_row(name, f"{taken:.4f}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    random.seed(0)
    found = compare()
    show(found)
    missing = ["bbpPairings"] + [name for name, peer in (("networkx", networkx), ("gacrux", agreement)) if peer is None]
    if arguments.json:
        print(json.dumps({"benchmark": "pairing", "ratios": ratios(found), "goals": GOALS, "missing": missing}))


if __name__ == "__main__":
    main()
