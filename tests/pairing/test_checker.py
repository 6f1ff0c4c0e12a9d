"""The independent checker: it agrees with honest draws and finds every forged one."""

import copy
import random
from itertools import combinations

import networkx as nx
import pytest

from pairing import DrawRefused, Entrant, draw_request, draw_round, draw_to_json
from pairing.checker import check_draw
from pairing.checker.matching import compute_matching_size
from pairing.checker.swiss import SwissCheck
from pairing.checker.verdict import DrawVerdict
from pairing.trf.report import build_request
from tests.cases import every_case
from tests.pairing.agreement import random_tournament


def draw_of(number, most=24):
    try:
        return draw_to_json(draw_request(build_request(random_tournament(number, most=most))))
    except DrawRefused:
        return None


@every_case("case", range(200))
def test_matchings_are_as_large_as_those_of_networkx(case):
    chance = random.Random(case)
    graph = nx.gnp_random_graph(chance.randint(1, 14), chance.random(), seed=case)
    neighbours = [sorted(graph[node]) for node in graph]
    assert compute_matching_size(neighbours) == len(nx.max_weight_matching(graph, maxcardinality=True))


@every_case("number", range(80))
def test_honest_draws_are_proven(number):
    draw = draw_of(number)
    if draw is not None:
        verdict = check_draw(draw)
        assert verdict.faults == []
        assert verdict.open == []


def forge_partners(draw, chance):
    """Two pairs exchange partners, in the draw and in its certificate alike."""
    matches = [pairing for pairing in draw["pairings"] if not pairing["bye"]]
    if len(matches) < 2:
        return False
    one, other = chance.sample(matches, 2)
    swap = {one["sides"][1]: other["sides"][1], other["sides"][1]: one["sides"][1]}
    for pairing in matches:
        pairing["sides"] = [swap.get(side, side) if place else side for place, side in enumerate(pairing["sides"])]
    for bracket in draw["certificate"]["brackets"]:
        bracket["pairs"] = [pairing["sides"] for pairing in matches if set(pairing["sides"]) & set(bracket["residents"])]
        bracket["upfloaters"] = [side for pair in bracket["pairs"] for side in pair if side not in bracket["residents"]]
    return True


def forge_bye(draw, chance):
    byes = [pairing for pairing in draw["pairings"] if pairing["bye"]]
    matches = [pairing for pairing in draw["pairings"] if not pairing["bye"]]
    if not byes or not matches:
        return False
    match = chance.choice(matches)
    byes[0]["sides"][0], match["sides"][0] = match["sides"][0], byes[0]["sides"][0]
    return True


def forge_sides(draw, chance):
    """Two who meet are named the wrong way round."""
    matches = [pairing for pairing in draw["pairings"] if not pairing["bye"]]
    if matches:
        chance.choice(matches)["sides"].reverse()
    return bool(matches)


@pytest.mark.parametrize("forge", [forge_partners, forge_bye, forge_sides])
@every_case("number", range(60))
def test_forged_draws_are_found(number, forge):
    draw = draw_of(number, most=10)
    forged = copy.deepcopy(draw)
    if draw is not None and forge(forged, random.Random(number)):
        assert check_draw(forged).faults != []


def test_a_missing_entry_is_found():
    draw = draw_of(0)
    draw["pairings"].pop()
    assert "everybody present is seated" in map(str, check_draw(draw).faults)


KNOCKOUT_CLAIMS = {
    "halves": "the seeds stand in different halves, quarters and eighths of the bracket",
    "places": "as many rest as the bracket has free places",
    "rests": "the best seeds rest",
}


def draw_knockout(count, seeds, pools=("",)):
    players = [
        Entrant(100 + number, number, seed=number if number <= seeds else 0, pool=pools[number % len(pools)])
        for number in range(1, count + 1)
    ]
    return draw_to_json(draw_round("knockout", entrants=players, round_number=1, seed="s"))


def broken_claims(draw):
    faults = set(map(str, check_draw(draw).faults))
    return {key for key, claim in KNOCKOUT_CLAIMS.items() if claim in faults}


def exchange(draw, one, other):
    swap = {one: other, other: one}
    for pairing in draw["pairings"]:
        pairing["sides"] = [swap.get(side, side) for side in pairing["sides"]]
    return draw


@pytest.mark.parametrize(("count", "seeds"), [(2, 2), (3, 1), (5, 0), (6, 4), (8, 8), (9, 8), (12, 4), (16, 16), (29, 4)])
def test_honest_brackets_are_proven(count, seeds):
    verdict = check_draw(draw_knockout(count, seeds))
    assert (verdict.faults, {str(claim) for claim in verdict.proven} >= set(KNOCKOUT_CLAIMS.values())) == ([], True)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 9, 12, 29])
def test_honest_brackets_of_pools_are_proven(count):
    verdict = check_draw(draw_knockout(count, count, ("A", "B")))
    assert (verdict.faults, KNOCKOUT_CLAIMS["places"] in {str(claim) for claim in verdict.proven}) == ([], True)


def test_a_seed_that_does_not_rest_is_found():
    assert broken_claims(exchange(draw_knockout(6, 2), 102, 106)) >= {"rests"}


def test_seeds_in_one_half_are_found():
    """Of 16 the first two, at every place where the second can stand: found exactly where it is the half of the first."""
    honest = draw_knockout(16, 2)
    match_of = {side: pairing["position"][2] for pairing in honest["pairings"] for side in pairing["sides"]}
    half = match_of[101] // 4
    for other in range(103, 117):
        found = broken_claims(exchange(copy.deepcopy(honest), 102, other))
        assert found == ({"halves"} if match_of[other] // 4 == half else set())


def test_seeds_in_one_quarter_are_found():
    """Of 16 the first four: the fourth exchanged with everybody is found exactly where another of them stands in that quarter."""
    honest = draw_knockout(16, 4)
    match_of = {side: pairing["position"][2] for pairing in honest["pairings"] for side in pairing["sides"]}
    taken = {match_of[side] // 2 for side in (101, 102, 103)}
    for other in range(105, 117):
        found = broken_claims(exchange(copy.deepcopy(honest), 104, other))
        assert found == ({"halves"} if match_of[other] // 2 in taken else set())


@pytest.mark.parametrize(("count", "width"), [(2, 4), (3, 8), (5, 16), (8, 16), (4, 8)])
@pytest.mark.parametrize("pools", [("",), ("A", "B")], ids=["of lots", "from pools"])
def test_a_bracket_that_is_wider_than_it_must_be_is_found(count, width, pools):
    """Everybody has a place and rests are as many as places are free, but a whole turn is for nothing."""
    draw = draw_knockout(count, 0, pools)
    rests = width - count
    sides = [side for pairing in draw["pairings"] for side in pairing["sides"]]
    resting, meeting = sides[:rests], sides[rests:]
    chosen = [*([side] for side in resting), *(meeting[at : at + 2] for at in range(0, len(meeting), 2))]
    pattern = draw["pairings"][0]
    draw["pairings"] = [
        copy.deepcopy(pattern) | {"sides": pair, "bye": len(pair) == 1, "position": ["", width, match, *pattern["position"][3:]]}
        for match, pair in enumerate(chosen)
    ]
    assert broken_claims(draw) >= {"places"}


def test_a_rest_too_many_is_found():
    draw = draw_knockout(6, 0)
    match = next(pairing for pairing in draw["pairings"] if not pairing["bye"])
    draw["pairings"].append(copy.deepcopy(match) | {"sides": [match["sides"].pop()], "bye": True})
    match["bye"] = True
    assert "places" in broken_claims(draw)


@pytest.mark.parametrize(("form", "claimed"), [("knockout", True), ("round_robin", True), ("danish", True), ("swiss", False)])
def test_who_is_kept_apart_is_claimed_of_every_draw_but_those_that_prove_it_pair_by_pair(form, claimed):
    """Whoever meets all the same leaves the claim open, as the format may have had no choice."""
    claim = "nobody meets whom it is to be kept apart from"
    players = [Entrant(100 + number, number) for number in range(1, 9)]
    draw = draw_to_json(draw_round(form, entrants=players, round_number=1, seed="s", forbidden=[(101, 102)]))
    assert (claim in map(str, check_draw(draw).proven)) is claimed
    draw["request"]["forbidden"] = [sorted(draw["pairings"][0]["sides"])]
    assert (claim in map(str, check_draw(draw).open)) is claimed
    draw["request"]["forbidden"] = []
    verdict = check_draw(draw)
    assert claim not in map(str, [*verdict.proven, *verdict.open, *verdict.faults])


@pytest.mark.parametrize(
    ("apart", "used", "fewest"),
    [
        ([], 0, True),
        ([], 2, False),
        ([], 4, False),
        ([(101, 102), (101, 103), (101, 104)], 2, True),
        ([(101, 102), (101, 103), (101, 104)], 4, False),
        (list(combinations(range(101, 105), 2)), 2, True),
        (list(combinations(range(101, 105), 2)), 4, True),
    ],
)
def test_upfloaters_are_the_fewest_unless_fewer_would_do(apart, used, fewest):
    """Of four in a group, all, all but one, or none may meet each other; the four below may meet everybody."""
    players = [Entrant(100 + number, number) for number in range(1, 9)]
    draw = draw_to_json(draw_round("swiss", entrants=players, round_number=1, seed="s", forbidden=apart))
    check = SwissCheck(draw, DrawVerdict())
    assert check._has_fewest_upfloaters(range(101, 105), range(105, 109), used) is fewest
