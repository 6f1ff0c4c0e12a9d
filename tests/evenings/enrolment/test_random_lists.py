"""If this fails, some order of enrolments, withdrawals and answers breaks the list: more places than chairs, or somebody passed over.

Random evenings are played against a second list that shares no code with the first: people in the order of arrival, counted by hand.
"""

import random

import pytest

from evenings.enrolment.services import answer_offer, queue_again, withdraw
from tests.evenings.conftest import enrol_pair, found_evening
from tournaments.announcing.queries import count_places
from tournaments.models import Enrolment, Entry

pytestmark = pytest.mark.both_databases


class SecondList:
    """Who has a place, who was asked, who waits; pairs only."""

    def __init__(self, places):
        self.places, self.placed, self.asked, self.waiting = places, [], [], []

    def come(self, name):
        if not self.waiting and len(self.placed) + len(self.asked) < self.places:
            self.placed.append(name)
        else:
            self.waiting.append(name)

    def leave(self, name):
        for part in (self.placed, self.asked, self.waiting):
            if name in part:
                part.remove(name)
        self.ask()

    def accept(self, name):
        self.asked.remove(name)
        self.placed.append(name)

    def ask(self):
        while self.waiting and len(self.placed) + len(self.asked) < self.places:
            self.asked.append(self.waiting.pop(0))


def play(director, seed, steps):
    chance = random.Random(seed)
    tournament = found_evening(director, places=chance.randint(1, 6), name=f"Serata {seed}")
    second, rows = SecondList(count_places(tournament).limit), {}
    for step in range(steps):
        here = [*second.placed, *second.asked, *second.waiting]
        gone = [name for name in rows if name not in here]
        what = chance.choice(["come", "come", "leave", "answer", "again"])
        if what == "come":
            name = f"P{step:03d}"
            rows[name] = enrol_pair(tournament, name).pk
            second.come(name)
        elif what == "leave" and here:
            name = chance.choice(here)
            withdraw(Enrolment.objects.get(pk=rows[name]))
            second.leave(name)
        elif what == "answer" and second.asked:
            name, accepted = chance.choice(second.asked), chance.random() < 0.6
            answer_offer(Enrolment.objects.get(pk=rows[name]), accepted=accepted)
            second.accept(name) if accepted else second.leave(name)
        elif what == "again" and gone:
            name = chance.choice(gone)
            queue_again(Enrolment.objects.get(pk=rows[name]))
            second.come(name)
        compare(tournament, second)


def compare(tournament, second):
    listed = {state: [] for state in ("placed", "offered", "waiting")}
    for row in Enrolment.objects.filter(tournament=tournament).exclude(state="withdrawn"):
        listed[row.state].append(row.names[0].split()[0])
    assert listed["waiting"] == second.waiting
    assert (set(listed["placed"]), set(listed["offered"])) == (set(second.placed), set(second.asked))
    entered = Entry.objects.filter(tournament=tournament).values_list("name", flat=True)
    assert sorted(name.split()[0] for name in entered) == sorted(second.placed)
    assert count_places(tournament).taken <= count_places(tournament).limit


@pytest.mark.parametrize("seed", range(4))
def test_random_lists_are_those_of_a_second_list(director, seed):
    play(director, seed, 40)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_long_lists_are_those_of_a_second_list(director, seed):
    play(director, seed, 150)
