"""The calendar of a site with 26,000 evenings, all of them to come: processor time and bytes of its pages and its feed.

    python -m benchmarks.calendar [--json] [--quick]

Every request passes all middleware, on SQLite in memory, drawn anew each time: processor time, median of some requests in turns.
`--quick` takes 200 evenings once, to see that everything runs: its figures mean nothing.
"""

import argparse
import datetime as dt
import json
import statistics
import time

from benchmarks.throw_away_site import open_throw_away_site

open_throw_away_site("calendar")

from django.core.cache import caches  # noqa: E402 - needs the settings
from django.test import Client  # noqa: E402 - needs the settings
from rich.console import Console  # noqa: E402 - needs the settings
from rich.table import Table  # noqa: E402 - needs the settings

from backup.new_database import create_tables  # noqa: E402 - needs the settings
from tests.desk.overview.test_many_tournaments import found_many  # noqa: E402 - needs the settings
from tests.scoring.builders import build_user  # noqa: E402 - needs the settings
from tournaments.announcing.listing import find_tonight  # noqa: E402 - needs the settings
from tournaments.models import Announcement, Tournament  # noqa: E402 - needs the settings

EVENINGS, TIMES, QUICK = 26_000, 15, 200
PAGES = {
    "calendar": "/calendar/",
    "page_40": "/calendar/?page=40",
    "by_place": "/calendar/?place=bagnacavallo+7",
    "by_game": "/calendar/?game=marafon",
    "feed": "/calendar/evenings.ics",
    "start_page": "/",
}
GOALS = {"calendar_ms": 50.0, "calendar_kilobytes": 100.0}


def announce_all(count: int) -> None:
    """The evenings of three years to come, each with what a calendar says of it."""
    found_many(build_user("director"), count)
    tournaments = list(Tournament.objects.order_by("pk"))
    for number, tournament in enumerate(tournaments):
        tournament.date = find_tonight() + dt.timedelta(days=number * 1_000 // count)
        tournament.state = Tournament.State.PREPARING
    Tournament.objects.bulk_update(tournaments, ["date", "state"], batch_size=500)
    Announcement.objects.bulk_create(
        Announcement(tournament=one, starts_at=dt.time(21), town=f"Bagnacavallo {number % 50}", places=32, enrols="open")
        for number, one in enumerate(tournaments)
    )


def measure(client: Client, path: str) -> tuple[float, int]:
    """Milliseconds of the processor and bytes of a page that nobody has drawn before."""
    caches["drawn"].clear()
    started = time.process_time()
    answer = client.get(path)
    spent = 1_000 * (time.process_time() - started)
    assert answer.status_code == 200, answer
    return spent, len(answer.content)


def measure_pages(times: int) -> dict[str, tuple[float, int]]:
    """By name of the page, the median of its milliseconds, and its bytes; the pages take turns."""
    client = Client(headers={"host": "127.0.0.1"})
    for path in PAGES.values():
        client.get(path)
    samples = [{name: measure(client, path) for name, path in PAGES.items()} for _time in range(times)]
    return {name: (statistics.median(sample[name][0] for sample in samples), samples[0][name][1]) for name in PAGES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the figures as one object on the last line")
    parser.add_argument("--quick", action="store_true", help="few evenings, once")
    arguments = parser.parse_args()
    count, times = (QUICK, 1) if arguments.quick else (EVENINGS, TIMES)
    create_tables("default")
    announce_all(count)
    pages = measure_pages(times)
    result_table = Table("page", "ms", "kB", title=f"Calendar of {count} evenings: CPU in process, medians")
    for name, (spent, size) in pages.items():
        result_table.add_row(name, f"{spent:.1f}", f"{size / 1_000:.1f}")
    Console(stderr=True).print(result_table)
    if arguments.json:
        ratios = {f"{name}_ms": round(spent, 1) for name, (spent, _size) in pages.items()}
        sizes = {f"{name}_kilobytes": round(size / 1_000, 1) for name, (_spent, size) in pages.items()}
        print(json.dumps({"benchmark": "calendar", "ratios": ratios | sizes, "goals": GOALS}))


if __name__ == "__main__":
    main()
