import threading

import pytest
from django.test import override_settings
from django.utils import translation

from jobs import wake
from jobs.databases import locked_transaction
from jobs.dispatcher import NoTransactionError, UnknownKindError, enqueue_job, retry_job
from jobs.models import Job
from jobs.worker import execute_waiting_jobs

pytestmark = pytest.mark.both_databases


def test_a_job_is_written_with_its_cause(queued, director):
    with translation.override("it"):
        job = queued(owner=director, input_seq=7)
    assert (job.state, job.kind, job.arguments, job.language, job.owner, job.input_seq) == (
        "queued",
        "shout",
        {"text": "bella"},
        "it",
        director,
        7,
    )


@pytest.mark.django_db(transaction=True)
def test_without_a_transaction_nothing_is_written():
    with pytest.raises(NoTransactionError):
        enqueue_job("shout", arguments={})
    assert Job.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_when_the_cause_fails_there_is_no_job():
    def fail_after_enqueueing():
        with locked_transaction():
            enqueue_job("shout", arguments={})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_enqueueing()
    assert Job.objects.count() == 0


def test_unknown_kind(queued):
    with pytest.raises(UnknownKindError):
        queued("whisper")


def test_the_same_work_is_queued_once_while_it_waits(queued):
    first, second, other = queued(dedupe_key="round 5"), queued(dedupe_key="round 5"), queued(dedupe_key="round 6")
    assert first == second
    assert Job.objects.count() == 2
    assert other != first


def test_work_that_is_done_may_be_queued_again(queued):
    first = queued(dedupe_key="round 5")
    execute_waiting_jobs()
    assert queued(dedupe_key="round 5") != first


def test_only_a_failed_job_is_retried(queued):
    job = queued("refuse")
    assert retry_job(job) is None
    execute_waiting_jobs()
    assert retry_job(job) == job
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error, job.finished_at) == ("queued", 0, "", None)


@override_settings(CELERY_BROKER_URL="redis://127.0.0.1:1/0")
def test_a_broker_that_never_answers_stops_nobody(monkeypatch):
    """The sender waits for the broker, the callers do not: they fill the queue and go on."""
    answered, trying = threading.Event(), threading.Event()

    class SilentBroker:
        def send_task(self, *_arguments, **_options):
            trying.set()
            answered.wait()

    monkeypatch.setattr(wake, "import_string", lambda _path: SilentBroker())
    try:
        wake.wake_worker("first", "shout")
        assert trying.wait(600)
        for number in range(2000):
            wake.wake_worker(str(number), "shout")
        assert wake.wake_event.is_set()
        assert wake._message_queue.full()
    finally:
        with wake._message_queue.mutex:
            wake._message_queue.queue.clear()  # nobody need try a thousand messages while other tests run
        answered.set()
