"""Workers in processes of their own, forked from the test: they do what is queued, and die where they are told to."""

import os
import signal
import time
import traceback
import warnings

import pytest
from django.db import connections
from django.utils import timezone

import config.urls  # noqa: F401 - what every child needs is loaded once
from jobs.claims import release_running
from jobs.worker import execute_waiting_jobs
from webhooks.calling import posting
from webhooks.delivering import job_handlers, services
from webhooks.delivering.sweeping import forget_deliveries

needs_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
MOMENTS = {
    "spreading": (services, "order_delivering"),
    "claimed": (job_handlers, "send"),
    "called": (posting.http.client.HTTPConnection, "getresponse"),
    "answered": (job_handlers, "note_answer"),
    "stored": (job_handlers, "plan_next"),
}
"""Where a worker can die: just before this function is called."""


def fork(work, *arguments):
    """The process id of a child that does this, and nothing of what a test does at its end."""
    connections.close_all()  # nobody shares a connection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the receiver's threads stay with the parent
        child = os.fork()
    if child:
        return child
    try:
        work(*arguments)
    except BaseException:  # noqa: BLE001 - whatever it is, the child ends here
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def wait(child):
    """How it ended: 0, or minus the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die_at(moment, count):
    """Kill this process, as `kill -9` does, before the function of this moment is called for the `count`-th time."""
    place, name = MOMENTS[moment]
    original, calls = getattr(place, name), iter(range(1, 10**6))

    def call(*arguments, **named):
        if next(calls) == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments, **named)

    setattr(place, name, call)


def live_as_a_desk(at, moment=None, count=1, spoil=None):
    """One life of a desk's worker, which begins at this time, finds what the last one left, and works until nothing waits."""
    import time_machine

    with time_machine.travel(at):
        if moment:
            die_at(moment, count)
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
