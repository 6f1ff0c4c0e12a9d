"""A clock that is set: nobody is logged out, no job waits for it, nothing is deleted before its time, and somebody says so."""

import datetime as dt
import time

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from backup.backups import list_backups, make_backup
from backup.event_check import Readiness, check_clock
from jobs.claims import LEASE, claim_next, release_running, retry_or_fail
from jobs.clock import read_clock_step, read_steady_time
from jobs.dispatcher import enqueue_job
from jobs.locking import locked_transaction
from tests.scoring.builders import build_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.usefixtures("committed"), pytest.mark.both_databases]

STEPS = [dt.timedelta(days=-365), dt.timedelta(hours=-1), dt.timedelta(hours=1), dt.timedelta(days=730)]


@pytest.fixture(params=STEPS, ids=str)
def set_clock(request):
    """Call it to set the clock from now on; the counter goes on."""
    travellers = []

    def travel():
        traveller = time_machine.travel(timezone.now() + request.param, tick=True)
        traveller.start()
        travellers.append(traveller)
        return request.param

    yield travel
    for traveller in travellers:
        traveller.stop()


@pytest.fixture(autouse=True)
def places(settings, data):
    settings.BACKUPS, settings.BACKUPS_KEPT = data / "backups", 3
    settings.JOB_KINDS = {"nothing": "tests.jobs.kinds.nothing"}


def make_changed_backup(number):
    Tournament.objects.update(name=f"Evening {number}")  # what has not changed is not copied again
    return make_backup(occasion="asked")


def test_the_newest_copies_stay_whatever_the_clock_says(set_clock):
    build_tournament()
    for number in range(3):
        make_changed_backup(number)
    set_clock()
    made = [make_changed_backup(number) for number in (3, 4)]
    assert list_backups()[:2] == (made[1], made[0])
    assert [backup.number for backup in made] == [4, 5]
    assert all(backup.path.is_file() for backup in made)


def test_nobody_is_logged_out(set_clock):
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    set_clock()
    assert client.get("/desk/new/").status_code == 200


def test_a_job_that_was_ordered_or_that_pauses_is_done(set_clock):
    with locked_transaction():
        enqueue_job("nothing", arguments={"number": 1})
    retry_or_fail(claim_next(timezone.now()), "once")
    step = set_clock()
    now = timezone.now() + dt.timedelta(seconds=3)
    assert (claim_next(now) is not None) is (abs(step) > dt.timedelta())


def test_a_desk_that_begins_takes_up_what_was_running(set_clock):
    with locked_transaction():
        enqueue_job("nothing", arguments={"number": 1})
    claim_next(timezone.now())
    set_clock()
    assert release_running() == 1
    assert claim_next(timezone.now() + LEASE) is not None


def test_a_step_is_noticed_and_the_counter_does_not_follow_it(set_clock):
    before = read_steady_time()
    step = set_clock()
    assert abs(read_clock_step() - step) < dt.timedelta(hours=12)
    assert dt.timedelta() <= read_steady_time() - before < dt.timedelta(hours=12)
    tournament = build_tournament()
    assert check_clock(tournament).verdict in {Readiness.CARE, Readiness.BAD}


def test_without_a_step_nothing_is_said():
    assert read_clock_step() == dt.timedelta()
    assert abs(read_steady_time().timestamp() - time.time()) < 60
