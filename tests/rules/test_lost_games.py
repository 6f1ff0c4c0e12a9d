"""A game lost by penalty: the other side has what wins it, and the offender is never ahead, whatever was played before."""

import random

import pytest

from rules import GAMES, Plan, RuleViolation
from rules.effects import compute_lost_score
from rules.events import LostGame, Penalty, Punishment
from rules.scorebook import MatchState

TWO_SIDED = [game for game in GAMES if game.side_count == 2]


def lose_game(game, state, side):
    return game.advance(state, game.event_from(state, "penalty", {"side": "AB"[side], "what": "game"}))


@pytest.mark.parametrize(
    ("score", "offender", "target", "kept", "nil"),
    [
        ((26, 10), 0, 35, (26, 35), (0, 35)),  # the evening of the revoke at 26–10
        ((26, 10), 1, 35, (35, 10), (35, 0)),
        ((0, 0), 0, 41, (0, 41), (0, 41)),
        ((12, 9), 0, None, (12, 12), (0, 12)),  # a fixed number of hands has no target
        ((-20, 5), 0, None, (-20, 5), (-20, 5)),
    ],
)
def test_the_score_of_a_lost_game(score, offender, target, kept, nil):
    state = MatchState(None, Plan(2, (target,) if target else (), deals=0 if target else 4), carried=score)
    assert compute_lost_score(state, offender, keeps_points=True) == kept
    assert compute_lost_score(state, offender, keeps_points=False) == nil


def test_the_fewest_points_win():
    state = MatchState(None, Plan(2, (41,), lowest_wins=True), carried=(5, 30))
    assert compute_lost_score(state, 0, keeps_points=True) == (41, 30)
    assert compute_lost_score(state, 0, keeps_points=False) == (41, 0)


@pytest.mark.parametrize("game", TWO_SIDED, ids=lambda game: game.key)
@pytest.mark.parametrize("lost_as", ["target", "nil"])
def test_the_offender_is_never_ahead(game, lost_as):
    """Random hands of every game, then the penalty at a random moment."""
    rng = random.Random(f"{game.key} {lost_as}")
    chosen = {"lost_game": lost_as} if any(field == "lost_game" for field in game.Options.__dataclass_fields__) else {}
    ended = 0
    for _trial in range(15):
        state = game.start(game.options_from(chosen))
        for _hand in range(rng.randrange(6)):
            state = game.advance(state, game.random_hand(state, rng)) if not state.over else state
        if state.over:
            continue
        offender, number = rng.randrange(2), state.game_number
        lost = lose_game(game, state, offender).finished[number - 1]
        sign = -1 if state.plan.lowest_wins else 1
        assert lost.winner == 1 - offender
        assert sign * lost.counted_score[offender] <= sign * lost.counted_score[1 - offender]
        assert lost.lines[-1].score == lost.counted_score
        ended += 1
    assert ended


def test_old_ledgers_keep_their_score_and_new_ones_say_how_it_counts():
    """An entry without `lost_as` was written before there was a choice: its bytes and what they mean stay."""
    game = next(game for game in TWO_SIDED if game.key == "mariglia")
    state = game.start(game.options_from({}))
    old = game.event_from_json({"kind": "penalty", "side": 0, "what": "game", "points": 0})
    assert game.advance(state, old).finished[0].score == (0, 0)
    new = game.event_from(state, "penalty", {"side": "A", "what": "game", "offence": "talk"})
    assert new == Penalty(0, "game", offence="talk", lost_as=LostGame.TARGET)
    assert game.event_from_json(game.event_to_json(new)) == new
    assert game.event_from(state, "penalty", game.typed_from(new)) == new
    assert game.event_from(state, "penalty", {"side": "A", "what": "fine", "points": "2"}) == Penalty(0, "fine", 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_price_names_an_offence_of_the_game_that_can_be_entered(game):
    options = game.options_from({})
    state = game.start(options)
    assert {price.offence for price in game.list_prices(options)} <= game.offences.keys()
    (spec,) = (spec for spec in game.boxes_of("penalty", options) if spec.name == "offence")
    assert [choice.value for choice in spec.choices][-1] == "other"
    for choice in spec.choices:
        typed = {"side": "A", "what": Punishment.FINE.value, "points": "1", "offence": choice.value}
        assert game.event_from(state, "penalty", typed).offence == choice.value
    with pytest.raises(RuleViolation):
        game.event_from(state, "penalty", {"side": "A", "what": "fine", "points": "1", "offence": "nonsense"})
