"""Random tournaments, counted by the program and by somebody else."""

import os
import random
import subprocess
import sys

import pytest

from pairing.values import MatchOutcome
from standings import CountingScheme, StandingResult, rank_results
from tests.desks import ROOT
from tests.faults.conftest import SEED
from tests.faults.recounting import WIN, Rules, recount

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
POINTS = ["match_won", "two_one_zero", "three_one_zero", "three_zero", "games_won", "points_scored"]
ALONE = ["games_won", "games_ratio", "point_difference", "points_scored", "points_conceded", "wins", "progressive", "decided"]
"""What every kind of tournament has."""
AGAINST = [*ALONE, "direct_games", "direct_difference", "wins_second_dealer"]
STRENGTH = ["buchholz", "buchholz_cut", "buchholz_median", "sonneborn_berger"]


def pool(chance):
    """Everybody meets everybody; some rest, some do not come, some matches are cancelled."""
    entries, number, matches = some_entries(chance, 3, 9), 0, []
    order = [*entries, *([0] if len(entries) % 2 else [])]
    for round_ in range(1, len(order)):
        for place in range(len(order) // 2):
            number += 1
            matches += encounter(chance, number, round_, (order[place], order[-1 - place]))
        order = [order[0], order[-1], *order[1:-1]]
    points = chance.choice(POINTS)
    known = [*AGAINST, *STRENGTH, *(["direct_encounter"] if points in WIN else [])]
    return entries, matches, points, known, {"everybody_meets": True}


def encounter(chance, number, round_, sides):
    if 0 in sides:
        rests = chance.random() < 0.8
        return [StandingResult(number, round_, (max(sides),), (2,), (), 0, MatchOutcome.BYE)] if rests else []
    match chance.choices(["played", "walkover", "absent", "cancelled"], [30, 2, 1, 1])[0]:
        case "played":
            return [played(chance, number, round_, sides)]
        case "walkover":
            winner = chance.randrange(2)
            return [StandingResult(number, round_, sides, (2, 0) if winner == 0 else (0, 2), (), winner, MatchOutcome.WALKOVER)]
        case "absent":
            return [StandingResult(number, round_, sides, (0, 0), (), -1, MatchOutcome.ABSENT)]
    return []


def played(chance, number, round_, sides, size=1):
    """Best of three, or a draw; narrow scores, so that much is tied."""
    spread = chance.choice([1, 3, 40])
    winner = chance.choice([0, 1, 0, 1, 0, 1, -1])
    games = {0: (2, chance.randrange(2)), 1: (chance.randrange(2), 2), -1: (1, 1)}[winner]
    points = tuple(70 + chance.randrange(spread) + 10 * won for won in games)
    return StandingResult(number, round_, tuple(sides), games, points, winner, first_dealer=chance.randrange(2), side_size=size)


def rounds(chance):
    """Everybody plays every round, against anybody: the strength of the opponents counts."""
    entries, matches = some_entries(chance, 2, 6, times=2), []
    for round_ in range(1, chance.randrange(2, 7)):
        chance.shuffle(entries)
        matches += [played(chance, len(matches) + place, round_, entries[2 * place : 2 * place + 2]) for place in range(len(entries) // 2)]
    return entries, matches, chance.choice(POINTS), [*AGAINST, *STRENGTH], {}


def heats(chance):
    """Four players to a table, two against two, with partners that change."""
    entries, matches = some_entries(chance, 1, 4, times=4), []
    for round_ in range(1, chance.randrange(2, 6)):
        chance.shuffle(entries)
        matches += [played(chance, len(matches) + at, round_, entries[at : at + 4], size=2) for at in range(0, len(entries), 4)]
    return entries, matches, chance.choice(POINTS), ALONE, {}


def fives(chance):
    """Tables of five, each for himself; who finds no table rests."""
    entries, matches = some_entries(chance, 5, 14), []
    for round_ in range(1, chance.randrange(2, 5)):
        chance.shuffle(entries)
        seated = len(entries) // 5 * 5
        for at in range(0, seated, 5):
            points = tuple(chance.randrange(-6, 7) for _player in range(5))
            winner = points.index(max(points)) if points.count(max(points)) == 1 else -1
            matches.append(StandingResult(len(matches), round_, tuple(entries[at : at + 5]), (), points, winner))
        matches += [StandingResult(1000 * round_ + one, round_, (one,), (1,), (), 0, MatchOutcome.BYE) for one in entries[seated:]]
    return entries, matches, chance.choice(["places", "points_scored"]), [one for one in ALONE if "games" not in one], {}


def some_entries(chance, lowest, highest, times=1):
    return chance.sample(range(1, 200), times * chance.randrange(lowest, highest))


def random_schemes(chance):
    """A tournament and two ways to count it, as when the director changes the scheme in the middle."""
    entries, matches, points, known, more = chance.choice([pool, pool, rounds, heats, fives])(chance)
    fined = {entry: chance.randrange(1, 4) for entry in entries if chance.random() < 0.1}
    order = {entry: place for place, entry in enumerate(chance.sample(entries, chance.randrange(len(entries) + 1)), start=1)}
    schemes = [(points, chance.sample(known, chance.randrange(1, 5)), chance.choice([None, None, 0, 2])) for _way in range(2)]
    return entries, matches, [(Rules(points, breaks, bye, fined, order), more) for points, breaks, bye in schemes]


def counted(entries, matches, rules, more):
    scheme = CountingScheme(rules.points, tuple(rules.tie_breaks), rules.bye, **more)
    lines = rank_results(entries, matches, scheme, penalties=rules.penalties, decided=rules.decided)
    return [(line.rank, line.entrant, line.points) for line in lines]


def differences(count, seed):
    chance, found = random.Random(seed), []
    for number in range(count):
        entries, matches, ways = random_schemes(chance)
        found += [(number, rules) for rules, more in ways if counted(entries, matches, rules, more) != recount(entries, matches, rules)]
    return found


def test_both_count_the_same(figures):
    found = differences(300, SEED)
    figures(tournaments=300, differences=len(found))
    assert found == []


@pytest.mark.parametrize("kind", [pool, rounds, heats, fives])
def test_a_wrong_count_would_be_seen(kind):
    """The positive control: one point moved to the first side of a match."""
    entries, matches, _points, _known, more = kind(random.Random(SEED))
    rules = Rules("points_scored", ["wins"])
    place = next(place for place, one in enumerate(matches) if one.points)
    one = matches[place]
    moved = StandingResult(
        one.match, one.round, one.sides, one.games, (one.points[0] + 1, *one.points[1:]), one.winner, side_size=one.side_size
    )
    assert counted(entries, matches, rules, more) == recount(entries, matches, rules)
    assert counted(entries, matches, rules, more) != recount(entries, [*matches[:place], moved, *matches[place + 1 :]], rules)


@pytest.mark.proof
@pytest.mark.parametrize("language", ["C.UTF-8", "it_IT.UTF-8"])
def test_five_thousand_tournaments(figures, language):
    program = f"import django; django.setup(); from tests.faults.test_recount import differences; print(differences(5000, {SEED}))"
    variables = os.environ | {"LANG": language, "LC_ALL": language, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    figures(tournaments=5000, language=language, differences=done.stdout.strip())
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
