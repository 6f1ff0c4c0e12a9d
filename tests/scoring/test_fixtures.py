"""The calendar of a league: who is at home, who may name the day, what is refused, and who reads it."""

import datetime as dt
from collections import Counter

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from desk.fixtures.queries import build_fixtures, read_coming, select_fixtures
from desk.fixtures.services import name_days, name_home_day
from desk.rounds.services import publish_all_rounds
from public.phones.codes import issue_codes
from scoring.models import EntryCode
from tests.scoring.builders import build_user
from tests.scoring.hands import win
from tests.scoring.test_late_entries import publish_next
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.models import Match, Seat, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Four pairs, home and away: six rounds, all published."""
    director = build_user()
    tournament = found_tournament(director, "Lega", public=True, one_person=True)
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="round_robin", options={"pool_size": "0", "meetings": "2"})
    publish_next(stage)
    publish_all_rounds(stage, actor=director, seed="s", at=timezone.now())
    return Stage.objects.select_related("tournament").get(pk=stage.pk).tournament


def desk_client():
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    return client


def in_days(days):
    return (timezone.now() + dt.timedelta(days=days)).replace(second=0, microsecond=0)


def typed(day):
    return timezone.localtime(day).strftime("%Y-%m-%dT%H:%M")


def test_everybody_is_at_home_once_against_everybody(league):
    fixtures = build_fixtures(list(select_fixtures(league)))
    assert len(fixtures) == 12
    assert set(Counter((fixture.home, fixture.away) for fixture in fixtures).values()) == {1}
    assert set(Counter(fixture.home for fixture in fixtures).values()) == {3}
    assert [fixture.round for fixture in fixtures] == sorted(fixture.round for fixture in fixtures)


def test_the_desk_names_days_on_one_page_and_everybody_reads_them(league):
    client, first = desk_client(), select_fixtures(league)[0]
    second = select_fixtures(league)[1]
    soon, later = in_days(3), in_days(9)
    address = reverse("scoring:calendar_days", args=[league.slug])
    answer = client.post(address, {f"day-{first.code}": typed(later), f"day-{second.code}": typed(soon)}, follow=True)
    assert "2 days saved." in answer.content.decode()
    assert [fixture.row.code for fixture in read_coming(league, timezone.now())] == [second.code, first.code]
    public = Client().get(reverse("scoring:public_calendar", args=[league.slug])).content.decode()
    assert timezone.localtime(soon).strftime("%H:%M") in public
    assert public.count("day not named yet") == 10
    address_of_all = reverse("scoring:public_calendar", args=[league.slug])
    assert f'href="{address_of_all}"' in Client().get(reverse("scoring:public_results", args=[league.slug])).content.decode()
    again = client.post(address, {f"day-{first.code}": "", f"day-{second.code}": typed(soon)}, follow=True)
    assert "1 day saved." in again.content.decode()
    unchanged = client.post(address, {f"day-{second.code}": typed(soon)}, follow=True)
    assert "Nothing was changed." in unchanged.content.decode()
    assert Match.objects.get(pk=first.pk).not_before is None


@pytest.mark.parametrize(("text", "sentence"), [("domani", "a day cannot be read"), ("2226-12-05T21:00", "more than a year away")])
def test_what_is_no_day_is_refused_and_stays_typed(league, text, sentence):
    first, second = select_fixtures(league)[:2]
    values = {f"day-{first.code}": typed(in_days(2)), f"day-{second.code}": text}
    answer = desk_client().post(reverse("scoring:calendar_days", args=[league.slug]), values)
    assert (answer.status_code, sentence in answer.content.decode(), f'value="{text}"' in answer.content.decode()) == (422, True, True)
    assert not Match.objects.exclude(not_before=None).exists()


def test_only_what_was_changed_on_the_page_is_saved(league):
    """A page that is as old as the day that the home pair has named since does not take it back."""
    first, second = select_fixtures(league)[:2]
    address, own = reverse("scoring:calendar_days", args=[league.slug]), in_days(4)
    page = {"seen": [f"{first.code} ", f"{second.code} "], f"day-{first.code}": "", f"day-{second.code}": typed(in_days(6))}
    name_home_day(home_of(first)[0], first.code, own, now=timezone.now())
    assert "1 day saved." in desk_client().post(address, page, follow=True).content.decode()
    assert Match.objects.get(pk=first.pk).not_before == own


def test_a_day_that_was_named_meanwhile_is_not_overwritten(league):
    match = select_fixtures(league)[0]
    own, typed_day = in_days(4), in_days(5)
    name_home_day(home_of(match)[0], match.code, own, now=timezone.now())
    address = reverse("scoring:calendar_days", args=[league.slug])
    answer = desk_client().post(address, {"seen": [f"{match.code} "], f"day-{match.code}": typed(typed_day)})
    page = answer.content.decode()
    assert (answer.status_code, "another day was named meanwhile" in page, "Stored now:" in page) == (422, True, True)
    assert (f'value="{typed(typed_day)}"' in page, f'value="{match.code} {typed(own)}"' in page) == (True, True)
    assert Match.objects.get(pk=match.pk).not_before == own
    saved = desk_client().post(address, {"seen": [f"{match.code} {typed(own)}"], f"day-{match.code}": typed(typed_day)})
    assert (saved.status_code, Match.objects.get(pk=match.pk).not_before) == (302, typed_day)


def test_a_match_that_is_over_keeps_its_day(league):
    match = select_fixtures(league)[0]
    win(match)
    with pytest.raises(ChangeRefused, match="over"):
        name_days(league, {match.code: in_days(1)}, actor=build_user(), now=timezone.now())


def home_of(match):
    """The code of the pair at home, and a phone that holds it."""
    entry = Seat.objects.get(match=match, side=0).entry
    (issued,) = issue_codes(entry.tournament, [entry], actor=build_user(), at=timezone.now())
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("scoring:table_open"), {"secret": issued.secret})
    return EntryCode.objects.get(entry=entry), phone


def test_the_home_side_names_the_day_from_its_phone(league):
    match = select_fixtures(league)[0]
    _code, phone = home_of(match)
    page = phone.get(reverse("scoring:home_days")).content.decode()
    assert page.count('type="datetime-local"') == 3
    day = in_days(4)
    answer = phone.post(reverse("scoring:home_days"), {f"day-{match.code}": typed(day)}, follow=True)
    assert "Saved." in answer.content.decode()
    assert Match.objects.get(pk=match.pk).not_before == day


def test_a_phone_without_a_code_is_led_to_where_it_is_typed(db):
    answer = Client().get(reverse("scoring:home_days"))
    assert (answer.status_code, answer.url) == (302, reverse("scoring:table_open"))


def test_guests_past_days_begun_matches_and_revoked_codes_are_refused(league):
    match = select_fixtures(league)[0]
    code, phone = home_of(match)
    away = select_fixtures(league).filter(seats__entry=code.entry, seats__side=1)[0]
    with pytest.raises(PermissionDenied):
        name_home_day(code, away.code, in_days(2), now=timezone.now())
    past = phone.post(reverse("scoring:home_days"), {f"day-{match.code}": typed(in_days(-2))})
    assert (past.status_code, "this day is past" in past.content.decode()) == (422, True)
    unreadable = phone.post(reverse("scoring:home_days"), {f"day-{match.code}": "presto"})
    assert (unreadable.status_code, 'value="presto"' in unreadable.content.decode()) == (422, True)
    win(match)
    with pytest.raises(ChangeRefused, match="begun or is over"):
        name_home_day(code, match.code, in_days(2), now=timezone.now())
    EntryCode.objects.update(revoked_at=timezone.now())
    with pytest.raises(PermissionDenied):
        name_home_day(code, match.code, in_days(2), now=timezone.now())


def test_the_next_matches_are_those_still_to_come(league):
    match = select_fixtures(league)[0]
    name_days(league, {match.code: in_days(2)}, actor=build_user(), now=timezone.now())
    assert read_coming(league, timezone.now())[0].is_open
    assert read_coming(league, in_days(3)) == []
