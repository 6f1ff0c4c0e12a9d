"""Random tournaments, counted by the program and by somebody else."""

import os
import random
import subprocess
import sys

import pytest

from scoring.standings import Result, Scheme, standings
from tests.desks import ROOT
from tests.faults.conftest import SEED
from tests.faults.recounting import POINTS, recount

pytestmark = pytest.mark.slow
TIE_BREAKS = [
    "direct_encounter",
    "direct_games",
    "direct_difference",
    "games_won",
    "games_ratio",
    "point_difference",
    "points_scored",
    "points_conceded",
    "buchholz",
    "buchholz_cut",
    "wins",
    "wins_second_dealer",
    "progressive",
]


def random_tournament(chance):
    """Everybody meets everybody, best of three; narrow scores, so that much is tied."""
    entries = chance.sample(range(1, 200), chance.randrange(3, 9))
    spread = chance.choice([1, 3, 40])
    order = list(entries) + ([0] if len(entries) % 2 else [])
    matches, number = [], 0
    for round_ in range(1, len(order)):
        for place in range(len(order) // 2):
            one, other = order[place], order[-1 - place]
            number += 1
            if one and other:
                matches.append(random_match(chance, number, round_, (one, other), spread))
        order = [order[0], order[-1], *order[1:-1]]
    return entries, matches, chance.choice(sorted(POINTS)), tuple(chance.sample(TIE_BREAKS, chance.randrange(1, 5)))


def random_match(chance, number, round_, sides, spread):
    winner = chance.randrange(2)
    games = (2, chance.randrange(2)) if winner == 0 else (chance.randrange(2), 2)
    points = tuple(70 + chance.randrange(spread) + 10 * won for won in games)
    return Result(number, round_, sides, games, points, winner, first_dealer=chance.randrange(2))


def differences(count, seed):
    chance, found = random.Random(seed), []
    for number in range(count):
        entries, matches, points, tie_breaks = random_tournament(chance)
        counted = [
            (line.rank, line.entrant, line.points) for line in standings(entries, matches, Scheme(points, tie_breaks, everybody_meets=True))
        ]
        if counted != recount(entries, matches, points, tie_breaks):
            found.append((number, points, tie_breaks))
    return found


def test_both_count_the_same(figures):
    found = differences(300, SEED)
    figures(tournaments=300, differences=len(found))
    assert found == []


def test_a_wrong_count_would_be_seen():
    """The positive control: one point moved from a loser to a winner."""
    chance = random.Random(SEED)
    entries, matches, _points, _tie_breaks = random_tournament(chance)
    counted = standings(entries, matches, Scheme("points_scored", ("wins",)))
    moved = [Result(one.match, one.round, one.sides, one.games, (one.points[0] + 1, *one.points[1:]), one.winner) for one in matches]
    assert [(line.rank, line.entrant, line.points) for line in counted] != recount(entries, moved, "points_scored", ("wins",))


@pytest.mark.proof
@pytest.mark.parametrize("language", ["C.UTF-8", "it_IT.UTF-8"])
def test_five_thousand_tournaments(figures, language):
    program = f"import django; django.setup(); from tests.faults.test_recount import differences; print(differences(5000, {SEED}))"
    variables = os.environ | {"LANG": language, "LC_ALL": language, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    figures(tournaments=5000, language=language, differences=done.stdout.strip())
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
