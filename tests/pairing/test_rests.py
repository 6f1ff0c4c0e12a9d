"""Rests at tables of several: what the numbers promise, against every way to divide them, and against the movements that are drawn."""

import random
from collections import Counter
from itertools import combinations

import pytest

from pairing.lots import Lots
from pairing.movements.format import ChangingPartners
from pairing.movements.rests import RestPlan, plan_rests
from pairing.movements.search import seat_round
from pairing.movements.seating_history import SeatingHistory
from pairing.movements.tables import TablesOfFive, TablesOfFour, TablesOfThree

pytestmark = pytest.mark.turns(4)

FORMATS = [ChangingPartners(), TablesOfThree(), TablesOfFour(), TablesOfFive()]


def divide_every_way(players, resting, rounds):
    """Every outcome that there is, as sorted numbers of rests: brute force over who rests in each round."""
    outcomes = {(0,) * players}
    for _round in range(rounds):
        outcomes = {
            tuple(sorted(rests + (place in chosen) for place, rests in enumerate(outcome)))
            for outcome in outcomes
            for chosen in combinations(range(players), resting)
        }
    return outcomes


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rounds", range(1, 5))
def test_no_division_is_more_even_than_the_plan_says(players, rounds):
    for resting in range(1, players):
        plan = RestPlan(players, resting, rounds)
        outcomes = divide_every_way(players, resting, rounds)
        least = min(max(outcome) - min(outcome) for outcome in outcomes)
        assert least == bool(plan.more)
        promised = tuple([plan.rests] * (players - plan.more) + [plan.rests + 1] * plan.more)
        assert promised in outcomes
        assert (plan.more == 0) == (rounds % plan.equal_rounds == 0)


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda chosen: chosen.key)
@pytest.mark.parametrize("rounds", [2, 5])
def test_every_movement_keeps_the_promise(chosen, rounds):
    for players in (*range(chosen.table_size + 1, 11), 13 if rounds > 3 else 23):
        plan = plan_rests(players, chosen.table_size, rounds)
        seated = Counter(player for tables in chosen.find_movement(players, rounds, "s") for table in tables for player in table)
        rests = Counter(rounds - seated[player] for player in range(players))
        expected = Counter({plan.rests: players - plan.more, plan.rests + 1: plan.more}) if plan else Counter({0: players})
        assert rests == +expected, (players, rounds)


def test_who_stays_all_evening_differs_by_one_rest_whoever_leaves():
    """Rounds that are seated one by one, while players go home."""
    for seed in range(40):
        chance = random.Random(seed)
        players, size = chance.randrange(8, 25), chance.choice([3, 4, 5])
        history, present = SeatingHistory(players, 1), list(range(players))
        for round_ in range(6):
            tables, resting = seat_round(history, present, size, Lots(str(seed), f"round {round_}"))
            history.add_round(tables, resting)
            rests = [history.rests[player] for player in present]
            assert max(rests) - min(rests) <= 1
            if len(present) > size + 1 and chance.random() < 0.5:
                present.remove(chance.choice(present))


@pytest.mark.parametrize(
    ("players", "size", "rounds", "more", "fairer", "equal"),
    [(19, 4, 6, 18, None, 19), (23, 5, 3, 9, 6, 23), (9, 4, 4, 4, 7, 9), (10, 4, 5, 0, None, 5), (6, 4, 4, 2, 3, 3)],
)
def test_evenings_that_were_played(players, size, rounds, more, fairer, equal):
    plan = plan_rests(players, size, rounds)
    assert (plan.more, plan.find_fairer_rounds(), plan.equal_rounds) == (more, fairer, equal)


def test_nobody_rests_at_whole_tables():
    assert plan_rests(20, 5, 4) is None
    assert plan_rests(3, 5, 4) is None
