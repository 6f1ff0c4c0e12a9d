"""The Mitchell movement."""

from collections import Counter

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
