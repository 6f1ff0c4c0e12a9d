"""The independent checker: it agrees with honest draws and finds every forged one."""

import copy
import random

import networkx as nx
import pytest

from pairing import DrawRefused, draw_request, draw_to_json
from pairing.checker import check_draw
from pairing.checker.matching import compute_matching_size
from pairing.trf.report import build_request
from tests.pairing.agreement import random_tournament


def draw_of(number, most=24):
    try:
        return draw_to_json(draw_request(build_request(random_tournament(number, most=most))))
    except DrawRefused:
        return None


@pytest.mark.parametrize("case", range(200))
def test_matchings_are_as_large_as_those_of_networkx(case):
    chance = random.Random(case)
    graph = nx.gnp_random_graph(chance.randint(1, 14), chance.random(), seed=case)
    neighbours = [sorted(graph[node]) for node in graph]
    assert compute_matching_size(neighbours) == len(nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.parametrize("number", range(80))
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
@pytest.mark.parametrize("number", range(60))
def test_forged_draws_are_found(number, forge):
    draw = draw_of(number, most=10)
    forged = copy.deepcopy(draw)
    if draw is not None and forge(forged, random.Random(number)):
        assert check_draw(forged).faults != []


def test_a_missing_entry_is_found():
    draw = draw_of(0)
    draw["pairings"].pop()
    assert "everybody present is seated" in map(str, check_draw(draw).faults)
