"""Howell: every pair once, deals never twice, the movement that its name stands for; by plain counts over whole stages."""

from collections import Counter

import pytest

from pairing import DrawRequest, Entrant, format_by_key
from pairing.howell import NINE, build_plain_starter, count_places, find_starter_with_adder
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


def test_pairs_kept_apart_meet_in_a_round_that_is_not_played():
    rounds = play(10, rounds=4, forbidden=((1, 2), (3, 4), (5, 6)))
    met = {frozenset(sides) for tables in rounds for sides, _deals in tables}
    assert met.isdisjoint({frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))})


@pytest.mark.parametrize("count", [3, 4, 5, 6, 101])
def test_too_few_or_too_many_entries_for_travelling_deals_are_refused_with_the_reason(count):
    with pytest.raises(DrawRefused) as refused:
        play(count, deals=True)
    assert [reason.code for reason in refused.value.reasons] == ["howell_deals"]
