"""Every page of a federation's open: 1,200 pairs in one hall cost as many queries as 32, and no page grows without limit.

`make test` asks a third of the pages, others in each run, of 204 pairs, more than any page shows at once; `make proofs` all those of 1,200.
"""

import re
import time
from dataclasses import dataclass
from http import HTTPStatus

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from desk.rounds.services import draw_next_round
from printing.prints.lists import ROUND_LISTS, TOURNAMENT_LISTS
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from scoring.models import LedgerEntry, SheetIssue
from tests.faults.addresses import every_address, target_of
from tests.scoring.builders import NOW
from tests.scoring.hands import enter, typed, win
from tests.scoring.seasons import build_season
from tests.sweeps import take_turn
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]

FEW = 32
"""More than a page names of the tables at which nobody plays: of so many it also asks how many there are."""
SHORT = 204
MANY = [SHORT, pytest.param(1_200, marks=pytest.mark.proof)]
SHORT_PARTS = 3
MOST_BYTES = 300_000
"""Of one page as HTML."""
PAPER_KEYS = [*(paper.key for paper in (*ROUND_PAPERS, *TOURNAMENT_PAPERS)), "sheets"]
LIST_KEYS = [file_list.key for file_list in (*ROUND_LISTS, *TOURNAMENT_LISTS)]
NO_PAGES = {"healthz", "scoring:manual_paper"}
"""The one answers for a server, with 503 where no desk runs; the other is the same for every field, and long."""
DRAFT_PAGES = ("tournaments:draft", "tournaments:change")
FEWEST_PAGES = 50
MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """A page as it was answered: bytes of the body, milliseconds of the processor."""

    status: int
    html: bool
    queries: int
    size: int
    cpu: float


def draw_field(director: User, pairs: int):
    """The draft of the first round of a tournament of so many pairs."""
    tournament = found_tournament(director, f"Open of {pairs}", one_person=True)
    enter_pairs(tournament, director, pairs, clubs=3)
    stage = create_stage(tournament, actor=director, format_key="swiss", options={})
    build_season(tournament, name=f"Season of {pairs}")
    return draw_next_round(stage, actor=director, seed="lots", at=NOW)


def play_some(draft, director: User):
    """Publish the round; three of its matches are over, one has a hand. The match that the addresses name is the one that goes on."""
    round_ = publish_round(draft, actor=director, at=NOW)
    first, *rest = Match.objects.filter(round=round_, kind=Match.Kind.PLAYED).order_by("pk")[:4]
    enter(first, typed(45))
    for match in rest:
        win(match)
    printed = Match.objects.filter(round=round_, kind=Match.Kind.PLAYED)
    head = {"head_seq": 1, "head_digest": "a" * 64, "printed_at": NOW}
    SheetIssue.objects.bulk_create(SheetIssue(match=match, serial=1, **head) for match in printed)
    return first


def list_visits(tournament, names=None):
    """Label and path of every page that answers GET; papers and lists once for each of their kinds."""
    target = target_of(tournament, seq=LedgerEntry.objects.filter(tournament=tournament).values_list("seq", flat=True).first() or 1)
    for address in every_address():
        if address.name not in NO_PAGES and (names is None or address.name in names):
            keys = PAPER_KEYS if address.name == "scoring:print_paper" else LIST_KEYS if "key" in address.arguments else [""]
            yield from ((f"{address.name} {key}".strip(), address.of({**target, "key": key})) for key in keys)


def visit(client: Client, path: str) -> Visit:
    caches["drawn"].clear()
    with CaptureQueriesContext(connections["default"]) as asked:
        started = time.process_time()
        answer = client.get(path)
        body = answer.getvalue()
        spent = 1000 * (time.process_time() - started)
    return Visit(answer.status_code, answer.get("Content-Type", "").startswith("text/html"), len(asked), len(body), spent)


@pytest.fixture(params=MANY)
def many(request):
    return request.param


@pytest.fixture
def visits(director, director_client, many):
    """By page, how a field of few and one of many answered."""
    answers = {}
    for pairs in (FEW, many):
        draft = draw_field(director, pairs)
        tournament = draft.stage.tournament
        type(tournament).objects.filter(pk=tournament.pk).update(public=True)
        parts = SHORT_PARTS if many == SHORT else 1
        director_client.get("/")
        for label, path in list_visits(tournament, DRAFT_PAGES):
            answers.setdefault(f"{label}, draft", {})[pairs] = visit(director_client, path)
        play_some(draft, director)
        for label, path in take_turn(list_visits(tournament), parts):
            answers.setdefault(label, {})[pairs] = visit(director_client, path)
    report(answers, many)
    return answers


def report(answers, size):
    """What every page cost, the largest first, for docs/performance.md."""
    rows = sorted(answers.items(), key=lambda row: -row[1][size].size)
    lines = [
        f"{label:50} {few.status} {many.status}  {few.queries:3} {many.queries:3} queries  "
        f"{few.size / 1000:7.1f} {many.size / 1000:8.1f} KB  {few.cpu:6.0f} {many.cpu:6.0f} ms"
        for label, (few, many) in ((label, (row[FEW], row[size])) for label, row in rows)
    ]
    (settings.DATA / "large_field.txt").write_text("\n".join(lines), encoding="utf-8")


def test_every_page_of_a_large_field_answers_with_limits(visits, many):
    failures = {label: row[many].status for label, row in visits.items() if row[many].status >= HTTPStatus.INTERNAL_SERVER_ERROR}
    changed = {label: (row[FEW].status, row[many].status) for label, row in visits.items() if row[FEW].status != row[many].status}
    pages = {label: row for label, row in visits.items() if row[many].html and row[many].status == HTTPStatus.OK}
    growing = {label: (row[FEW].queries, row[many].queries) for label, row in pages.items() if row[many].queries > row[FEW].queries}
    long = {label: row[many].size for label, row in pages.items() if row[many].size > MOST_BYTES}
    assert (failures, changed, growing, long) == ({}, {}, {}, {})
    assert len(pages) > FEWEST_PAGES // (SHORT_PARTS if many == SHORT else 1)


def read_names(client, path):
    """The entries that a page lists, by the number in the name of their first person; the best of the clubs stand below."""
    listed = client.get(path).content.decode().partition('id="clubs"')[0]
    return {int(number) for number in re.findall(r"Anna(\d+)", listed)}


def test_everybody_of_a_large_field_is_reached(director, director_client):
    draft = draw_field(director, MOST_ROWS + 3)
    slug = draft.stage.tournament.slug
    play_some(draft, director)
    everybody = set(range(1, MOST_ROWS + 4))
    lists = {"check-in": "page", "standings": "page", "entries": "page"}
    for page, field in lists.items():
        first, second = (read_names(director_client, f"/desk/{slug}/{page}/?{field}={number}") for number in (1, 2))
        assert (len(first), len(second), first | second) == (MOST_ROWS, 3, everybody), page
    assert read_names(director_client, f"/desk/{slug}/standings/?q={MOST_ROWS + 3}") == {MOST_ROWS + 3}
    assert read_names(director_client, f"/desk/{slug}/standings/?q=berto{MOST_ROWS + 2}") == {MOST_ROWS + 2}
    assert read_names(director_client, f"/desk/{slug}/standings/?q=nobody") == set()
    screen = director_client.get(f"/tournaments/{slug}/screen/").content.decode()
    assert ("the first 200" in screen, "the latest 200" in screen) == (True, False)
