"""Phones are forgotten once they can do nothing any more; what the ledger names stays."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from jobs.tasks import clear_expired
from scoring.models import TableDevice, TableLink, WrongSecret
from tests.scoring.links import issue
from tournaments.models import Round
from visitors.phones.services import forget_phones

pytestmark = [pytest.mark.django_db(databases="__all__"), pytest.mark.both_databases]
WEEKS = dt.timedelta(days=14)
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def phone(match):
    """A phone that opened the slip of a side."""
    Client().post("/t", {"secret": issue(match, sides=[0], at=timezone.now())[0].secret})
    return TableDevice.objects.get()


@pytest.mark.parametrize("playing", [True, False])
def test_phones_of_rounds_that_are_over_are_forgotten(phone, playing):
    if not playing:
        Round.objects.update(state=Round.State.CLOSED)
    assert (forget_phones(phone.seen_at + WEEKS - MINUTE), TableDevice.objects.count()) == (0, 1)
    assert forget_phones(phone.seen_at + WEEKS + MINUTE) == (not playing)
    assert TableDevice.objects.count() == playing
    assert TableLink.objects.get().first_seen_at is not None


def test_a_phone_with_an_old_slip_is_forgotten_too(phone, match):
    issue(match, sides=[0], at=timezone.now())
    assert forget_phones(phone.seen_at + WEEKS + MINUTE) == 1
    assert TableLink.objects.count() == 2


def test_wrong_secrets_go_with_the_patience_that_they_cost(phone):
    Client().post("/t", {"code": "AAAA-AAAA"})
    tried = WrongSecret.objects.get().tried_at
    assert (forget_phones(tried + 14 * MINUTE), WrongSecret.objects.count()) == (0, 1)
    assert (forget_phones(tried + 16 * MINUTE), WrongSecret.objects.count()) == (1, 0)


def test_the_worker_sweeps_them(phone):
    Round.objects.update(state=Round.State.CLOSED)
    TableDevice.objects.update(seen_at=timezone.now() - WEEKS - MINUTE)
    assert (clear_expired(), TableDevice.objects.count()) == (1, 0)
