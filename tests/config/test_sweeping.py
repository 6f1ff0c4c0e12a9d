"""What the site knew of visitors goes with its use."""

import datetime as dt

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from config.sweeping import delete_expired_logins
from jobs.tasks import clear_expired

pytestmark = [pytest.mark.django_db(databases="__all__"), pytest.mark.both_databases]


def test_sessions_go_when_they_are_over(settings):
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    over = timezone.now() + dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    assert (delete_expired_logins(over - dt.timedelta(minutes=1)), Session.objects.count()) == (0, 1)
    assert (delete_expired_logins(over + dt.timedelta(minutes=1)), Session.objects.count()) == (1, 0)


def test_wrong_passwords_go_when_they_lock_nobody_out(settings):
    Client().post("/login/", {"username": "anna", "password": "wrong"})
    now = timezone.now()
    assert (delete_expired_logins(now + dt.timedelta(minutes=14)), AccessAttempt.objects.count()) == (0, 1)
    assert (delete_expired_logins(now + dt.timedelta(minutes=16)), AccessAttempt.objects.count()) == (1, 0)


def test_the_worker_sweeps_them(settings):
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    Session.objects.update(expire_date=timezone.now() - dt.timedelta(minutes=1))  # the steady clock may lag by an instant
    assert (clear_expired(), Session.objects.count()) == (1, 0)


def test_wrong_passwords_that_a_clock_two_years_ahead_noted_lock_nobody_out_for_two_years():
    now = timezone.now()
    with time_machine.travel(now + dt.timedelta(days=730)):
        Client().post("/login/", {"username": "anna", "password": "wrong"})
    assert (delete_expired_logins(now), AccessAttempt.objects.count()) == (1, 0)
