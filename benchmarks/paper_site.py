"""What a person waits for at the print page: sheets, match records, and a set of a thousand sheets as a job, through the whole site.

    python -m benchmarks.paper_site [--json]

Every request passes all middleware, on SQLite in memory; the numbers are processor seconds, the best of three. Beside them what the
library's own way needs for as many pages (reportlab's platypus with its QR codes, which draws head, names, code and an empty grid).
"""

import argparse
import json
import random
import time
from collections.abc import Callable

from benchmarks.throw_away_site import open_throw_away_site

open_throw_away_site("paper")

from django.conf import settings  # noqa: E402 - needs the settings
from django.core.management import call_command  # noqa: E402 - needs the settings
from django.http import HttpResponse  # noqa: E402 - needs the settings
from django.test import Client  # noqa: E402 - needs the settings
from django.urls import reverse  # noqa: E402 - needs the settings
from rich.console import Console  # noqa: E402 - needs the settings
from rich.table import Table  # noqa: E402 - needs the settings

from benchmarks.paper import PLATYPUS_SAMPLE, draw_with_platypus, measure_drawing  # noqa: E402 - needs the settings
from desk.rehearsal.playing import simulate_results  # noqa: E402 - needs the settings
from jobs.models import Job  # noqa: E402 - needs the settings
from printing.prints.files import print_set  # noqa: E402 - needs the settings
from scoring.ledger.appending import build_staff_actor  # noqa: E402 - needs the settings
from tests.scoring.builders import NOW, build_round, build_tournament, build_user  # noqa: E402 - needs the settings
from tournaments.models import Round, Tournament  # noqa: E402 - needs the settings

EVENING, FEDERATION = 64, 1_000
MOST_SECONDS = {"64 sheets": 0.25, "64 match records": 1.5}
REPEATS = 3


def measure_seconds(action: Callable[[], object]) -> float:
    """Processor seconds of the best of three."""
    best = float("inf")
    for _repeat in range(REPEATS):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def print_sheets(client: Client, slug: str, which: str) -> HttpResponse:
    answer = client.post(reverse("scoring:print_sheets", args=[slug]), {"paper": "a5", "which": which, "again": "same", "unreached": "yes"})
    assert answer.status_code in (200, 302), answer
    return answer  # type: ignore[return-value]  # what the test client adds


def build_hall(slug: str, tables: int) -> Client:
    """A published round of so many tables, and its director."""
    build_round(build_tournament(slug, one_person=True), matches=tables)
    Tournament.objects.filter(slug=slug).update(demonstration=True)  # its matches may be played by the program
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(build_user())
    return client


def measure_evening() -> dict[str, float]:
    client = build_hall("evening", EVENING)
    sheets = measure_seconds(lambda: print_sheets(client, "evening", "all"))
    round_ = Round.objects.select_related("stage__tournament").get(stage__tournament__slug="evening")
    desk = build_staff_actor(build_user())
    simulate_results(round_, enterer=desk, confirmer=desk, rng=random.Random(1), at=NOW, prefix="paper")
    return {"64 sheets": sheets, "64 match records": measure_seconds(lambda: print_sheets(client, "evening", "filled"))}


def measure_federation() -> dict[str, float]:
    """The order, which a person waits for, and the job behind it, with how often it says how far it is."""
    client = build_hall("federation", FEDERATION)
    ordered = measure_seconds(lambda: print_sheets(client, "federation", "all"))
    reports: list[int] = []
    job = Job.objects.filter(kind="print_set").latest("created_at")

    def report(percent: int, text: str = "") -> None:
        reports.append(percent)

    drawn = measure_seconds(lambda: print_set(job.arguments, report))
    return {"1,000 sheets, ordered": ordered, "1,000 sheets, the job": drawn, "reports of progress": len(reports) / REPEATS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    for database in settings.DATABASES:
        call_command("migrate", database=database, verbosity=0)
    measured = measure_evening() | measure_federation()
    library = EVENING * measure_drawing(draw_with_platypus, PLATYPUS_SAMPLE, 1)[0]
    table = Table(title="Paper through the site")
    for heading in ("what", "measured", "at most"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for name, number in (measured | {"64 empty grids by platypus, without the site": library}).items():
        table.add_row(name, f"{number:.3f}", f"{MOST_SECONDS[name]:.2f}" if name in MOST_SECONDS else "")
    Console().print(table)
    if arguments.json:
        ratios = {f"{name} of what is allowed".replace(" ", "_"): round(measured[name] / most, 3) for name, most in MOST_SECONDS.items()}
        print(json.dumps({"benchmark": "paper through the site", "ratios": ratios, "goals": dict.fromkeys(ratios, 1.0)}))


if __name__ == "__main__":
    main()
