"""Pages that come back by themselves cost little while nothing happens, and the same for any number of matches."""

from contextlib import ExitStack, contextmanager

import pytest
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from printing.sheets_back.queries import SheetName
from printing.sheets_back.services import return_sheet
from scoring.live.poll_versions import read_poll_versions
from scoring.models import DirectorCall, TableLink
from tests.printing.sheets_back.test_reconciliation import print_sheets
from tests.scoring.builders import NOW, build_match, build_round, build_user
from tests.scoring.hands import enter, typed, win
from tests.scoring.links import issue, phone
from tournaments.models import Round, Seat
from visitors.phones.services import call_director

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HTMX = {"HTTP_HX_REQUEST": "true"}
IDLE_DESK, IDLE_TABLE = 7, 8
"""Queries of a poll that finds nothing new, over all databases, with session and rights."""


@contextmanager
def counted():
    """Queries over all databases: sessions live apart on SQLite and with the results on PostgreSQL."""
    with ExitStack() as stack:
        yield [stack.enter_context(CaptureQueriesContext(connection)) for connection in connections.all()]


def ask(client, url, tag=""):
    return client.get(url, **HTMX, **({"HTTP_IF_NONE_MATCH": tag} if tag else {}))


@pytest.fixture
def desk(match) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


@pytest.fixture(params=[1, 3])
def hall(match, request):
    """One match, and the same evening with three."""
    for position in range(2, request.param + 1):
        build_match(match.round, position)
    return match.round


@pytest.fixture(autouse=True)
def _standing_clock(monkeypatch):
    monkeypatch.setattr("desk.console.views.timezone.now", lambda: NOW)


def url(match):
    return reverse("scoring:results", args=[match.round.stage.tournament.slug])


def test_an_idle_desk_asks_little(desk, match, hall):
    tag = ask(desk, url(match))["ETag"]
    with counted() as captured:
        answer = ask(desk, url(match), tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert sum(map(len, captured)) == IDLE_DESK, [query["sql"] for one in captured for query in one]


def test_an_idle_phone_asks_little(match, hall):
    client = phone(issue(match)[0])
    tag = ask(client, "/t/match/")["ETag"]
    with counted() as captured:
        answer = ask(client, "/t/match/", tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert sum(map(len, captured)) == IDLE_TABLE, [query["sql"] for one in captured for query in one]


CHANGES = {
    "a hand": lambda match: enter(match, typed(45)),
    "a call": lambda _match: call_director(TableLink.objects.first(), at=NOW),
    "a call that was settled": lambda _match: DirectorCall.objects.update(settled_at=NOW),
    "a sheet that came back": lambda match: return_sheet(match, SheetName(match.code), actor=build_user(), at=NOW),
    "a draft": lambda match: enter(match, typed(50), version=7),
    "another table": lambda match: type(match).objects.filter(pk=match.pk).update(table=9),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_the_desk_shows_wakes_it(desk, match, change):
    issue(match)
    print_sheets(match.round, match)
    if change == "a call that was settled":
        call_director(TableLink.objects.first(), at=NOW)
    tag = ask(desk, url(match))["ETag"]
    CHANGES[change](match)
    assert ask(desk, url(match), tag).status_code == 200


def test_the_other_sides_answer_wakes_a_phone_and_another_table_does_not(match):
    other = build_match(match.round, 2)
    slips = issue(match)
    one, two = map(phone, slips)
    enter(match, typed(45))
    tag = ask(one, "/t/match/")["ETag"]
    enter(other, typed(31))
    assert ask(one, "/t/match/", tag).status_code == 304
    two.post("/t/match/accept/1/", {"version": "1"})
    assert ask(one, "/t/match/", tag).status_code == 200


def test_a_phone_never_gets_the_others_part(match):
    one, two = map(phone, issue(match))
    tag = ask(one, "/t/match/")["ETag"]
    assert ask(two, "/t/match/", tag).status_code == 200


def test_a_phone_keeps_no_whole_page(match):
    client = phone(issue(match)[0])
    assert "no-store" in client.get("/t/match/")["Cache-Control"]
    assert "no-store" not in ask(client, "/t/match/")["Cache-Control"]


def test_the_round_that_closes_closes_the_phone_at_once(match, desk):
    client = phone(issue(match)[0])
    win(match)
    tag = ask(client, "/t/match/")["ETag"]
    match.round.state = "closed"
    match.round.save()
    answer = ask(client, "/t/match/", tag)
    assert (answer.status_code, b"data-entry" in answer.content) == (200, False)


def test_a_poll_version_follows_its_match_and_the_rounds_that_are_shown(match):
    """A hand, an exchanged seat and the next round are news, found in one query for all; a draft and other tables are none."""
    other = build_match(match.round, 2)
    seen = [read_poll_versions([match.code, other.code, "ZZZZ9999"])]
    assert set(seen[0]) == {match.code, other.code}

    def find_news():
        with counted() as queries:
            seen.append(read_poll_versions([match.code, other.code]))
        assert sum(map(len, queries)) == 1
        return {code for code, version in seen[-1].items() if version != seen[-2][code]}

    assert find_news() == set()
    enter(match, typed(45))
    assert find_news() == {match.code}
    fresh = build_round(match.round.stage.tournament, matches=0, state=Round.State.DRAFT)
    assert find_news() == set()
    Round.objects.filter(pk=fresh.pk).update(state=Round.State.PUBLISHED, published_at=NOW)
    assert find_news() == {match.code, other.code}
    first, second = other.seats.order_by("side")
    other.seats.all().delete()
    for seat, entry in ((first, second.entry), (second, first.entry)):
        Seat.objects.create(match=other, round=other.round, side=seat.side, entry=entry)
    assert find_news() == {other.code}
