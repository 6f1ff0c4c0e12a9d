"""Knockouts from the first draw to the last place."""

import random

import pytest

from pairing import Entrant, MatchOutcome, PlayedMatch, Position, compute_seed_order, draw_round, format_by_key
from pairing.knockout import ALL_PLACES
from tests.cases import every_case

PUBLISHED_ORDERS = {
    2: (1, 2),
    4: (1, 4, 3, 2),
    8: (1, 8, 5, 4, 3, 6, 7, 2),
    16: (1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2),
    32: (1, 32, 17, 16, 9, 24, 25, 8, 5, 28, 21, 12, 13, 20, 29, 4, 3, 30, 19, 14, 11, 22, 27, 6, 7, 26, 23, 10, 15, 18, 31, 2),
}


def entrants(count, seeds=0, clubs=1):
    return [Entrant(100 + n, n, seed=n if n <= seeds else 0, club=f"club {n % clubs}" if clubs > 1 else "") for n in range(1, count + 1)]


def play(draw, winner_of):
    return [
        PlayedMatch(
            draw.request.round,
            pairing.sides,
            winner=0 if pairing.bye else winner_of(pairing),
            outcome=MatchOutcome.BYE if pairing.bye else MatchOutcome.PLAYED,
            position=pairing.position,
            first_dealer=pairing.first_dealer,
        )
        for pairing in draw.pairings
    ]


def play_through(players, winner_of, seed="s", **options):
    knockout = format_by_key("knockout")
    history = []
    rounds = []
    for number in range(1, knockout.count_rounds(knockout.options_from(options), len(players)) + 1):
        draw = draw_round("knockout", options=options, entrants=players, round_number=number, seed=seed, history=history)
        rounds.append(draw)
        history += play(draw, winner_of)
    return rounds, knockout.compute_places(knockout.options_from(options), players, history)


def better_number(pairing):
    return pairing.sides.index(min(pairing.sides))


@pytest.mark.parametrize(("width", "order"), PUBLISHED_ORDERS.items())
def test_seeds_stand_in_the_published_order(width, order):
    assert compute_seed_order(width) == order


@pytest.mark.parametrize("count", [*range(2, 34), 47, 64, 100, 128, 1000, 1024])
def test_all_seeded_the_better_always_wins_and_meets_the_next_last(count):
    rounds, places = play_through(entrants(count, seeds=count), better_number)
    assert places[:2] == [[101], [102]]
    assert rounds[-1].pairings[0].sides == (101, 102)
    byes = [pairing.sides[0] - 100 for pairing in rounds[0].byes]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    assert [len(draw.byes) for draw in rounds[1:]] == [int(count == 3)] * (len(rounds) - 1)


@every_case("count", range(2, 20))
@pytest.mark.parametrize("play_for", [2, 4, 8, ALL_PLACES])
def test_everybody_plays_at_most_once_a_round_and_is_placed(count, play_for):
    chance = random.Random(count)
    rounds, places = play_through(entrants(count, seeds=count // 3, clubs=3), lambda _pairing: chance.randrange(2), play_for=play_for)
    for draw in rounds:
        seated = [side for pairing in draw.pairings for side in pairing.sides]
        assert len(seated) == len(set(seated))
    assert sorted(entrant for tied in places for entrant in tied) == [entrant.id for entrant in entrants(count)]
    assert [len(tied) for tied in places[: min(play_for, count)]] == [1] * min(play_for, count)


def test_losing_semi_finalists_play_for_third_place():
    rounds, places = play_through(entrants(8, seeds=8), better_number)
    assert [pairing.position for pairing in rounds[-1].pairings] == [Position(1, 2, 0), Position(3, 2, 0)]
    assert places == [[101], [102], [103], [104], [105, 106, 107, 108]]


def test_nobody_comes_out_of_a_match_where_both_were_absent():
    first = draw_round("knockout", entrants=entrants(4, seeds=4), round_number=1, seed="s")
    history = [
        PlayedMatch(1, pairing.sides, winner=-1, outcome=MatchOutcome.ABSENT, position=pairing.position)
        if pairing.order == 1
        else PlayedMatch(1, pairing.sides, winner=0, position=pairing.position)
        for pairing in first.pairings
    ]
    final = draw_round("knockout", entrants=entrants(4, seeds=4), round_number=2, seed="s", history=history)
    assert [(pairing.sides, pairing.bye, pairing.position.place) for pairing in final.pairings] == [((103,), True, 1), ((102,), True, 3)]


def test_a_withdrawn_winner_leaves_the_opponent_a_bye():
    players = entrants(4, seeds=4)
    history = play(draw_round("knockout", entrants=players, round_number=1, seed="s"), better_number)
    gone = [Entrant(e.id, e.number, e.seed, withdrawn=e.id == 101) for e in players]
    final = draw_round("knockout", entrants=gone, round_number=2, seed="s", history=history)
    assert [(pairing.sides, pairing.bye) for pairing in final.pairings] == [((104, 103), False), ((102,), True)]


def test_first_deals_are_shared():
    players = entrants(64)
    rounds, _places = play_through(players, better_number)
    dealt = {}
    for draw in rounds:
        for pairing in draw.matches:
            for index, side in enumerate(pairing.sides):
                dealt.setdefault(side, []).append(index == pairing.first_dealer)
    assert all(abs(2 * sum(turns) - len(turns)) <= 2 for turns in dealt.values())


def test_the_certificate_tells_when_clubs_cannot_be_kept_further_apart():
    draw = draw_round("knockout", entrants=entrants(16, clubs=4), round_number=1, seed="s")
    assert draw.certificate["club_meetings"][:2] == [0, 0]
    assert draw.certificate["proven_fewest"] is True
