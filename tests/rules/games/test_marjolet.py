"""Marjolet: §5 and §12.1 of the dossier typed in as data, melds against a search over all owners of cards, hands card by card."""

import random
from dataclasses import fields, replace

import pytest

from rules import Ending, GameScore, RuleViolation, game_by_key
from rules.cards import iterate_cards
from rules.deals import Action
from rules.feasibility import format_ranges, list_bits
from rules.games.marjolet import shares
from rules.games.marjolet.tables import PACK, MarjoletHand, build_melds
from rules.record import HandRecord, build_standing, replay_record
from rules.scorebook import sum_steps
from rules.simulate import play_random_hands, play_random_match
from tests.rules.playouts import play_random_deal

GAME = game_by_key("marjolet")
DEFAULTS = GAME.options_from({})
START = GAME.start(DEFAULTS)
QUARTETS = pytest.mark.parametrize("quartets", ["seed", "wikipedia_old"])

BRISQUES = {
    0: [0], 1: [0, 10, 20], 2: [0, 10, 20, 30, 40], 3: [0, 10, 20, 30, 40, 50, 60], **{k: list(range(0, 81, 10)) for k in range(4, 13)},
    13: [20, 30, 40, 50, 60, 70, 80], 14: [40, 50, 60, 70, 80], 15: [60, 70, 80], 16: [80],
}  # fmt: skip


def typed(**boxes):
    return {name: str(value) for name, value in boxes.items()}


def entry(state=START, **boxes):
    return GAME.entry_from(state, typed(**boxes))


def codes(state=START, **boxes):
    try:
        return [problem.code for problem in GAME.problems(state, entry(state, **boxes))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


def impossible(state, event):
    return [problem.code for problem in GAME.problems(state, event) if problem.is_impossible]


@pytest.mark.parametrize(("k", "points"), BRISQUES.items())
def test_aces_and_tens_by_tricks(k, points):
    assert list(list_bits(shares.build_side_rows().possible_points(k))) == points
    assert points == list(range(max(0, 20 * (k - 12)), min(80, 20 * k) + 1, 10))


@QUARTETS
def test_the_twelve_melds_add_to_480_and_are_multiples_of_twenty(quartets):
    known = build_melds(quartets, 2)
    assert (len(known), sum(meld.points for meld in known.values())) == (12, 480)
    pairs = shares.list_meld_pairs(quartets)
    assert {points % 20 for pair in pairs for points in pair} == {0}
    assert sorted({sum(pair) for pair in pairs}) == list(range(0, 481, 20))


def test_points_of_the_melds():
    known = build_melds("seed", 0)
    assert {name: meld.points for name, meld in known.items()} == {
        "four.A": 100, "four.K": 80, "four.Q": 60, "four.J": 40,
        "marriage.D": 40, "marriage.C": 20, "marriage.S": 20, "marriage.B": 20,
        "jack.D": 40, "jack.C": 20, "jack.S": 20, "jack.B": 20,
    }  # fmt: skip
    assert PACK.names_in(known["jack.C"].cards) == ("DJ", "CQ")


@QUARTETS
def test_shares_of_melds_are_those_of_every_way_to_own_the_cards(quartets):
    """Every card of a meld belongs to one player; each lays down any of the melds that are all his; fifteen cards at most are seen."""
    known = list(build_melds(quartets, 0).values())
    cards = sorted({card for meld in known for card in iterate_cards(meld.cards)})
    found = set()
    sums = {}
    for owner in range(1 << len(cards)):
        own = sum(1 << card for place, card in enumerate(cards) if owner >> place & 1)
        other = sum(1 << card for card in cards) & ~own
        reach = tuple(sums.setdefault(held, _sums(known, held)) for held in (own, other))
        found.add(reach)
    expected = {(a, b) for first, second in found for a in list_bits(first) for b in list_bits(second)}
    assert shares.list_meld_pairs(quartets) == expected


def _sums(known, held):
    """Bitmask of the points that some of the melds within `held` make; all sixteen cards are never seen by one player."""
    own = [meld for meld in known if meld.cards & held == meld.cards]
    reach = {(0, 0)}
    for meld in own:
        reach |= {(points + meld.points, cards | meld.cards) for points, cards in reach}
    mask = 0
    for points, cards in reach:
        if cards.bit_count() <= 15:
            mask |= 1 << points
    return mask


def test_nobody_can_lay_down_all_four_quartets():
    assert max(pair[0] for pair in shares.list_meld_pairs("seed")) == 440


def detail(hand, names):
    """The hand with some boxes left empty."""
    defaults = {line.name: line.default for line in fields(MarjoletHand)}
    return replace(hand, **{name: defaults[name] for name in names})


@pytest.mark.parametrize(
    "raw", [{}, *(preset.options for preset in GAME.presets), {"sweep_total": 60}, {"exchanged_seven_scores_again": True}]
)
def test_played_hands_hold_to_the_arithmetic(raw):
    options = GAME.options_from(raw)
    turned, fixed = options.turned_seven, 110 + options.tenth_trick_bonus
    for hand in play_random_hands(GAME, options, random.Random(4), 1500):
        again = 10 if hand.exchanged and options.exchanged_seven_scores_again else 0
        sweep = options.sweep_total - 10 if hand.sweep else 0
        rest = [points - melded for points, melded in zip(hand.total, hand.melds, strict=True)]
        assert sum(rest) == fixed + again + sweep + (turned if hand.turned_seven else 0)
        sevens = [int(hand.turned_seven and hand.dealer == side) for side in (0, 1)]
        assert [points % 10 for points in hand.total] == [turned * count % 10 for count in sevens]
        assert hand.seven is not None


def test_a_played_hand_is_accepted_whatever_boxes_stay_empty():
    rng = random.Random(6)
    boxes = ["melds", "seven", "exchanged", "tenth", "last", "sweep", "tricks"]
    for hand in play_random_hands(GAME, DEFAULTS, rng, 2000):
        left_out = set(rng.sample(boxes, rng.randrange(len(boxes) + 1)))
        left_out |= {"sweep"} if "last" in left_out else set()
        left_out |= {"melds", "brisques"} if "melds" in left_out else set()
        left_out |= {"exchanged"} if "brisques" in left_out else set()
        left_out -= set() if "last" in left_out else {"sweep"}
        left_out -= set() if "brisques" in left_out else {"exchanged"}
        assert impossible(START, detail(hand, left_out)) == [], (hand, left_out)


def test_totals_alone_are_refused_when_no_hand_gives_them():
    assert codes(dealer="A", total_0=70, total_1=50) == []
    assert codes(dealer="A", total_0=120, total_1=0) == ["totals_impossible"]
    assert codes(dealer="A", total_0=70, total_1=60) == ["totals_impossible"]
    assert codes(dealer="A", total_0=77, total_1=50) == ["not_tens"]
    assert codes(dealer="A", turned_seven="yes", total_0=77, total_1=50) == []
    assert codes(dealer="B", turned_seven="yes", total_0=77, total_1=50) == ["not_tens", "not_tens"]


def test_totals_follow_from_the_count():
    boxes = {"dealer": "A", "turned_seven": "yes", "melds_0": 40, "seven": "B", "tenth": "A", "brisques_0": 30, "last": "B"}
    assert entry(**boxes).total == (7 + 40 + 30 + 10, 50 + 10 + 10 + 10)
    assert entry(**boxes).melds == (40, 0)
    assert entry(**{**boxes, "sweep": "yes"}).total == (87, 120)
    assert [problem.field for problem in _refused(dealer="A", brisques_0=30)] == ["seven", "last"]
    assert [problem.field for problem in _refused(dealer="A")] == ["brisques_0", "total_0", "total_1"]
    assert [problem.field for problem in _refused(turned_seven="yes", brisques_0=30, seven="A", last="A")] == ["dealer"]


def _refused(**boxes):
    with pytest.raises(RuleViolation) as refusal:
        entry(**boxes)
    return refusal.value.problems


COUNT = {"dealer": "A", "melds_0": 40, "seven": "B", "tenth": "A", "brisques_0": 30, "last": "B", "total_0": 80, "total_1": 80}


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({"total_1": 90}, ["total_differs"]),
        ({"total_1": 81}, ["not_tens"]),
        ({"brisques_1": 40}, ["brisques_sum"]),
        ({"brisques_0": 35}, ["brisques_tens", "brisques_tens"]),
        ({"melds_0": 30}, ["no_such_melds"]),
        ({"melds_0": 460}, ["no_such_melds"]),
        ({"melds_0": 300, "melds_1": 300}, ["no_such_shares"]),
        ({"tricks_0": 9, "tricks_1": 8}, ["trick_count"]),
        ({"tricks_0": 1}, ["count_by_tricks"]),
        ({"tricks_0": 3, "tenth": "B", "tricks_1": 13, "last": "B", "sweep": "yes", "total_1": 120}, []),
        ({"tricks_0": 11, "sweep": "yes", "total_1": 120}, ["no_way"]),
        ({"tricks_0": 5, "last": "A", "tenth": "B", "total_0": 90, "total_1": 70}, []),
        ({"tricks_0": 6, "last": "A", "tenth": "B", "sweep": "yes", "total_0": 130, "total_1": 70}, ["meld_without_trick"]),
        ({"turned_seven": "yes", "exchanged": "yes", "total_0": 87}, ["no_way"]),
        ({"turned_seven": "yes", "total_0": 87}, []),
        ({"turned_seven": "yes", "seven": "A", "total_0": 97, "total_1": 70}, ["no_way"]),
        ({"brisques_0": 80, "total_0": 130, "total_1": 30}, ["all_brisques"]),
        ({"out": "A"}, ["not_stopping", "total_differs", "total_differs"]),
    ],
)
def test_what_is_wrong_with_a_sheet(changed, found):
    assert codes(**{**COUNT, **changed}) == found


def test_the_player_who_draws_a_turned_seven_plays_it():
    """The loser of the tenth trick draws the turned card; when that is the seven, its ten is his."""
    assert codes(**{**COUNT, "turned_seven": "yes", "tenth": "B", "total_0": 87}) == ["no_way"]


@pytest.mark.parametrize(
    ("boxes", "code", "repaired"),
    [
        ({**COUNT, "total_0": 40}, "melds_not_added", {"total_0": "80"}),
        ({**COUNT, "total_1": 70}, "ten_forgotten", {"total_1": "80"}),
        ({**COUNT, "total_1": 50}, "digit_misread", {"total_1": "80"}),
        ({**COUNT, "total_0": 30, "total_1": 30}, "total_added_badly", {"total_0": "", "total_1": ""}),
        ({**COUNT, "total_1": 90}, "ten_twice", {"total_1": "80"}),
        ({**COUNT, "total_0": 87}, "turned_seven", {"turned_seven": "yes"}),
        ({**COUNT, "melds_0": "", "melds_1": 40}, "columns_swapped", {"melds_0": "40", "melds_1": ""}),
        ({"dealer": "A", "total_0": 77, "total_1": 50}, "turned_seven", {"turned_seven": "yes"}),
    ],
)
def test_slips(boxes, code, repaired):
    slips = GAME.find_slips(START, typed(**boxes))
    assert [slip.code for slip in slips if repaired.items() <= slip.fields.items()][:1] == [code]


def test_both_over_the_target_the_higher_wins_and_level_plays_on():
    state = GAME.start(GAME.options_from({"targets": "100"}))
    state = GAME.advance(state, entry(state, total_0=60, total_1=60))
    assert GAME.advance(state, entry(state, total_0=70, total_1=50)).winner == 0
    level = GAME.advance(state, entry(state, total_0=60, total_1=60))
    assert (level.over, level.score) == (False, (120, 120))
    drawn = GAME.start(GAME.options_from({"targets": "100", "level_at_target": "draw"}))
    for _hand in range(2):
        drawn = GAME.advance(drawn, entry(drawn, total_0=60, total_1=60))
    assert (drawn.over, drawn.winner, drawn.finished[0].score) == (True, None, (120, 120))


def test_steps_name_what_was_scored():
    hand = entry(**{**COUNT, "turned_seven": "yes", "total_0": 87})
    steps = GAME.compute_steps(START, hand)
    assert [(step.reason, step.points) for step in steps] == [("turned seven", (7, 0)), ("melds", (40, 0)), ("hand", (40, 80))]
    assert sum_steps(steps, 2) == hand.total


def test_no_game_takes_more_than_nine_hands_unless_they_leave_it_level():
    for seed in range(150):
        (game,) = GAME.fold(DEFAULTS, play_random_match(GAME, DEFAULTS, random.Random(seed))).finished
        level = [line for line in game.lines if min(line.score) >= 500 and len(set(line.score)) == 1]
        assert len(game.lines) - len(level) <= 9


def codes_of_score(scores, state=START):
    return [problem.code for problem in GAME.problems(state, GameScore(scores))]


def test_a_game_below_the_target_is_not_over():
    assert codes_of_score((490, 490)) == ["game_not_over"]


def test_final_scores_are_tens_but_for_turned_sevens():
    assert codes_of_score((500, 460)) == []
    assert codes_of_score((507, 463)) == ["game_not_tens"]
    assert codes_of_score((507, 480)) == []
    assert codes_of_score((507, 470)) == ["game_not_tens"]
    assert codes_of_score((502, 310)) == ["game_not_tens"]
    assert codes_of_score((1100, 100)) == []
    assert codes_of_score((1200, 100)) == ["game_too_far"]
    assert codes_of_score((2000, 500)) == ["game_too_far"]
    assert codes_of_score((500, 0)) == ["game_not_tens"]


@pytest.mark.parametrize(("sweep", "found"), [(50, ["game_not_tens"]), (60, [])])
def test_a_last_hand_may_win_all_six_last_tricks(sweep, found):
    """A hand without melds makes 120; fifty more is no sum of melds, which are twenties, but what a sweep adds where it is worth sixty."""
    state = build_standing(GAME.start(GAME.options_from({"sweep_total": sweep})), 1, (480, 480))
    assert codes_of_score((480 + 110, 480 + 10), state) == []
    assert codes_of_score((480 + 160, 480 + 10), state) == found


def test_every_played_game_has_a_final_score_that_is_accepted():
    for seed in range(150):
        (game,) = GAME.fold(DEFAULTS, play_random_match(GAME, DEFAULTS, random.Random(seed))).finished
        assert impossible(START, GameScore(game.score)) == []


# Card by card

REST = [card for card in PACK.names if card not in {"DK", "DQ", "DJ", "D7", "CA", "SA", "C7", "C8", "C9", "S7", "S8", "S9", "D9"}]
HOLDINGS = (("DK", "DQ", "DJ", "D7", "CA", "SA"), ("C7", "C8", "C9", "S7", "S8", "S9"))


def played(*actions, turned="D9", **options):
    stock = (turned, *(card for card in [*REST, "D9"] if card != turned))
    return replay_record(GAME, HandRecord("marjolet", HOLDINGS, tuple(Action(*action) for action in actions), options, 0, stock=stock))


WON = ((1, "play", "C7"), (0, "play", "CA"))
LAID = ((0, "meld", "marriage.D"), (0, "meld", "jack.D"), (0, "exchange"))


def test_the_winner_melds_exchanges_and_draws():
    deal = played(*WON, *LAID).deal
    assert (deal.melded, deal.sevens, deal.turned == PACK.card_number("D7")) == (((0, "marriage.D"), (0, "jack.D")), (0,), True)
    assert deal.holdings[0] >> PACK.card_number("D9") & 1
    drawn = GAME.apply_action(deal, Action(0, "draw"))
    assert [PACK.names[card] for card in deal.stock[:2]] == REST[:2]
    assert (drawn.turn, [held.bit_count() for held in drawn.holdings]) == (0, [6, 6])


@pytest.mark.parametrize(
    ("actions", "options", "code"),
    [
        (((1, "play", "C7"), (0, "meld", "marriage.D")), {}, "not_now"),
        ((*WON, (0, "meld", "four.A")), {}, "meld_not_held"),
        ((*WON, (0, "meld", "jack.C")), {}, "meld_not_held"),
        ((*WON, (0, "meld", "queens")), {}, "no_such_meld"),
        ((*WON, (1, "meld", "marriage.D")), {}, "not_your_turn"),
        ((*WON, (0, "meld", "jack.D"), (0, "meld", "jack.D")), {}, "melded_twice"),
        ((*WON, *LAID), {"melds_per_trick": 1}, "one_meld"),
        ((*WON, *LAID, (0, "exchange")), {}, "seven_is_turned"),
        ((*WON, (0, "play", "SA")), {}, "not_now"),
        (((1, "play", "C7"), (0, "play", "D7"), (0, "exchange")), {}, "seven_not_held"),
    ],
)
def test_what_cannot_be_done(actions, options, code):
    assert code in {problem.code for problem in played(*actions, **options).problems}


def test_a_played_seven_scores_win_or_lose():
    assert played((1, "play", "C7"), (0, "play", "D7")).deal.sevens == (0,)
    assert played((1, "play", "C7"), (0, "play", "CA"), (0, "draw"), (0, "play", "D7")).deal.sevens == ()


def test_a_meld_ends_the_hand_where_the_target_ends_it_at_once():
    found = played(*WON, LAID[0], targets=(40,), stop_at_target=True)
    assert (found.deal.over, found.event.out, found.event.total) == (True, 0, (40, 0))
    state = GAME.advance(found.deal.state, found.event)
    assert (state.winner, state.finished[0].ending) == (0, Ending.DECLARATION)


def test_who_is_out_must_have_reached_the_target_and_nobody_goes_on():
    state = GAME.start(GAME.options_from({"stop_at_target": True, "targets": "100"}))
    assert codes(state, out="A", melds_0=100) == []
    assert codes(state, out="A", melds_0=80) == ["out_below"]
    assert codes(state, out="A", melds_0=400, melds_1=400) == ["no_such_shares"]
    assert codes(state, out="A", melds_0=100, melds_1=120) == ["should_have_stopped"]
    assert codes(state, out="A", melds_0=180) == []
    assert codes(state, out="A", melds_0=200) == ["out_before"]
    assert codes(state, out="A", melds_0=120, melds_1=80) == []
    assert codes(state, **{**COUNT, "melds_0": 100, "total_0": 140}) == ["should_have_stopped"]


def test_last_six_tricks_follow_suit_else_trump_and_win_if_possible():
    rng = random.Random(9)
    for _hand in range(60):
        deal = GAME.random_deal(START, rng)
        while not deal.over:
            legal = GAME.legal_actions(deal)
            if deal.trick:
                assert {PACK.card_number(action.what) for action in legal} == _legal_by_hand(deal)
            deal = GAME.apply_action(deal, rng.choice(legal))


def _legal_by_hand(deal):
    held = set(deal.cards_in(deal.turn))
    if len(deal.tricks) < 10:
        return held
    led = deal.trick[0]
    trumps = {card for card in held if card // 8 == deal.trump}
    pool = {card for card in held if card // 8 == led // 8} or trumps or held
    winning = {card for card in pool if (card // 8 == led // 8 and card > led) or (card // 8 == deal.trump != led // 8)}
    return winning or pool


def test_every_deal_has_sixteen_tricks_and_the_seven_scores_once():
    for seed in range(60):
        deal = play_random_deal(GAME, DEFAULTS, random.Random(seed))
        assert (len(deal.tricks), len(deal.sevens), deal.stock) == (16, 1, ())
        assert sum(deal.points_of(side) for side in (0, 1)) == 80
        first, *later = [trick.winner for trick in deal.tricks][9:10]
        assert later == []
        assert deal.holdings == (0, 0)
        assert first in (0, 1)


def test_tricks_of_both_players_are_told_by_ranges():
    assert format_ranges(shares.build_side_rows().tricks_with(1 << 80)) == "4–16"


def test_too_many_melds_for_the_tricks():
    """A player with one trick of sixteen has one hand of five cards to lay down from: four queens and the jack of trumps."""
    counted = {"dealer": "A", "tenth": "B", "last": "B", "seven": "B", "brisques_0": 20, "tricks_0": 1, "sweep": "yes"}
    assert codes(**counted, melds_0=160, melds_1=0) == []
    assert codes(**counted, melds_0=180, melds_1=0) == ["too_few_tricks_for_melds"]
    alone = GAME.start(GAME.options_from({"melds_per_trick": "1"}))
    assert codes(alone, **counted, melds_0=160, melds_1=0) == ["too_few_tricks_for_melds"]
    assert codes(alone, **counted, melds_0=100, melds_1=0) == []
