"""Movements of individuals, and the vector that tells how good they are."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pairing import PlayedMatch, draw_to_json, repeat_draw
from pairing.draw import draw_request
from pairing.movements.designs import (
    WHIST_STARTERS,
    build_affine_plane,
    build_resolvable_design,
    build_rotation,
    build_whist_movement,
)
from pairing.movements.fields import build_field
from pairing.movements.format import ChangingPartners, compute_quality
from pairing.movements.seating_history import compute_bound
from pairing.movements.tables import TablesOfFive, TablesOfFour, TablesOfThree
from pairing.values import DrawRequest
from tests.pairing.evenings import Evening, people

pytestmark = pytest.mark.turns(4)


def meetings(movement):
    return Counter(frozenset(pair) for tables in movement for table in tables for pair in combinations(table, 2))


def partners(movement):
    return Counter(frozenset(pair) for tables in movement for a, b, c, d in tables for pair in ((a, b), (c, d)))


@pytest.mark.parametrize("players", [*sorted(WHIST_STARTERS), 16, 5, 9, 13, 17, 25, 29, 37, 41, 49, 53, 61])
def test_whist_once_partners_twice_opponents(players):
    movement = build_whist_movement(players)
    pairs = {frozenset(pair): 1 for pair in combinations(range(players), 2)}
    assert partners(movement) == pairs
    assert meetings(movement) == dict.fromkeys(pairs, 3)
    for tables in movement:
        assert len({player for table in tables for player in table}) == players - players % 4


@pytest.mark.parametrize("form", [TablesOfThree(), TablesOfFour(), TablesOfFive()], ids=lambda form: form.key)
def test_the_square_of_a_table_has_a_known_movement_of_one_round_more_than_its_seats(form):
    rounds = form.table_size + 1
    movement = form.find_known_movement(form.table_size**2, rounds)
    assert (len(movement), set(meetings(movement).values())) == (rounds, {1})


@pytest.mark.parametrize("order", [3, 4, 5])
def test_planes_let_every_two_meet_once(order):
    assert meetings(build_affine_plane(order)) == {frozenset(pair): 1 for pair in combinations(range(order * order), 2)}


@pytest.mark.parametrize(("players", "size"), [*((n, 3) for n in (15, 21, 27, 39, 57)), *((n, 4) for n in (16, 28, 40, 52, 76))])
def test_designs_let_everybody_meet_everybody_once(players, size):
    """Kirkman's schoolgirls are 15; 28 and 40 at tables of four are golfers. Without one player everybody rests once."""
    movement = build_resolvable_design(players, size)
    assert len(movement) == (players - 1) // (size - 1)
    assert meetings(movement) == {frozenset(pair): 1 for pair in combinations(range(players), 2)}
    assert all(sorted(player for table in turn for player in table) == list(range(players)) for turn in movement)
    fewer = build_resolvable_design(players - 1, size)
    assert meetings(fewer) <= meetings(movement)
    assert Counter(player for turn in fewer for table in turn for player in table) == dict.fromkeys(range(players - 1), len(fewer) - 1)
    assert all(len(table) == size for turn in fewer for table in turn)


@pytest.mark.parametrize("order", range(2, 65))
def test_a_field_reckons_as_fields_do_or_there_is_none(order):
    """By the axioms: sums are a group, products without 0 another, and products go over sums; all primes up to 61 are there."""
    field = build_field(order)
    if field is None:
        assert any(order % part == 0 for part in range(2, order))
        return
    rows = range(order)
    assert all(sorted(field.sums[one]) == list(rows) for one in rows)
    assert all(sorted(field.products[one]) == list(rows) for one in rows[1:])
    assert all(field.sums[0][one] == field.products[1][one] == one and field.products[0][one] == 0 for one in rows)
    chance = random.Random(order)
    for _case in range(200):
        a, b, c = (chance.choice(rows) for _each in range(3))
        assert field.sums[a][b] == field.sums[b][a]
        assert field.products[a][b] == field.products[b][a]
        assert field.products[a][field.sums[b][c]] == field.sums[field.products[a][b]][field.products[a][c]]
        assert field.products[a][field.products[b][c]] == field.products[field.products[a][b]][c]
    assert sorted(field.powers) == list(rows[1:])


def test_a_stage_begun_before_the_designs_were_known_goes_on_as_it_was_planned():
    """Its draws repeat, and so does the next round by the version of today."""
    before = TablesOfThree().as_of(2)
    planned, new = before.find_movement(15, 7, "s"), TablesOfThree().find_movement(15, 7, "s")
    assert (before.version, planned != new) == (2, True)
    request = DrawRequest("tables_of_three", 1, "s", tuple(people(15)), {"rounds": 7})
    first = draw_request(request, 2)
    assert repeat_draw(draw_to_json(first)) == first
    sides = [pairing.sides for pairing in first.matches]
    history = tuple(PlayedMatch(1, table, 0) for table in sides)
    second = draw_request(replace(request, round=2, history=history, groups=first.groups))
    place = {entrant: index for index, entrant in enumerate(first.groups[0].members)}
    assert second.version == 3
    assert {frozenset(place[side] for side in pairing.sides) for pairing in second.matches} == set(map(frozenset, planned[1]))


@pytest.mark.parametrize(("players", "size"), [(33, 3), (18, 3), (24, 4), (25, 5), (14, 4), (2, 3)])
def test_where_no_design_is_known_there_is_none(players, size):
    assert build_resolvable_design(players, size) is None


@pytest.mark.parametrize(("tables", "seats"), [(3, 3), (5, 3), (5, 4), (7, 4), (25, 4), (5, 5), (7, 5), (11, 5), (35, 5)])
def test_rotations_let_nobody_meet_twice(tables, seats):
    movement = build_rotation(tables, seats)
    assert len(movement) == tables
    assert set(meetings(movement).values()) == {1}
    assert all(sorted(player for table in turn for player in table) == list(range(tables * seats)) for turn in movement)


@pytest.mark.parametrize(("tables", "seats"), [(6, 4), (8, 4), (9, 5), (4, 5)])
def test_there_is_no_rotation_where_seats_would_meet_again(tables, seats):
    assert build_rotation(tables, seats) is None


@pytest.mark.parametrize(
    ("players", "rounds", "table_size", "side_size", "least"),
    [
        (16, 15, 4, 2, (2, 1, 0, 4)),  # 120 pairs of players; 240 meetings as opponents, 120 as partners
        (16, 16, 4, 2, (3, 2, 0, 4)),  # 256 and 128
        (17, 3, 4, 2, (1, 1, 1, 1)),  # 136 pairs of players; 48 and 24; three rests
        (10, 4, 5, 1, (2, None, 0, 1)),  # 45 pairs of players; 80 meetings
        (11, 12, 5, 1, (5, None, 2, 3)),  # 55 pairs of players; 240 meetings; twelve rests; eleven rounds seated of somebody
        (7, 3, 3, 1, (1, None, 1, 1)),  # 21 pairs of players; 18 meetings; three rests
    ],
)
def test_bounds_are_those_counted_by_hand(players, rounds, table_size, side_size, least):
    bound = compute_bound(players, rounds, table_size=table_size, side_size=side_size)
    keys = ("opponents_at_most", "partners_at_most", "rests_at_most", "seats_at_most")
    assert bound == {key: number for key, number in zip(keys, least, strict=True) if number is not None}


def test_trionfo_of_25_is_perfect():
    assert compute_quality(TablesOfFive(), 25, 6, "s") == {
        "quality": {"opponents": {"1": 300}, "rests": {"0": 25}, "seats": {"2": 25}},
        "bound": {"opponents_at_most": 1, "rests_at_most": 0, "seats_at_most": 2},
    }


def test_nine_at_tables_of_three_meet_once_in_four_rounds():
    assert compute_quality(TablesOfThree(), 9, 4, "s")["quality"]["opponents"] == {"1": 36}
    assert compute_quality(TablesOfThree(), 15, 5, "s")["quality"]["opponents"] == {"0": 30, "1": 75}


def test_sixteen_players_in_fifteen_rounds_are_perfect():
    assert compute_quality(ChangingPartners(), 16, 15, "s") == {
        "quality": {"opponents": {"2": 120}, "partners": {"1": 120}, "rests": {"0": 16}, "seats": {"4": 12, "5": 4}},
        "bound": {"opponents_at_most": 2, "partners_at_most": 1, "rests_at_most": 0, "seats_at_most": 4},
    }


@pytest.mark.parametrize("players", [10, 11, 14, 18, 22, 26, 33])
def test_any_number_of_players_gets_new_partners(players):
    found = compute_quality(ChangingPartners(), players, 6, "s")
    assert set(found["quality"]["partners"]) <= {"0", "1"}
    assert max(map(int, found["quality"]["opponents"])) <= 2
    assert max(map(int, found["quality"]["rests"])) == found["bound"]["rests_at_most"]


@pytest.mark.parametrize(("players", "again"), [(23, 8), (28, 4), (30, 4), (32, 2), (40, 0), (47, 0)])
def test_any_number_of_trionfo_players_seldom_meets_again(players, again):
    found = compute_quality(TablesOfFive(), players, 4, "s")["quality"]
    assert sum(count for times, count in found["opponents"].items() if int(times) > 1) <= again
    assert max(map(int, found["opponents"])) <= 2


@pytest.mark.parametrize(
    ("entry", "players", "rounds"), [(TablesOfFive(), 35, 7), (ChangingPartners(), 20, 5), (ChangingPartners(), 12, 6)]
)
def test_seats_change_as_far_as_they_can(entry, players, rounds):
    found = compute_quality(entry, players, rounds, "s")
    assert max(map(int, found["quality"]["seats"])) == found["bound"]["seats_at_most"]


def test_an_evening_of_23_players_with_a_withdrawal():
    evening = Evening("tables_of_five", people(23), {"rounds": 4})
    evening.play()
    evening.play()
    evening.withdraw(107)
    evening.play_all()
    assert [len(draw.matches) for draw in evening.draws] == [4, 4, 4, 4]
    assert [len(draw.byes) for draw in evening.draws] == [3, 3, 2, 2]


def test_the_certificate_tells_what_has_been_reached_beside_the_bound():
    evening = Evening("tables_of_five", people(25), {"rounds": 6}).play_all()
    assert [draw.certificate["quality"]["opponents"] for draw in evening.draws] == [
        {"0": 250, "1": 50}, {"0": 200, "1": 100}, {"0": 150, "1": 150}, {"0": 100, "1": 200}, {"0": 50, "1": 250}, {"1": 300},
    ]  # fmt: skip


@pytest.mark.parametrize(("players", "rounds"), [(8, 7), (12, 11), (16, 6), (24, 5), (40, 3)])
def test_a_phantom_has_another_partner_in_every_round(players, rounds):
    """Whoever of them it is: a seat that nobody sits in stays one of the movement, in which no two are partners twice."""
    movement = ChangingPartners().find_movement(players, rounds, "lots")
    assert len(movement) == rounds
    assert set(partners(movement).values()) == {1}
    assert all(len(tables) == players // 4 for tables in movement)
