"""The Mitchell movement."""

import statistics
from collections import Counter
from itertools import combinations

import pytest

from tests.pairing.evenings import Evening, people


@pytest.mark.parametrize("count", [4, 7, 8, 12, 15, 16, 30])
@pytest.mark.parametrize("travel", [False, True])
def test_nobody_meets_twice_and_the_fixed_line_stays(count, travel):
    evening = Evening("mitchell", people(count), {"rounds": 100, "deals_travel": travel}).play_all()
    met = Counter(frozenset(pairing.sides) for draw in evening.draws for pairing in draw.matches)
    assert set(met.values()) == {1}
    fixed, moving = evening.draws[0].groups
    assert all(
        (side in fixed.members) == (index == 0) for draw in evening.draws for p in draw.matches for index, side in enumerate(p.sides)
    )
    assert abs(len(fixed.members) - sum(member > 0 for member in moving.members)) <= 1


@pytest.mark.parametrize("count", [8, 12, 16, 20])
def test_with_travelling_deals_nobody_meets_a_deal_twice(count):
    evening = Evening("mitchell", people(count), {"rounds": 100, "deals_travel": True}).play_all()
    fixed, _moving = evening.draws[0].groups
    tables = count // 2
    deals = Counter()
    for draw in evening.draws:
        for pairing in draw.matches:
            table = fixed.members.index(pairing.sides[0])
            deals[pairing.sides[1], (table + draw.request.round - 1) % tables] += 1
    assert set(deals.values()) == {1}


def test_lines_are_equally_strong():
    fixed, moving = Evening("mitchell", people(12, seeds=12)).draw().groups
    assert [sum(member - 100 for member in line.members) for line in (fixed, moving)] == [39, 39]


def measure_competition(draws, tables):
    """How much every two entries compete, with one deal a table and round, compared among tables (Manning, *The Mathematics of Duplicate
    Bridge Tournaments*): 1 on a deal that both play with the same cards, tables − 1 where they meet, −1 on any other.
    """
    side, met = {}, {}
    fixed = draws[0].groups[0].members
    for draw in draws:
        for pairing in draw.matches:
            table = next(fixed.index(entrant) for entrant in pairing.sides if entrant in fixed)
            deal = (table + draw.request.round - 1) % tables
            for place, entrant in enumerate(pairing.sides):
                side[entrant, deal], met[entrant, deal] = place, table
    entrants = sorted({entrant for entrant, _deal in side})
    return [
        sum(1 if side[a, deal] == side[b, deal] else tables - 1 if met[a, deal] == met[b, deal] else -1 for deal in range(tables))
        for a, b in combinations(entrants, 2)
    ]


@pytest.mark.parametrize(("tables", "fairest"), [(7, 1), (9, 1), (11, 1), (13, 2), (15, 2), (17, 2)])
def test_the_ranking_is_fairest_with_one_round_in_eight_switched(tables, fairest):
    spreads = []
    for switched in range(tables // 2 + 1):
        options = {"rounds": tables, "deals_travel": True, "switched": switched}
        spreads.append(statistics.pstdev(measure_competition(Evening("mitchell", people(2 * tables), options).play_all().draws, tables)))
    assert spreads.index(min(spreads)) == fairest
    assert spreads[fairest] < spreads[0] / 2


def test_the_last_rounds_are_the_same_matches_with_the_sides_exchanged():
    plain, switched = (
        Evening("mitchell", people(12), {"rounds": 4, "deals_travel": True, "switched": rounds}).play_all().draws for rounds in (0, 1)
    )
    assert [[pairing.sides for pairing in draw.matches] for draw in plain[:3]] == [[p.sides for p in draw.matches] for draw in switched[:3]]
    assert [pairing.sides[::-1] for pairing in plain[3].matches] == [pairing.sides for pairing in switched[3].matches]
    assert {pairing.reasons[-1].code for pairing in switched[3].matches} == {"mitchell_switched"}
