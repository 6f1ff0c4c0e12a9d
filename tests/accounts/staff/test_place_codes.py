"""Codes for a place and a day. If these failed, a helper would have nothing to do, or could do it where and when nobody asked them to."""

import datetime as dt

import pytest
import time_machine
from django.test import Client

from accounts.staff.place_codes import PlaceOrder, build_place_path, make_place_code, revoke_place_code
from scoring.models import LedgerEntry
from tests.faults.addresses import every_address, target_of
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Enrolment, HallTable, Match, PlaceCode, Round, Tournament
from tournaments.permissions import PAGES_OF_PLACE, RIGHTS, Right, Role
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db
EVENING = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)
DAY = dt.date(2026, 11, 21)


@pytest.fixture
def clock():
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


@pytest.fixture
def evening(clock):
    """Two tables, one at each bar, in a round that is being played."""
    tournament = play_evening(pairs=4, rounds=1)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, public=False)
    Round.objects.update(state="published")
    for match in Match.objects.all():
        HallTable.objects.create(tournament=tournament, number=match.table, place=f"Bar {match.table}")
    return Tournament.objects.get(pk=tournament.pk)


def make(tournament, place="Bar 1", day=DAY):
    return make_place_code(tournament, PlaceOrder(place, day), actor=build_user("director"), at=EVENING)


def open_code(code):
    client = Client()
    assert client.post(build_place_path(code)).status_code == 302
    return client


def find_match(table):
    return Match.objects.get(table=table)


def test_a_helper_sees_the_door_and_the_tables_of_the_place_alone(evening):
    helper = open_code(make(evening))
    page = read_page(helper.get(f"/desk/{evening.slug}/at-place/"))
    here, there = ([seat.entry for seat in find_match(table).seats.all()] for table in (1, 2))
    assert [entry.name in page.text for entry in (*here, *there)] == [True, True, False, False]
    assert helper.get(f"/desk/{evening.slug}/matches/{find_match(1).code}/").status_code == 200
    assert helper.get(f"/desk/{evening.slug}/matches/{find_match(2).code}/").status_code == 404
    assert helper.post(f"/desk/{evening.slug}/check-in/{here[0].number}/", {"what": "here"}).status_code == 302
    refused = helper.post(f"/desk/{evening.slug}/check-in/{there[0].number}/", {"what": "here"})
    assert (refused.status_code, "Nothing was saved. You help at Bar 1" in read_page(refused).text) == (404, True)
    assert ("mistyped" in read_page(refused).text, "This is not at Bar 1, or no longer" in read_page(refused).text) == (False, True)
    here[0].refresh_from_db(), there[0].refresh_from_db()
    assert (here[0].state, there[0].state) == ("present", "entered")


def test_what_a_helper_enters_stands_under_the_name_of_the_code(evening):
    code = make(evening)
    match = find_match(1)
    undo = open_code(code).post(f"/desk/{evening.slug}/matches/{match.code}/undo/", {"key": "k" * 22, "version": match.result.version})
    assert undo.status_code in {200, 303, 423}
    entered = LedgerEntry.objects.filter(actor=f"staff-{code.user.pk}")
    assert (code.user.username, entered.count()) == ("Bar 1 21/11/2026", 1 if undo.status_code == 303 else 0)


def test_before_the_draw_the_door_shows_who_enrolled_for_the_place_or_for_none(evening):
    Match.objects.all().update(table=None)
    first, second, *_others = evening.entries.order_by("number")
    for entry, heat in ((first, "Bar 1"), (second, "Bar 2")):
        columns = {"number": entry.number, "code": f"code{entry.number}2345"[:12], "made_at": EVENING, "heat": heat, "names": [entry.name]}
        Enrolment.objects.create(tournament=evening, entry=entry, state="placed", origin="phone", **columns)
    page = read_page(open_code(make(evening)).get(f"/desk/{evening.slug}/at-place/")).text
    assert [entry.name in page for entry in evening.entries.order_by("number")] == [True, False, True, True]


def test_every_other_page_of_the_desk_asks_a_helper_to_log_in_like_anybody(evening):
    helper, found = open_code(make(evening)), target_of(evening)
    opened = []
    for address in every_address():
        if address.pattern.startswith("desk/<slug:slug>/") and address.name not in PAGES_OF_PLACE:
            answer = helper.get(address.of(found))
            opened += [] if answer.status_code == 302 and answer["Location"].startswith("/login/") else [address.name]
    assert opened == []
    assert helper.get("/").context["user"].is_authenticated is False


def test_a_helper_has_these_rights_and_no_other():
    assert RIGHTS[Role.HELPER] == {Right.ENTER, Right.CHECK_IN}


@pytest.mark.parametrize(("hours", "works"), [(0, True), (8, True), (10, False), (-22, False)])
def test_a_code_works_on_its_day_until_six_in_the_morning(evening, clock, hours, works):
    helper = open_code(make(evening))
    clock.move_to(EVENING + dt.timedelta(hours=hours))
    assert (helper.get(f"/desk/{evening.slug}/at-place/").status_code == 200) is works
    assert (Client().get(build_place_path(PlaceCode.objects.get())).status_code == 200) is works


def test_a_revoked_code_ends_at_once_and_others_stay(evening):
    first, second = make(evening), make(evening)
    helper, other = open_code(first), open_code(second)
    revoke_place_code(first, actor=build_user("director"), at=EVENING)
    assert helper.get(f"/desk/{evening.slug}/at-place/").status_code == 404
    assert other.get(f"/desk/{evening.slug}/at-place/").status_code == 200
    assert "revoked it" in read_page(Client().get(build_place_path(first))).text
    assert Client().get("/help/1:nonsense/").status_code == 404


def test_whoever_works_with_a_code_that_ends_is_told_so_and_asked_for_no_login(evening, clock):
    first, second = make(evening), make(evening)
    address, match = f"/desk/{evening.slug}/at-place/", f"/desk/{evening.slug}/matches/{find_match(1).code}/confirm/"
    ended, late = open_code(first), open_code(second)
    revoke_place_code(first, actor=build_user("director"), at=EVENING)
    for answer in (ended.post(match), ended.get(address)):
        assert (answer.status_code, "the director revoked it" in read_page(answer).text) == (404, True)
    clock.shift(dt.timedelta(days=1))
    assert "This code worked for one day, which is over." in read_page(late.get(address)).text


def test_a_code_is_made_for_a_place_that_has_tables_and_a_day_that_is_not_over(evening):
    with pytest.raises(ChangeRefused):
        make(evening, "Bar 9")
    with pytest.raises(ChangeRefused):
        make(evening, day=DAY - dt.timedelta(days=1))


def test_the_director_makes_and_revokes_codes_on_a_page(evening):
    client = Client()
    client.force_login(build_user("director"))
    address = f"/desk/{evening.slug}/staff/places/"
    assert client.post(address, {"place": "Bar 2", "day": "", "note": "Lia"}).status_code == 422
    assert client.post(address, {"place": "Bar 2", "day": "2026-11-21", "note": "Lia"}).status_code == 302
    code = PlaceCode.objects.get()
    assert build_place_path(code) in client.get(address).text
    client.post(f"{address}{code.pk}/revoke/")
    assert build_place_path(code) not in client.get(address).text
    HallTable.objects.all().delete()
    assert "Name the venues of the tables first." in read_page(client.get(address)).text
