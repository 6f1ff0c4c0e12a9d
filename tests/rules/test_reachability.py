"""Final scores of games: followed hand by hand with plain sets, and events that were entered before a fact was refused."""

import itertools

import pytest

from rules import GameScore, RuleViolation, game_by_key
from rules.final_scores import compute_fixed_finals, follow_to_target
from rules.games.marafon import claims
from rules.games.marafon.sheet import build_side_rows
from rules.games.marafon.tables import MarafonClaim
from rules.scorebook import Plan, add_scores

MARAFON = game_by_key("marafon")
TARGET_GAMES = [("marafon", {"finish": "end_of_hand"}), ("mariglia", {}), ("mariglia", {"trionfo_can_end_game": "no"}), ("tressette", {})]


def follow_plainly(plan, start, stages, margin=60):
    """Every hand one by one: the scores at which a game ends, and those between two hands."""
    target, finals, between, waiting = plan.target_points(1), set(), set(), [start]
    while waiting:
        standing = waiting.pop()
        if standing in between:
            continue
        between.add(standing)
        running = {standing}
        for alternatives, decides in stages:
            running = {add_scores(score, points) for score in running for points in alternatives}
            if decides:
                ended = {score for score in running if plan.find_winner(score, 1) is not None}
                finals |= ended
                running -= ended
            running = {score for score in running if max(score) <= target + margin}
        waiting += running
    return finals, between


@pytest.mark.parametrize(("key", "options"), TARGET_GAMES)
def test_masks_hold_the_scores_of_every_sequence_of_hands(key, options):
    game = game_by_key(key)
    settings = game.options_from({**options, "targets": "15"})
    plan, stages = game.build_plan(settings), game.hand_stages(settings)
    finals, between = follow_plainly(plan, (0, 0), stages, margin=60)
    found_finals, found_between = follow_to_target(plan, 1, (0, 0), stages)
    assert (set(found_finals), set(found_between)) == (finals, between)


def test_a_fixed_number_of_hands_is_every_sum_of_so_many():
    plan = Plan(2, deals=3, draws=True)
    hand = frozenset({(3, 0), (1, 2), (0, 4)})
    sums = {tuple(map(sum, zip(*hands, strict=True))) for hands in itertools.product(hand, repeat=3)}
    assert set(compute_fixed_finals(plan, (0, 0), ((hand, True),), 3)) == sums
    without_ties = compute_fixed_finals(Plan(2, deals=1), (0, 0), ((frozenset({(1, 1), (0, 2)}), True),), 1)
    assert set(without_ties) == {(extra, extra + 2) for extra in range(9)}, "a tied game goes on with one hand"


@pytest.mark.parametrize(
    ("key", "options", "scores", "code"),
    [
        ("marafon", {}, (41, 500), "score_unreachable"),
        ("marafon", {}, (55, 0), "score_unreachable"),
        ("marafon", {}, (53, 0), None),
        ("marafon", {}, (41, 40), None),
        ("marafon", {"finish": "claim_only"}, (41, 39), "game_not_over"),
        ("marafon", {"finish": "end_of_hand"}, (41, 500), "game_unreachable"),
        ("marafon", {"deals": 4}, (500, 0), "deals_unreachable"),
        ("marafon", {"deals": 4}, (41, 3), None),
        ("marafon", {"targets": "1000"}, (1000, 9000), "score_unreachable"),
        ("mariglia", {"deals": 4}, (350, 12), "deals_unreachable"),
        ("mariglia", {"deals": 100}, (9000, 12), "deals_unreachable"),
        ("tressette", {"deals": 6}, (31, 500), "deals_unreachable"),
        ("marjolet", {}, (2000, 500), "game_too_far"),
        ("marjolet", {"stop_at_target": "yes"}, (2000, 500), "game_too_far"),
        ("maranna", {"deals": 3}, (5000, 0), "deals_unreachable"),
        ("maranna", {"deals": 3}, (240, 120), None),
        ("mattazza", {"deals": 4}, (35, 0, 0, 0), "game_tied"),
        ("mattazza", {"deals": 4}, (35, 20, 10, 5), "deals_unreachable"),
        ("mattazza", {"deals": 4}, (50, 40, 30, 20), None),
        ("briscola3", {}, (361, 0, -1), "briscola_hands"),
        ("briscola3", {}, (358, 1, 1), "briscola_hands"),
        ("trionfo5", {"deals": 1}, (0, 0, 0, 0, 0), "score_no_hand"),
        ("trionfo5", {"deals": 1, "monte_counts_as_deal": True}, (0, 0, 0, 0, 0), None),
        ("pointsonly2", {"deals": 3, "highest": 21}, (64, 10), "deals_unreachable"),
        ("pointsonly2", {"deals": 3, "highest": 21}, (63, 10), None),
    ],
)
def test_no_impossible_final_score_passes(key, options, scores, code):
    game = game_by_key(key)
    problems = game.problems(game.start(game.options_from(options)), GameScore(scores))
    assert next((problem.code for problem in problems if problem.is_impossible), None) == code


def test_the_nearest_scores_are_those_that_a_pen_explains():
    problem, *_more = MARAFON.problems(MARAFON.start(MARAFON.options_from({})), GameScore((41, 500)))
    assert problem.near[0].values == ("41–50", "41–53", "41–52")
    assert problem.slips == ()


def test_what_a_newer_version_refuses_stands_where_it_was_entered_under_an_older_one():
    state = MARAFON.start(MARAFON.options_from({}))
    score = GameScore((41, 500))
    assert MARAFON.advance(state, score, version=1).games_won == (0, 1)
    for version in (2, None):
        with pytest.raises(RuleViolation):
            MARAFON.advance(state, score, version)
    assert [index for index, _problems in MARAFON.fold_problems(state.options, [score, score], versions=[1, 2]).refused] == [1]
    with pytest.raises(RuleViolation):
        MARAFON.advance(state, GameScore((20, 10)), version=1)


def test_a_claim_counts_what_both_sides_had():
    state = MARAFON.advance(MARAFON.start(MARAFON.options_from({"targets": "11"})), MARAFON.event_from_json(HAND))
    claim = MARAFON.event_from(state, "claim", {"side": "A", "taken": "4", "against": "3 1/3"})
    assert claim == MarafonClaim(0, 12, against=10)
    assert MARAFON.advance(state, claim).finished[0].score == (11, 7)
    assert MARAFON.typed_from(claim)["against"] == "3⅓"
    assert MARAFON.event_from_json({"kind": "claim", "side": 0, "taken": 12, "bonus": False, "verdict": None}) == MarafonClaim(0, 12)


HAND = {"kind": "hand", "points": [7, 4]}


def count_shares(values, tricks, cards_per_trick):
    """(cards, points) of two sides after some tricks, every way to give out the cards of a small pack."""
    shares = {(0, 0, 0, 0)}
    for value in values:
        shares |= {(mine + 1, points + value, theirs, against) for mine, points, theirs, against in shares} | {
            (mine, points, theirs + 1, against + value) for mine, points, theirs, against in shares
        }
    return {
        (points, against)
        for mine, points, theirs, against in shares
        if mine % cards_per_trick == theirs % cards_per_trick == 0 and mine + theirs < tricks * cards_per_trick
    }


def test_counts_of_a_claim_are_those_of_every_way_to_take_some_tricks():
    values = MARAFON.pack.card_values()
    shares = count_shares(values, 10, 4)
    whole = {(thirds, 35 - thirds) for last in (False, True) for thirds in range(36) if build_side_rows().can_have(1 << thirds, last=last)}
    asked = set(itertools.product(range(36), repeat=2))
    assert {pair for pair in asked if not list(claims.find_problems(MarafonClaim(0, pair[0], against=pair[1])))} == shares | whole
