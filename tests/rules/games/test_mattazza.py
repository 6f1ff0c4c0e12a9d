"""Mattazza: what §4 of the dossier carries, and shares of the pack against a search over all ways to deal out the aces."""

import random
from itertools import product

import pytest

from rules import GameScore, Penalty, RuleViolation, VoidHand, game_by_key
from rules.deals import Action
from rules.feasibility import format_ranges, list_bits
from rules.games.mattazza import sheet
from rules.games.mattazza.tables import TABLES, MattazzaHand
from rules.simulate import play_random_hands, play_random_match
from tests.rules.playouts import play_random_deal

GAME = game_by_key("mattazza")
START = GAME.start(GAME.options_from({}))
WHOLE = GAME.start(GAME.options_from({"count": "whole"}))

THIRDS = {
    (0, False): "0", (1, False): "0–10, 12", (2, False): "0–16", (3, False): "0–20", (4, False): "0–24", (5, False): "4–28",
    (6, False): "8–32", (7, False): "12–32", (8, False): "16–32", (9, False): "20, 22–32",
    (1, True): "3–13, 15", (2, True): "3–19", (3, True): "3–23", (4, True): "3–27", (5, True): "7–31", (6, True): "11–35",
    (7, True): "15–35", (8, True): "19–35", (9, True): "23, 25–35", (10, True): "35",
}  # fmt: skip


def typed(**boxes):
    return {name: str(value) for name, value in boxes.items()}


def boxes_of(*penalties, **more):
    return {**{f"penalties_{side}": points for side, points in enumerate(penalties)}, **more}


def codes(state, **boxes):
    try:
        return [problem.code for problem in GAME.problems(state, GAME.entry_from(state, typed(**boxes)))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


def advanced(state, *penalties):
    return GAME.advance(state, GAME.entry_from(state, typed(**boxes_of(*penalties))))


def test_rows_are_those_of_marafon():
    assert {key: format_ranges(list_bits(mask)) for key, mask in sheet.build_side_rows(TABLES[4]).masks.items()} == THIRDS


def test_shares_are_those_of_every_way_to_deal_out_the_aces():
    rng = random.Random(2)
    for _case in range(400):
        cuts = sorted(rng.randrange(36) for _cut in range(3))
        penalties = tuple(high - low for low, high in zip([0, *cuts], [*cuts, 35], strict=True))
        last = rng.randrange(4)
        assert sheet.can_share(penalties, None, last, whole=False) == _by_aces(penalties, last), (penalties, last)


def _by_aces(penalties, last):
    cards = [points - 3 * (side == last) for side, points in enumerate(penalties)]
    for aces in product(range(5), repeat=4):
        figures = [points - 3 * count for points, count in zip(cards, aces, strict=True)]
        tricks = [max(-(-(a + f) // 4), int(side == last)) for side, (a, f) in enumerate(zip(aces, figures, strict=True))]
        if sum(aces) == 4 and min(figures) >= 0 and sum(tricks) <= 10:
            return True
    return False


@pytest.mark.parametrize(
    ("state", "boxes", "found"),
    [
        (START, boxes_of(10, 10, 10, 5), []),
        (START, boxes_of(10, 10, 10), []),
        (START, boxes_of(35), ["took_all"]),
        (START, boxes_of(10, 10), ["missing_side", "missing_side"]),
        (START, boxes_of(20, 20, 10), ["penalties_sum"]),
        (START, boxes_of(10, 10, 10, 2), ["penalties_sum"]),
        (START, boxes_of(11, 12, 12, 0, tricks_0=1, tricks_1=4, tricks_2=4, last="B"), ["count_without_last"]),
        (START, boxes_of(2, 11, 11, 11, last="A"), ["penalties_share"]),
        (START, boxes_of(9, 9, 9, 8, tricks_0=3, tricks_1=3, tricks_2=3, tricks_3=3), ["trick_count"]),
        (START, boxes_of(10, 10, 10, tricks_0=6, tricks_1=6, tricks_2=0), ["trick_count"]),
        (START, boxes_of(10, 10, 10, tricks_0=6), ["missing_side"] * 3),
        (START, boxes_of(0, 0, 0, 35, tricks_0=0, tricks_1=0, tricks_2=0), ["all_tricks", "took_all"]),
        (WHOLE, boxes_of(3, 3, 3, 2), []),
        (WHOLE, boxes_of(3, 3, 3, 3), ["penalties_sum"]),
        (WHOLE, boxes_of(4, 4, 3, 0, tricks_0=1, tricks_1=4, tricks_2=5, last="B"), []),
        (WHOLE, boxes_of(5, 4, 2, 0, tricks_0=1, tricks_1=4, tricks_2=5, last="B"), ["count_without_last"]),
    ],
)
def test_what_is_wrong_with_a_sheet(state, boxes, found):
    assert codes(state, **boxes) == found


def test_the_forgotten_last_trick_is_found():
    slips = GAME.find_slips(START, typed(**boxes_of(10, 10, 10, 2, last="D")))
    assert [(slip.code, slip.fields["penalties_3"]) for slip in slips] == [("last_trick_forgotten", "5")]


def test_whoever_reaches_the_limit_ends_the_game_and_the_fewest_penalties_win():
    state = advanced(advanced(START, 20, 10, 5, 0), 20, 0, 10, 5)
    assert (state.over, state.score) == (False, (40, 10, 15, 5))
    done = advanced(state, 1, 10, 20, 4)
    assert (done.over, done.winner, done.finished[0].score) == (True, 3, (41, 20, 35, 9))
    assert GAME.rank_sides(done) == ((3,), (1,), (2,), (0,))


def test_level_players_share_the_win_or_play_on():
    assert (advanced(advanced(START, 25, 0, 0, 10), 25, 0, 0, 10).winner, GAME.rank_sides(START)) == (None, ((0, 1, 2, 3),))
    again = GAME.start(GAME.options_from({"level": "another_hand"}))
    assert advanced(advanced(again, 25, 0, 0, 10), 25, 0, 0, 10).over is False


def test_a_cappotto_turns_the_hand_round():
    state = GAME.start(GAME.options_from({"cappotto": True}))
    assert advanced(state, 0, 35, 0, 0).score == (35, 0, 35, 35)
    whole = GAME.start(GAME.options_from({"cappotto": True, "count": "whole"}))
    assert advanced(whole, 11, 0, 0, 0).score == (0, 11, 11, 11)


def test_final_scores_grow_by_whole_hands():
    assert [problem.code for problem in GAME.problems(START, GameScore((41, 20, 35, 9)))] == []
    assert [problem.code for problem in GAME.problems(START, GameScore((41, 20, 35, 8)))] == ["not_of_hands"]
    assert [problem.code for problem in GAME.problems(START, GameScore((80, 20, 5, 0)))] == ["not_of_hands"]
    assert [problem.code for problem in GAME.problems(START, GameScore((30, 20, 15, 5)))] == ["game_not_over"]
    for seed in range(50):
        (game,) = GAME.fold(GAME.options_from({}), play_random_match(GAME, GAME.options_from({}), random.Random(seed))).finished
        assert GAME.problems(START, GameScore(game.score)) == ()


def test_a_fine_adds_penalties():
    assert GAME.advance(START, Penalty(1, "fine", 5)).score == (0, 5, 0, 0)
    assert GAME.advance(GAME.start(GAME.options_from({}), dealer=2), VoidHand("misdeal")).dealer == 2


def test_the_dealers_right_leads_and_follows_suit():
    for seed in range(30):
        deal = play_random_deal(GAME, GAME.options_from({}), random.Random(seed))
        assert deal.tricks[0].leader == (deal.dealt.dealer + 1) % 4
        for trick in deal.tricks:
            led = trick.cards[0] // 10
            best = max((card, place) for place, card in enumerate(trick.cards) if card // 10 == led)
            assert trick.winner == (trick.leader + best[1]) % 4


# tables of three and of five

THREE, FIVE = game_by_key("mattazza3"), game_by_key("mattazza5")


def table_of(game, **boxes):
    state = game.start(game.options_from({}))
    return state, game.entry_from(state, typed(**boxes))


@pytest.mark.parametrize(("game", "size", "tricks"), [(THREE, 3, 13), (FIVE, 5, 8)])
def test_rows_are_those_of_every_number_of_cards_of_each_worth(game, size, tricks):
    """Counted out over aces, figures and worthless cards; at a table of three the last trick brings a card more."""
    aside = 40 - size * tricks
    expected = {}
    for aces, figures, blanks in product(range(5), range(21), range(17)):
        for last in (False, True):
            won, over = divmod(aces + figures + blanks - aside * last, size)
            if not over and won >= last and (won < tricks or last):
                expected.setdefault((won, last), set()).add(3 * aces + figures + 3 * last)
    masks = {key: set(list_bits(mask)) for key, mask in sheet.build_side_rows(TABLES[size]).masks.items()}
    assert masks == {key: points for key, points in expected.items() if key[0] >= 0}


@pytest.mark.parametrize(("game", "size"), [(THREE, 3), (FIVE, 5)])
def test_all_but_one_player_tell_the_last(game, size):
    boxes = {f"penalties_{side}": 5 for side in range(size - 1)} | {f"tricks_{side}": 2 for side in range(size - 1)}
    _state, hand = table_of(game, **boxes)
    assert (sum(hand.penalties), sum(hand.tricks)) == (35, TABLES[size].tricks)


def test_the_dealer_of_three_lays_a_card_aside_for_the_last_trick():
    state = THREE.start(THREE.options_from({}), dealer=1)
    deal = THREE.random_deal(state, random.Random(4))
    assert [deal.holdings[seat].bit_count() for seat in range(3)] == [13, 14, 13]
    assert {action.verb for action in THREE.legal_actions(deal)} == {"aside"}
    ace = next(card for card in range(40) if deal.pack.rank_of(card) == "A" and deal.holdings[1] >> card & 1)
    wrong = [Action(0, "aside", "D4"), Action(1, "play", "D4"), Action(1, "aside", "D9")]
    assert all(THREE.find_action_problems(deal, action) for action in wrong)
    deal = THREE.apply_action(deal, Action(1, "aside", deal.pack.names[ace]))
    assert (deal.turn, {action.verb for action in THREE.legal_actions(deal)}) == (2, {"play"})
    done = THREE.random_play(deal, random.Random(5))
    hand, last = THREE.build_outcome(done), done.tricks[-1].winner
    in_tricks = [done.points_of(side) for side in range(3)]
    assert sum(in_tricks) == 32 - 3
    assert hand.penalties == tuple(points + 6 * (side == last) for side, points in enumerate(in_tricks))
    assert [problem for problem in THREE.problems(state, hand) if problem.is_impossible] == []


@pytest.mark.parametrize(("game", "hands"), [(GAME, 1500), (THREE, 800), (FIVE, 800)], ids=["four", "three", "five"])
@pytest.mark.parametrize("raw", [{}, {"count": "whole"}, {"cappotto": True}])
def test_played_hands_hold_to_the_arithmetic(game, hands, raw):
    options = game.options_from(raw)
    state = game.start(options)
    for hand in play_random_hands(game, options, random.Random(3), hands):
        assert sum(hand.penalties) == (11 if options.count == "whole" else 35)
        without = MattazzaHand(hand.dealer, hand.penalties)
        assert [problem for event in (hand, without) for problem in game.problems(state, event) if problem.is_impossible] == []
