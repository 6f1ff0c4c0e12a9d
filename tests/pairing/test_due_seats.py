"""Who is due in a drawn bracket after a correction: by drawing it again where no lots decide, and by the rule of the lots elsewhere."""

import random
from dataclasses import replace

import pytest

from pairing import Entrant, MatchOutcome, PlayedMatch, draw_request, draw_round, format_by_key
from pairing.due_seats import find_due_sides
from pairing.lucky_losers import FIRST_TURN, find_losers, find_winners
from tests.cases import every_case

BRACKETS = ("knockout", "double_elimination", "repechage")


def play(drawn, rng):
    """A drawn round with random winners."""
    return tuple(
        PlayedMatch(
            drawn.request.round,
            pairing.sides,
            0 if pairing.bye else rng.randrange(2),
            MatchOutcome.BYE if pairing.bye else MatchOutcome.PLAYED,
            pairing.position,
        )
        for pairing in drawn.pairings
    )


def draw_rounds(key, count, rng, rounds, options):
    entrants = tuple(Entrant(id=100 + number, number=number) for number in range(1, count + 1))
    history, drawn = (), None
    for number in range(1, rounds + 1):
        drawn = draw_round(key, options=options, entrants=entrants, round_number=number, seed=f"{number}", history=history)
        if number < rounds:
            history += play(drawn, rng)
    return drawn, history


def turn_last(history, rng):
    """The history with one match of its last round turned round; None where that round has only byes."""
    last = max(played.round for played in history)
    places = [place for place, played in enumerate(history) if played.round == last and len(played.sides) == 2]
    if not places:
        return None
    place = rng.choice(places)
    return (*history[:place], replace(history[place], winner=1 - history[place].winner), *history[place + 1 :])


def sides_by_position(drawn):
    return {pairing.position: set(pairing.sides) for pairing in drawn.pairings}


@pytest.mark.parametrize("key", BRACKETS[:2])
@every_case("seed", range(40))
def test_seats_without_lots_are_those_of_another_draw(key, seed):
    """The second derivation: what the format would draw from the corrected results."""
    rng = random.Random(seed)
    count = rng.randint(4, 17)
    rounds = format_by_key(key).count_rounds(format_by_key(key).options_from({}), count) - (key == "double_elimination")
    drawn, history = draw_rounds(key, count, rng, rng.randint(2, rounds), {})
    turned = turn_last(history, rng)
    if turned is None:
        return
    due = find_due_sides(drawn, turned)
    again = sides_by_position(draw_request(replace(drawn.request, history=turned)))
    assert {place: set(sides) for place, sides in due.items()} == {
        place: sides for place, sides in again.items() if sides != sides_by_position(drawn).get(place)
    }


@pytest.mark.parametrize("way", ["drawn", "played"])
@every_case("seed", range(25))
def test_lots_stay_and_only_who_was_turned_is_exchanged(way, seed):
    """In the second round of a repechage: all winners sit in the bracket, only losers play for its places, and nobody twice."""
    rng = random.Random(seed)
    drawn, history = draw_rounds("repechage", rng.randint(5, 20), rng, 2, {"way": way})
    turned = turn_last(history, rng)
    due = find_due_sides(drawn, turned)
    seats = {pairing.position: due.get(pairing.position, pairing.sides) for pairing in drawn.pairings}
    seated = [side for sides in seats.values() for side in sides]
    assert len(seated) == len(set(seated))
    assert len(seated) == sum(len(pairing.sides) for pairing in drawn.pairings)
    if any(pairing.position.bracket == "main" for pairing in drawn.pairings):
        assert find_winners(turned, FIRST_TURN) <= set(seated)
    else:
        assert set(seated) <= find_losers(turned, FIRST_TURN)
    changed = {side for place in due for side in {*due[place]} ^ sides_by_position(drawn)[place]}
    assert len(changed) in {0, 2}


def test_the_results_of_the_draw_move_nobody():
    drawn, history = draw_rounds("knockout", 8, random.Random(1), 2, {})
    assert find_due_sides(drawn, history) == {}


def test_where_nobody_has_won_nobody_is_due():
    drawn, history = draw_rounds("knockout", 4, random.Random(1), 2, {})
    nobody = tuple(replace(played, winner=-1) if played.position.slot == 0 else played for played in history)
    assert sorted(map(len, find_due_sides(drawn, nobody).values())) == [1, 1]


def test_who_withdraws_later_keeps_a_seat_and_gets_no_new_one():
    drawn, history = draw_rounds("knockout", 8, random.Random(3), 2, {"play_for": 2})
    turned = turn_last(history, random.Random(4))
    (sides,) = find_due_sides(drawn, turned).values()
    (comes,) = set(sides) - {side for pairing in drawn.pairings for side in pairing.sides}
    (without,) = find_due_sides(drawn, turned, withdrawn={comes}).values()
    assert set(without) == set(sides) - {comes}


@pytest.mark.parametrize("key", ["swiss", "danish"])
def test_other_formats_keep_their_draw(key):
    drawn = draw_round(key, options={}, entrants=[Entrant(id=number, number=number) for number in range(1, 9)], round_number=1, seed="s")
    later = replace(drawn, request=replace(drawn.request, round=2))
    assert find_due_sides(later, play(drawn, random.Random(1))) == {}
