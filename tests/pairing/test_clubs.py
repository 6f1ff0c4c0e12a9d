"""Clubs kept apart, against every placement there is."""

import itertools
import random

from pairing.bracket import compute_bracket_width, compute_seed_order
from pairing.clubs import ClubPlacement, compute_fewest_together, place_clubs
from pairing.lots import Lots
from tests.cases import every_case


def best_of_all(width, fixed, free, clubs):
    return min(
        ClubPlacement.from_slots(width, {**fixed, **dict(zip(free, order, strict=True))}).together
        for order in set(itertools.permutations(clubs))
    )


@every_case("case", range(150))
def test_no_placement_keeps_clubs_apart_longer(case):
    chance = random.Random(case)
    count = chance.randint(2, 8)
    seeds = min(count, chance.choice([0, 0, 1, 2, 3, 4]))
    clubs = [chance.choice("ABCD"[: chance.randint(1, 4)]) if chance.random() < 0.9 else index for index in range(count)]
    order = compute_seed_order(compute_bracket_width(count))
    fixed = {order.index(seed): clubs[seed - 1] for seed in range(1, seeds + 1)}
    free = [order.index(seed) for seed in range(seeds + 1, count + 1)]
    slots = place_clubs(len(order), fixed, free, clubs[seeds:], Lots(str(case)))
    together = ClubPlacement.from_slots(len(order), {**fixed, **dict(zip(slots, clubs[seeds:], strict=True))}).together
    assert sorted(slots) == sorted(free)
    assert together == best_of_all(len(order), fixed, free, clubs[seeds:])
    assert all(
        found >= fewest for found, fewest in zip(together, compute_fewest_together(len(order), fixed, free, clubs[seeds:]), strict=True)
    )


def test_the_draw_reaches_every_place():
    seen = {place_clubs(8, {}, range(8), list("ABCDEFGH"), Lots(str(seed)))[0] for seed in range(200)}
    assert seen == set(range(8))
