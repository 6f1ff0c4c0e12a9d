"""`kill -9` of everything the hosted profile consists of while results are entered, and then a broker that is not there."""

import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import psycopg
import pytest

from tests.desks import PATIENCE
from tests.faults.conftest import SEED
from tests.faults.hall import SLUG, make_hall, percentile, run, verify, writers_of
from tests.faults.hosting import open_site, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
ORDER = """
import django, sys; django.setup()
from jobs.dispatcher import enqueue_job
from jobs.databases import locked_transaction
with locked_transaction():
    for _job in range(int(sys.argv[1])):
        print(enqueue_job("backup", arguments={"occasion": "asked", "directory": ""}).pk)
"""
LEASE_AND_SWEEP = 60 + 20
"""Seconds after which the job of a dead worker is taken up by another one."""


def open_hall(place, tables, **more):
    return open_site(place, lambda site: make_hall(site.data, tables, 8, **site.urls), **more)


@contextmanager
def at_work(people, more=()):
    """Everybody enters until the block ends."""
    over = threading.Event()
    threads = [threading.Thread(target=work, args=(over.is_set,)) for work in (*(one.work for one in people), *more)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def storm(site, people, *, kills, acknowledged, patience, more=()):
    """Kill until there were enough deaths and enough acknowledged entries; what died how often."""
    chance, died, deadline = random.Random(SEED), Counter(), time.monotonic() + patience
    with at_work(people, more):
        while (died.total() < kills or saved(people) < acknowledged) and time.monotonic() < deadline:
            enough = saved(people) + acknowledged / kills * chance.uniform(0.2, 1.8)
            while saved(people) < enough and time.monotonic() < deadline:
                time.sleep(0.01)
            if what := site.kill_something(chance):
                died[what] += 1
    return died


def saved(people):
    return sum(len(one.saved) for one in people)


def ask(site, query):
    with psycopg.connect(site.urls["DATABASE_URL"]) as connection:
        return connection.execute(query).fetchall()


def keys_of(site):
    return [key for (key,) in ask(site, "SELECT idempotency_key FROM scoring_ledgerentry ORDER BY seq")]


def judge(site, people, died, figures, *, kills, acknowledged, **more):
    stored, known = keys_of(site), {key for one in people for key in one.saved}
    lost, extra = known - set(stored), set(stored) - {key for one in people for key in one.sent}
    strange = Counter(status for one in people for status, _body in one.strange)
    counts = {"lost": len(lost), "extra": len(extra), "twice": len(stored) - len(set(stored))}
    figures(kills=died.total(), died=dict(died), acknowledged=len(known), **counts, refused=dict(strange), **more)
    assert counts == {"lost": 0, "extra": 0, "twice": 0}
    assert set(strange) <= {503}
    assert verify(site.data, **site.urls) == []
    assert died.total() >= kills
    assert len(known) >= acknowledged


class Orders:
    """A director who asks for a backup and for the check before the event every second; the ids of the jobs that were promised."""

    def __init__(self, writer):
        self.writer, self.promised = writer, set()

    def work(self, until):
        while not until():
            self.order()
            time.sleep(1)

    def order(self):
        try:
            where = self.writer.order(f"/desk/{SLUG}/safety/backup/")
            self.writer.order(f"/desk/{SLUG}/safety/check/")  # its job is found by its kind
        except OSError:
            return
        if where.startswith("/jobs/"):
            self.promised.add(where.split("/")[2])


def states_of(site, promised):
    return Counter(state for job, state in ask(site, "SELECT id::text, state FROM jobs_job") if job in promised)


def all_over(site, promised):
    return states_of(site, promised).keys() <= {"done", "failed"}


def test_a_stuck_tournament_and_a_dead_broker_stop_nobody_else(place, figures):
    """Deaths have their short form in `test_spread_site`."""
    with open_hall(place, 12, WEB_WORKERS="2") as site:
        people = writers_of(site.hall, site.port)
        answer_strangers_while_a_tournament_is_stuck(site, people, figures)
        broker_gone(site, people, figures, entries=12, jobs=2)


@pytest.mark.proof
def test_three_hundred_deaths_of_the_hosted_profile(place, figures):
    with open_hall(place, 24) as site:
        people, orders = writers_of(site.hall, site.port), Orders(writers_of(site.hall, site.port, 1)[0])
        died = storm(site, people, kills=300, acknowledged=5000, patience=2700, more=[orders.work])
        wait_until(site.is_well, 90)
        judge(site, people, died, figures, kills=300, acknowledged=5000)
        begun = time.monotonic()
        wait_until(lambda: all_over(site, orders.promised), 5 * LEASE_AND_SWEEP)
        jobs = dict(states_of(site, orders.promised))
        figures(jobs=jobs, over_after=round(time.monotonic() - begun))
        assert set(jobs) == {"done"}


@pytest.mark.proof
def test_redis_rests_for_long(place, figures):
    with open_hall(place, 24) as site:
        people = writers_of(site.hall, site.port)
        broker_gone(site, people, figures, entries=600, jobs=40)
        lose_what_was_promised(site, people, figures)


def answer_strangers_while_a_tournament_is_stuck(site, people, figures, savers=40):
    """Somebody holds the tournament's row for as long as it takes: strangers and logins are answered, savers are told, nobody hangs."""
    with psycopg.connect(site.urls["DATABASE_URL"]) as holder, ThreadPoolExecutor(savers) as pool:
        holder.execute("SELECT 1 FROM tournaments_tournament FOR UPDATE")
        holder.execute("SELECT 1 FROM scoring_ledgerhead FOR UPDATE")
        waiting = [pool.submit(people[number % len(people)].post, "hands", f"stuck-{number}", 0) for number in range(savers)]
        stranger = replace(people[0], session="")
        pages = [(stranger, "/"), (stranger, f"/tournaments/{SLUG}/results/"), (stranger, "/login/"), (people[0], f"/desk/{SLUG}/")]
        seconds = []
        for visitor, path in pages * 3:
            begun = time.monotonic()
            assert visitor.look(path) == 200
            seconds.append(round(time.monotonic() - begun, 3))
        figures(savers=savers, pages_while_stuck=seconds, slowest_page=max(seconds))
        assert {task.result()[0] for task in waiting} == {503}
        holder.rollback()


def broker_gone(site, people, figures, *, entries, jobs):
    """Redis is dead while people enter and jobs are ordered; then it comes back, and every job is done once."""
    enter(site, people, len(people))
    before = enter(site, people, entries)
    site.redis.rest()
    without = enter(site, people, entries)
    promised = set(run(["-c", ORDER, str(jobs)], site.variables).split())
    site.redis.wake()
    back = time.monotonic()
    wait_until(lambda: all_over(site, promised), PATIENCE)
    attempts = Counter(attempts for job, attempts in ask(site, "SELECT id::text, attempts FROM jobs_job") if job in promised)
    figures(
        with_broker=round(percentile(before, 0.5), 3), without=round(percentile(without, 0.5), 3), slowest_without=round(max(without), 3),
        jobs=len(promised), attempts=dict(attempts), done_after=round(time.monotonic() - back, 1),
    )  # fmt: skip
    assert states_of(site, promised) == {"done": jobs}
    assert attempts == {1: jobs}


def catch_up(site, people):
    """Look where the matches stand: the last request may have been saved without an answer."""
    versions = dict(ask(site, "SELECT code, version FROM scoring_matchresult JOIN tournaments_match ON id = match_id"))
    for one in people:
        one.version = versions.get(one.code, 0)


def enter(site, people, entries):
    """How long each of so many entries took, everybody at once."""
    catch_up(site, people)
    known = [len(one.latency) for one in people]
    with ThreadPoolExecutor(len(people)) as pool:
        done = list(pool.map(lambda one: [one.try_once(*one.next_request()) for _time in range(entries // len(people))], people))
    assert all(all(times) for times in done)
    return [seconds for one, old in zip(people, known, strict=True) for seconds in one.latency[old:]]


def lose_what_was_promised(site, people, figures):
    """The positive control: a PostgreSQL that answers before it has written loses what was acknowledged."""
    site.postgres.command = [*site.postgres.command, "-c", "synchronous_commit=off"]
    site.postgres.die()
    wait_until(site.is_well, 60)
    lost, deaths = set(), 0
    while not lost and deaths < 20:
        catch_up(site, people)
        known = saved(people)
        with at_work(people):
            wait_until(lambda known=known: saved(people) >= known + 12, 30)
            site.postgres.die()
            deaths += 1
        wait_until(site.is_well, 60)
        lost = {key for one in people for key in one.saved} - set(keys_of(site))
    figures(deaths=deaths, lost=len(lost))
    assert lost != set()
