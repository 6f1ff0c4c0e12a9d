"""A season of Thursdays, made and looked after on the pages: if this failed, a change would be typed thirty times, or reach too far."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.evenings.repeating.conftest import FIRST
from tests.evenings.repeating.test_repeating_pages import find_form
from tests.scoring.page_forms import read_forms
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db
NOW = dt.datetime.combine(FIRST, dt.time(9), dt.UTC)
DECEMBER, JUNE = dt.date(2026, 12, 17), dt.date(2027, 6, 30)


@pytest.fixture
def in_october(monkeypatch, thursday):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return thursday


def list_evenings():
    return list(Tournament.objects.order_by("date"))


def save_form(desk, address, button, **typed):
    """The form of a page that has these boxes, as it stands, with some of them typed over."""
    page = desk.get(address)
    form = next(form for form in read_forms(page) if set(typed) <= set(form))
    answer = desk.post(address, {**form, **typed, button: ""})
    assert answer.status_code == 302, re.findall(r'class="[^"]*error[^"]*"[^>]*>(.*?)<', answer.content.decode(), re.DOTALL)


def make_season(desk, thursday, until):
    """Every Thursday until then, but for those on which nobody plays."""
    address = reverse("evenings:repeat", args=[thursday.slug])
    query = {"recurrence": "weekly", "until": until.isoformat()}
    dates = re.findall(r'name="dates" value="([-0-9]+)"', desk.get(address, query).content.decode())
    holidays = {"2026-11-05", "2026-12-24", "2026-12-31"}
    ticked = [date for date in dates if date not in holidays]
    answer = desk.post(f"{address}?recurrence=weekly&until={until}", {"dates": ticked, "name": "Giovedì al bar", "dated": "on"})
    assert answer.status_code == 302
    return list_evenings()


@pytest.mark.parametrize(("until", "count"), [(DECEMBER, 10), pytest.param(JUNE, 35, marks=pytest.mark.proof)])
def test_a_season_with_one_change_for_an_evening_and_one_for_all_to_come(desk, in_october, until, count):
    evenings = make_season(desk, in_october, until)
    assert (len(evenings), {evening.date.weekday() for evening in evenings}) == (count, {3})
    half = count // 2
    feast, later = evenings[half - 1], evenings[half]
    fees = reverse("scoring:cash_fees", args=[feast.slug])
    assert f"{count - half} evenings of this series follow" in desk.get(fees).content.decode()
    save_form(desk, fees, "save", fee="30")
    save_form(desk, reverse("evenings:announcement", args=[later.slug]), "save", starts_at="21:15", controller="Bar Centrale, via Roma 1")
    series = reverse("evenings:series", args=[later.slug])
    form = find_form(desk.get(series, {"group": "announcement"}), "seen")
    assert form["groups"] == "announcement"
    desk.post(series, form)
    hours = Announcement.objects.order_by("tournament__date").values_list("starts_at", flat=True)
    assert list(hours) == [dt.time(20, 30)] * half + [dt.time(21, 15)] * (count - half)
    assert [evening.fee_cents for evening in list_evenings()] == [1500] * (half - 1) + [3000] + [1500] * (count - half)
    first, *_others, last = list_evenings()
    assert (first.name, last.name) == ("Giovedì al bar", f"Giovedì al bar {last.date.day}/{last.date.month}/{last.date.year}")
    assert "The evenings that follow are as this one." in desk.get(series).content.decode()
    assert "Also for the evenings to come" not in desk.get(reverse("scoring:cash_fees", args=[last.slug])).content.decode()


PAGES = ("cash/fees/", "settings/", "announcement/", "tables/", "print/settings/", "staff/", "stages/1/edit/", "prizes/")


def test_every_page_that_changes_an_evening_says_that_it_is_for_this_evening(desk, in_october):
    make_season(desk, in_october, DECEMBER - dt.timedelta(weeks=8))
    for page in PAGES:
        text = " ".join(desk.get(f"/desk/{in_october.slug}/{page}").content.decode().split())
        assert "2 evenings of this series follow" in text, page
