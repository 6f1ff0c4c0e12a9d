"""A broker that says nothing: results are entered as if it did not exist, and afterwards every job is done once."""

import contextlib
import socket
import threading
import time
from collections import Counter
from contextlib import contextmanager

import pytest

from config.celery import app
from jobs.databases import locked_transaction
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from jobs.worker import execute_waiting_jobs
from scoring.entry.outcomes import Created
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.hands import enter, typed

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("committed", "data"), pytest.mark.turns(4)]
DONE = Counter()
JOBS = 20


def count(arguments, report):
    DONE[arguments["number"]] += 1


@contextmanager
def silent_broker():
    """Takes connections and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


@pytest.fixture
def broker(settings):
    with silent_broker() as url:
        settings.CELERY_BROKER_URL = url
        settings.JOB_KINDS = {"count": f"{__name__}.count"}
        app.conf.broker_url = url
        yield url
    app.conf.broker_url = ""


def test_entries_do_not_notice_and_every_job_is_done_once(broker, figures):
    DONE.clear()
    match = build_round(build_tournament()).matches.get()
    begun = time.monotonic()
    for number in range(JOBS):
        with locked_transaction():
            enqueue_job("count", arguments={"number": number})
    assert isinstance(enter(match, typed(45)), Created)
    entering = time.monotonic() - begun
    assert set(Job.objects.values_list("state", flat=True)) == {"queued"}
    back = time.monotonic()
    workers = [threading.Thread(target=work) for _worker in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    working = time.monotonic() - back
    figures(
        jobs=JOBS, entering_seconds=round(entering, 2), working_seconds=round(working, 2), twice=sum(times > 1 for times in DONE.values())
    )
    assert Counter(range(JOBS)) == DONE
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


def work():
    from django.db import connections

    try:
        while Job.objects.exclude(state="done").exists():
            execute_waiting_jobs()
            time.sleep(0.02)
    finally:
        connections.close_all()


def test_asking_the_broker_directly_would_wait(broker):
    """The positive control: what a page must never do."""
    over = threading.Event()

    def ask():
        with contextlib.suppress(Exception):
            app.send_task("jobs.tasks.run_job", args=("x",), retry=False)
        over.set()

    threading.Thread(target=ask, daemon=True).start()
    assert not over.wait(2)
