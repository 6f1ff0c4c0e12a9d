"""From the queue to the file: claims, attempts, and workers that die."""

import datetime as dt
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.utils import timezone

from jobs import claims
from jobs.execution import execute_job
from jobs.files import RESULTS, list_stored, read_stored
from jobs.models import Job, Pulse
from jobs.queries import read_progress
from jobs.tasks import clear_expired, run_job, sweep_jobs
from jobs.worker import Worker, execute_waiting_jobs, is_worker_alive

pytestmark = pytest.mark.both_databases
LATER = dt.timedelta(seconds=61)


def test_a_job_is_done_and_its_file_is_there(queued):
    job = queued()
    assert execute_waiting_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result_name, job.result_type) == ("done", 1, "shout.txt", "text/plain")
    assert read_stored(RESULTS, job.result_path) == b"BELLA"
    assert [file.name for file in list_stored(RESULTS)] == [job.result_path]
    assert Pulse.objects.count() == 0


def test_a_job_speaks_the_language_of_whoever_asked(queued, settings):
    with_language = queued("say")
    Job.objects.filter(pk=with_language.pk).update(language="it")
    execute_waiting_jobs()
    with_language.refresh_from_db()
    assert read_stored(RESULTS, with_language.result_path) == b"Riprova"


def test_a_refusal_is_final_and_says_why(queued):
    job = queued("refuse")
    execute_waiting_jobs()
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error) == ("failed", 1, "there is no such round")


@pytest.mark.filterwarnings("ignore")
def test_an_error_is_tried_five_times(queued):
    job = queued("break_down")
    pauses = []
    for _ in range(claims.MAX_ATTEMPTS):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        before = timezone.now()
        assert execute_waiting_jobs() == 1
        job.refresh_from_db()
        pauses.append(round((job.run_after - before).total_seconds()))
    assert (job.state, job.attempts, job.error) == ("failed", 5, "OSError: disk full")
    assert pauses[:4] == [2, 4, 8, 16]


@pytest.mark.django_db(transaction=True)
@pytest.mark.filterwarnings("ignore")
def test_a_database_that_goes_away_costs_no_attempt(queued):
    job = queued("lose_database")
    assert execute_waiting_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("queued", 0 if connections["default"].vendor == "postgresql" else 1)
    assert job.run_after > timezone.now()
    assert execute_waiting_jobs() == 0


def test_a_job_whose_worker_died_is_taken_again(queued):
    queued()
    now = timezone.now()
    lost = claims.claim_next(now)
    assert claims.claim_next(now) is None
    again = claims.claim_next(now + LATER)
    assert (again.pk, lost.attempts, again.attempts) == (lost.pk, 1, 2)


def test_a_heartbeat_keeps_a_long_job(queued):
    queued()
    now = timezone.now()
    job = claims.claim_next(now)
    claims.renew_lease(job, now + LATER)
    assert claims.claim_next(now + LATER) is None


def test_a_job_that_kills_its_workers_fails_in_the_end(queued):
    queued()
    now = timezone.now()
    for attempt in range(claims.MAX_ATTEMPTS):
        assert claims.claim_next(now + attempt * LATER).attempts == attempt + 1
    assert claims.claim_next(now + claims.MAX_ATTEMPTS * LATER) is None
    assert Job.objects.get().state == "failed"


def test_what_comes_late_from_a_worker_thought_dead_does_not_count(queued):
    queued()
    now = timezone.now()
    slow = claims.claim_next(now)
    fast = claims.claim_next(now + LATER)
    execute_job(fast)
    execute_job(slow)
    job = Job.objects.get()
    assert (job.state, job.attempts, job.result_path[:39]) == ("done", 2, f"{job.pk}-2-")
    assert [file.name for file in list_stored(RESULTS)] == [job.result_path]


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_the_job(queued):
    job = queued()
    start = threading.Barrier(8)

    def take(_):
        start.wait()
        try:
            return claims.claim_job(job.pk, timezone.now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        got = [claimed for claimed in pool.map(take, range(8)) if claimed]
    assert len(got) == 1


def test_progress_is_seen_while_it_runs(queued):
    job = queued("nothing")
    assert (read_progress(job.pk).percent, read_progress(job.pk).text) == (0, "")
    claimed = claims.claim_next(timezone.now())
    claims.renew_lease(claimed, timezone.now())
    Pulse.objects.update(percent=50, text="half way")
    before = read_progress(job.pk)
    assert (before.percent, before.text) == (50, "half way")
    execute_job(claimed)
    after = read_progress(job.pk)
    assert (after.percent, after.text) == (100, "")
    assert before.fingerprint != after.fingerprint


def test_a_wake_up_that_comes_twice_does_the_work_once(queued):
    job = queued()
    assert [run_job(str(job.pk)), run_job(str(job.pk))] == [True, False]


def test_the_sweep_finds_what_no_wake_up_told_of(queued):
    queued()
    assert [sweep_jobs(), sweep_jobs()] == [1, 0]


@pytest.mark.django_db(transaction=True)
def test_the_desks_worker_thread(queued):
    worker = Worker()
    worker.start()
    job = queued()
    for _ in range(100):
        if Job.objects.get(pk=job.pk).is_over:
            break
        threading.Event().wait(0.05)
    worker.stop()
    assert Job.objects.get(pk=job.pk).state == "done"
    assert is_worker_alive()
    assert not worker.is_alive()


def test_files_that_no_row_names_go_after_a_day(queued, data):
    job = queued()
    execute_waiting_jobs()
    directory = data / "files" / RESULTS
    for name, age in (("old-1", 2), (".new-1.part", 0), (Job.objects.get(pk=job.pk).result_path, 2)):
        path = directory / name
        path.touch()
        stamp = (timezone.now() - dt.timedelta(days=age)).timestamp()
        os.utime(path, (stamp, stamp))
    assert clear_expired() == 1
    assert sorted(path.name for path in directory.iterdir()) == sorted([".new-1.part", Job.objects.get(pk=job.pk).result_path])


def refuse(now):
    raise OSError("no")


def test_what_cannot_be_swept_keeps_nothing_else(settings, caplog):
    settings.SWEEPERS = ("tests.jobs.test_work.refuse", "tests.jobs.test_work.count_one")
    assert clear_expired() == 1
    assert "refuse could not sweep" in caplog.text


def count_one(now):
    return 1
