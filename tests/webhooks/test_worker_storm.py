"""Several workers at the same deliveries. If this failed, a program would hear of things twice, out of order, or hours later."""

import contextlib
import datetime as dt
import os
import queue
import random
import signal
import threading
import time
from collections import Counter

import pytest
from django.db import connection, transaction
from django.utils import timezone

from jobs import wake
from jobs.databases import write_tx
from jobs.models import Job
from tests.children import fork, needs_forks, wait
from tests.faults.conftest import SEED
from tests.webhooks.conftest import Receiver, close_again
from tests.webhooks.workers import call_side_by_side, live_beside_others
from tournaments.models import Round, Tournament
from webhooks.delivering import services
from webhooks.delivering.services import order_ping
from webhooks.models import OutboxEvent, WebhookDelivery

pytestmark = [pytest.mark.slow, pytest.mark.both_databases, needs_forks, pytest.mark.turns(4)]
PATIENCE = 300


class SlowReceiver(Receiver):
    """Takes some milliseconds for each call, and answers while `answers` is set; `most` is how many were there at once."""

    def __init__(self):
        super().__init__()
        self.now, self.most, self.lock, self.answers = 0, 0, threading.Lock(), threading.Event()
        self.answers.set()
        handler = self.server.RequestHandlerClass
        answer = handler.do_POST

        def do_post(request):
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            time.sleep(0.01)
            self.answers.wait(PATIENCE)
            answer(request)
            with self.lock:
                self.now -= 1

        handler.do_POST = do_post
        self.server.handle_error = lambda *_arguments: None  # whoever called was killed

    @property
    def ids(self):
        return [headers["webhook-id"] for headers, _body in self.got]


@pytest.fixture
def receivers(settings):
    settings.WEBHOOKS_LOCAL = True
    receivers = [SlowReceiver() for _number in range(3)]
    yield receivers
    for receiver in receivers:
        receiver.server.shutdown()
        receiver.server.server_close()


@contextlib.contextmanager
def working(workers, spoil=None):
    """So many workers until the block ends; calling what is given kills one of them and begins another."""
    chance, children = random.Random(SEED), [fork(live_beside_others, spoil) for _worker in range(workers)]

    def replace_one():
        number = chance.randrange(workers)
        end(children[number])
        children[number] = fork(live_beside_others, spoil)

    try:
        yield replace_one
    finally:
        for child in children:
            end(child)


def storm(round_, receivers, subscribe, *, bursts, workers=4, kills=0):
    """Tell five events so many times to all receivers, while workers are killed; by receiver, the ids in the order of the events."""
    listeners = [subscribe(round_.stage.tournament, address=receiver.address) for receiver in receivers]
    with working(workers) as replace_one:
        for number in range(bursts):
            close_again(round_, 5)
            if kills and number % (bursts // kills) == 0:
                replace_one()
        wait_until(lambda: WebhookDelivery.objects.filter(state="delivered").count() == bursts * 5 * len(listeners))
    by_event = WebhookDelivery.objects.order_by("event")
    return [list(by_event.filter(subscription=one).values_list("message", flat=True)) for one in listeners]


def end(child):
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    wait(child)


def wait_until(is_true):
    deadline = time.monotonic() + PATIENCE
    while not is_true() and time.monotonic() < deadline:
        time.sleep(0.02)


def note(figures, receivers, told):
    came = [receiver.ids for receiver in receivers]
    lost = sum(len(set(ids) - set(got)) for ids, got in zip(told, came, strict=True))
    again = sum(len(got) - len(set(got)) for got in came)
    disordered = sum(list(dict.fromkeys(got)) != ids for ids, got in zip(told, came, strict=True))
    figures(database=connection.vendor, events=OutboxEvent.objects.count(), calls=sum(map(len, came)), lost=lost, again=again)
    return lost, again, disordered


def test_four_workers_tell_each_receiver_everything_once_and_in_order(round_, receivers, subscribe, figures):
    told = storm(round_, receivers, subscribe, bursts=4)
    assert note(figures, receivers, told) == (0, 0, 0)
    assert Counter(receiver.most for receiver in receivers) == {1: len(receivers)}


def tell_while_called(round_, receiver, subscribe, is_seen, spoil=None):
    """A receiver takes its time, and meanwhile something else happens. Returns how many calls were there at once when it `is_seen`."""
    subscribe(round_.stage.tournament, address=receiver.address)
    receiver.answers.clear()
    with working(2, spoil):
        close_again(round_)
        wait_until(lambda: receiver.now == 1)
        close_again(round_)
        wait_until(is_seen)
        most = receiver.most
        receiver.answers.set()
        wait_until(lambda: WebhookDelivery.objects.filter(state="delivered").count() == 2)
    return most


def test_while_one_worker_calls_another_leaves_the_address_alone(round_, receivers, subscribe):
    done = Job.objects.filter(kind=services.DELIVER, state=Job.State.DONE)
    assert tell_while_called(round_, receivers[0], subscribe, done.exists) == 1
    assert receivers[0].ids == list(WebhookDelivery.objects.order_by("event").values_list("message", flat=True))


def test_workers_that_call_side_by_side_are_found_out(round_, receivers, subscribe):
    """The positive control."""
    assert tell_while_called(round_, receivers[0], subscribe, lambda: receivers[0].now == 2, call_side_by_side) == 2


@pytest.mark.skipif(
    connection.vendor == "sqlite", reason="the race needs two writers at once, which SQLite never has; runs in make databases"
)
def test_a_queued_job_waits_for_the_deliveries_that_it_is_to_find(round_, subscribe, receiver):
    """Begun before them it would find nothing, and none was ordered because it is queued: they would leave six hours later."""
    subscription = subscribe(round_.stage.tournament)
    order_ping(subscription)
    found = []

    def look():
        with transaction.atomic():
            found.extend(Job.objects.filter(kind=services.DELIVER).select_for_update(skip_locked=True))
        connection.close()

    with transaction.atomic():
        services.order_delivering(subscription.pk, timezone.now())
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert (found, Job.objects.filter(kind=services.DELIVER).count()) == ([], 1)


@pytest.mark.skipif(
    connection.vendor == "sqlite",
    reason="PostgreSQL's trigger says NOTICE, SQLite's cannot: its worker looks by itself; runs in make databases",
)
def test_a_site_wakes_a_worker_once_for_all_that_a_transaction_tells_and_for_nothing_undone(
    round_, subscribe, receiver, settings, monkeypatch
):
    subscribe(round_.stage.tournament)
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(wake, "_start_sender", lambda: None)
    monkeypatch.setattr(wake, "_lanes_to_wake", set())
    monkeypatch.setattr(wake, "_message_queue", messages := queue.Queue())
    with contextlib.suppress(ZeroDivisionError), write_tx():
        Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
        assert OutboxEvent.objects.count() / 0
    assert messages.empty()
    with write_tx():
        Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
        Tournament.objects.update(state=Tournament.State.FINISHED)
        assert (OutboxEvent.objects.count(), messages.empty()) == (2, True)
    assert list(messages.queue) == [("jobs.tasks.sweep", "calls", "calls")]


@pytest.mark.proof
def test_a_storm_of_six_workers_and_thirty_deaths_loses_nothing(round_, receivers, subscribe, figures, monkeypatch):
    monkeypatch.setattr(services, "CLAIM", dt.timedelta(seconds=2))
    monkeypatch.setattr("jobs.claims.LEASE", dt.timedelta(seconds=2))
    told = storm(round_, receivers, subscribe, bursts=60, workers=6, kills=30)
    lost, _again, disordered = note(figures, receivers, told)
    assert (lost, disordered) == (0, 0)
