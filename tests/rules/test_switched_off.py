"""A box, or a reason, that an option switches off is not asked for: not in forms, not on paper."""

import pytest

from rules import GAMES, VoidHand, declared_fields, game_by_key

SWITCHED = [
    ("marjolet", "hand", "out", {"stop_at_target": "yes"}, {}),
    ("mariglia", "hand", "turned", {}, {"trionfo_bonus": "no"}),
    ("marafon", "hand", "marafona", {}, {"marafona_value": "0"}),
    ("marafon", "claim", "bonus", {}, {"marafona_value": "0"}),
    ("marafon", "claim", "bonus", {}, {"claim_counts_marafona": "no"}),
]


def names(key, kind, options):
    game = game_by_key(key)
    return [spec.name for spec in game.boxes_of(kind, game.options_from(options))]


@pytest.mark.parametrize(("key", "kind", "box", "on", "off"), SWITCHED)
def test_a_box_is_asked_for_where_its_option_is_on(key, kind, box, on, off):
    everything = [spec.name for spec in declared_fields(game_by_key(key).event_types[kind])]
    assert names(key, kind, on) == everything
    assert names(key, kind, off) == [name for name in everything if name != box]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_boxes_need_options_that_there_are(game):
    options = {spec.name for spec in declared_fields(game.Options)}
    assert {name for cls in game.event_types.values() for spec in declared_fields(cls) for name in spec.needs} <= options


@pytest.mark.parametrize(
    ("key", "options", "reasons"),
    [
        ("mariglia", {}, ["misdeal"]),
        ("marafon", {}, ["misdeal"]),
        ("marafon", {"monte_below_thirds": "4"}, ["misdeal", "monte"]),
        ("trionfo5", {}, ["misdeal", "monte"]),
    ],
)
def test_only_reasons_to_deal_again_that_this_tournament_knows(key, options, reasons):
    game = game_by_key(key)
    state = game.start(game.options_from(options))
    (reason,) = game.boxes_of("void", state.options)
    assert [choice.value for choice in reason.choices] == reasons
    refused = {reason: [problem.code for problem in game.problems(state, VoidHand(reason))] for reason in ("misdeal", "monte")}
    assert refused == {"misdeal": [], "monte": [] if "monte" in reasons else ["no_monte"]}
