"""Pairs that must not meet, in every format: against every placement there is, and through whole stages."""

import itertools
import random
from collections import Counter

import pytest

from pairing import FORMATS, Entrant, EntrantStanding, PlayedMatch, draw_round, draw_to_json, format_reason, repeat_draw
from pairing.bracket import compute_bracket_width, compute_seed_order
from pairing.checker import check_draw
from pairing.clubs import ClubPlacement
from pairing.mitchell import NOBODY
from pairing.separation import separate_in_bracket, separate_in_groups, separate_in_lines
from pairing.values import EntryGroup, MatchOutcome
from tests.cases import every_case

TWO_SIDED = [form for form in FORMATS if form.sides == 2 and form.side_size == 1]
FORBIDDEN = [(1, 2), (3, 4), (1, 5)]


def entrants(count, seeds=0):
    return tuple(Entrant(id=number, number=number, seed=number if number <= seeds else 0) for number in range(1, count + 1))


def forbidden_together(width, slots, pairs):
    slot_of = {entry: slot for slot, entry in slots.items()}
    levels = range(1, (width - 1).bit_length() + 1)
    return [sum(slot_of[one] >> level == slot_of[other] >> level for one, other in pairs) for level in levels]


@every_case("case", range(60))
def test_no_placement_in_a_bracket_keeps_forbidden_pairs_apart_longer(case):
    chance = random.Random(case)
    count = chance.randint(3, 7)
    width = compute_bracket_width(count)
    slots = {slot: entry for entry, slot in enumerate(sorted(range(width), key=compute_seed_order(width).__getitem__)[:count], start=1)}
    pairs = chance.sample(list(itertools.combinations(range(1, count + 1), 2)), chance.randint(1, 2))
    clubs = {entry: entry for entry in slots.values()}
    found = separate_in_bracket(width, slots, list(slots), clubs, pairs)
    best = min(forbidden_together(width, dict(zip(slots, order, strict=True)), pairs) for order in itertools.permutations(slots.values()))
    assert forbidden_together(width, found, pairs) == best
    assert sorted(found.values()) == sorted(slots.values())


def test_seeds_keep_their_places_and_clubs_stay_apart_where_the_forbidden_leave_room():
    slots = dict(enumerate([1, 2, 3, 4, 5, 6, 7, 8]))
    clubs = {1: "A", 2: "B", 3: "A", 4: "C", 5: "B", 6: "C", 7: "D", 8: "D"}
    found = separate_in_bracket(8, slots, [1, 2, 3, 4, 5, 6, 7], clubs, [(1, 2)])
    assert found[0] == 1
    assert forbidden_together(8, found, [(1, 2)]) == [0, 0, 1]
    assert ClubPlacement.from_slots(8, {slot: clubs[entry] for slot, entry in found.items()}).together[0] == 0


def test_without_forbidden_pairs_nothing_is_touched():
    slots = dict(enumerate([1, 2, 3, 4]))
    assert separate_in_bracket(4, slots, [0, 1, 2, 3], dict.fromkeys(slots.values(), "A"), []) == slots
    groups = (EntryGroup("A", (1, 2)), EntryGroup("B", (3, 4)))
    assert separate_in_groups(groups, {1, 2, 3, 4}, {1: "X", 2: "X"}, []) == groups


@every_case("case", range(40))
def test_no_exchange_that_puts_a_forbidden_pair_into_one_line_leaves_the_lines_more_alike(case):
    """Nine entries in two lines, the second of which has a seat where nobody sits."""
    chance = random.Random(case)
    order = chance.sample(range(1, 10), 9)
    lines, ranks = [order[:5], [*order[5:], NOBODY]], {entry: rank for rank, entry in enumerate(chance.sample(order, 9))}
    fixed, moving = chance.choice(lines[0]), chance.choice(order[5:])

    def measure_change(new):
        sums = [[sum(ranks.get(one, 0) for one in line) for line in two] for two in (lines, new)]
        return sum(abs(after - before) for before, after in zip(*sums, strict=True))

    found = separate_in_lines([EntryGroup("fixed", tuple(lines[0])), EntryGroup("moving", tuple(lines[1]))], ranks, [(fixed, moving)])
    others = [(fixed, other) for other in order[5:] if other != moving] + [(moving, other) for other in order[:5] if other != fixed]
    every = [[[{one: other, other: one}.get(entry, entry) for entry in line] for line in lines] for one, other in others]
    assert any({fixed, moving} <= set(line.members) for line in found)
    assert measure_change([line.members for line in found]) == min(map(measure_change, every))


def play(form, count, options, forbidden, chance, seed="s"):
    """A whole stage with random winners; every draw."""
    people = entrants(count)
    history, draws, groups = [], [], ()
    rounds = form.count_rounds(form.options_from(options), count)
    for number in range(1, rounds + 1):
        lines = standings(people, history)
        drawn = draw_round(
            form, options=options, entrants=people, round_number=number, seed=f"{seed}/{number}", history=history, standings=lines,
            forbidden=forbidden, groups=groups,
        )  # fmt: skip
        groups = groups or drawn.groups
        draws.append(drawn)
        for one in drawn.pairings:
            winner = 0 if one.bye else chance.randrange(2)
            outcome = MatchOutcome.BYE if one.bye else MatchOutcome.PLAYED
            history.append(PlayedMatch(number, one.sides, winner, outcome, one.position, one.side_size, one.first_dealer))
    return draws


def standings(people, history):
    last = max((played.round for played in history), default=0)
    before = Counter(played.sides[played.winner] for played in history if played.round < last)
    floated = {side for one in history if one.round == last and len({before[side] for side in one.sides}) > 1 for side in one.sides}
    won, met, byes = {one.id: 0 for one in people}, {one.id: [] for one in people}, {one.id: 0 for one in people}
    for played in history:
        for place, side in enumerate(played.sides):
            won[side] += place == played.winner
            met[side] += [other for other in played.sides if other != side]
            byes[side] += played.outcome is MatchOutcome.BYE
    order = sorted(won, key=lambda entry: (-won[entry], entry))
    return tuple(
        EntrantStanding(entry, rank, won[entry], opponents=tuple(met[entry]), byes=byes[entry], floated=entry in floated)
        for rank, entry in enumerate(order, 1)
    )


def forbidden_meetings(draw, forbidden):
    return [pair for pair in forbidden for one in draw.pairings if set(pair) <= set(one.sides)]


@pytest.mark.parametrize("form", TWO_SIDED, ids=lambda form: form.key)
@every_case("case", range(12))
def test_whoever_must_not_meet_meets_only_where_the_format_leaves_no_choice_and_that_is_said(form, case):
    chance = random.Random(case)
    draws = play(form, chance.randint(8, 17), {}, FORBIDDEN, chance, seed=str(case))
    for drawn in draws:
        assert repeat_draw(draw_to_json(drawn)) == drawn
        assert check_draw(draw_to_json(drawn)).faults == []
        for pairing in drawn.pairings:
            codes = {reason.code for reason in pairing.reasons}
            meets = any(set(pair) <= set(pairing.sides) for pair in FORBIDDEN)
            assert meets == bool(codes & {"forbidden_met", "forbidden_unavoidable"})
    early = [pair for drawn in draws[:1] for pair in forbidden_meetings(drawn, FORBIDDEN)]
    assert early == []
    if form.key in {"swiss", "danish", "mitchell", "heats"}:
        assert [pair for drawn in draws for pair in forbidden_meetings(drawn, FORBIDDEN)] == []


def test_pools_separate_the_forbidden_and_one_pool_says_that_it_cannot():
    apart = play(FORMATS[3], 12, {"pool_size": 4}, FORBIDDEN, random.Random(1))
    assert [pair for drawn in apart for pair in forbidden_meetings(drawn, FORBIDDEN)] == []
    serpentine = play(FORMATS[3], 12, {"pool_size": 4, "distribution": "serpentine"}, FORBIDDEN, random.Random(1))
    assert [pair for drawn in serpentine for pair in forbidden_meetings(drawn, FORBIDDEN)] == []
    together = play(FORMATS[3], 4, {"pool_size": 4}, [(1, 2)], random.Random(1))
    told = [
        format_reason(reason) for drawn in together for one in drawn.pairings for reason in one.reasons if reason.code == "forbidden_met"
    ]
    assert told == ["1 and 2 were to be kept apart; in this format the round cannot be drawn without this match."]


@pytest.mark.parametrize("key", ["individual", "tables_of_five"])
def test_individuals_who_must_not_meet_sit_at_different_tables(key):
    form = next(form for form in FORMATS if form.key == key)
    draws = play(form, 20, {"rounds": 4}, FORBIDDEN, random.Random(3))
    assert [pair for drawn in draws for pair in forbidden_meetings(drawn, FORBIDDEN)] == []


def test_the_swiss_says_whom_it_kept_apart_and_why():
    for case in range(40):
        draws = play(next(form for form in FORMATS if form.key == "swiss"), 10, {"numbers": "given"}, [(1, 6)], random.Random(case))
        first = [reason for one in draws[0].pairings for reason in one.reasons if reason.code == "forbidden_avoided"]
        assert [dict(reason.params) for reason in first] == [{"entrant": 1, "other": 6}]
        later = [reason for drawn in draws[1:] for one in drawn.pairings for reason in one.reasons if reason.code == "rematch_avoided"]
        if later:
            assert format_reason(later[0]).endswith("but they have already played each other.")
            return
    pytest.fail("no rematch was avoided in forty tournaments")
