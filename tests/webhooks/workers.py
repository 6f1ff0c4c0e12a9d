"""What workers do in processes of their own, forked from the test, and the faults by which the tests are tested."""

import os
import time

from django.utils import timezone

import config.urls  # noqa: F401 - what every child needs is loaded once
from jobs.claims import release_running
from jobs.worker import execute_waiting_jobs
from tests.children import die_before
from webhooks.calling import posting
from webhooks.delivering import job_handlers, services
from webhooks.delivering.sweeping import forget_deliveries

MOMENTS = {
    "spreading": (services, "order_delivering"),
    "claimed": (job_handlers, "send"),
    "called": (posting.http.client.HTTPConnection, "getresponse"),
    "answered": (job_handlers, "note_answer"),
    "stored": (job_handlers, "plan_next"),
}
"""Where a worker can die: just before this function is called."""


def live_as_a_desk(at, moment=None, count=1, spoil=None):
    """One life of a desk's worker, which begins at this time, finds what the last one left, and works until nothing waits."""
    import time_machine

    with time_machine.travel(at):
        if moment:
            die_before(*MOMENTS[moment], count)
        if spoil:
            spoil()
        release_running()
        execute_waiting_jobs()
        forget_deliveries(timezone.now())
        execute_waiting_jobs()


def live_beside_others(spoil=None):
    """Work until killed."""
    if spoil:
        spoil()
    while True:
        if not execute_waiting_jobs():
            time.sleep(0.03)


def store_before_calling():
    """A fault: what is about to be sent counts as delivered."""
    send = job_handlers.send

    def note_and_send(delivery):
        job_handlers.note_answer(delivery, posting.CallAnswer(204), timezone.now())
        return send(delivery)

    job_handlers.send = note_and_send


def number_anew():
    """A fault: every attempt has an id of its own."""
    build, calls = job_handlers.build_headers, iter(range(10**6))
    job_handlers.build_headers = lambda keys, message, *more: build(keys, f"{message}-{os.getpid()}-{next(calls)}", *more)


def call_side_by_side():
    """A fault: nobody asks whether somebody calls the address."""
    services._is_called = lambda *_arguments: False
