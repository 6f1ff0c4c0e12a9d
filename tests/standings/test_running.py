"""Standings kept between results, always equal to those counted from the beginning."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.values import MatchOutcome
from standings import POINT_SYSTEMS, TIE_BREAKS, CountingScheme, RunningStandings, StandingResult, rank_results
from standings.running.shelves import Shelves

TWO_SIDED = [system.key for system in POINT_SYSTEMS]


@st.composite
def schemes(draw):
    keys = draw(st.permutations([one.key for one in TIE_BREAKS]))
    return CountingScheme(
        draw(st.sampled_from(TWO_SIDED)),
        tuple(keys[: draw(st.integers(0, len(keys)))]),
        bye=draw(st.sampled_from([None, 0, 2])),
        seed="s",
        everybody_meets=draw(st.booleans()),
    )


def random_round(chance, entrants, number, first):
    """A round of every kind of match: played, drawn, walk-over, both absent, rests, and some who are not there."""
    order = chance.sample(entrants, len(entrants) - chance.choice([0, 0, 1, 2]))
    found = [
        random_result(chance, StandingResult(first + place, number, (one, other)))
        for place, (one, other) in enumerate(zip(order[::2], order[1::2], strict=False))
    ]
    if len(order) % 2:
        found.append(StandingResult(first + len(found), number, (order[-1],), (2,), (), 0, MatchOutcome.BYE))
    return found


def random_result(chance, result):
    outcome = chance.choice([MatchOutcome.PLAYED] * 5 + [MatchOutcome.WALKOVER, MatchOutcome.ABSENT])
    winner = -1 if outcome is MatchOutcome.ABSENT else chance.choice([0, 1, -1] if outcome is MatchOutcome.PLAYED else [0, 1])
    games = [(1, 1), (2, chance.randrange(2)), (chance.randrange(2), 2)][0 if winner == -1 else 1 + winner]
    points = (chance.randrange(-3, 12), chance.randrange(12)) if outcome is MatchOutcome.PLAYED else ()
    return replace(result, games=games, points=points, winner=winner, outcome=outcome, first_dealer=chance.randrange(2))


class Desk:
    """Random changes to a tournament, each told to the running standings and compared with the whole."""

    def __init__(self, chance, entrants, scheme):
        self.chance, self.entrants, self.scheme = chance, entrants, scheme
        self.results = {one.match: one for number in (1, 2) for one in random_round(chance, entrants, number, 100 * number)}
        self.open = {one.match: one for number in (3, 4, 5) for one in random_round(chance, entrants, number, 100 * number)}
        self.penalties, self.decided = {}, {}
        self.running = RunningStandings(entrants, list(self.results.values()), scheme)

    def change(self):
        self.chance.choice(
            [self.enter, self.enter, self.enter, self.write_correction, self.write_correction, self.write_cancellation, self.decide]
        )()
        self.compare()

    def compare(self):
        known = list(self.results.values())
        whole = rank_results(self.entrants, known, self.scheme, penalties=self.penalties, decided=self.decided)
        assert self.running.lines() == whole
        one = self.chance.choice(whole)
        assert self.running.line(one.entrant) == one
        assert self.running.lines(2, 5) == whole[2:5]

    def enter(self):
        if self.open:
            one = self.open.pop(self.chance.choice(sorted(self.open)))
            self.results[one.match] = one
            self.running.record(one)

    def correct(self):
        if self.results:
            one = self.results[self.chance.choice(sorted(self.results))]
            new = random_result(self.chance, one) if len(one.sides) == 2 else one
            self.results[one.match] = new
            self.running.record(new)

    def cancel(self):
        if self.results:
            match = self.chance.choice(sorted(self.results))
            self.open[match] = self.results.pop(match)
            self.running.remove(match)

    def decide(self):
        entrant, penalty = self.chance.choice(self.entrants), self.chance.randrange(3)
        place = self.chance.choice([None, 1, 2])
        self.penalties[entrant] = penalty
        self.decided = {other: at for other, at in self.decided.items() if other != entrant} | ({entrant: place} if place else {})
        self.running.decide(entrant, penalty=penalty, place=place)


@settings(max_examples=150, deadline=None)
@given(schemes(), st.integers(2, 14), st.randoms(use_true_random=False))
def test_whatever_changes_the_standings_are_those_of_the_whole(scheme, count, chance):
    desk = Desk(chance, list(range(11, 11 + count)), scheme)
    desk.compare()
    for _change in range(12):
        desk.change()


@pytest.mark.parametrize("tie_break", TIE_BREAKS, ids=lambda one: one.key)
@pytest.mark.parametrize("everybody_meets", [False, True])
def test_every_tie_break_by_itself(tie_break, everybody_meets):
    chance = random.Random(tie_break.key)
    desk = Desk(chance, list(range(1, 41)), CountingScheme("two_one_zero", (tie_break.key,), everybody_meets=everybody_meets))
    for _change in range(60):
        desk.change()


def test_tables_of_five():
    chance = random.Random(5)
    people = list(range(1, 26))
    results = []
    for turn in range(1, 5):
        chance.shuffle(people)
        results += [
            StandingResult(
                10 * turn + at, turn, tuple(people[5 * at : 5 * at + 5]), points=tuple(chance.randrange(-6, 6) for _seat in range(5))
            )
            for at in range(5)
        ]
    scheme = CountingScheme("places", ("points_scored", "progressive"))
    running = RunningStandings(sorted(people), results[:-4], scheme)
    for one in results[-4:]:
        running.record(one)
    assert running.lines() == rank_results(sorted(people), results, scheme)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 2000), max_size=1500), st.randoms(use_true_random=False))
def test_shelves_are_a_sorted_list(values, chance):
    shelves, known = Shelves(values), sorted(values)
    for _change in range(700):
        if known and chance.randrange(3) == 0:
            gone = chance.choice(known)
            shelves.take(gone)
            known.remove(gone)
        else:
            shelves.put(value := chance.randrange(2000))
            known = sorted([*known, value])
    assert list(shelves.slice(0)) == known
    assert list(shelves.slice(300, 900)) == known[300:900]
    assert all(shelves.below(value) == sum(one < value for one in known) for value in range(-1, 2002, 91))
