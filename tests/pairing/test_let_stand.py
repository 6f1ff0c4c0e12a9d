"""A corrected match whose seats were let stand: enumerated for every bracket of 4 to 32 and every match. If this failed, somebody would
have a place above a round that they did not play.
"""

import random
from dataclasses import replace

import pytest

from pairing.bracket import find_loser_target, find_winner_target
from pairing.bracket_places import compute_bracket_places
from pairing.double_elimination import FINAL
from pairing.formats import format_by_key
from pairing.values import MatchOutcome, PlayedMatch, Position
from standings import build_played_history
from tests.pairing.evenings import Evening, people

PLAY_FOR = 4


def play_bracket(width, rng):
    """All matches of a bracket of `width` entries, with the match for third place, by an own walk over the positions."""
    arrivals = {Position(1, width, slot): [2 * slot, 2 * slot + 1] for slot in range(width // 2)}
    history, number = [], 1
    while arrivals:
        following = {}
        for position, sides in arrivals.items():
            winner = rng.randrange(2)
            history.append(PlayedMatch(number, tuple(sides), winner, position=position))
            for entrant, find in ((sides[winner], find_winner_target), (sides[1 - winner], find_loser_target)):
                target = find(position)
                if target is not None and target[0].place < PLAY_FOR:
                    following.setdefault(target[0], {})[target[1]] = entrant
        arrivals = {position: [sides[0], sides[1]] for position, sides in following.items()}
        number += 1
    return history


def read_places(history):
    places, rank = {}, 1
    for together in compute_bracket_places(history, PLAY_FOR):
        places |= dict.fromkeys(together, rank)
        rank += len(together)
    return places


def read_last_round(history, entrant):
    return max(played.round for played in history if entrant in played.sides)


@pytest.mark.parametrize("width", [4, 8, 16, 32])
def test_who_played_longer_is_placed_higher_whatever_single_result_is_turned(width):
    history = play_bracket(width, random.Random(width))
    for index, played in enumerate(history):
        turned = [*history[:index], replace(played, winner=1 - played.winner), *history[index + 1 :]]
        places = read_places(turned)
        assert sorted(places) == list(range(width))
        for one in places:
            for other in places:
                if read_last_round(turned, one) > read_last_round(turned, other):
                    assert places[one] < places[other], (width, played, one, other)


@pytest.mark.parametrize("width", [4, 8, 16])
def test_a_turned_last_match_exchanges_its_two_places(width):
    """The positive control: where no seat follows from a match, the correction counts."""
    history = play_bracket(width, random.Random(width))
    final = next(index for index, played in enumerate(history) if played.position == Position(1, 2, 0))
    before = read_places(history)
    history[final] = replace(history[final], winner=1 - history[final].winner)
    after = read_places(history)
    first, second = history[final].sides
    assert (after[first], after[second]) == (before[second], before[first])


def turn_and_play_on(count, index, later, *, rounds=True):
    """A double elimination in which a result is turned `later` rounds after its own, and everything that was drawn stands; with `rounds`
    all its rounds are played.
    """
    evening = Evening("double_elimination", people(count), seed=f"{count}")
    while len(evening.results) <= index:
        evening.play()
    turned = evening.results[index]
    while len(evening.draws) < min(turned.round + later, evening.rounds):
        evening.play()
    evening.results[index] = turned._replace(winner=1 - turned.winner)
    return evening.play_all() if rounds else evening


@pytest.mark.parametrize("later", [0, 1, 2, 3])
@pytest.mark.parametrize("count", [4, 6, 8, 11])
def test_in_double_elimination_nobody_has_two_seats_in_a_round(count, later):
    for index, result in enumerate(Evening("double_elimination", people(count), seed=f"{count}").play_all().results):
        if len(result.sides) == 2:
            evening = turn_and_play_on(count, index, later)
            for draw in evening.draws:
                seated = evening.seats(draw)
                assert len(seated) == len(set(seated)), (result.round, draw.request.round)


@pytest.mark.parametrize("count", [6, 7, 10, 11])
def test_with_lucky_losers_everybody_has_one_place(count):
    """Whose lost first match is turned after the next was lost too: it has the place of the last match that it played."""
    options = {"way": "played"}
    results = Evening("repechage", people(count), options).play_all().results
    for index in (index for index, result in enumerate(results) if len(result.sides) == 2):
        evening = Evening("repechage", people(count), options).play_all()
        evening.results[index] = results[index]._replace(winner=1 - results[index].winner)
        history = build_played_history(evening.results, evening.positions)
        places = evening.format.compute_places(evening.format.options_from(options), evening.entrants, history)
        assert sorted(entrant for tied in places for entrant in tied) == [entrant.id for entrant in evening.entrants], results[index]


@pytest.mark.parametrize("count", [3, 4, 6, 8])
def test_a_double_elimination_is_not_over_before_its_grand_final_where_a_seat_stands(count):
    """Whom a match leads on is who sits in the next one: the draw goes by that, and so does the end."""
    results = Evening("double_elimination", people(count), seed=f"{count}").play_all().results
    for index in (index for index, result in enumerate(results) if len(result.sides) == 2 and result.round < results[-1].round):
        evening = turn_and_play_on(count, index, 1, rounds=False)
        while not is_over(evening):
            evening.play()
        assert FINAL in {position.bracket for position in evening.positions.values()}, evening.results[index]


def is_over(evening):
    history = tuple(build_played_history(evening.results, evening.positions))
    request = replace(evening.draws[-1].request, round=len(evening.draws) + 1, history=history)
    return evening.format.is_over(evening.format.options_from(evening.options), request)


def test_whose_bye_follows_and_whose_next_seat_stands_is_out_in_the_round_of_the_bye():
    """1 lost to 2 and is the winner after a correction; 2 had a bye since then, which followed, and played the final, which
    stands. 4 has withdrawn."""
    first_round = [PlayedMatch(1, (2 * slot + 1, 2 * slot + 2), slot and 1, position=Position(1, 8, slot)) for slot in range(4)]
    bye = PlayedMatch(2, (1,), 0, MatchOutcome.BYE, Position(1, 4, 0))
    semi_final, final = PlayedMatch(2, (6, 8), 1, position=Position(1, 4, 1)), PlayedMatch(3, (2, 8), 1, position=Position(1, 2, 0))
    assert compute_bracket_places([*first_round, bye, semi_final, final], play_for=2)[:3] == [[8], [2], [1, 4, 6]]


@pytest.mark.parametrize("count", [8, 9, 11, 13])
def test_in_double_elimination_who_played_longer_is_placed_higher_where_a_bye_follows(count):
    followed = 0
    for gone in range(101, 101 + count):
        results = play_without(count, gone).results
        for index, bye in find_byes_of_winners(results):
            evening = play_without(count, gone)
            [other] = set(results[index].sides) - set(results[bye].sides)
            evening.results[index] = results[index]._replace(winner=1 - results[index].winner)
            evening.results[bye] = results[bye]._replace(sides=(other,))
            history = build_played_history(evening.results, evening.positions)
            ranks = read_ranks(evening, history)
            for one in ranks:
                for another in set(ranks) - {gone}:
                    if read_last_round(history, one) > read_last_round(history, another):
                        assert ranks[one] < ranks[another], (gone, results[index], one, another)
            followed += 1
    assert followed > 3


def play_without(count, gone):
    """A double elimination that one entry leaves after the third round."""
    evening = Evening("double_elimination", people(count), seed=f"{count}")
    for _round in range(3):
        evening.play()
    evening.withdraw(gone)
    return evening.play_all()


def find_byes_of_winners(results):
    """Matches whose winner has a bye in the next round while the loser has none there: by their places in `results`."""
    for index, result in enumerate(results):
        later = [place for place, other in enumerate(results) if other.round == result.round + 1 and set(other.sides) & set(result.sides)]
        if len(result.sides) == 2 and len(later) == 1 and results[later[0]].sides == (result.sides[result.winner],):
            yield index, later[0]


def read_ranks(evening, history):
    places = evening.format.compute_places(evening.format.options_from(evening.options), evening.entrants, history)
    return {entrant: rank for rank, together in enumerate(places) for entrant in together}


def test_whose_bye_follows_and_whose_beaten_sits_alone_in_its_next_match_is_out_in_the_round_of_the_bye():
    """1 lost to 2 and is the winner after a correction, and has the bye of 2; the next one of 2 stands, who plays the final from there."""
    history = [
        PlayedMatch(1, (1, 2), 0, position=Position(1, 16, 0)),
        PlayedMatch(1, (9, 10), 0, position=Position(1, 16, 4)),
        PlayedMatch(2, (1,), 0, MatchOutcome.BYE, Position(1, 8, 0)),
        PlayedMatch(2, (9, 13), 0, position=Position(1, 8, 2)),
        PlayedMatch(3, (2,), 0, MatchOutcome.BYE, Position(1, 4, 0)),
        PlayedMatch(3, (9, 11), 0, position=Position(1, 4, 1)),
        PlayedMatch(4, (2, 9), 0, position=Position(1, 2, 0)),
    ]
    assert compute_bracket_places(history, play_for=2) == [[2], [9], [11], [1, 13], [10]]


def test_in_double_elimination_whose_beaten_sits_alone_in_its_next_match_is_out_in_the_round_of_the_bye():
    """As above: 2 went through the winners' bracket without a match, and won the grand final."""
    history = [
        PlayedMatch(1, (1, 2), 0, position=Position(1, 8, 0)),
        PlayedMatch(1, (3, 4), 0, position=Position(1, 8, 2)),
        PlayedMatch(2, (1,), 0, MatchOutcome.BYE, Position(1, 4, 0)),
        PlayedMatch(2, (3,), 0, MatchOutcome.BYE, Position(1, 4, 1)),
        PlayedMatch(2, (4,), 0, MatchOutcome.BYE, Position(1, 4, 1, "losers")),
        PlayedMatch(3, (2,), 0, MatchOutcome.BYE, Position(1, 2, 0)),
        PlayedMatch(3, (4,), 0, MatchOutcome.BYE, Position(2, 4, 1, "losers")),
        PlayedMatch(4, (4,), 0, MatchOutcome.BYE, Position(3, 2, 0, "losers")),
        PlayedMatch(5, (4, 3), 0, position=Position(4, 2, 0, "losers")),
        PlayedMatch(6, (2, 4), 0, position=Position(1, 2, 0, FINAL)),
    ]
    form = format_by_key("double_elimination")
    assert form.compute_places(form.options_from({}), people(8)[:5], history)[:4] == [[2], [4], [3], [1]]
