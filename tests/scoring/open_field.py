"""A federation's open, played through the pages of the desk, every request measured: processor time, bytes, queries."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import Client

from jobs.worker import execute_waiting_jobs
from paper.sheets import Paper
from tests.faults.addresses import every_address, target_of
from tests.pages import Page, read_page
from tournaments.models import Match, Tournament

SLOW, ASKED_AGAIN = 300, 3
"""Milliseconds from which a page is asked for again: what the machine did beside it is no cost of the page."""
WHOLE = ("scoring:manual_paper", "backup:safety_file")
"""Files that no budget of time is kept for, and nobody asks for nine times in an evening."""
HIDDEN = ("draft", "seen", "digest", "key")
NO_PAGES = ("healthz", "scoring:print_paper", "scoring:list_csv", "scoring:list_xlsx")
"""One answers for a server, the others are papers and lists of many kinds."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request as it was answered: bytes of the body, milliseconds of the processor, most megabytes that this process held meanwhile."""

    status: int
    html: bool
    queries: int
    size: int
    cpu: float
    megabytes: int


class QueryCount:
    """Counts statements without keeping them, which would cost more than a page."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += 1
        return execute(sql, params, many, context)


@contextmanager
def measure(visits: dict[str, Visit], label: str) -> Iterator[Callable[[Any], None]]:
    """Note under `label` what the answer cost that is given to the yielded function."""
    answers: list[Any] = []
    caches["drawn"].clear()
    forget_memory_peak()
    asked = QueryCount()
    with connection.execute_wrapper(asked):
        started = time.process_time()
        yield answers.append
        size = sum(map(len, answers[0]))  # a file is sent in pieces; at its end the client closes it
        spent = 1000 * (time.process_time() - started)
    html = answers[0].get("Content-Type", "").startswith("text/html")
    visits[label] = Visit(answers[0].status_code, html, asked.count, size, spent, read_memory_peak())


@dataclass
class OpenField:
    """The desk of one open of so many pairs. `steps` fills up with what was pressed, `pages` with what was looked at."""

    director: User
    pairs: int
    client: Client = field(default_factory=Client)
    steps: dict[str, Visit] = field(default_factory=dict)
    pages: dict[str, Visit] = field(default_factory=dict)
    slug: str = ""

    def __post_init__(self) -> None:
        self.client.force_login(self.director)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(slug=self.slug)

    @property
    def desk(self) -> str:
        return f"/desk/{self.slug}/"

    def post(self, label: str, path: str, boxes: dict[str, str]) -> Any:
        with measure(self.steps, label) as note:
            note(answer := self.client.post(path, boxes))
        assert answer.status_code in {200, 302}, (label, answer.status_code, answer.content[:2000])
        return answer

    def press(self, label: str, page: str, action: str, **boxes: str) -> Any:
        """Open a page and press one of its buttons: what the page says about itself goes along."""
        hidden = read_inputs(read_page(self.client.get(page)))
        return self.post(label, action, {**{name: hidden[name] for name in HIDDEN if name in hidden}, "pressed": "yes", **boxes})

    def work(self, label: str) -> None:
        """Run the jobs that wait."""
        asked = QueryCount()
        forget_memory_peak()
        with connection.execute_wrapper(asked):
            started = time.process_time()
            execute_waiting_jobs()
            spent = 1000 * (time.process_time() - started)
        self.steps[label] = Visit(200, html=False, queries=asked.count, size=0, cpu=spent, megabytes=read_memory_peak())

    # ------------------------------------------------------------------------------------------------------------- the evening

    def found(self) -> None:
        path = "/desk/new/mariglia/tournament/"
        boxes = read_inputs(read_page(self.client.get(path)))
        chosen = {"name": f"Open of {self.pairs}", "date": "2026-11-21", "fee": "10", "public_names": "full"}
        self.post("create", path, {**boxes, **chosen, "public": "on", "one_person": "on"})
        self.slug = Tournament.objects.order_by("-pk")[0].slug

    def enter_list(self) -> None:
        """One list; a long one goes in as a job."""
        lines = (f"Anna{number:05d} / Berto{number:05d}; Bar {number % 50}" for number in range(1, self.pairs + 1))
        text = "\n".join(lines)
        shown = read_page(self.post("preview of the list", self.desk + "entries/import/preview/", {"text": text}))
        lists = {
            box["name"]: box.value for box in shown.find_all("select[name^=role_], select[name=rows]") if box.find_all("option[selected]")
        }
        boxes = {"text": text, "digest": read_inputs(shown)["digest"], **lists}
        self.post("confirmed list", self.desk + "entries/import/confirm/", boxes)
        self.work("import, as a job")

    def check_in(self) -> None:
        self.post("check-in of all", self.desk + "check-in/all/", {"what": "all"})

    def plan(self, rounds: int = 2) -> None:
        path = self.desk + "stages/new/?format=swiss"
        boxes = read_inputs(read_page(self.client.get(path)))
        self.post("stage", path, {**boxes, "options-rounds": str(rounds)})

    def draw(self, number: int) -> None:
        self.post(f"draw of round {number}", self.desk + "stages/1/draw/", {"absent": "leave"})

    def prove_draw(self, number: int) -> None:
        """A large draw is proven when somebody asks, and the proof is remembered."""
        for label in ("proof of the draw", "proof of the draw, once more"):
            with measure(self.steps, label) as note:
                note(answer := self.client.get(f"{self.desk}stages/1/rounds/{number}/why/?prove=yes"))
            assert answer.context["certificate"].proven > 0 == answer.context["certificate"].wrong

    def publish(self, number: int) -> None:
        place = f"{self.desk}stages/1/rounds/{number}/"
        self.press(f"publishing of round {number}", place + "draft/", place + "publish/")

    def enter_results(self, number: int, most: int | None = None) -> list[float]:
        """The result of every table that is still played, as the desk types it; milliseconds of each."""
        matches = Match.objects.filter(round__stage__tournament=self.tournament, round__number=number, kind=Match.Kind.PLAYED)
        still_played = matches.exclude(result__state="confirmed").order_by("table")
        return [self.enter_result(number, table) for table in still_played.values_list("table", flat=True)[:most]]

    def enter_result(self, number: int, table: int) -> float:
        score = "2-0" if table % 3 else "0-2"
        boxes = {"command": f"{table} {score}", "key": f"{self.slug}-{number}-{table}", "stage": "1", "round": str(number)}
        with measure(self.steps, f"result in round {number}") as note:
            note(answer := self.client.post(self.desk + "results/command/", boxes, headers={"Accept": "application/json"}))
        assert answer.status_code == 200, answer.content
        return self.steps[f"result in round {number}"].cpu

    def close(self, number: int) -> None:
        place = f"{self.desk}stages/1/rounds/{number}/close/"
        self.press(f"closing of round {number}", place, place)
        self.work(f"backup after round {number}, as a job")

    def print_sheets(self, number: int) -> None:
        boxes = {"which": "rest", "round": f"1-{number}", "paper": Paper.A5_TWO_UP.value, "language": "it"}
        self.post(f"order of the sheets of round {number}", self.desk + "print/sheets/", boxes)
        self.work(f"sheets of round {number}, as a job")

    def visit_pages(self, moment: str) -> None:
        """Every page that answers GET, of desk and public."""
        for label, path in self.list_paths():
            for _time in range(ASKED_AGAIN):
                with measure(self.pages, f"{label}, {moment}") as note:
                    note(self.client.get(path))
                if self.pages[f"{label}, {moment}"].cpu < SLOW or label in WHOLE:
                    break

    def list_paths(self) -> Iterator[tuple[str, str]]:
        target = target_of(self.tournament)
        return ((address.name, address.of(target)) for address in every_address() if address.name not in NO_PAGES)


def read_inputs(page: Page) -> dict[str, str]:
    """Every input that has a value, ticked or not."""
    return {box["name"]: box["value"] for box in page.find_all("input[name][value]")}


def forget_memory_peak() -> None:
    """Let `read_memory_peak` begin again from what the process holds now."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def read_memory_peak() -> int:
    """The most megabytes that this process held since `forget_memory_peak`."""
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) // 1024 if found else 0
