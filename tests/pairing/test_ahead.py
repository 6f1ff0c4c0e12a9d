"""Matches of a bracket drawn while an earlier round is still being played, beside the same bracket played round by round."""

import random
from itertools import product

import pytest

from pairing import DrawRequest, MatchOutcome, PlayedMatch, Position, draw_from_json, draw_request, draw_to_json, format_by_key, repeat_draw
from pairing.ahead import extend_request, find_certain_positions
from pairing.checker import check_draw
from pairing.due_seats import find_due_sides
from tests.pairing.evenings import people

FORMATS = [("knockout", {"play_for": 2}), ("knockout", {"play_for": 8}), ("knockout", {"play_for": 1024}), ("double_elimination", {})]


def build_request(key, options, entrants, number, history, *, ahead=False):
    form = format_by_key(key)
    resolved = form.options_to_json(form.options_from(options))
    return DrawRequest(key, number, "s", entrants, resolved, tuple(match for match in history if match.round < number), ahead=ahead)


def finish(pairing, number, winner):
    """The pairing as a match that side `winner` has won."""
    outcome = MatchOutcome.BYE if pairing.bye else MatchOutcome.PLAYED
    return PlayedMatch(number, pairing.sides, 0 if pairing.bye else winner, outcome, pairing.position, first_dealer=pairing.first_dealer)


def choose_winner(position, seed):
    """The same side wins the match at a place of the bracket, whenever it is played."""
    return random.Random(f"{position} {seed}").randrange(2)


def count_rounds(key, options, entrants):
    form = format_by_key(key)
    return form.count_rounds(form.options_from(options), len(entrants))


def play_by_rounds(key, options, entrants, seed):
    """Every pairing by its place when each round waits for the whole round before."""
    history, drawn_by_place = [], {}
    for number in range(1, count_rounds(key, options, entrants) + 1):
        drawn = draw_request(build_request(key, options, entrants, number, history))
        for pairing in drawn.pairings:
            drawn_by_place[pairing.position] = (pairing.sides, pairing.first_dealer, pairing.reasons)
            history.append(finish(pairing, number, choose_winner(pairing.position, seed)))
    return drawn_by_place


class Hall:
    """A bracket in which one match after the other ends, in any order, and each round is extended as soon as it can be."""

    def __init__(self, key, options, entrants, seed):
        self.key, self.options, self.entrants = key, options, entrants
        self.chance, self.seed = random.Random(seed), seed
        self.history, self.draws = [], {1: draw_request(build_request(key, options, entrants, 1, ()))}
        self.settle_byes()

    def settle_byes(self):
        known = {match.position for match in self.history}
        for number, drawn in self.draws.items():
            self.history += [finish(bye, number, 0) for bye in drawn.byes if bye.position not in known]

    def list_open(self):
        over = {match.position for match in self.history}
        return [(number, match) for number, drawn in self.draws.items() for match in drawn.matches if match.position not in over]

    def end_one(self):
        number, match = self.chance.choice(self.list_open())
        self.history.append(finish(match, number, choose_winner(match.position, self.seed)))

    def extend(self):
        """Draw what can be drawn of every later round; return the rounds that got more."""
        grown = []
        for number in range(2, count_rounds(self.key, self.options, self.entrants) + 1):
            ahead = any(open_number < number for open_number, _match in self.list_open())
            drawn = self.draw_round(number, ahead=ahead)
            if drawn is not None and drawn != self.draws.get(number):
                self.draws[number] = drawn
                grown.append(number)
                self.settle_byes()
        return grown

    def draw_round(self, number, *, ahead):
        stored = self.draws.get(number)
        if stored is not None:
            return draw_request(extend_request(stored.request, self.history, (), ahead=ahead)) if stored.request.ahead else stored
        if all(match.round != number - 1 for match in self.history):
            return None
        drawn = draw_request(build_request(self.key, self.options, self.entrants, number, self.history, ahead=ahead))
        return drawn if drawn.pairings else None


@pytest.mark.parametrize(("key", "options"), FORMATS)
@pytest.mark.parametrize("count", [3, 5, 8, 13, 16])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_ends_first_the_bracket_is_the_one_played_by_rounds(key, options, count, seed):
    entrants = tuple(people(count, seeds=count // 2))
    hall = Hall(key, options, entrants, seed)
    began_ahead = 0
    while hall.list_open():
        hall.end_one()
        open_rounds = {number for number, _match in hall.list_open()}
        began_ahead += sum(any(open_number < number for open_number in open_rounds) for number in hall.extend())
    drawn = {match.position: (match.sides, match.first_dealer, match.reasons) for draw in hall.draws.values() for match in draw.pairings}
    assert drawn == play_by_rounds(key, options, entrants, seed)
    assert count < 8 or began_ahead
    for draw in hall.draws.values():
        assert repeat_draw(draw_to_json(draw)) == draw
        assert check_draw(draw_to_json(draw)).faults == []


@pytest.mark.parametrize(("key", "options"), [FORMATS[1], FORMATS[3]])
@pytest.mark.parametrize("count", [4, 6])
def test_drawn_ahead_is_exactly_what_no_open_match_can_change(key, options, count):
    """By brute force: every way in which the open matches can end, round by round."""
    entrants = tuple(people(count))
    hall = Hall(key, options, entrants, count)
    while hall.list_open():
        for number in range(2, count_rounds(key, options, entrants) + 1):
            if any(match.round == number - 1 for match in hall.history):
                drawn = draw_request(build_request(key, options, entrants, number, hall.history, ahead=True))
                assert {pairing.position: pairing.sides for pairing in drawn.pairings} == compute_common(hall, number)
        hall.end_one()
        hall.extend()


def compute_common(hall, number):
    """The pairings of a round that come out whatever happens in the matches of earlier rounds that are not over; without a second grand
    final, before which nothing can be open.
    """
    over = {match.position: match.winner for match in hall.history}
    outcomes = []
    places = [place for place in format_places(hall, number) if place not in over]
    for winners in product((0, 1), repeat=len(places)):
        chosen = dict(zip(places, winners, strict=True)) | over
        history = []
        for earlier in range(1, number):
            drawn = draw_request(build_request(hall.key, hall.options, hall.entrants, earlier, history))
            history += [finish(pairing, earlier, chosen[pairing.position]) for pairing in drawn.pairings]
        drawn = draw_request(build_request(hall.key, hall.options, hall.entrants, number, history))
        outcomes.append({(pairing.position, pairing.sides) for pairing in drawn.pairings})
    return {position: sides for position, sides in set.intersection(*outcomes) if position.bracket != "reset"}


def format_places(hall, number):
    """Every place of the rounds before `number`, played in order with any results: where matches stand follows from who is there."""
    history, places = [], set()
    for earlier in range(1, number):
        drawn = draw_request(build_request(hall.key, hall.options, hall.entrants, earlier, history))
        places |= {pairing.position for pairing in drawn.pairings}
        history += [finish(pairing, earlier, 0) for pairing in drawn.pairings]
    return sorted(places, key=str)


def test_a_corrected_result_shows_where_it_was_drawn_from_and_nowhere_else():
    entrants = tuple(people(8))
    hall = Hall("knockout", {}, entrants, 1)
    first, second, third, _fourth = (match for _number, match in hall.list_open())
    hall.history += [finish(match, 1, 0) for match in (first, second)]
    assert hall.extend() == [2]
    drawn = hall.draws[2]
    assert [pairing.sides for pairing in drawn.pairings] == [(first.sides[0], second.sides[0])]
    corrected = [finish(first, 1, 1), finish(second, 1, 0), finish(third, 1, 0)]
    assert find_due_sides(drawn, corrected) == {drawn.pairings[0].position: (first.sides[1], second.sides[0])}
    assert find_due_sides(drawn, hall.history) == {}


def test_of_two_that_withdrew_only_the_one_without_a_seat_is_left_out():
    entrants = tuple(people(8))
    hall = Hall("knockout", {"play_for": 2}, entrants, 1)
    matches = [match for _number, match in hall.list_open()]
    hall.history += [finish(match, 1, 0) for match in matches[:2]]
    hall.extend()
    hall.history += [finish(match, 1, 0) for match in matches[2:]]
    seated, unseated = matches[0].sides[0], matches[2].sides[0]
    request = extend_request(hall.draws[2].request, hall.history, [unseated], ahead=False)
    sides = [pairing.sides for pairing in draw_request(request).pairings]
    assert sides == [(seated, matches[1].sides[0]), (matches[3].sides[0],)]


def test_where_nobody_comes_from_two_matches_the_one_after_is_decided_without_being_played():
    """Nobody came to two quarter-finals: of their losers nobody plays on, so that who lost the others knows the opponent: nobody."""
    entrants, form = tuple(people(8)), format_by_key("knockout")
    plan = form.build_bracket_plan(form.options_from({"play_for": 8}), 8)
    quarters = [PlayedMatch(1, (101 + 2 * slot, 102 + 2 * slot), 0 if slot > 1 else -1, position=Position(1, 8, slot)) for slot in range(4)]
    behind = [Position(5, 4, 0), Position(5, 4, 1)]
    last = {Position(5, 2, 0), Position(7, 2, 0)}
    certain = find_certain_positions(plan, DrawRequest("knockout", 2, "s", entrants, history=tuple(quarters)))
    assert ({*behind} <= certain, last & certain) == (True, set())
    over = PlayedMatch(2, (106, 108), 0, position=behind[1])
    assert last <= find_certain_positions(plan, DrawRequest("knockout", 3, "s", entrants, history=(*quarters, over)))


def test_a_draw_that_is_not_ahead_is_written_as_before():
    request = build_request("knockout", {}, tuple(people(4)), 1, ())
    drawn = draw_request(request)
    assert "ahead" not in draw_to_json(drawn)["request"]
    later = build_request("knockout", {}, tuple(people(4)), 2, [finish(match, 1, 0) for match in drawn.matches], ahead=True)
    stored = draw_to_json(draw_request(later))
    assert stored["request"]["ahead"] is True
    assert draw_from_json(stored).request == later
