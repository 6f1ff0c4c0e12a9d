"""If this fails, a table is said to repeat more or less than it does: who sat with whom counted again from the rounds themselves."""

import random
from collections import Counter
from itertools import combinations, permutations
from math import comb

from pairing.movements.seating_history import FORBIDDEN, SeatingHistory, compute_repetition, list_partnerships
from tests.cases import every_case


def draw_rounds(chance, players, size, rounds):
    """Tables of chance, round by round, and who has none."""
    found = []
    for _round in range(rounds):
        order = chance.sample(range(players), players)
        full = players // size * size
        found.append(([tuple(order[place : place + size]) for place in range(0, full, size)], order[full:]))
    return found


def count_together(played, side_size):
    """How often each two were partners, and opponents."""
    partners, opponents = Counter(), Counter()
    for tables, _resting in played:
        for table in tables:
            for one, other in combinations(range(len(table)), 2):
                kind = partners if one // side_size == other // side_size else opponents
                kind[frozenset((table[one], table[other]))] += 1
    return partners, opponents


def build(case):
    chance = random.Random(case)
    size, side_size = chance.choice(((4, 2), (3, 1), (4, 1), (5, 1)))
    players = chance.randint(size, 13)
    played = draw_rounds(chance, players, size, chance.randint(0, 5))
    pairs = list(combinations(range(players), 2))
    apart = frozenset(map(frozenset, chance.sample(pairs, chance.choice((0, 0, 2, 3)))))
    history = SeatingHistory(players, side_size, forbidden_pairs=apart)
    for tables, resting in played:
        history.add_round(tables, resting)
    return chance, size, side_size, players, played, apart, history


@every_case("case", range(150))
def test_a_table_costs_what_its_players_repeat(case):
    """A partner again weighs a thousand; an opponent who was one two, a partner or an opponent who was the other one."""
    chance, size, side_size, players, played, apart, history = build(case)
    partners, opponents = count_together(played, side_size)
    table = chance.sample(range(players), size)
    forbidden = FORBIDDEN * sum(frozenset(pair) in apart for pair in combinations(table, 2))

    def cost(order):
        total = 0
        for one, other in combinations(range(size), 2):
            pair = frozenset((order[one], order[other]))
            is_partner = one // side_size == other // side_size
            total += 1000 * partners[pair] + opponents[pair] if is_partner else 2 * opponents[pair] + partners[pair]
        return total

    if side_size == 1:
        assert history.compute_cost(table) == forbidden + sum(opponents[frozenset(pair)] for pair in combinations(table, 2))
        assert history.choose_partners(table) == tuple(table)
        return
    best = min(map(cost, permutations(table)))
    assert history.compute_cost(table) == forbidden + best
    assert history.choose_partners(table) == min(way for way in list_partnerships(table) if cost(way) == best)


@every_case("case", range(100))
def test_everybody_sits_where_it_sat_least_often_and_with_the_same_partner(case):
    chance, size, side_size, players, played, _apart, history = build(f"seats {case}")
    table = tuple(chance.sample(range(players), size))
    had = Counter((player, seat) for tables, _resting in played for one in tables for seat, player in enumerate(one))
    sides = {frozenset(table[at : at + side_size]) for at in range(0, size, side_size)}
    ways = [way for way in permutations(table) if {frozenset(way[at : at + side_size]) for at in range(0, size, side_size)} == sides]

    def squares(way):
        return sum(had[player, seat] ** 2 for seat, player in enumerate(way))

    rotated = history.rotate_seats(table)
    assert rotated in ways
    assert squares(rotated) == min(map(squares, ways))


@every_case("case", range(100))
def test_the_quality_tells_how_often_each_two_met_and_each_one_rested(case):
    _chance, _size, side_size, players, played, _apart, history = build(f"quality {case}")
    partners, opponents = count_together(played, side_size)
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    rests = Counter(player for _tables, resting in played for player in resting)
    seats = Counter((player, seat) for tables, _resting in played for one in tables for seat, player in enumerate(one))
    most = [max((count for (own, _seat), count in seats.items() if own == player), default=0) for player in range(players)]

    def tell(values):
        return {str(times): count for times, count in sorted(Counter(values).items())}

    expected = {"opponents": tell(opponents[pair] for pair in pairs)}
    expected |= {"partners": tell(partners[pair] for pair in pairs)} if side_size == 2 else {}
    expected |= {"rests": tell(rests[player] for player in range(players)), "seats": tell(most)}
    assert history.compute_quality() == expected
    twice = sum(comb(partners[pair], 2) for pair in pairs), sum(comb(opponents[pair], 2) for pair in pairs)
    assert compute_repetition([tables for tables, _resting in played], players, side_size) == 1000 * twice[0] + twice[1]
