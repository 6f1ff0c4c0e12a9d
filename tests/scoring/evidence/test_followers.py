"""Cards that follow by themselves when a referee taps a hand: the only card allowed is not asked for, and can be undone."""

from dataclasses import replace

from rules import notation, record
from scoring.evidence.dealing import build_next_play
from scoring.evidence.followers import list_followers_of
from tests.desk.referee.test_referee import DUTIFUL, MARAFON, played, revoked


def test_a_card_that_is_the_only_one_allowed_follows_by_itself_and_can_be_undone():
    """The last trick of Marafon is one tap: three cards follow, the page names them, and undoing shows all cards of that player."""
    state = MARAFON.start(MARAFON.preset_options(MARAFON.presets[0].key))
    whole = played(MARAFON, MARAFON.presets[0].key, 1)
    plays = [place for place, action in enumerate(whole.actions) if action.verb == "play"]
    before = replace(whole, actions=whole.actions[: plays[-4]])
    choices = build_next_play(MARAFON, before, state).cards
    assert [notation.from_text(MARAFON, choice.text).actions[-4:] for choice in choices] == [whole.actions[plays[-4] :]]
    over = build_next_play(MARAFON, whole, state)
    assert (over.phase, over.note.count(";")) == ("over", 3)
    again = build_next_play(MARAFON, notation.from_text(MARAFON, over.undo), state)
    assert (again.phase, len(again.cards)) == ("play", 1)


def test_nothing_follows_an_illegal_card_and_what_follows_is_legal():
    for game in DUTIFUL:
        preset = game.presets[0].key
        state = game.start(game.preset_options(preset))
        wrong, place, _legal = revoked(game, preset)
        deal = record.replay_record(game, replace(wrong, actions=wrong.actions[:place]), state).deal
        assert list_followers_of(game, deal, wrong.actions[place]) == []
        for choice in build_next_play(game, replace(wrong, actions=wrong.actions[:place]), state).cards:
            actions = notation.from_text(game, choice.text).actions
            judged = record.replay_record(game, replace(wrong, actions=actions), state)
            assert judged.illegal in (None, place)
