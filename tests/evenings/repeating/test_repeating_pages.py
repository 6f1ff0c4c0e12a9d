"""The pages of a series: if this failed, a director would create evenings without seeing their dates, or change some without being told."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.scoring.builders import build_user
from tests.scoring.page_forms import read_forms
from tests.scoring.seasons import build_season
from tests.tournaments.conftest import enter_pairs
from tournaments.models import Announcement, Tournament
from tournaments.templatetags.days import day

pytestmark = pytest.mark.django_db


def later(weeks):
    return timezone.localdate() + dt.timedelta(weeks=weeks)


@pytest.fixture
def thursday(thursday):
    """The same evening, a week ago."""
    Tournament.objects.filter(pk=thursday.pk).update(date=later(-1))
    thursday.refresh_from_db()
    return thursday


def ask(desk, thursday, **asked):
    return desk.get(reverse("evenings:repeat", args=[thursday.slug]), asked)


def find_form(page, *names):
    return next(form for form in read_forms(page) if set(names) <= set(form))


def send(desk, thursday, query, **typed):
    return desk.post(f"{reverse('evenings:repeat', args=[thursday.slug])}?{query}", typed)


WEEKS = f"recurrence=weekly&until={later(4)}"
DATES = [later(week).isoformat() for week in range(5)]


def test_the_dates_are_shown_before_anything_is_made(desk, thursday):
    page = ask(desk, thursday, recurrence="weekly", until=later(4)).content.decode()
    assert f"{later(0):%A} {day(later(0))}" in page
    assert page.count('name="dates"') == 5
    assert Tournament.objects.count() == 1


def test_a_date_that_is_unticked_is_left_out_and_the_form_sent_twice_makes_nothing_twice(desk, thursday):
    typed = {"dates": [DATES[0], DATES[2]], "name": "Giovedì al bar"}
    for _again in range(2):
        answer = send(desk, thursday, WEEKS, **typed)
        assert answer.status_code == 302
    assert list(Tournament.objects.order_by("date").values_list("date", flat=True)) == [
        later(-1),
        later(0),
        later(2),
    ]
    page = ask(desk, thursday, recurrence="weekly", until=later(4)).content.decode()
    assert f"{day(later(0))} has an evening of this series already." in page
    assert page.count('name="dates"') == 3


@pytest.mark.parametrize(
    ("query", "typed", "sentence"),
    [
        (WEEKS, {"name": "x"}, "Choose at least one"),
        (WEEKS, {"dates": ["2020-10-16"], "name": "x"}, "This choice is not there any more"),
        (WEEKS, {"dates": DATES, "name": ""}, "Fill this in"),
        ("recurrence=weekly&until=never", {"dates": DATES, "name": "x"}, "Write a date as 31/12/2026"),
    ],
)
def test_what_is_typed_wrongly_is_told_and_nothing_is_made(desk, thursday, query, typed, sentence):
    answer = send(desk, thursday, query, **typed)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert Tournament.objects.count() == 1


def test_the_quota_is_told_with_the_dates_and_refuses(desk, thursday, club):
    club.tournament_quota = 3
    club.save()
    page = ask(desk, thursday, recurrence="weekly", until=later(4)).content.decode()
    assert "may hold 2 more tournaments" in page
    assert send(desk, thursday, WEEKS, dates=DATES, name="x").status_code == 422
    assert send(desk, thursday, WEEKS, dates=DATES[:2], name="x").status_code == 302


def test_more_than_sixty_dates_are_cut_and_said(desk, thursday):
    page = ask(desk, thursday, recurrence="weekly", until=later(120)).content.decode()
    assert "At most 60 evenings are made at once" in page
    assert page.count('name="dates"') == 60


def test_a_season_is_offered_where_the_evening_counts_for_one(desk, thursday):
    assert 'name="seasons"' not in ask(desk, thursday, recurrence="once", until=later(4)).content.decode()
    season = build_season(thursday)
    assert "count for “Winter”" in ask(desk, thursday, recurrence="once", until=later(4)).content.decode()
    send(desk, thursday, f"recurrence=once&until={DATES[4]}", dates=[DATES[4]], name="x", seasons=[season.slug])
    assert season.evenings.count() == 2


def test_a_series_is_looked_after_on_its_page(desk, thursday):
    series = reverse("evenings:series", args=[thursday.slug])
    assert "There is one evening only" in desk.get(series).content.decode()
    send(desk, thursday, WEEKS, dates=DATES, name="Giovedì al bar")
    assert "The evenings that follow are as this one." in desk.get(series).content.decode()
    Tournament.objects.filter(pk=thursday.pk).update(venue="Bar Nuovo", fee_cents=2000)
    page = desk.get(series)
    assert "Fees and prizes: different at 5 evenings" in page.content.decode()
    assert "Bar Centrale · here: Bar Nuovo" in " ".join(page.content.decode().split())
    form = find_form(page, "seen")
    done = desk.post(series, {**form, "groups": ["fees"]}, follow=True).content.decode()
    assert "5 evenings changed." in done
    assert set(Tournament.objects.values_list("fee_cents", flat=True)) == {2000}
    assert "Bar Centrale" in set(Tournament.objects.values_list("venue", flat=True))
    refused = desk.post(series, {**form, "groups": ["announcement"]})
    assert (refused.status_code, "no longer what your page showed" in refused.content.decode()) == (422, True)


def test_the_following_evenings_are_called_off_from_the_page(desk, thursday):
    send(desk, thursday, WEEKS, dates=DATES, name="x")
    cancel = reverse("evenings:cancel_following", args=[thursday.slug])
    assert "tick that you are sure" in desk.post(cancel, follow=True).content.decode()
    assert "5 evenings called off." in desk.post(cancel, {"sure": "1"}, follow=True).content.decode()
    assert Announcement.objects.filter(cancelled_at__isnull=False).count() == 5
    assert "5 evenings take place after all." in desk.post(cancel, {"back": "1"}, follow=True).content.decode()


def test_pages_of_an_evening_without_entries_are_served(desk, thursday):
    send(desk, thursday, f"recurrence=once&until={DATES[4]}", dates=[DATES[4]], name="x")
    evening = Tournament.objects.get(date=later(4))
    for page in ("", "entries/", "stages/1/", "stages/2/", "stages/1/edit/", "settings/", "repeat/", "series/", "tables/", "cash/"):
        assert desk.get(f"/desk/{evening.slug}/{page}").status_code == 200, page
    assert desk.get(evening.get_absolute_url()).status_code == 200


def test_a_page_asks_as_often_for_many_evenings_as_for_few(desk, thursday, django_assert_max_num_queries):
    send(desk, thursday, WEEKS, dates=[], name="x")
    send(desk, thursday, WEEKS, dates=DATES, name="x")
    with django_assert_max_num_queries(40):
        desk.get(reverse("evenings:series", args=[thursday.slug]))


def test_only_directors_come_in(thursday, client):
    client.force_login(build_user("anna"))
    assert client.get(reverse("evenings:repeat", args=[thursday.slug])).status_code == 403


def test_who_comes_to_a_repeated_evening_is_counted_and_drawn_by_its_page(desk, thursday):
    """Nobody was enrolled when its stages were copied: the page said “0 entries” and offered no draw."""
    send(desk, thursday, WEEKS, dates=[DATES[1]], name="Giovedì al bar")
    evening = Tournament.objects.exclude(pk=thursday.pk).get()
    enter_pairs(evening, build_user("director"), 6)
    address = reverse("tournaments:stage", args=[evening.slug, 1])
    page = desk.get(address)
    assert (page.context["plan"].problems, page.context["stage"].entries, len(page.context["ranks"])) == ((), 6, 6)
    draw = reverse("scoring:draw", args=[evening.slug, 1])
    assert f'action="{draw}"' in page.content.decode()
    assert "needs at least" not in page.content.decode()
    assert desk.post(draw, {"seed": "x"}).status_code == 302
    assert evening.stages.get(number=1).stage_entries.count() == 6
