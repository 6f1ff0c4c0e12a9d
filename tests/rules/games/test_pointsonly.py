"""Games of which only the points are kept: options that contradict each other, what a hand can be, words of the columns."""

import json
import random
from itertools import product

import pytest

from rules import GAMES, GameScore, RuleViolation, game_by_key
from rules.deals import DealtCards
from rules.events import HandEntry
from rules.games.pointsonly import sheet
from rules.games.pointsonly.tables import PointsHand
from rules.simulate import play_random_match

POINTS_GAMES = [game for game in GAMES if not game.plays_cards]
PAIRS, TABLE = game_by_key("pointsonly2"), game_by_key("pointstable3")
SCOPONE = {"title": "Scopone", "targets": [21], "word_points": "Mazzo", "word_second": "Scope"}
BELOTE = {"title": "Belote", "targets": [501], "highest": 162, "total": 162}


def refused(game, options):
    with pytest.raises(RuleViolation) as refusal:
        game.options_from(options)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def codes(game, options, **boxes):
    state = game.start(game.options_from(options))
    try:
        return [problem.code for problem in game.problems(state, game.entry_from(state, {name: str(text) for name, text in boxes.items()}))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"lowest": "50", "highest": "20"}, [("own_bounds_crossed", "highest")]),
        ({"lowest": "20", "highest": "20"}, [("own_bounds_crossed", "highest")]),
        ({"highest": "50", "total": "100"}, [("own_total", "total")]),
        ({"highest": "50", "total": "130"}, [("own_total", "total")]),
        ({"lowest": "60", "total": "100"}, [("own_total", "total")]),
        ({"highest": "120", "total": "100"}, [("own_highest", "highest")]),
        ({"targets": []}, [("no_end", "targets")]),
        ({"deals": "4", "draws": "yes", "replay": "yes"}, [("tied_twice", "replay")]),
        ({"word_points": "Carte", "word_second": " carte "}, [("own_same_word", "word_second")]),
        ({"word_third": "Scope"}, [("own_column_skipped", "word_second")]),
        ({"title": "x" * 41}, [("not_a_text", "title")]),
        ({"title": "a\0b"}, [("not_a_text", "title")]),
        ({"title": 7}, [("not_a_text", "title")]),
        ({"lowest": "poco", "highest": "-3"}, [("not_a_number", "lowest"), ("out_of_range", "highest")]),
    ],
)
def test_options_that_contradict_each_other_are_refused_beside_their_box(options, found):
    assert refused(PAIRS, options) == found


@pytest.mark.parametrize("sides", [2, 3])
def test_bounds_are_refused_exactly_where_no_hand_has_a_winner(sides):
    """Against every hand of small numbers: refused when no hand fits, when every hand is tied, or when nobody can reach the bound."""
    game = PAIRS if sides == 2 else TABLE
    for lowest, highest, total in product((-2, 0, 1), range(1, 6), range(1, 12)):
        hands = [hand for hand in product(range(lowest, highest + 1), repeat=sides) if sum(hand) == total]
        fits = any(len(set(hand)) > 1 for hand in hands) and any(highest in hand for hand in hands)
        options = game.Options(lowest=lowest, highest=highest, total=total)
        assert (list(sheet.find_option_problems(options, sides)) == []) == fits, (lowest, highest, total)


@pytest.mark.parametrize(
    ("options", "boxes", "found"),
    [
        (BELOTE, {"points_0": 100}, []),
        (BELOTE, {"points_0": 100, "points_1": 61}, ["own_sum"]),
        (BELOTE, {"points_0": 163}, ["own_too_few", "own_too_many"]),
        (BELOTE, {}, ["missing"]),
        (BELOTE, {"points_0": "cento"}, ["not_a_number"]),
        ({"highest": 30}, {"points_0": 12}, ["missing_side"]),
        ({"highest": 30}, {"points_0": 12, "points_1": 31}, ["own_too_many"]),
        ({}, {"points_0": -1, "points_1": 4}, ["own_too_few"]),
        ({"lowest": -100}, {"points_0": -99, "points_1": 4}, []),
        (SCOPONE, {"second_1": 2}, []),
        ({}, {"points_0": 1, "points_1": 2, "second_0": 1}, ["own_no_column"]),
    ],
)
def test_a_hand_is_what_the_options_say(options, boxes, found):
    assert sorted(codes(PAIRS, options, **boxes)) == sorted(found)


def test_columns_add_up_and_an_empty_box_counts_nothing():
    state = PAIRS.start(PAIRS.options_from(SCOPONE))
    entry = PAIRS.entry_from(state, {"points_0": "3", "points_1": "1", "second_1": "2"})
    assert (entry.points, entry.second, PAIRS.advance(state, entry).score) == ((3, 1), (0, 2), (3, 3))


@pytest.mark.parametrize(
    ("options", "scores", "found"),
    [
        (BELOTE, (550, 422), []),
        (BELOTE, (550, 423), ["own_hands"]),
        (BELOTE, (700, 110), ["own_above_target"]),
        ({"targets": [21], "highest": 6}, (26, 20), []),
        ({"targets": [21], "highest": 6}, (27, 20), ["own_above_target"]),
        ({"targets": [21], "highest": 6}, (27, 23), []),
        ({"targets": [21]}, (500, 0), []),
        ({"targets": [21]}, (20, 0), ["game_not_over"]),
        ({"deals": 1, "draws": "yes"}, (3, 3), []),
        ({"deals": 1}, (3, 3), ["game_tied"]),
    ],
)
def test_a_final_score_is_what_hands_can_lead_to(options, scores, found):
    state = PAIRS.start(PAIRS.options_from(options))
    assert [problem.code for problem in PAIRS.problems(state, GameScore(scores))] == found


def test_only_rules_that_know_a_draw_end_in_one():
    tied = [PointsHand((5, 5))]
    assert not PAIRS.fold(PAIRS.options_from({"deals": 1}), tied).over
    drawn = PAIRS.fold(PAIRS.options_from({"deals": 1, "draws": "yes"}), tied)
    assert (drawn.over, drawn.winner) == (True, None)


def test_the_fewest_points_win_where_points_are_penalties():
    options = TABLE.options_from({"targets": [10], "fewest_win": "yes"})
    assert TABLE.fold(options, [PointsHand((11, 4, 2))]).winner == 2


def test_a_tournament_speaks_its_own_words():
    options = PAIRS.options_from(SCOPONE)
    named = PAIRS.in_words_of(json.loads(json.dumps(PAIRS.options_to_json(options))))
    assert (named.name, PAIRS.name) == ("Scopone", "Points only: pairs")
    assert named is PAIRS.in_words_of(PAIRS.options_to_json(options))
    assert [spec.label for spec in named.boxes_of(HandEntry.kind, options)] == ["Mazzo", "Scope"]
    belote = PAIRS.options_from(BELOTE)
    (points,) = PAIRS.in_words_of(PAIRS.options_to_json(belote)).boxes_of(HandEntry.kind, belote)
    assert (points.label, points.complement) == ("Points", 162)
    state = named.start(options)
    with pytest.raises(RuleViolation) as refusal:
        named.entry_from(state, {"second_0": "due"})
    assert "Scope" in str(refusal.value.problems[0].params["label"])


@pytest.mark.parametrize("game", POINTS_GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("options", [SCOPONE, BELOTE | {"total": 163}, {"lowest": -50, "total": 20}, {"deals": 3}], ids=str)
def test_drawn_hands_are_within_the_bounds(game, options):
    rules = game.options_from({**options, **({"highest": 0} if game.side_count > 2 else {})})
    events = play_random_match(game, rules, random.Random(4))
    state = game.start(rules)
    for event in events:
        assert [problem for problem in game.problems(state, event) if problem.is_impossible] == []
        state = game.advance(state, event)
    assert state.over
    assert len(events) < 60


@pytest.mark.parametrize("game", POINTS_GAMES, ids=lambda game: game.key)
def test_a_hand_without_cards_is_over_when_it_begins(game):
    deal = game.open_deal(game.start(game.options_from({})), DealtCards(((),) * game.seat_count))
    assert (deal.over, deal.holdings) == (True, (0,) * game.seat_count)
    assert game.build_outcome(deal) == PointsHand((0,) * game.side_count)
