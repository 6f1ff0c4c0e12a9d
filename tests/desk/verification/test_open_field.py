"""A federation's open through the pages: import, check-in, draw, publish, print, enter, close, standings, with what each may cost."""

import gc
import logging
import math
import os
from http import HTTPStatus
from statistics import median

import pytest
from django.conf import settings
from django.db import connection

from desk.verification.queries import verify_tournament
from jobs.machine import SEARCH_AFTER
from jobs.models import Job
from printing.prints.views import MOST_AT_ONCE
from scoring.models import LedgerEntry, SheetIssue, StandingsCache
from tests.scoring.open_field import OpenField, forget_memory_peak, read_memory_peak
from tournaments.importing.services import IMPORTED_AT_ONCE
from tournaments.models import Entry, Match, Round

pytestmark = pytest.mark.django_db

FEW = IMPORTED_AT_ONCE + 20
"""Enough for an import as a job, sheets as a job, and lists of two pages."""
MOST_BYTES = 300_000
LONG_PAGES = ("scoring:manual_paper", "backup:safety_file", "preview of the list")
"""The whole manual as a print, the tournament's file, and the preview of a list, which holds the list."""
MOST_STANDINGS_BYTES = 300
"""Of the stored standings, for each entry."""
GROWING = 45
"""Statements that a step may take whatever the size of the field."""
MORE_STATEMENTS = 8
"""For what a small field has not: sheets that are a job, faces of the screen that end at a number of rows."""
MOST_RESULT_GROWTH = 2
"""What a result may cost in the large field, where it costs 1 in one of 100 pairs."""
MOST_MEGABYTES = 400
IDLE_DESK = 110
"""Megabytes of a desk that has answered its first page. The process of a test holds its tools too, which no desk has: what the play takes
beyond that is added to these.
"""
MOST_MILLISECONDS = 300
"""Of a page, on a machine without other work: a run reports what takes more."""
PATIENCE = float(os.environ.get("PATIENCE", "3"))
"""How many times as long a page may take before the proof fails: other programs on the same cores double the processor's time."""


def play_round(field, number, results=None):
    """Draw, publish, print, enter all results (or only so many) and close; milliseconds of each result."""
    field.draw(number)
    field.publish(number)
    field.print_sheets(number)
    spent = field.enter_results(number, results)
    if results is None:
        field.close(number)
    return spent


def open_field(director, pairs):
    field = OpenField(director, pairs)
    for step in (field.found, field.enter_list, field.check_in, field.plan):
        step()
    return field


def check_field(field, pairs, rounds):
    """What must be true when the rounds are closed."""
    tournament = field.tournament
    assert Entry.objects.filter(tournament=tournament, state=Entry.State.PRESENT).count() == pairs
    assert list(Round.objects.filter(stage__tournament=tournament).values_list("state", flat=True)) == ["closed"] * rounds
    played = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED)
    locks = LedgerEntry.objects.filter(tournament=tournament, kind="lock", match__isnull=False)
    assert locks.count() == played.count() == rounds * (pairs // 2)
    done = Job.objects.filter(state=Job.State.DONE, arguments__tournament=tournament.pk)
    assert done.filter(kind="print_set").count() == (rounds if pairs > 2 * MOST_AT_ONCE else 0)
    assert done.filter(kind="import_list").count() == (pairs > IMPORTED_AT_ONCE)
    assert SheetIssue.objects.filter(match__in=played).count() == played.count()
    assert verify_tournament(tournament) == ()
    payload = StandingsCache.objects.get(stage__tournament=tournament).payload
    assert len(str(payload)) / pairs <= MOST_STANDINGS_BYTES


def find_failures(small, large, result_ms, before):
    """What is not as it must be in the large field, by kind; empty where all is well. All is judged: no fault hides another."""
    answered = {label: visit for label, visit in (large.pages | large.steps).items() if not label.startswith(LONG_PAGES)}
    html = {label: visit for label, visit in large.pages.items() if visit.html}
    held = {label: visit.megabytes - before + IDLE_DESK for label, visit in (large.steps | large.pages).items()}
    growth = result_ms[1] / result_ms[0]
    failures = {
        "unanswered": {label: visit.status for label, visit in answered.items() if visit.status >= HTTPStatus.INTERNAL_SERVER_ERROR},
        "bytes": {label: visit.size for label, visit in answered.items() if visit.html and visit.size > MOST_BYTES},
        "statements": {label: visit.queries for label, visit in html.items() if grows(small.pages[label], visit)},
        "megabytes": {label: megabytes for label, megabytes in held.items() if megabytes > MOST_MEGABYTES},
        "milliseconds": {label: round(visit.cpu) for label, visit in html.items() if visit.cpu > PATIENCE * read_budget(label)},
        "result": {"growth": round(growth, 1)} if growth > MOST_RESULT_GROWTH else {},
    }
    return {kind: labels for kind, labels in failures.items() if labels}


def read_budget(label):
    return math.inf if label.startswith(LONG_PAGES) else MOST_MILLISECONDS


def check_closing(field):
    """Its statements do not grow with the round: the results are read before the lock, and their entries appended in one."""
    assert field.steps["closing of round 1"].queries <= GROWING


def test_an_evening_of_hundreds_is_played_through_its_pages(director, data):
    field = open_field(director, FEW)
    play_round(field, 1)
    check_field(field, FEW, 1)
    check_closing(field)
    assert field.steps["check-in of all"].queries <= GROWING
    assert field.client.get(field.desk + "standings/?page=2").status_code == HTTPStatus.OK


@pytest.fixture
def garbage_as_on_a_desk():
    """Looked for as often as there; other tests look less often."""
    before = gc.get_threshold()
    gc.set_threshold(*SEARCH_AFTER)
    yield
    gc.set_threshold(*before)


@pytest.mark.proof
@pytest.mark.timeout(14_400)
@pytest.mark.usefixtures("garbage_as_on_a_desk")
def test_an_open_of_two_rounds_is_played_through_its_pages(committed, director, data, figures, monkeypatch):
    """10,000 pairs on PostgreSQL, 1,200 on SQLite (`PAIRS` says another number), and 100 beside them. Jobs see what is committed only."""
    usual = 10_000 if connection.vendor == "postgresql" else 1_200
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)  # pytest holds what is logged, with its frames
    result_ms = {}
    fields = {}
    forget_memory_peak()
    before = read_memory_peak()
    for pairs in (100, int(os.environ.get("PAIRS", usual))):
        fields[pairs], result_ms[pairs] = play_open(director, pairs)
        report(fields[pairs], figures, pairs, result_ms[pairs])
        check_field(fields[pairs], pairs, 2)
        check_closing(fields[pairs])
    assert find_failures(*fields.values(), list(result_ms.values()), before) == {}


def play_open(director, pairs):
    """Two rounds, and every page as a draft, in the first round, and when all is over; the milliseconds of a result."""
    field = open_field(director, pairs)
    field.draw(1)
    field.visit_pages("drafted")
    field.prove_draw(1)
    field.publish(1)
    field.print_sheets(1)
    spent = field.enter_results(1, 50)
    field.visit_pages("being played")
    spent += field.enter_results(1)
    field.close(1)
    spent += play_round(field, 2)
    field.visit_pages("over")
    return field, median(spent)


def grows(small, large):
    """Whether a page that both fields have takes more statements in the larger one, beside those for its jobs and second pages."""
    return large.html and small.status == large.status and large.queries > small.queries + MORE_STATEMENTS


def report(field, figures, pairs, result_ms):
    """The steps and the costliest pages, for docs/performance.md; all of them are written to a file in build/."""
    rows = {**field.steps, **field.pages}
    lines = [f"{label:60} {format_visit(visit)}" for label, visit in rows.items()]
    (settings.BASE_DIR / "build" / f"open_field_{connection.vendor}_{pairs}.txt").write_text("\n".join(lines), encoding="utf-8")
    pages = {label: round(visit.cpu) for label, visit in sorted(field.pages.items(), key=lambda row: -row[1].cpu)[:12]}
    steps = {label: (round(visit.cpu), visit.queries) for label, visit in field.steps.items()}
    most = max(visit.megabytes for visit in rows.values())
    over = {label: round(visit.cpu) for label, visit in field.pages.items() if visit.html and visit.cpu > read_budget(label)}
    numbers = {"over": over, "database": connection.vendor, "pairs": pairs, "result_ms": round(result_ms, 1), "megabytes": most}
    figures(**numbers, steps=steps, pages=pages)


def format_visit(visit):
    numbers = f"{visit.size / 1000:9.1f} KB {visit.cpu:8.0f} ms {visit.megabytes:5} MB"
    return f"{visit.status} {visit.queries:5} queries {numbers}"
