"""Standings of 10,000 entries after 9 rounds with six tie-breaks: ours beside plain Python and beside one SQL query.

    python -m benchmarks.standings [--json] [--quick]

All start from results that are already in columns (ours) or tuples (theirs). Ours ends with every line and its cells, theirs with the
order of the entries; the orders must be equal. Reading results into columns is measured separately.

Then every line with its cells, from the results, with the six tie-breaks, with those that Swiss stages usually have, and with all
seventeen: what the first reader pays after a result has changed. Python searches for garbage as seldom as on the desk, for all alike.
`--quick` ranks 200 entries, to see that everything runs: its figures mean nothing.
"""

import argparse
import json
import random
import sqlite3
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from jobs.machine import search_seldom
from standings import TIE_BREAKS, CountingScheme, StandingResult, Tally, build_tally, rank_results, rank_tally

GOALS = {"vs_plain_python": 15.0, "vs_sql": 10.0}
ENTRIES, QUICK_ENTRIES, ROUNDS = 10_000, 200, 9
SCHEME = CountingScheme("two_one_zero", ("buchholz_cut", "buchholz", "sonneborn_berger", "games_won", "point_difference", "points_scored"))
SWISS = ("buchholz", "direct_encounter", "games_ratio", "point_difference", "points_scored")
ALL = tuple(tie_break.key for tie_break in TIE_BREAKS)

Row = tuple[int, int, int, int, int, int]
"""Entry, opponent, points earned, games won, points scored and conceded."""


def build_random_results(entries: int) -> list[StandingResult]:
    chance = random.Random(9)
    results: list[StandingResult] = []
    for round_number in range(1, ROUNDS + 1):
        order = list(range(1, entries + 1))
        chance.shuffle(order)
        for first, second in zip(order[::2], order[1::2], strict=True):
            games = chance.choice([(2, 0), (2, 1), (1, 2), (0, 2)])
            points = (chance.randrange(60, 120), chance.randrange(60, 120))
            results.append(StandingResult(len(results), round_number, (first, second), games, points, int(games[0] < games[1])))
    return results


def build_rows(results: list[StandingResult]) -> list[Row]:
    return [
        (
            result.sides[side],
            result.sides[1 - side],
            2 * (result.winner == side),
            result.games[side],
            result.points[side],
            result.points[1 - side],
        )
        for result in results
        for side in (0, 1)
    ]


def rank_in_plain_python(rows: list[Row]) -> list[int]:
    points: dict[int, int] = {}
    games: dict[int, int] = {}
    scored: dict[int, int] = {}
    difference: dict[int, int] = {}
    met: dict[int, list[tuple[int, int]]] = {}
    for entry, opponent, earned, won, own, theirs in rows:
        points[entry] = points.get(entry, 0) + earned
        games[entry] = games.get(entry, 0) + won
        scored[entry] = scored.get(entry, 0) + own
        difference[entry] = difference.get(entry, 0) + own - theirs
        met.setdefault(entry, []).append((opponent, earned))
    keys = {}
    for entry, meetings in met.items():
        values = [points[opponent] for opponent, _earned in meetings]
        buchholz = sum(values)
        berger = sum(points[opponent] * earned for opponent, earned in meetings)
        keys[entry] = (-points[entry], min(values) - buchholz, -buchholz, -berger, -games[entry], -difference[entry], -scored[entry], entry)
    return sorted(keys, key=keys.__getitem__)


SQL = """
WITH totals AS (SELECT entry, SUM(earned) AS points, SUM(games) AS games, SUM(own) AS scored, SUM(own - theirs) AS difference
                FROM r GROUP BY entry),
strength AS (SELECT r.entry, SUM(o.points) AS bh, SUM(o.points) - MIN(o.points) AS cut, SUM(o.points * r.earned) AS sb
             FROM r JOIN totals o ON o.entry = r.opponent GROUP BY r.entry)
SELECT t.entry FROM totals t JOIN strength s ON s.entry = t.entry
ORDER BY points DESC, cut DESC, bh DESC, sb DESC, games DESC, difference DESC, scored DESC, t.entry
"""


def build_database(rows: list[Row]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE r (entry INTEGER, opponent INTEGER, earned INTEGER, games INTEGER, own INTEGER, theirs INTEGER)")
    connection.executemany("INSERT INTO r VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.execute("CREATE INDEX of_entry ON r (entry)")
    return connection


def copy_tally(tally: Tally) -> Tally:
    """A copy of the columns with nothing computed yet."""
    return Tally(tally.board, tally.earned, tally.penalties, tally.lots, tally.decided, tally.draw, tally.rounds_missed_count)


def measure_seconds(function: Callable[[], object], rounds: int) -> float:
    """Median processor time of the rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return statistics.median(times)


def run_comparison(entries: int) -> dict[str, float]:
    results = build_random_results(entries)
    ids = list(range(1, entries + 1))
    rows, tally = build_rows(results), build_tally(ids, results, SCHEME)
    tables = build_database(rows)
    order = rank_in_plain_python(rows)
    if [line.entrant for line in rank_tally(tally, SCHEME)] != order or [entry for (entry,) in tables.execute(SQL)] != order:
        raise RuntimeError("the orders differ")
    return {
        "ours, every line with its cells": measure_seconds(lambda: rank_tally(copy_tally(tally), SCHEME), 15),
        "plain Python": measure_seconds(lambda: rank_in_plain_python(rows), 5),
        "one SQL query": measure_seconds(lambda: tables.execute(SQL).fetchall(), 3),
        "ours, results into columns": measure_seconds(lambda: build_tally(ids, results, SCHEME), 3),
    }


def measure_scheme(entries: int, tie_breaks: tuple[str, ...]) -> float:
    """Median seconds for all lines from the results."""
    results, ids, scheme = build_random_results(entries), list(range(1, entries + 1)), replace(SCHEME, tie_breaks=tie_breaks)
    return measure_seconds(lambda: rank_results(ids, results, scheme), 3)


def compute_ratios(seconds_by_name: dict[str, float]) -> dict[str, float]:
    own = seconds_by_name["ours, every line with its cells"]
    return {
        "vs_plain_python": round(seconds_by_name["plain Python"] / own, 1),
        "vs_sql": round(seconds_by_name["one SQL query"] / own, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="200 entries")
    arguments = parser.parse_args()
    entries = QUICK_ENTRIES if arguments.quick else ENTRIES
    search_seldom()
    seconds_by_name = run_comparison(entries)
    seconds_by_name |= {
        f"all from the results, {name} tie-breaks": measure_scheme(entries, keys)
        for name, keys in (("six", SCHEME.tie_breaks), ("swiss", SWISS), ("all", ALL))
    }
    table = Table(title=f"Standings of {entries:,} entries after {ROUNDS} rounds")
    table.add_column("way")
    table.add_column("ms", justify="right")
    for name, way_seconds in seconds_by_name.items():
        table.add_row(name, f"{1000 * way_seconds:.2f}")
    Console().print(table)
    if arguments.json:
        print(json.dumps({"benchmark": "standings", "ratios": compute_ratios(seconds_by_name), "goals": GOALS, "missing": []}))


if __name__ == "__main__":
    main()
