"""If this fails, pools are crossed by another measure than the one that is written down: each part of a placement's grade counted again."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from pairing import Entrant
from pairing.bracket import compute_bracket_width, compute_seed_order
from pairing.crossing import CrossPlacement, PoolField, list_pool_places
from tests.cases import every_case


def build_field(chance):
    count, pools = chance.randint(3, 17), chance.randint(2, 5)
    mixed = chance.random() < 0.3
    entrants = tuple(
        Entrant(100 + n, n, n, pool=chance.choice("ABCDE"[:pools] + " ").strip() if mixed else "ABCDE"[(n - 1) % pools])
        for n in range(1, count + 1)
    )
    clubs = {one.id: chance.choice(("X", "Y", one.id)) for one in entrants}
    forbidden = [(100 + one, 100 + other) for one, other in chance.sample(list(combinations(range(1, count + 1), 2)), chance.randint(0, 3))]
    return PoolField(compute_bracket_width(count), entrants, clubs, forbidden)


def meet(one, other):
    """The round in which two slots of a bracket meet: the first in whose block both stand."""
    return next(number for number in range(1, 12) if one >> number == other >> number)


def count_together(kinds, width):
    """Pairs of a kind within blocks of 2, 4, 8 … slots."""
    pairs = [(one, other) for one, other in combinations(kinds, 2) if kinds[one] == kinds[other]]
    return [sum(meet(*pair) <= level for pair in pairs) for level in range(1, width.bit_length())]


def list_bands(field):
    """Lines worth the same: first those with a bye, then 1–2, 3–4, 5–8 … of the protected, then the others."""
    count, byes = len(field.entrants), field.width - len(field.entrants)
    ends = {0, min(byes, field.protected), field.protected, count} | {end for end in (2, 4, 8, 16) if end < field.protected}
    bounds = sorted(ends)
    return [range(low, high) for low, high in pairwise(bounds)]


@every_case("case", range(250))
def test_a_placement_is_judged_by_what_is_written_down_in_that_order(case):
    chance = random.Random(case)
    field = build_field(chance)
    count = len(field.entrants)
    order = compute_seed_order(field.width)
    slots = [order.index(seed) for seed in range(1, count + 1)]
    at = chance.sample(range(count), count)
    pools = [entrant.pool or entrant.id for entrant in field.entrants]
    apart = Counter(meet(slots[at.index(one - 101)], slots[at.index(other - 101)]) for one, other in field.forbidden)
    places = [1 + sum(earlier == pools[line] for earlier in pools[:line]) for line in range(count)]
    bands = [next(place for place, band in enumerate(list_bands(field)) if line in band) for line in range(count)]
    disorder = sum(abs(places[line] - places[index]) + abs(bands[line] - bands[index]) for line, index in enumerate(at))
    by_slot = {slots[line]: index for line, index in enumerate(at)}
    first = [(by_slot[slot], by_slot[slot + 1]) for slot in range(0, field.width, 2) if slot in by_slot and slot + 1 in by_slot]
    uncrossed = sum(frozenset((field.pools[one], field.pools[other])) not in field.neighbours for one, other in first)
    assert CrossPlacement(field, list(at)).compute_grade() == (
        [0, *(apart[number] for number in range(1, field.width.bit_length()))],
        count_together({slot: pools[index] for slot, index in by_slot.items()}, field.width),
        disorder,
        count_together({slot: field.clubs[field.entrants[index].id] for slot, index in by_slot.items()}, field.width),
        uncrossed,
        sum(abs(line - index) for line, index in enumerate(at)),
    )
    assert list(list_pool_places(field.entrants).values()) == places


@every_case("case", range(80))
def test_two_lines_change_places_only_where_that_is_better(case):
    chance = random.Random(f"exchange {case}")
    field = build_field(chance)
    count = len(field.entrants)
    placement = CrossPlacement(field, chance.sample(range(count), count))
    for one, other in combinations(range(count), 2):
        before, lines = placement.compute_grade(), list(placement.at)
        lines[one], lines[other] = lines[other], lines[one]
        exchanged = CrossPlacement(field, lines).compute_grade()
        assert placement.swap_if_better(one, other, before) == min(before, exchanged) == placement.compute_grade()


@every_case("case", range(120))
def test_the_best_are_protected_and_lines_of_a_class_may_be_exchanged(case):
    field = build_field(random.Random(f"classes {case}"))
    count, pools = len(field.entrants), [entrant.pool or entrant.id for entrant in field.entrants]
    winners = len(set(pools))
    if len(set(pools[:winners])) == winners:
        assert field.protected == winners
    else:
        assert field.protected == min(count, max(1, field.width // 4))
    assert [list(band) for band in field.bands] == [list(band) for band in list_bands(field)]
    classes = [range(field.protected), range(field.protected, count)]
    assert field.list_exchanges(in_bands=False) == [pair for lines in classes for pair in combinations(lines, 2)]
    assert field.list_exchanges(in_bands=True) == [pair for lines in list_bands(field) for pair in combinations(lines, 2)]


def build_pools(pools, of_each):
    return PoolField(
        compute_bracket_width(pools * of_each),
        tuple(Entrant(n + 1, n + 1, n + 1, pool="ABCDEFGH"[n % pools]) for n in range(pools * of_each)),
        {n + 1: n + 1 for n in range(pools * of_each)},
        [],
    )


@pytest.mark.parametrize(
    ("pools", "of_each", "even", "crossed"),
    [
        (2, 2, True, ["AB"]),
        (4, 2, True, ["AB", "CD"]),
        (3, 2, False, []),
        (8, 1, False, []),
        (4, 3, True, ["AB", "CD"]),
        (5, 1, False, []),
        (6, 2, False, []),
    ],
)
def test_neighbouring_pools_cross_where_all_protected_lines_are_worth_the_same(pools, of_each, even, crossed):
    field = build_pools(pools, of_each)
    assert field.is_even is even
    assert sorted("".join(sorted(map(str, pair))) for pair in field.neighbours) == crossed
