"""Pools crossed in a bracket, against every placement there is."""

import itertools
import random
from dataclasses import replace

import pytest

from pairing import Entrant, draw_round, draw_to_json, repeat_draw
from pairing.bracket import compute_bracket_width, compute_seed_order
from pairing.changes import find_objections
from pairing.checker import check_draw
from pairing.codec import request_to_json
from pairing.heats import select_qualifiers
from pairing.values import EntryGroup

POWERS = [(pools, of_each, 0) for pools in (2, 4, 8) for of_each in (1, 2, 4) if pools * of_each > 2]
BEST_OTHERS = [(3, 2, 2), (3, 1, 1), (5, 1, 3), (6, 2, 4), (7, 2, 2), (4, 1, 4), (2, 1, 5)]
UNEVEN = [(3, 2, 0), (5, 2, 0), (6, 2, 0), (7, 1, 0), (4, 3, 0)]


def draw_chain(pools, of_each, best_others, seed, **options):
    """The first round of a knockout after pools of random sizes and results."""
    chance = random.Random(f"{pools} {of_each} {best_others} {seed}")
    ends = list(itertools.accumulate([0] + [chance.randint(max(of_each, 3), 6) for _pool in range(pools)]))
    groups = [EntryGroup("ABCDEFGH"[index], tuple(range(low, high))) for index, (low, high) in enumerate(itertools.pairwise(ends))]
    ranking = list(range(ends[-1]))
    chance.shuffle(ranking)
    through = select_qualifiers(groups, ranking, of_each=of_each, best_others=best_others)
    entrants = [Entrant(line.entrant, line.seed, line.seed, pool=line.group) for line in through]
    return draw_round("knockout", entrants=entrants, round_number=1, seed=str(seed), options=options)


def list_meetings(draw):
    """For each pair of pool mates the round in which they could first meet, counted by round."""
    slot_of = {entry: 2 * line.position.slot + side for line in draw.pairings for side, entry in enumerate(line.sides)}
    pool_of = {entrant.id: entrant.pool for entrant in draw.request.entrants}
    rounds = [(slot_of[one] ^ slot_of[other]).bit_length() for one, other in mates(pool_of)]
    return [rounds.count(number) for number in range(1, draw.pairings[0].position.width.bit_length())]


def mates(pool_of):
    return [pair for pair in itertools.combinations(pool_of, 2) if pool_of[pair[0]] == pool_of[pair[1]]]


def best_of_all(entrants):
    """The fewest meetings over every placement that gives the winners of the pools, in any order, the lines of the best seeds."""
    width = compute_bracket_width(len(entrants))
    order = compute_seed_order(width)
    slots = [order.index(line) for line in range(1, len(entrants) + 1)]
    pools = [entrant.pool for entrant in sorted(entrants, key=lambda entrant: entrant.seed)]
    winners = len(set(pools))
    rounds = {pair: (slots[pair[0]] ^ slots[pair[1]]).bit_length() for pair in itertools.combinations(range(len(slots)), 2)}
    return min(
        count_by_round(placed, rounds, width.bit_length() - 1)
        for first in itertools.permutations(pools[:winners])
        for rest in set(itertools.permutations(pools[winners:]))
        for placed in [first + rest]
    )


def count_by_round(pools, rounds, last):
    return [sum(pools[one] == pools[other] for (one, other), met in rounds.items() if met == number) for number in range(1, last + 1)]


def count_avoidable(shapes, chains):
    """How many draws have a meeting that another placement would make later: by the lower bound, else by trying every placement."""
    worse = 0
    for shape in shapes:
        for seed in range(chains):
            draw = draw_chain(*shape, seed)
            proven = draw.certificate["pools_proven"]
            worse += not proven and list_meetings(draw) != best_of_all(draw.request.entrants)
    return worse


@pytest.mark.parametrize("shapes", [POWERS, BEST_OTHERS, UNEVEN], ids=["powers", "best-others", "uneven"])
def test_no_rematch_comes_earlier_than_it_must(shapes):
    assert count_avoidable(shapes, 12) == 0


@pytest.mark.proof
@pytest.mark.parametrize("shape", [(2, 2, 0), (2, 4, 0), (4, 2, 0), (8, 2, 0), *BEST_OTHERS, *UNEVEN], ids=str)
def test_no_rematch_comes_earlier_than_it_must_in_300_chains(shape):
    assert count_avoidable([shape], 300) == 0


@pytest.mark.parametrize("shape", [(2, 2, 0), (3, 1, 1), (2, 1, 3), (4, 1, 3), (3, 2, 1), (5, 1, 3)], ids=str)
def test_every_placement_was_compared(shape):
    for seed in range(4):
        draw = draw_chain(*shape, seed)
        assert list_meetings(draw) == best_of_all(draw.request.entrants) == draw.certificate["pool_meetings"]


@pytest.mark.parametrize("pools", [2, 4, 8])
def test_the_first_of_a_meets_the_second_of_b(pools):
    draw = draw_chain(pools, 2, 0, 1)
    labels = {frozenset(value for _name, value in reason.params) for line in draw.pairings for reason in line.reasons}
    names = "ABCDEFGH"[:pools]
    pairs = [pair for index in range(0, pools, 2) for pair in itertools.permutations(names[index : index + 2])]
    assert labels == {frozenset((first + "1", second + "2")) for first, second in pairs}


@pytest.mark.parametrize("shape", [*POWERS, *BEST_OTHERS, *UNEVEN], ids=str)
def test_winners_of_pools_are_protected(shape):
    draw = draw_chain(*shape, 7)
    pools = shape[0]
    winners = {entrant.id for entrant in draw.request.entrants if entrant.seed <= pools}
    together = sum(len(winners.intersection(line.sides)) == 2 for line in draw.matches)
    assert together == max(0, pools - draw.pairings[0].position.width // 2)
    assert len(winners.intersection(line.sides[0] for line in draw.byes)) == min(pools, len(draw.byes))
    two_best = [line.position.slot for seed in (1, 2) for line in draw.pairings if find_seed(draw, seed) in line.sides]
    assert [slot // max(1, draw.pairings[0].position.width // 4) for slot in sorted(two_best)] == [0, 1]


def find_seed(draw, seed):
    return next(entrant.id for entrant in draw.request.entrants if entrant.seed == seed)


@pytest.mark.parametrize("form", ["knockout", "double_elimination"])
@pytest.mark.parametrize("shape", [(4, 2, 0), (3, 2, 2), (5, 2, 0), (2, 1, 5)], ids=str)
def test_the_draw_is_repeated_and_passes_the_checker(shape, form):
    entrants = draw_chain(*shape, 3).request.entrants
    draw = draw_to_json(draw_round(form, entrants=entrants, round_number=1, seed="s"))
    repeat_draw(draw)
    assert check_draw(draw).faults == []
    assert "the best of the pools rest first" in {claim.what for claim in check_draw(draw).proven}


def test_the_checker_sees_winners_who_meet():
    draw = draw_to_json(draw_chain(4, 2, 0, 1))
    winners = {entrant["id"] for entrant in draw["request"]["entrants"] if entrant["seed"] <= 4}
    first, second = [line["sides"] for line in draw["pairings"]][:2]
    place = next(index for index in (0, 1) if first[index] not in winners)
    other = next(index for index in (0, 1) if second[index] in winners)
    first[place], second[other] = second[other], first[place]
    assert {claim.what for claim in check_draw(draw).faults} == {"the best of the pools do not meet in the first match"}


def test_the_reason_names_the_pool_only_where_no_bracket_keeps_it_apart():
    entrants = [Entrant(index, index, index, club="Bar", pool=pool) for index, pool in enumerate("ABAAAA", start=1)]
    draw = draw_round("knockout", entrants=entrants, round_number=1, seed="s")
    codes = [reason.code for line in draw.matches for reason in line.reasons]
    assert codes == ["same_pool_unavoidable", "same_pool_unavoidable"]
    assert draw.certificate["pools_proven"] is True


def test_without_seeds_pool_mates_are_apart_and_the_rest_is_drawn():
    entrants = [replace(entrant, seed=0) for entrant in draw_chain(4, 2, 0, 2).request.entrants]
    draws = [draw_round("knockout", entrants=entrants, round_number=1, seed=str(seed)) for seed in range(20)]
    assert {tuple(list_meetings(draw)) for draw in draws} == {(0, 0, 4)}
    assert len({tuple(line.sides for line in draw.pairings) for draw in draws}) > 10
    assert {reason.code for draw in draws for line in draw.matches for reason in line.reasons} == {"drawn"}


def test_forbidden_pairs_and_clubs_are_heeded_within_the_crossing():
    entrants = draw_chain(4, 2, 0, 2).request.entrants
    free = draw_round("knockout", entrants=entrants, round_number=1, seed="s")
    pair = free.matches[0].sides
    apart = draw_round("knockout", entrants=entrants, round_number=1, seed="s", forbidden=[pair])
    assert list_meetings(apart) == list_meetings(free) == [0, 0, 4]
    assert set(pair) not in [set(line.sides) for line in apart.matches]
    named = [replace(entrant, club="Bar" if entrant.id in pair else "") for entrant in entrants]
    by_club = draw_round("knockout", entrants=named, round_number=1, seed="s")
    assert set(pair) not in [set(line.sides) for line in by_club.matches]
    ignored = draw_round("knockout", entrants=named, round_number=1, seed="s", options={"clubs_apart": False})
    assert [line.sides for line in ignored.matches] == [line.sides for line in free.matches]


def test_a_change_by_hand_that_joins_a_pool_is_objected_to():
    draw = draw_chain(4, 2, 0, 2)
    pool_of = {entrant.id: entrant.pool for entrant in draw.request.entrants}
    pair = mates(pool_of)[0]
    assert [reason.code for reason in find_objections(draw, [replace(draw.pairings[0], sides=pair)])] == ["would_meet_pool"]


def test_a_request_without_pools_is_written_as_before():
    draw = draw_round("knockout", entrants=[Entrant(1, 1), Entrant(2, 2)], round_number=1, seed="s")
    assert [set(entrant) for entrant in request_to_json(draw.request)["entrants"]] == [
        {"id", "number", "seed", "club", "strength", "withdrawn"}
    ] * 2
