"""One suite over all GAMES and every single-option variation. A new game is covered by being in GAMES."""

import functools
import importlib
import inspect
import json
import pkgutil
import random
from dataclasses import fields

import jsonschema
import pytest

import rules
from rules import CARD_GAMES, GAMES, Fact, FieldKind, HandEntry, RuleViolation, declared_fields, game_by_key, notation, record, simulate
from rules.cards import iterate_cards
from rules.deals import Action
from rules.verbs import PlayCard
from tests.rules.playouts import play_random_deal
from tests.rules.variations import accepted_variations, all_variations, single_changes

pytestmark = pytest.mark.turns(4)

VARIATIONS = accepted_variations()
SCHEMA = json.loads((importlib.resources.files(rules) / "hand-record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.validators.validator_for(SCHEMA)(SCHEMA)
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
card_games = pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
STEP = 5
"""Of the states of a hand `make test` judges every so many in full, beginning with another one under each variation; `make proofs` all."""


def under_variations(test):
    """Call the test for every variation of its game (`raw`); what fails says under which."""

    @functools.wraps(test)
    def run(game, **more):
        for varied, raw, name in VARIATIONS:
            if varied is game:
                try:
                    test(game=game, raw=raw, **more)
                except Exception as error:
                    error.add_note(f"under {name}")
                    raise

    wanted = inspect.signature(test)
    run.__signature__ = wanted.replace(parameters=[value for name, value in wanted.parameters.items() if name != "raw"])
    return run


def deals_along_random_play(game, options, seed):
    """Every deal of one random hand from first to last, with the action that follows it."""
    rng = random.Random(seed)
    deal = game.random_deal(game.start(options), rng)
    voluntary = {verb.name for verb in game.verbs if verb.voluntary}
    while not deal.over:
        legal = game.legal_actions(deal)
        action = rng.choice([action for action in legal if action.verb not in voluntary])
        yield deal, legal, action
        deal = game.apply_action(deal, action)
    yield deal, (), None


def test_keys_are_unique_and_found():
    assert [game_by_key(game.key) for game in GAMES] == list(GAMES)
    assert len({game.key for game in GAMES}) == len(GAMES)


@games
def test_identity_card_is_filled_in(game):
    assert game.name
    assert game.place
    assert game.sources
    assert game.presets
    assert len({preset.key for preset in game.presets}) == len(game.presets)
    assert inspect.getdoc(importlib.import_module(type(game).__module__.rpartition(".")[0]))
    assert game.seat_count % game.side_count == 0


@card_games
def test_pack_is_whole(game):
    pack = game.pack
    assert len(set(pack.names)) == len(pack) == len(pack.suits) * len(pack.ranks)
    assert [pack.numbers[name] for name in pack.names] == list(range(len(pack)))
    whole = sum(pack.suit_masks)
    assert whole == (1 << len(pack)) - 1
    assert {pack.rank_of(card) for card in iterate_cards(whole)} == set(pack.ranks)
    for trump in (None, *range(len(pack.suits))):
        assert len(pack.card_values(trump)) == len(pack)


@games
def test_every_field_speaks_for_itself(game):
    for cls in (game.Options, *game.event_types.values()):
        for spec in declared_fields(cls):
            assert (spec.label != "", spec.sentence != "", spec.sentence.endswith(".")) == (True, True, True), spec
    assert all(spec.source for spec in declared_fields(game.Options))


@games
def test_no_option_value_is_left_without_an_option(game):
    assert single_changes(game)
    kept = [line.name for line in fields(game.Options)]
    assert [spec.name for spec in declared_fields(game.Options)] == kept


@games
@under_variations
def test_options_round_trip_through_json_and_text(game, raw):
    options = game.options_from(raw)
    stored = json.loads(json.dumps(game.options_to_json(options)))
    assert game.options_from(stored) == options
    typed = {name: "/".join(map(str, value)) or "none" if isinstance(value, list) else str(value) for name, value in stored.items()}
    assert game.options_from(typed) == options


@games
def test_unknown_and_unreadable_options_are_all_told(game):
    spec = next(spec for spec in declared_fields(game.Options) if spec.kind in (FieldKind.CHOICE, FieldKind.BOOLEAN))
    with pytest.raises(RuleViolation) as refusal:
        game.options_from({"nonsense": "1", spec.name: "neither"})
    assert [problem.field for problem in refusal.value.problems] == ["nonsense", spec.name]


def choose_first(raw):
    return len(str(raw)) % STEP


@card_games
@under_variations
def test_list_of_legal_actions_and_judgement_agree(game, raw):
    judge_along_random_play(game, game.options_from(raw), slice(choose_first(raw), None, STEP))


@pytest.mark.proof
@card_games
@under_variations
def test_list_of_legal_actions_and_judgement_agree_in_every_state(game, raw):
    judge_along_random_play(game, game.options_from(raw), slice(None))


def judge_along_random_play(game, options, chosen):
    every_play = {Action(seat, "play", card) for seat in range(game.seat_count) for card in game.pack_of(options).names}
    for deal, legal, _action in [*deals_along_random_play(game, options, seed=7)][chosen]:
        listed = set(legal)
        assert bool(listed) != deal.over
        others = {action for verb in game.verbs for action in verb.list_candidates(deal) if not deal.over}
        judged = {action for action in every_play | others if not game.find_action_problems(deal, action)}
        assert judged == listed


@card_games
@under_variations
def test_states_never_change(game, raw):
    options = game.options_from(raw)
    for deal, _legal, action in deals_along_random_play(game, options, seed=8):
        if action is not None:
            before = repr(deal)
            after = game.apply_action(deal, action)
            assert repr(deal) == before
            assert after.actions == (*deal.actions, action)


@card_games
@under_variations
def test_cards_are_kept_together(game, raw):
    for deal, _legal, _action in deals_along_random_play(game, game.options_from(raw), seed=9):
        held = [card for seat in range(game.seat_count) for card in deal.cards_in(seat)]
        played = [card for trick in deal.tricks for card in trick.cards] + list(deal.trick)
        assert len(set(held + played)) == len(held) + len(played)
        assert len(held) + len(played) <= len(deal.pack)


@card_games
def test_a_finished_hand_refuses_everything(game):
    *_rest, (deal, _legal, _none) = deals_along_random_play(game, game.options_from({}), seed=10)
    assert game.legal_actions(deal) == ()
    assert [problem.code for problem in game.find_action_problems(deal, Action(0, "play", deal.pack.names[0]))] == ["hand_over"]


@card_games
def test_an_unknown_verb_is_a_problem_and_not_an_error(game):
    deal = game.random_deal(game.start(game.options_from({})), random.Random(1))
    assert [problem.code for problem in game.find_action_problems(deal, Action(0, "sing"))] == ["unknown_verb"]
    with pytest.raises(RuleViolation):
        game.apply_action(deal, Action(0, "sing"))


@card_games
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 2))])
@under_variations
def test_every_played_hand_is_accepted_and_scores_what_its_replay_scores(game, raw, seed):
    options = game.options_from(raw)
    state = game.start(options)
    rng = random.Random(seed)
    deal = game.random_play(game.random_deal(state, rng), rng)
    event = game.build_outcome(deal)
    assert [problem for problem in game.problems(state, event) if problem.is_impossible] == []
    kept = record.from_json(json.loads(json.dumps(record.to_json(record.build_record(game, deal)))))
    replayed = record.replay_record(game, kept)
    assert replayed.problems == ()
    assert replayed.event == event
    assert game.fold(options, [replayed.event]) == game.advance(state, event)


@card_games
@under_variations
def test_records_round_trip_through_json_and_text(game, raw):
    deal = play_random_deal(game, game.options_from(raw), random.Random(11))
    kept = record.build_record(game, deal)
    data = json.loads(json.dumps(record.to_json(kept)))
    VALIDATOR.validate(data)
    assert record.from_json(data) == kept
    text = notation.to_text(game, kept)
    assert notation.parse_game_key(text) == game.key
    assert notation.from_text(game, text) == kept


@games
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.proof)])
@under_variations
def test_random_matches_end_and_fold_to_the_same_state(game, raw, seed):
    options = game.options_from(raw)
    rng = random.Random(seed)
    steps = [step for step, _count in zip(simulate.play_random_steps(game, options, rng), range(3000), strict=False)]
    assert steps[-1][1].over
    events = [event for event, _state in steps]
    state = game.fold(options, events)
    assert state == steps[-1][1]
    folded = game.fold_problems(options, events)
    assert (folded.state, folded.refused) == (state, ())
    stored = json.loads(json.dumps([game.event_to_json(event) for event in events]))
    assert [game.event_from_json(data) for data in stored] == events
    assert [problem.code for problem in game.problems(state, events[0])] == ["match_over"]


@games
@under_variations
def test_hands_read_back_from_the_boxes_of_the_form(game, raw):
    options = game.options_from(raw)
    state = game.start(options)
    rng = random.Random(12)
    for event in (game.random_hand(state, rng) for _hand in range(20)):
        if isinstance(event, HandEntry):
            assert game.entry_from(state, game.typed_from(event)) == event


@games
def test_an_empty_form_says_what_is_missing(game):
    state = game.start(game.options_from({}))
    assert [problem for problem in problems_of_boxes(game, state, {}) if problem.is_impossible and problem.field]


def problems_of_boxes(game, state, boxes):
    try:
        return game.problems(state, game.entry_from(state, boxes))
    except RuleViolation as refusal:
        return refusal.problems


@games
def test_suggestions_are_boxes_of_the_form(game):
    options = game.options_from({})
    boxes = {box for spec in declared_fields(game.HandEntry) for box in spec.box_names(game.side_count)}
    for _event, state in simulate.play_random_steps(game, options, random.Random(13)):
        assert set(game.suggest_boxes(state)) <= boxes


@games
@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, "hand", {"kind": "hand", "nonsense": 1}, {"kind": 5}, {"kind": "overruled", "event": 3},
        {"kind": "game", "scores": [1]}, {"kind": "penalty", "side": 9, "what": "fine", "points": 1},
    ],
)  # fmt: skip
def test_events_that_cannot_be_read_are_refused(game, data):
    with pytest.raises(RuleViolation):
        game.event_from_json(data)


@card_games
def test_every_game_of_cards_plays_them(game):
    assert any(isinstance(verb, PlayCard) for verb in game.verbs)
    assert len({verb.name for verb in game.verbs}) == len(game.verbs)


def test_codes_of_facts_are_unique():
    found = {}
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Fact):
                    found.setdefault(value.code, set()).add(id(value))
    assert {code for code, objects in found.items() if len(objects) > 1} == set()


def test_variations_that_contradict_themselves_are_few():
    assert len(list(all_variations())) - len(VARIATIONS) <= len(GAMES)
