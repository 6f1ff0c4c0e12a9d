"""A clock that is set: nobody is logged out, no job waits for it, nothing is deleted before its time, and somebody says so."""

import datetime as dt
import io
import time
from types import SimpleNamespace

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from accounts.users.sessions import SEEN, note_login, note_use
from backup.backups import list_backups, make_backup
from backup.event_check import Readiness, check_clock, format_clock_step
from backup.pending_uploads import open_parked, park_file
from jobs.claims import LEASE, claim_next, release_running, renew_lease, retry_or_fail
from jobs.databases import locked_transaction
from jobs.dispatcher import enqueue_job
from jobs.machine import read_clock_step, read_steady_time
from jobs.tasks import clear_expired
from jobs.worker import is_worker_alive, report_worker_alive
from tests.scoring.builders import build_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.usefixtures("committed"), pytest.mark.both_databases]

HOUR = dt.timedelta(hours=1)
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


def test_the_copies_of_an_evening_stay_when_the_clock_is_set_in_its_midst(set_clock, settings):
    settings.BACKUPS_KEPT = 30
    build_tournament()
    made = [make_changed_backup(number) for number in range(3)]
    set_clock()
    made.append(make_changed_backup(3))
    assert list_backups() == tuple(reversed(made))


def test_a_worker_that_has_just_reported_is_alive(set_clock):
    report_worker_alive()
    set_clock()
    assert is_worker_alive()


def test_nobody_is_logged_out(set_clock):
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    set_clock()
    assert client.get("/desk/new/").status_code == 200


def test_a_login_that_was_just_used_is_not_idle(set_clock):
    session = {}
    request = SimpleNamespace(session=session, META={})
    note_login(request)
    set_clock()
    assert note_use(session)
    session[SEEN] -= 13 * 3600
    assert not note_use(session)  # the control: one that was idle for long ends


def test_sweeps_leave_what_has_not_expired(set_clock, settings):
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    token = park_file(io.BytesIO(b"a list"), User.objects.get())
    set_clock()
    clear_expired()
    with open_parked(token, User.objects.get()) as file:
        assert file.read() == b"a list"
    assert client.get("/desk/new/").status_code == 200


def test_the_lease_of_a_worker_that_died_ends_whatever_the_clock_says(set_clock):
    with locked_transaction():
        enqueue_job("nothing", arguments={"number": 1})
    renew_lease(claim_next(timezone.now()), timezone.now())
    assert claim_next(timezone.now()) is None
    set_clock()
    assert claim_next(timezone.now() + LEASE + dt.timedelta(seconds=1)) is not None


@pytest.mark.parametrize("change", ["2026-03-29T00:59:50+00:00", "2026-10-25T00:59:50+00:00"])
def test_over_a_change_of_summer_time_the_order_is_that_of_the_numbers(change):
    """In autumn the hour from two to three comes twice: what was made in the second is newer."""
    build_tournament()
    before = dt.datetime.fromisoformat(change)
    made = []
    for minutes in (-30, 0, 30):
        with time_machine.travel(before + dt.timedelta(minutes=minutes), tick=True):
            made.append(make_changed_backup(minutes))
    assert list_backups() == tuple(reversed(made))
    assert [timezone.localtime(backup.made_at).utcoffset() for backup in made[::2]] in ([HOUR, 2 * HOUR], [2 * HOUR, HOUR])


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
    half = abs(step) / 2  # of an hour at least: no test may run as long as that
    assert abs(read_clock_step() - step) < half
    assert dt.timedelta() <= read_steady_time() - before < half
    tournament = build_tournament()
    assert check_clock(tournament).verdict in {Readiness.CARE, Readiness.BAD}


def test_without_a_step_nothing_is_said():
    assert read_clock_step() == dt.timedelta()
    assert abs(read_steady_time().timestamp() - time.time()) < 60


@pytest.mark.parametrize(
    ("step", "length"),
    [
        (dt.timedelta(minutes=1), "forward by 1\xa0minute while"),
        (dt.timedelta(hours=-1), "back by 1\xa0hour while"),
        (dt.timedelta(days=730), "forward by 2\xa0years while"),
        (dt.timedelta(days=-730), "back by 2\xa0years while"),
    ],
)
def test_a_step_of_the_clock_is_told_in_the_unit_that_people_use(step, length):
    assert length in format_clock_step(step)
