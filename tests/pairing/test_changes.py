"""What speaks against the changes that a director makes by hand."""

import random
from itertools import combinations

import pytest

from pairing import EntrantStanding, Pairing, PlayedMatch, draw_round
from pairing.changes import find_objections
from tests.pairing.evenings import people
from tests.pairing.stages import PlayedStage, Scene


def test_everything_that_speaks_against_a_change_is_told():
    draw = draw_round(
        "danish", entrants=people(4, clubs=2), round_number=2, seed="s", history=[PlayedMatch(1, (101, 103), 0)], forbidden=[(102, 104)]
    )
    changed = find_objections(draw, [Pairing(1, (101, 103)), Pairing(2, (102, 104))])
    assert [reason.code for reason in changed] == ["would_meet_again", "would_meet_club", "would_meet_forbidden", "would_meet_club"]
    assert find_objections(draw, draw.pairings) == ()


def test_at_a_table_of_five_those_speak_against_it_who_come_to_it():
    """Two change tables: told is whom they have met, or are to be kept apart from, at the other one; who stays there is no news."""
    first = PlayedMatch(1, (101, 102, 103, 104, 105), 0)
    draw = draw_round("tables_of_five", entrants=people(10), round_number=2, seed="s", history=[first], forbidden=[(106, 107)])
    tables = [Pairing(1, (101, 102, 103, 104, 105)), Pairing(2, (106, 107, 108, 109, 110))]
    drawn = [set(pairing.sides) for pairing in draw.pairings]
    told = {(reason.code, *dict(reason.params).values()) for reason in find_objections(draw, tables)}
    new = {(one, other) for one in range(101, 111) for other in range(one + 1, 111) if not any({one, other} <= table for table in drawn)}
    met = {("would_meet_again", one, other) for one, other in new if other <= 105}
    assert told == met | {("would_meet_forbidden", one, other) for one, other in new if (one, other) == (106, 107)}
    assert ("would_meet_forbidden", 106, 107) in told


def test_who_has_won_without_playing_rests_a_second_time_too():
    draw = draw_round(
        "swiss",
        entrants=people(3),
        round_number=2,
        seed="s",
        standings=[EntrantStanding(101, 1, 1, forfeit_wins=1), EntrantStanding(102, 2, 0)],
    )
    changed = find_objections(draw, [Pairing(1, (102, 103)), Pairing(2, (101,), bye=True)])
    assert [reason.code for reason in changed] == ["would_rest_again"]


def list_pairs(pairing):
    return {frozenset(pair) for pair in combinations(pairing.sides, 2)}


@pytest.mark.parametrize(
    "scene",
    [
        Scene("swiss", 9, {"rounds": 4}, clubs=3, apart=((1, 2), (3, 9))),
        Scene("danish", 11, {"rounds": 5}, clubs=2, apart=((4, 5),)),
        Scene("round_robin", 9, {"pool_size": 5}, pools=3, clubs=3),
        Scene("knockout", 9, pools=3, clubs=2, apart=((1, 2), (7, 8))),
        Scene("tables_of_three", 11, {"rounds": 4}, clubs=2, apart=((1, 2), (5, 6))),
    ],
    ids=str,
)
def test_objections_are_those_of_every_pair_that_the_draw_did_not_put_together(scene):
    """Any tables at all: told again, pair by pair, from what was played, forbidden, and known of both."""
    stage, chance = PlayedStage(scene).play_all(), random.Random(str(scene))
    for draw in stage.draws:
        known = {entrant.id: entrant for entrant in draw.request.entrants}
        played = {frozenset(pair) for match in draw.request.history if match.outcome == "played" for pair in combinations(match.sides, 2)}
        played |= {frozenset((line.entrant, other)) for line in draw.request.standings for other in line.opponents}
        rested = {line.entrant for line in draw.request.standings if line.byes + line.forfeit_wins}
        seats = chance.sample(sorted(known), len(known))
        size = max(len(pairing.sides) for pairing in draw.pairings)
        tables = [Pairing(place, tuple(seats[place : place + size])) for place in range(0, len(seats) - size + 1, size)]
        tables += [Pairing(99, (one,), bye=True) for one in seats[len(seats) // size * size :]]
        drawn_tables, drawn = {frozenset(one.sides) for one in draw.pairings}, set().union(*map(list_pairs, draw.pairings))
        expected = []
        for table in tables:
            if frozenset(table.sides) in drawn_tables:
                continue
            expected += [("would_rest_again", one) for one in table.sides if table.bye and one in rested]
            for one, other in combinations(table.sides, 2):
                pair = frozenset((one, other))
                if pair not in drawn:
                    told = {
                        "would_meet_again": pair in played,
                        "would_meet_forbidden": pair in map(frozenset, draw.request.forbidden),
                        "would_meet_pool": size == 2 and bool(known[one].pool) and known[one].pool == known[other].pool,
                        "would_meet_club": size == 2 and bool(known[one].club) and known[one].club == known[other].club,
                    }
                    expected += [(code, one, other) for code, is_so in told.items() if is_so]
        assert [(reason.code, *dict(reason.params).values()) for reason in find_objections(draw, tables)] == expected
