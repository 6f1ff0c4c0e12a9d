"""The fast check of recorded plays against the referee, on legal hands and on hands with one card changed."""

import random

import pytest

from rules import game_by_key
from rules.deals import Action
from rules.playout import PlayoutResult
from rules.quick_replay import replay_plays

GAMES = {"mariglia": {}, "marafon": {"finish": "end_of_hand"}}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(30))
def test_the_fast_check_stops_where_the_referee_stops(key, seed):
    game = game_by_key(key)
    rng = random.Random(seed)
    start = game.random_deal(game.start(game.options_from(GAMES[key])), rng)
    deal = game.random_play(start, rng)
    cards = [game.pack.numbers[action.what] for action in deal.actions if action.verb == "play"]
    leader, must_beat = deal.tricks[0].leader, key == "mariglia"

    def fast(plays):
        return replay_plays(game.pack, start.holdings, plays, leader, deal.trump, must_beat=must_beat)

    last = deal.tricks[-1].winner % 2
    expected = PlayoutResult((len(deal.tricks_of(0)), len(deal.tricks_of(1))), (deal.points_of(0), deal.points_of(1)), last)
    assert fast(cards) == expected
    first, second = sorted(rng.sample(range(40), 2))
    cards[first], cards[second] = cards[second], cards[first]
    assert first_illegal(game, start, deal, cards) == (found if isinstance(found := fast(cards), int) else None)


def first_illegal(game, start, deal, cards):
    """Index among the plays of the first that the referee refuses, with whoever is to play playing it; announcements left out."""
    for action in deal.actions[: next(place for place, action in enumerate(deal.actions) if action.verb == "play")]:
        start = game.apply_action(start, action) if action.verb in ("turn", "trump") else start
    for index, card in enumerate(cards):
        action = Action(start.turn, "play", game.pack.names[card])
        if game.find_action_problems(start, action):
            return index
        start = game.apply_action(start, action)
    return None
