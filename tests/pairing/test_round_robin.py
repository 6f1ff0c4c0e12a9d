"""Pools: who is where, and everybody meets everybody."""

from collections import Counter

import pytest

from pairing import Entrant, draw_round, format_by_key
from pairing.pools import count_pools


def entrants(count, seeds=0, clubs=1):
    return [Entrant(100 + n, n, seed=n if n <= seeds else 0, club=f"club {n % clubs}" if clubs > 1 else "") for n in range(1, count + 1)]


def all_rounds(players, **options):
    pools = format_by_key("round_robin")
    rounds = pools.count_rounds(pools.options_from(options), len(players))
    first = draw_round("round_robin", options=options, entrants=players, round_number=1, seed="s")
    return [first] + [
        draw_round("round_robin", options=options, entrants=players, round_number=number, seed="s", groups=first.groups)
        for number in range(2, rounds + 1)
    ]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 9, 10, 13, 14, 24, 37])
@pytest.mark.parametrize("meetings", [1, 2])
def test_every_two_of_a_pool_meet(count, meetings):
    rounds = all_rounds(entrants(count), meetings=meetings)
    for draw in rounds:
        seated = [side for pairing in draw.pairings for side in pairing.sides]
        assert len(seated) == len(set(seated))
        assert [pairing.order for pairing in draw.pairings] == list(range(1, len(draw.pairings) + 1))
    met = Counter(frozenset(pairing.sides) for draw in rounds for pairing in draw.matches)
    groups = rounds[0].groups
    assert met == {frozenset((one, other)): meetings for group in groups for one in group.members for other in group.members if one < other}
    assert sorted(member for group in groups for member in group.members) == [player.id for player in entrants(count)]


@pytest.mark.parametrize(
    ("count", "size", "pools"),
    [(16, 4, [4, 4, 4, 4]), (14, 4, [4, 4, 3, 3]), (5, 4, [5]), (9, 4, [3, 3, 3]), (10, 4, [4, 3, 3]), (11, 0, [11])],
)
@pytest.mark.parametrize("distribution", ["drawn", "serpentine"])
def test_pools_are_as_even_as_they_can_be(count, size, pools, distribution):
    draw = all_rounds(entrants(count), pool_size=size, distribution=distribution)[0]
    assert sorted((len(group.members) for group in draw.groups), reverse=True) == pools


def test_there_is_a_pool_where_entries_are_too_few_for_any():
    assert [count_pools(entries, 1) for entries in (1, 2, 3)] == [1, 1, 1]


def test_serpentine_by_rank():
    draw = all_rounds(entrants(8, seeds=8), distribution="serpentine")[0]
    assert [(group.name, group.members) for group in draw.groups] == [("A", (101, 104, 105, 108)), ("B", (102, 103, 106, 107))]


def test_drawn_seeds_and_clubs_are_apart():
    for seed in range(30):
        draw = draw_round("round_robin", entrants=entrants(16, seeds=4, clubs=5), round_number=1, seed=str(seed))
        for group in draw.groups:
            assert [member <= 104 for member in group.members] == [True, False, False, False]
            assert max(Counter(member % 5 for member in group.members).values()) <= 2


def test_the_opponent_of_who_withdrew_rests():
    players = entrants(4)
    groups = all_rounds(players)[0].groups
    gone = [Entrant(p.id, p.number, withdrawn=p.id == 103) for p in players]
    draw = draw_round("round_robin", entrants=gone, round_number=2, seed="s", groups=groups)
    assert [len(pairing.sides) for pairing in draw.pairings] == [2, 1]
    assert draw.byes[0].reasons[0].code == "opponent_withdrew"
