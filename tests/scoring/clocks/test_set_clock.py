"""A clock that jumps two years while hands are entered: no page fails, no hall is told that its time is up, nothing is called silent."""

import datetime as dt

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from desk.hall_pages.services import set_not_before
from desk.rounds.services import draw_next_round
from jobs import machine
from scoring.clocks.forecast import read_forecast
from scoring.clocks.queries import list_other_matches, read_clocks, read_hall_status
from scoring.entry.outcomes import Created
from scoring.entry.services import submit_event
from scoring.ledger.appending import build_staff_actor, build_submission
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.scoring.hands import SURE, fresh_key, typed
from tests.scoring.links import issue, phone
from tests.tournaments.doors import publish_round
from tournaments.models import Match, Round, Stage, Tournament
from visitors.phones.services import open_by_code

pytestmark = pytest.mark.django_db

STEPS = [dt.timedelta(days=730), dt.timedelta(days=-730), dt.timedelta(hours=-1)]
MINUTE = dt.timedelta(minutes=1)
EVENING = dt.timedelta(hours=6)


class Clock:
    """The clock of the laptop: time passes, which its counter sees too, and somebody sets it."""

    def __init__(self, at, monkeypatch):
        self.monkeypatch = monkeypatch
        self.traveller = time_machine.travel(at, tick=False)
        self.traveller.start()

    def set(self, by):
        at = timezone.now() + by
        self.traveller.stop()
        self.traveller = time_machine.travel(at, tick=False)
        self.traveller.start()

    def wait(self, by):
        self.set(by)
        self.monkeypatch.setattr(machine, "_begun_counter", machine._begun_counter - by.total_seconds())


@pytest.fixture
def clock(monkeypatch):
    clock = Clock(timezone.now(), monkeypatch)
    yield clock
    clock.traveller.stop()


@pytest.fixture
def tournament(clock):
    """The second round of an evening, in whose matches three hands each were entered, but for one."""
    play_evening(pairs=8, rounds=1)
    Tournament.objects.update(round_minutes=40, public=True, result_entry="hands")
    director = build_user("director")
    drafted = draw_next_round(Stage.objects.get(), actor=director, seed="2", at=timezone.now())
    publish_round(drafted, actor=director, at=timezone.now())
    for _hand in range(3):
        clock.wait(2 * MINUTE)
        for match in list_matches()[1:]:
            enter(match, typed(45))
    return Tournament.objects.get()


def enter(match, hand):
    """At the time of the clock."""
    origin = build_submission(build_staff_actor(build_user("director")), fresh_key(), {}, timezone.now())
    assert isinstance(submit_event(match, hand, origin=origin, version=None, override=SURE), Created)


def list_matches():
    return list(Match.objects.filter(round__state=Round.State.PUBLISHED, kind=Match.Kind.PLAYED).order_by("table"))


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_every_page_of_the_evening_opens_and_hands_are_entered(tournament, clock, step):
    desk, slug = Client(), tournament.slug
    desk.force_login(build_user("director"))
    matches = list_matches()
    table = phone(issue(matches[1], at=timezone.now())[0])
    code = matches[1].code
    pages = [f"/tournaments/{slug}/{page}" for page in ("", "results/", "standings/", "screen/", "players/", f"matches/{code}/")]
    desk_pages = [f"/desk/{slug}/{page}" for page in ("", "results/", f"matches/{code}/", "safety/", "print/", "entries/")]
    before = {page: Client().get(page).headers.get("ETag", "") for page in pages}
    clock.set(step)
    enter(matches[1], typed(45))
    for page in pages:
        answer = Client().get(page, headers={"if-none-match": before[page]} if before[page] else {})
        assert (page, answer.status_code) == (page, 200)
    assert {page: desk.get(page).status_code for page in desk_pages} == dict.fromkeys(desk_pages, 200)
    assert table.get("/t/match/").status_code == 200
    clock.wait(MINUTE)
    enter(matches[2], typed(45))


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_the_forecast_stays_within_the_evening(tournament, clock, step):
    clock.set(step)
    for _hand in range(2):
        now = timezone.now()
        told = read_forecast(tournament, at=now)
        assert now <= told.round_ends.early <= told.round_ends.late <= now + EVENING
        clock.wait(2 * MINUTE)
        enter(list_matches()[2], typed(45))


@pytest.mark.parametrize("step", STEPS[:2], ids=str)
def test_no_round_is_over_and_no_table_is_silent_because_the_clock_was_set(tournament, clock, step):
    before = [(one.state, one.minutes_left) for one in read_clocks(tournament, at=timezone.now())]
    clock.set(step)
    assert [(one.state, one.minutes_left) for one in read_clocks(tournament, at=timezone.now())] == before == [("running", before[0][1])]
    assert read_hall_status(tournament, at=timezone.now()).silent == ()


def test_a_code_on_a_slip_opens_after_the_clock_was_set(tournament, clock):
    slip = issue(list_matches()[1], sides=(0,))[0]
    clock.set(STEPS[0])
    assert open_by_code(slip.link.match.code, slip.code, at=timezone.now()) == slip.link


def read_waiting(tournament):
    (entry,) = read_hall_status(tournament, at=timezone.now()).waiting
    return entry.place.not_before, entry.table


@pytest.fixture
def waiting(tournament):
    """A match without a table, which one is free for."""
    match = list_matches()[1]
    table = match.table
    Match.objects.filter(pk=match.pk).update(table=None)
    return match, table


@pytest.mark.parametrize("step", STEPS[:2], ids=str)
def test_a_time_of_its_own_moves_with_the_clock(tournament, waiting, clock, step):
    match, table = waiting
    set_not_before(match, timezone.now() + 10 * MINUTE, actor=build_user("director"))
    clock.set(step)
    earliest, given = read_waiting(tournament)
    assert (abs(earliest - timezone.now() - 10 * MINUTE) < MINUTE, given) == (True, None)
    clock.wait(11 * MINUTE)
    assert read_waiting(tournament)[1] == table


def test_a_time_of_a_wrong_year_keeps_no_match_waiting(tournament, waiting, clock):
    """The clock goes right again, so nothing tells any more that it was set."""
    match, table = waiting
    clock.set(STEPS[0])
    set_not_before(match, timezone.now() + 10 * MINUTE, actor=build_user("director"))
    clock.set(-STEPS[0])
    assert read_waiting(tournament) == (None, table)
    neighbour = next(one for one in list_matches() if one != match)
    (other,) = [one for one in list_other_matches(neighbour) if one.code == match.code]
    assert other.not_before is None


def test_a_day_of_a_league_stays(tournament, waiting, clock):
    match, _table = waiting
    day = timezone.now() + dt.timedelta(days=21)
    set_not_before(match, day, actor=build_user("director"))
    for step in STEPS[:2]:
        clock.set(step)
        clock.set(-step)
        assert read_waiting(tournament) == (day, None)
