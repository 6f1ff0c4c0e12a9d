"""`kill -9` of a worker in the middle of a call. If this failed, a program would miss what happened, or take one thing for two."""

import datetime as dt
import random
import signal
from collections import Counter

import pytest

from tests.children import fork, needs_forks, wait
from tests.faults.conftest import SEED
from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here
from tests.webhooks.conftest import close_again
from tests.webhooks.workers import MOMENTS, live_as_a_desk, number_anew, store_before_calling
from webhooks.models import OutboxEvent, WebhookDelivery

pytestmark = [pytest.mark.slow, needs_forks, pytest.mark.usefixtures("committed"), pytest.mark.turns(4)]
BEGIN = dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC)
NEXT_LIFE = dt.timedelta(seconds=65)
"""Longer than a claim: what a life has left is found by the next one."""


def kill_often(round_, kills, spoil=None):
    """So many lives that end by force, each with something new to tell, and one that ends by itself; how often at which moment."""
    chance, died, at = random.Random(SEED), Counter(), BEGIN
    for number in range(kills):
        moment = list(MOMENTS)[number % len(MOMENTS)]
        close_again(round_, chance.randint(1, 3))
        count = 1 if moment == "spreading" else chance.randint(1, 2)
        died[moment] += wait(fork(live_as_a_desk, at, moment, count, spoil)) == -signal.SIGKILL
        at += NEXT_LIFE
    for _life in range(2):  # the second finds what the last one killed had claimed
        assert wait(fork(live_as_a_desk, at, None, 1, spoil)) == 0
        at += NEXT_LIFE
    return died


def judge(receiver):
    """Ids that never came, ids that nobody gave, how often one came again, and whether all came first in the order of the events."""
    told = dict(WebhookDelivery.objects.order_by("event").values_list("message", "event"))
    assert list(told.values()) == list(OutboxEvent.objects.values_list("pk", flat=True))
    came = [headers["webhook-id"] for headers, _body in receiver.got]
    return set(told) - set(came), set(came) - set(told), len(came) - len(set(came)), list(dict.fromkeys(came)) == list(told)


def prove(round_, receiver, subscribe, figures, kills):
    subscribe(round_.stage.tournament)
    died = kill_often(round_, kills)
    lost, strange, again, in_order = judge(receiver)
    figures(kills=died.total(), moments=dict(died), events=OutboxEvent.objects.count(), lost=len(lost), other_ids=len(strange), again=again)
    assert (lost, strange, in_order) == (set(), set(), True)
    assert set(WebhookDelivery.objects.values_list("state", flat=True)) == {"delivered"}
    assert again == died["called"] + died["answered"], "once more for each call whose answer was not stored, and no other"
    assert min(died[moment] for moment in MOMENTS) >= kills // len(MOMENTS) // 2


def test_whatever_kills_a_worker_all_is_told_under_one_id_and_in_order(round_, receiver, subscribe, figures):
    prove(round_, receiver, subscribe, figures, 10)


@pytest.mark.proof
def test_three_hundred_deaths(round_, receiver, subscribe, figures):
    prove(round_, receiver, subscribe, figures, 300)


def test_a_worker_that_stores_before_it_calls_is_found_out(round_, receiver, subscribe):
    subscribe(round_.stage.tournament)
    kill_often(round_, 4, store_before_calling)
    assert judge(receiver)[0] != set()


def test_a_worker_that_numbers_each_attempt_is_found_out(round_, receiver, subscribe):
    subscribe(round_.stage.tournament)
    kill_often(round_, 4, number_anew)
    assert judge(receiver)[1] != set()
