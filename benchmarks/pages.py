"""Pages in process: our tables beside django-tables2's own rendering, unchanged standings beside a page that says hello, the API likewise.

    python -m benchmarks.pages [--json] [--quick]

Tables: the same rows rendered both ways, and the bytes compared. Pages: every request passes all middleware, on SQLite in memory;
the standings are requested by a phone that has them already, and by one that comes for the first time since the last result; and by a
program at the API.
`--quick` takes tables of 4 and 8 rows once, to see that everything runs: its figures mean nothing.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.throw_away_site import open_throw_away_site

open_throw_away_site("pages")

from django.http import HttpRequest, HttpResponse  # noqa: E402 - needs the settings
from django.test import Client, RequestFactory  # noqa: E402 - needs the settings
from django.urls import path  # noqa: E402 - needs the settings
from django_tables2 import RequestConfig  # noqa: E402 - needs the settings
from rich.console import Console  # noqa: E402 - needs the settings
from rich.table import Table  # noqa: E402 - needs the settings

from backup.new_database import create_tables  # noqa: E402 - needs the settings
from config import urls  # noqa: E402 - needs the settings
from jobs.permissions import everybody  # noqa: E402 - needs the settings
from rankings.standings_pages.queries import StandingLine, StandingsColumn, StandingsGroup  # noqa: E402 - needs the settings
from rankings.standings_pages.standings_table import StandingsWebTable  # noqa: E402 - needs the settings
from tests.scoring.builders import build_round, build_tournament  # noqa: E402 - needs the settings

GOALS = {
    "tables_50": 20.0,
    "tables_1000": 30.0,
    "unchanged_50": 0.8,
    "unchanged_1000": 0.6,
    "api_unchanged_50": 0.8,
    "api_unchanged_1000": 0.8,
}
SIZES, TABLE_TIMES, PAGE_TIMES = (50, 1_000), 11, 300
QUICK_SIZES = (4, 8)
COLUMNS = (
    StandingsColumn("points", "Points", "2 for a match won"),
    StandingsColumn("direct_encounter", "Head-to-head", "among the tied"),
    StandingsColumn("games_ratio", "Games won", "of those played", share=True),
    StandingsColumn("point_difference", "Difference", "scored less conceded"),
)


def show_hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse("Hello, world")


show_hello.policy = everybody  # type: ignore[attr-defined]  # as every function that is a view


def build_lines(count: int) -> tuple[StandingLine, ...]:
    return tuple(
        StandingLine(
            rank=rank,
            shared=rank % 9 == 0,
            entry_id=rank,
            number=rank,
            name=f"Maddalena Dessì {rank} – Mario Falchi {rank}",
            club="Circolo Santa Rughe",
            group="",
            played=7,
            points=14 - rank % 15,
            cells={"direct_encounter": rank % 3 or None, "games_ratio": (rank % 15) / 14, "point_difference": 40 - rank},
        )
        for rank in range(1, count + 1)
    )


def build_standings_table(count: int) -> StandingsWebTable:
    table = StandingsWebTable(StandingsGroup("", build_lines(count)), COLUMNS, stage_number=1)
    RequestConfig(RequestFactory().get("/"), paginate={"per_page": count}).configure(table)
    return table


def measure_seconds(*runs: Callable[[], Any], times: int) -> tuple[float, ...]:
    """Median CPU seconds of one run of each function; the functions take turns, so that all see the same machine."""
    samples_by_run: list[list[float]] = [[] for _run in runs]
    for _time in range(times):
        for run, samples in zip(runs, samples_by_run, strict=True):
            started = time.process_time()
            run()
            samples.append(time.process_time() - started)
    return tuple(map(statistics.median, samples_by_run))


def measure_tables(count: int, times: int) -> tuple[float, ...]:
    """Seconds of our rendering, and of the library's."""
    table = build_standings_table(count)
    assert table.drawn == table.stock, "the two ways differ"
    return measure_seconds(lambda: table.drawn, lambda: table.stock, times=times)


def measure_pages(client: Client, count: int, times: int) -> tuple[float, ...]:
    """Seconds of the hello page, of unchanged standings, and of the whole page."""
    slug = f"evening-{count}"
    build_round(build_tournament(slug), matches=count // 2)
    address = f"/tournaments/{slug}/standings/"
    client.get(address)  # brings the cookie that the page depends on
    whole = client.get(address)
    assert whole.status_code == 200, whole
    conditional_headers = {"HTTP_IF_NONE_MATCH": whole["ETag"]}
    assert client.get(address, **conditional_headers).status_code == 304
    return measure_seconds(
        lambda: client.get("/hello/"), lambda: client.get(address, **conditional_headers), lambda: client.get(address), times=times
    )


def measure_api(client: Client, count: int, times: int) -> tuple[float, ...]:
    """Seconds of the hello page, and of the standings of `measure_pages` at the API, unchanged and whole (200 lines at most)."""
    address = f"/api/v1/tournaments/evening-{count}/stages/1/standings?limit=200"
    whole = client.get(address)
    assert whole.status_code == 200, whole
    conditional_headers = {"HTTP_IF_NONE_MATCH": whole["ETag"]}
    assert client.get(address, **conditional_headers).status_code == 304
    return measure_seconds(
        lambda: client.get("/hello/"), lambda: client.get(address, **conditional_headers), lambda: client.get(address), times=times
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the ratios as one object on the last line")
    parser.add_argument("--quick", action="store_true", help="small tables, once")
    arguments = parser.parse_args()
    sizes, table_times, page_times = (QUICK_SIZES, 1, 1) if arguments.quick else (SIZES, TABLE_TIMES, PAGE_TIMES)
    create_tables("default")
    urls.urlpatterns.append(path("hello/", show_hello))
    client = Client(headers={"host": "127.0.0.1"})
    result_table = Table("what", "rows", "ours, ms", "peer, ms", "ratio", title="Pages: CPU in process, medians")
    ratios: dict[str, float] = {}
    for count in sizes:
        ours, stock = measure_tables(count, table_times)
        ratios[f"tables_{count}"] = stock / ours
        result_table.add_row("table: stock django-tables2", str(count), f"{1e3 * ours:.2f}", f"{1e3 * stock:.2f}", f"{stock / ours:.1f} ×")
    for count in sizes:
        greeting, unchanged, whole = measure_pages(client, count, page_times)
        ratios[f"unchanged_{count}"] = greeting / unchanged
        ratios[f"whole_page_{count}"] = greeting / whole
        result_table.add_row(
            "unchanged: hello", str(count), f"{1e3 * unchanged:.3f}", f"{1e3 * greeting:.3f}", f"{greeting / unchanged:.0%}"
        )
        result_table.add_row("whole page: hello", str(count), f"{1e3 * whole:.3f}", f"{1e3 * greeting:.3f}", f"{greeting / whole:.0%}")
    for count in sizes:
        greeting, unchanged, whole = measure_api(Client(headers={"host": "127.0.0.1"}), count, page_times)
        ratios[f"api_unchanged_{count}"] = greeting / unchanged
        ratios[f"api_whole_{count}"] = greeting / whole
        result_table.add_row(
            "API unchanged: hello", str(count), f"{1e3 * unchanged:.3f}", f"{1e3 * greeting:.3f}", f"{greeting / unchanged:.0%}"
        )
        result_table.add_row("API whole: hello", str(count), f"{1e3 * whole:.3f}", f"{1e3 * greeting:.3f}", f"{greeting / whole:.0%}")
    Console(stderr=True).print(result_table)
    if arguments.json:
        print(json.dumps({"benchmark": "pages", "ratios": {name: round(ratio, 3) for name, ratio in ratios.items()}, "goals": GOALS}))


if __name__ == "__main__":
    main()
