"""Howell: every pair once, deals never twice, the movement that its name stands for; by plain counts over whole stages."""

from collections import Counter
from pathlib import Path

import pytest

from pairing import DrawRequest, Entrant, format_by_key
from pairing.howell import NINE, build_plain_starter, count_places, find_starter_with_adder, turn_starter
from pairing.reasons import DrawRefused

HOWELL = format_by_key("howell")


def play(count, *, deals=False, rounds=399, forbidden=()):
    """The pairs of every round with their deals, and the byes."""
    options = HOWELL.options_from({"rounds": rounds, "deals_travel": deals})
    entrants = tuple(Entrant(id=number, number=number) for number in range(1, count + 1))
    groups, played = (), []
    for number in range(1, HOWELL.count_rounds(options, count) + 1):
        request = DrawRequest("howell", number, "seed", entrants, HOWELL.options_to_json(options), (), groups=groups, forbidden=forbidden)
        HOWELL.check_request(options, request)
        result = HOWELL.draw_pairings(options, request)
        groups = result.groups
        played.append([(pairing.sides, dict(pairing.reasons[0].params).get("deals")) for pairing in result.pairings])
    return played


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 9, 12, 17, 30, 64])
def test_everybody_meets_everybody_once_and_rests_once_in_an_odd_field(count):
    rounds = play(count)
    assert len(rounds) == count_places(count)
    met = Counter(frozenset(sides) for tables in rounds for sides, _deals in tables if len(sides) == 2)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    rests = Counter(sides[0] for tables in rounds for sides, _deals in tables if len(sides) == 1)
    assert sorted(rests.values()) == [1] * (count if count % 2 else 0)
    assert all(sorted(entry for sides, _deals in tables for entry in sides) == list(range(1, count + 1)) for tables in rounds)


@pytest.mark.parametrize("count", [7, 8, 9, 10, 11, 14, 23, 40])
def test_with_travelling_deals_nobody_plays_a_deal_twice_and_no_two_tables_share_one(count):
    rounds = play(count, deals=True)
    by_entry = Counter((entry, deals) for tables in rounds for sides, deals in tables if len(sides) == 2 for entry in sides)
    assert set(by_entry.values()) == {1}
    for tables in rounds:
        in_play = [deals for sides, deals in tables if len(sides) == 2]
        assert len(in_play) == len(set(in_play))
        assert set(in_play) <= set(range(1, count_places(count) + 1))
    assert set(Counter(frozenset(sides) for tables in rounds for sides, _deals in tables if len(sides) == 2).values()) == {1}


def test_all_but_one_take_the_place_of_the_next_lower_number():
    """The movement as clubs play it (acbl.org): follow the same pair round the room."""
    rounds = play(8)
    tables = [{entry: table for table, (sides, _deals) in enumerate(round_) for entry in sides} for round_ in rounds]
    fixed = [entry for entry in range(1, 9) if len({where[entry] for where in tables}) == 1]
    assert len(fixed) == 1
    for entry in set(range(1, 9)) - set(fixed):
        followed = {other for other in range(1, 9) if all(tables[turn + 1][entry] == tables[turn][other] for turn in range(6))}
        assert len(followed) >= 1


@pytest.mark.parametrize("places", [7, 9, 11, 13, 25, 33, 63])
def test_a_starter_has_every_place_and_difference_once_and_its_adder_every_place_again(places):
    starter, adder = find_starter_with_adder(places)
    for pairs in (
        starter,
        [((a + x) % places, (b + x) % places) for (a, b), x in zip(starter, adder, strict=True)],
        build_plain_starter(places),
    ):
        assert sorted(place for pair in pairs for place in pair) == list(range(1, places))
        assert sorted(min((a - b) % places, (b - a) % places) for a, b in pairs) == list(range(1, places // 2 + 1))
    assert len(set(adder)) == len(adder)
    assert 0 not in adder
    assert find_starter_with_adder(9) == NINE


PUBLISHED = {
    8: (
        {1: ((8, 1), 1), 2: ((3, 6), 4), 3: ((2, 7), 6), 4: ((5, 4), 7)},
        {1: ((8, 7), 7), 2: ((2, 5), 3), 3: ((1, 6), 5), 4: ((4, 3), 6)},
    ),
    14: (
        {1: ((5, 12), 1), 2: ((2, 4), 2), 3: ((9, 10), 3), 4: ((14, 1), 4), 5: ((8, 13), 5), 6: ((7, 11), 6), 7: ((6, 3), 7)},
        {1: ((4, 11), 13), 2: ((1, 3), 1), 3: ((8, 9), 2), 4: ((14, 13), 3), 5: ((7, 12), 4), 6: ((6, 10), 5), 7: ((5, 2), 6)},
    ),
}
"""The first and the last round of the Howell cards that clubs use: table, pairs, set of boards. As in github.com/thebridsk/bridgescorer
(Howell08T4B21, Howell14T7B26); the card of table 1 for 14 pairs is also printed on bridgehands.com, Guide Card."""


@pytest.mark.parametrize("count", PUBLISHED)
def test_the_published_cards_are_a_starter_with_its_adder_and_turn_as_ours_do(count):
    first, last = PUBLISHED[count]
    places = count - 1
    fixed_deals = next(deals for sides, deals in first.values() if count in sides)
    moving = [((a - 1, b - 1), deals) for (a, b), deals in first.values() if count not in (a, b)]
    starter, adder = tuple(sides for sides, _deals in moving), tuple((fixed_deals - deals) % places for _sides, deals in moving)
    moved = [((a + x) % places, (b + x) % places) for (a, b), x in zip(starter, adder, strict=True)]
    for pairs in (starter, moved):
        assert sorted(place for pair in pairs for place in pair) == list(range(1, places))
        assert sorted(min((a - b) % places, (b - a) % places) for a, b in pairs) == list(range(1, places // 2 + 1))
    for number, table in ((1, first), (places, last)):
        ours = turn_starter((count, *range(1, count)), number, starter, adder)
        shifted = {(frozenset(sides), (deals + fixed_deals - 2) % places + 1) for sides, deals in ours}
        assert shifted == {(frozenset(sides), deals) for sides, deals in table.values()}


CARDS = Path(__file__).with_name("howell_cards.txt")


def read_cards():
    """The tables of every round by number of pairs: two pairs (0 is nobody) and a set of deals, as the cards print them."""
    cards: dict[int, list[set]] = {}
    for line in CARDS.read_text().splitlines():
        count, _number, *tables = line.split() if not line.startswith("#") else (0, 0)
        if not tables:
            continue
        for_count = cards.setdefault(int(count), [])
        for_count.append(
            {(frozenset(map(int, sides.split("-"))), int(deals)) for sides, _colon, deals in (table.partition(":") for table in tables)}
        )
    return cards


@pytest.mark.parametrize(("count", "rounds"), read_cards().items())
def test_every_round_of_the_published_cards_is_their_first_one_turned_by_our_rule(count, rounds):
    """7 to 14 pairs, with and without a sit-out."""
    places = count_places(count)
    fixed, order = (count, (count, *range(1, count))) if count % 2 == 0 else (0, tuple(range(1, count + 1)))
    fixed_deals = next(deals for sides, deals in rounds[0] if fixed in sides)
    moving = [(tuple(entry - 1 for entry in sides), deals) for sides, deals in rounds[0] if fixed not in sides]
    starter, adder = tuple(sides for sides, _deals in moving), tuple((fixed_deals - deals) % places for _sides, deals in moving)
    (fixed_pair,) = (sides for sides, _deals in rounds[0] if fixed in sides)
    assert fixed_pair == {fixed, 1}
    assert len(rounds) == places
    for number, tables in enumerate(rounds, start=1):
        ours = turn_starter(order, number, starter, adder)
        assert {(frozenset(sides), (deals + fixed_deals - 2) % places + 1) for sides, deals in ours} == tables


def test_the_endless_howell_of_eight_begins_as_ours_without_deals():
    """bridgecentral.com, Endless Howell movement: 8-1, 7-2, 6-3, 5-4."""
    ours = turn_starter((8, *range(1, 8)), 1, build_plain_starter(7), (0,) * 7)
    assert {frozenset(sides) for sides, _deals in ours} == {frozenset(pair) for pair in ((8, 1), (7, 2), (6, 3), (5, 4))}


def test_pairs_kept_apart_meet_in_a_round_that_is_not_played():
    rounds = play(10, rounds=4, forbidden=((1, 2), (3, 4), (5, 6)))
    met = {frozenset(sides) for tables in rounds for sides, _deals in tables}
    assert met.isdisjoint({frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))})


def test_all_rounds_but_one_leave_one_round_for_a_pair_kept_apart():
    assert all({1, 2} != set(sides) for tables in play(10, rounds=8, forbidden=((1, 2),)) for sides, _deals in tables)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 101])
def test_too_few_or_too_many_entries_for_travelling_deals_are_refused_with_the_reason(count):
    with pytest.raises(DrawRefused) as refused:
        play(count, deals=True)
    assert [reason.code for reason in refused.value.reasons] == ["howell_deals"]
