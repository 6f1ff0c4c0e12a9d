"""If this fails, a round is called impossible that can be paired, or possible that cannot: engine and checker beside networkx."""

import random
from itertools import combinations

import networkx as nx

from pairing.checker.meetings import LegalMeetings
from pairing.swiss.field import SwissTeam, TeamField, find_best_matching
from pairing.swiss.forced import compute_least_cost
from tests.cases import every_case


def build_random_field(chance):
    """Who may not meet, from nearly nobody to nearly everybody; two in ten fields are just at the bound of Dirac's theorem."""
    count = chance.randint(1, 12)
    apart = chance.choice((0.1, 0.4, 0.5, 0.6, 0.9))
    return count, [pair for pair in combinations(range(count), 2) if chance.random() < apart]


def build_halves(chance):
    """Two groups of which nobody may meet the own one: at the bound, or just below it."""
    first, second = chance.randint(1, 6), chance.randint(1, 6)
    groups = [range(first), range(first, first + second)]
    return first + second, [pair for group in groups for pair in combinations(group, 2)]


def count_largest(members, apart):
    graph = nx.Graph()
    graph.add_nodes_from(members)
    graph.add_edges_from(pair for pair in combinations(sorted(members), 2) if pair not in apart)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@every_case("case", range(300))
def test_as_many_pairs_as_can_be_formed_are_found(case):
    chance = random.Random(case)
    count, apart = (build_halves if case % 3 == 0 else build_random_field)(chance)
    blocked = [{other for pair in apart for other in pair if one in pair} - {one} for one in range(count)]
    field, meetings = TeamField([SwissTeam(one, 0) for one in range(count)], blocked), LegalMeetings(range(count), apart)
    assert field.most_blocked == max(map(len, blocked))
    for members in (list(range(count)), chance.sample(range(count), chance.randint(0, count)), chance.sample(range(count), count // 2)):
        most = count_largest(members, set(apart))
        assert field.count_most_pairs(members) == meetings.compute_matching(members) == most
        assert field.can_pair(members) == meetings.can_pair_all(members) == (2 * most == len(members))
    assert [field.may_meet(one, other) for one, other in combinations(range(count), 2)] == [
        pair not in apart for pair in combinations(range(count), 2)
    ]


def test_an_odd_cycle_that_is_entered_at_its_first_place_is_found_again():
    """Found by chance among small graphs: the tree comes to a place again that hangs below place 0."""
    edges = {(0, 1), (0, 2), (0, 4), (1, 4), (1, 5), (1, 6), (2, 3), (2, 5), (3, 4), (3, 5), (4, 5)}
    apart = set(combinations(range(7), 2)) - edges
    assert LegalMeetings(range(7), list(apart)).compute_matching(range(7)) == count_largest(range(7), apart) == 3


@every_case("case", range(120))
def test_of_the_matchings_with_most_pairs_one_of_the_least_cost_is_chosen(case):
    chance = random.Random(case)
    count = chance.randint(2, 8)
    costs = {pair: chance.choice((0, 0, 1, 2, 1001, 1_000_000)) for pair in combinations(range(3, 3 + count), 2) if chance.random() < 0.7}
    found = find_best_matching(costs)
    every = [
        pairs
        for size in range(count // 2 + 1)
        for pairs in combinations(costs, size)
        if len({one for pair in pairs for one in pair}) == 2 * size
    ]
    most = max(map(len, every))
    assert (len(found), sum(costs[pair] for pair in found)) == (
        most, min(sum(costs[pair] for pair in pairs) for pairs in every if len(pairs) == most),
    )  # fmt: skip
    assert found == sorted(found)


def test_who_is_unknown_hinders_nobody():
    meetings = LegalMeetings([1, 2, 3, 4], [(1, 9), (9, 8), (1, 2), (3, 4), (1, 3)])
    assert meetings.not_allowed == {1: {2, 3}, 2: {1}, 3: {1, 4}, 4: {3}}
    assert meetings.can_pair_all([1, 2, 3, 4])
    assert not meetings.can_pair_all([1, 2, 3])
    assert not meetings.can_pair_all([1, 2])


def test_the_cost_of_a_round_is_that_of_its_cheapest_pairing():
    costs = {(0, 1): 5, (0, 2): 1, (0, 3): 9, (1, 2): 9, (1, 3): 2, (2, 3): 5}
    assert compute_least_cost(range(4), costs) == 3
    assert compute_least_cost([0, 1], costs) == 5
    assert compute_least_cost([], costs) == 0
