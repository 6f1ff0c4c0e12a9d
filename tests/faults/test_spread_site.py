"""A site on several hosts: each of its parts dies, or is cut off, again and again while people save and order backups. Nothing that was
acknowledged is lost or doubled, every job is done. If this failed, a federation's day on more than one machine would not be safe.
"""

import http.client
import itertools
import os
import random
import time
from collections import Counter
from contextlib import closing

import pytest

from config.middleware import LOGINS_A_MINUTE, WINDOW
from tests.desks import PATIENCE
from tests.faults.conftest import SEED
from tests.faults.hall import TOKEN, make_hall, percentile, verify
from tests.faults.hosting import open_site, wait_until
from tests.faults.networks import find_obstacle
from tests.faults.proxy import NAME, Proxy, SecureWriter, run_proxy
from tests.faults.spread import SpreadSite
from tests.faults.test_hosted_storm import Orders, all_over, ask, at_work, saved, states_of
from tests.services import MissingProgramError, free_port, program

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
HAND_SECONDS = 1.0
MORE = 4
"""Saves between one death and the next."""
JOBS_PATIENCE = 400


def order_again(site, orders):
    """What died with its worker five times is given up and told; its director presses *Try again*. How many that were."""
    failed = ask(site, "SELECT id::text, error FROM jobs_job WHERE state = 'failed'")
    assert {error for _job, error in failed} <= {"worker died"}
    for job, _error in failed:  # one after the other: of checks of one tournament only one is at work
        orders.writer.order(f"/jobs/{job}/retry/")
        wait_until(lambda: all_over(site, {job for job, _error in failed}), JOBS_PATIENCE)
    return len(failed)


class CalmWriter(SecureWriter):
    """Somebody who enters a hand, and plays the next."""

    def work(self, until):
        while not until():
            action, key = self.next_request()
            while not self.try_once(action, key) and not until():
                time.sleep(0.1)
            time.sleep(HAND_SECONDS)


def keys_of(site):
    return site.primary.ask("SELECT coalesce(string_agg(idempotency_key, ' '), '') FROM scoring_ledgerentry").split()


def play(site, people, deeds):
    """What died how often, and how long saves stood still afterwards."""
    died, still = Counter(), []
    parts = site.list_parts()
    orders = Orders(people[0])
    with at_work(people, [orders.work]):
        for name in deeds:
            parts[name]()
            died[name] += 1
            begun, known = time.monotonic(), saved(people)
            wait_until(lambda known=known: saved(people) >= known + MORE, PATIENCE)
            still.append(time.monotonic() - begun)
    return died, still, orders


def judge(site, people, died, still, orders, figures):
    stored, acknowledged = keys_of(site), {key for one in people for key in one.saved}
    counts = {
        "lost": len(acknowledged - set(stored)),
        "extra": len(set(stored) - {key for one in people for key in one.sent}),
        "twice": len(stored) - len(set(stored)),
    }
    begun = time.monotonic()
    checks = {job for (job,) in ask(site, "SELECT id::text FROM jobs_job WHERE kind = 'check_event'")}
    wait_until(lambda: all_over(site, orders.promised | checks), JOBS_PATIENCE)
    given_up = order_again(site, orders)
    wait_until(lambda: all_over(site, orders.promised | checks), JOBS_PATIENCE)
    jobs = dict(states_of(site, orders.promised | checks))
    failures = ask(site, "SELECT kind, attempts, error FROM jobs_job WHERE state = 'failed'")
    refused = Counter(status for one in people for status, _body in one.strange)
    figures(
        died=dict(died), acknowledged=len(acknowledged), **counts, refused=dict(refused), jobs=jobs, given_up=given_up, failures=failures,
        jobs_over_after=round(time.monotonic() - begun), still_p50=round(percentile(still, 0.5), 1), still_longest=round(max(still), 1),
    )  # fmt: skip
    assert counts == {"lost": 0, "extra": 0, "twice": 0}
    assert set(refused) <= {502, 503, 504}
    assert (set(jobs) <= {"done"}, failures) == (True, [])
    assert {orders.writer.look(f"/jobs/{job}/file/") for job in sorted(checks)[:20]} == {200}
    assert verify(site.place / "front", **site.urls) == []


def count_logins(site):
    """How many logins of one address both hosts together take in a minute, before they ask it to wait."""
    while True:
        minute, taken = int(time.time()) // WINDOW, 0
        for upstream in itertools.cycle(site.upstreams):
            address, _colon, port = upstream.partition(":")
            with closing(http.client.HTTPConnection(address, int(port), timeout=60)) as connection:
                headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Host": NAME, "Cookie": f"csrftoken={TOKEN}"}
                headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
                connection.request("POST", "/login/", f"csrfmiddlewaretoken={TOKEN}", headers)
                status = connection.getresponse().status
            if status == 429:
                break
            assert status == 200, status
            taken += 1
        if minute == int(time.time()) // WINDOW:
            return taken


def try_all(place, figures, times, tables):
    """Every part dies so many times, in any order."""
    try:
        program("nginx"), program("openssl")
    except MissingProgramError as error:
        pytest.skip(str(error))
    if obstacle := find_obstacle():
        pytest.skip(obstacle)
    proxy = Proxy(place / "nginx", free_port(), free_port())
    settings = proxy.list_settings() | {"SECOND_FACTOR_REQUIRED": "0"}
    with open_site(place, lambda site: make_hall(site.data, tables, 8, **site.urls), SpreadSite, **settings) as site:
        deeds = [name for name in site.list_parts() for _time in range(times)]
        random.Random(SEED).shuffle(deeds)
        with run_proxy(proxy, *site.upstreams):
            people = list_people(site, proxy)
            judge(site, people, *play(site, people, deeds), figures)
        assert count_logins(site) == LOGINS_A_MINUTE


def list_people(site, proxy):
    """One at each table."""
    context, sessions = proxy.trust(), site.hall.sessions
    return [
        CalmWriter(proxy.secure, sessions[table % len(sessions)], code, f"w{table}", proxy=proxy, context=context)
        for table, code in enumerate(site.hall.codes)
    ]


def test_each_part_dies_once_and_nothing_is_lost(place, figures):
    try_all(place, figures, 1, 6)


@pytest.mark.proof
@pytest.mark.timeout(5400)
def test_each_part_dies_fifty_times_and_nothing_is_lost(place, figures):
    """`RUNS` says another number."""
    try_all(place, figures, int(os.environ.get("RUNS", "50")), 16)
