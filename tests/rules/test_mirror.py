"""A mirrored match is the match that the other side would have written: every score turned round, hand by hand."""

import random

import pytest

from rules import GAMES
from rules.mirror import mirror_event
from rules.simulate import play_random_match
from tests.cases import every_case

TWO_SIDED = [game for game in GAMES if game.side_count == 2]


@pytest.mark.parametrize("game", TWO_SIDED, ids=lambda game: game.key)
@every_case("seed", range(12))
def test_a_mirrored_match_has_the_scores_of_the_other_side(game, seed):
    preset = game.presets[seed % len(game.presets)]
    options = game.preset_options(preset.key)
    events = play_random_match(game, options, random.Random(seed))
    plain, turned = game.start(options), game.start(options)
    for event in events:
        other = mirror_event(event, game.seat_count)
        plain = game.advance(plain, event)
        assert [problem for problem in game.problems(turned, other) if problem.is_impossible] == []
        turned = game.advance(turned, other)
        assert tuple(turned.score) == tuple(reversed(plain.score))
    assert turned.winner == (None if plain.winner is None else 1 - plain.winner)
    assert turned.games_won == tuple(reversed(plain.games_won))
