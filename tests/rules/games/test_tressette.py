"""Tressette: points and accuse as published pages have them, accuse against every way to give out the honours, slips."""

import random
from itertools import product

import pytest

from rules import GameScore, RuleViolation, VoidHand, game_by_key
from rules.deals import Action
from rules.feasibility import format_ranges, list_bits
from rules.games.tressette import deal, sheet
from rules.games.tressette.tables import ACCUSE_OF_TWO, ACCUSE_PAIRS, PACK, TABLES, TressetteHand, TressetteOfTwoHand
from rules.record import HandRecord, open_record, replay_record
from rules.witness import find_witness, limit_attempts
from tests.rules.playouts import play_random_deal

GAME = game_by_key("tressette")
SPREAD = {
    "0": ("D3 D2 DA DK C7 C6 C5 C4 S7 S6", "D H"),
    "1": ("C3 S3 B3 CA SA BA DH DJ D7 D6", "3 A"),
    "2": ("C2 S2 B2 CK CH CJ SK SH SJ S5", "2"),
    "3": ("S4 BK BH BJ B7 B6 B5 B4 D5 D4", ""),
}
"""What each seat holds, and which of its accuse count: a napoletana of coins, three threes and three aces, three twos."""
PAGES = [
    ("adamoli.org, p. 43: three aces, twos or threes are three points, four are four", "C3 S3 B3", "3", 3),
    ("adamoli.org, p. 43", "CA SA BA DA", "A", 4),
    ("spazioinwind.libero.it: one ace, one three and one two of a suit, three points", "B3 B2 BA", "B", 3),
    ("sapere.it: 3, 2 and ace of one suit", "S3 S2 SA", "S", 3),
    ("tresette.org: superbongioco of twos", "D2 C2 S2 B2", "2", 4),
    ("two of a kind are nothing", "C3 S3", "3", 0),
    ("king, cavallo and jack are no accusa", "DK DH DJ", "D", 0),
]


def codes(options, **boxes):
    state = GAME.start(GAME.options_from(options))
    try:
        return [problem.code for problem in GAME.problems(state, GAME.entry_from(state, {name: str(text) for name, text in boxes.items()}))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


@pytest.mark.parametrize(("page", "cards", "what", "points"), PAGES)
def test_accuse_score_as_the_pages_say(page, cards, what, points):
    assert deal.count_accusa(PACK.mask_of_names(cards.split()), what) == points, page


def test_points_are_those_of_the_pages():
    """An ace is a point, the other honours and figures a third (spazioinwind, sapere.it), 11 with the last trick (scribd 558207717)."""
    worth = dict(zip(PACK.ranks, PACK.points, strict=True))
    assert worth == {"A": 3, **dict.fromkeys("32KHJ", 1), **dict.fromkeys("7654", 0)}
    assert PACK.ranks == ("3", "2", "A", "K", "H", "J", "7", "6", "5", "4")
    assert (sum(PACK.card_values()) + 3) // 3 == 11
    final = play_random_deal(GAME, GAME.options_from({}), random.Random(1))
    assert sum(GAME.build_outcome(final).points) == 11


def test_accuse_of_two_sides_are_those_of_every_way_to_give_out_the_honours():
    """The twelve honours to four players, each of whom has ten cards at most."""
    honours = [suit + rank for rank in "32A" for suit in PACK.suits]
    masks = [sum(1 << PACK.card_number(honours[bit]) for bit in range(12) if chosen >> bit & 1) for chosen in range(4096)]
    own = [sum(deal.count_accusa(mask, what) for what in "32ADCSB") if mask.bit_count() <= 10 else None for mask in masks]
    of_side = [set() for _union in range(4096)]
    for union in range(4096):
        part = union
        while True:
            if own[part] is not None and own[union ^ part] is not None:
                of_side[union].add(own[part] + own[union ^ part])
            if not part:
                break
            part = (part - 1) & union
    pairs = {pair for union in range(4096) for pair in product(of_side[union], of_side[4095 ^ union])}
    assert {pair for pair in pairs if pair[0] >= pair[1]} == set(ACCUSE_PAIRS)


def test_tricks_and_last_trick_bound_the_thirds():
    rows = sheet.build_side_rows(TABLES[4]).masks
    assert format_ranges(list_bits(rows[1, False])) == "0–10, 12"
    assert format_ranges(list_bits(rows[1, True])) == "3–13, 15"
    assert format_ranges(list_bits(rows[10, True])) == "35"


@pytest.mark.parametrize(
    ("options", "boxes", "found"),
    [
        ({}, {"points_0": 7, "accuse_1": 3}, []),
        ({}, {"points_0": 7, "points_1": 3}, ["tressette_sum"]),
        ({}, {"points_0": 12}, ["out_of_range"]),
        ({}, {"points_0": "sette"}, ["not_a_number"]),
        ({}, {"points_0": 7, "accuse_0": 5}, ["tressette_accuse"]),
        ({}, {"points_0": 7, "accuse_0": 21, "accuse_1": 3}, ["tressette_accuse"]),
        ({"accuse": "no"}, {"points_0": 7, "accuse_0": 3}, ["tressette_no_accuse"]),
        ({}, {"points_0": 11}, ["tressette_cappotto"]),
        ({}, {"points_0": 0, "last": "A"}, ["tressette_last"]),
        ({}, {"points_0": 9, "tricks_0": 1}, ["count_by_tricks"]),
        ({}, {}, ["missing"]),
    ],
)
def test_a_sheet_is_what_a_hand_can_end_with(options, boxes, found):
    assert codes(options, **boxes) == found


@pytest.mark.parametrize(
    ("typed", "repaired"),
    [
        ({"points_0": "7", "points_1": "3", "last": "B"}, {"points_1": "4"}),
        ({"points_0": "10", "points_1": "4", "accuse_0": "3"}, {"points_0": "7", "points_1": "4"}),
    ],
)
def test_the_likely_slip_repairs_the_sheet(typed, repaired):
    slips = GAME.find_slips(GAME.start(GAME.options_from({})), typed)
    assert {**typed, **repaired} in [{box: text for box, text in slip.fields.items() if text} for slip in slips]


@pytest.mark.parametrize(
    ("options", "scores", "refused"),
    [
        ({}, (31, 20), False),
        ({}, (51, 0), False),
        ({}, (63, 0), True),
        ({"targets": "21", "accuse": "no"}, (31, 2), False),
        ({"targets": "21", "accuse": "no"}, (32, 1), True),
        ({"targets": "21", "accuse": "no"}, (21, 13), True),
    ],
)
def test_a_final_score_is_a_sum_of_hands(options, scores, refused):
    state = GAME.start(GAME.options_from(options))
    assert any(problem.is_impossible for problem in GAME.problems(state, GameScore(scores))) == refused


def test_accuse_are_said_at_the_beginning_by_those_who_hold_them():
    record = HandRecord("tressette", tuple(tuple(cards.split()) for cards, _what in SPREAD.values()), (), {}, 0)
    opened = open_record(GAME, record)
    legal = {(action.seat, action.what) for action in GAME.legal_actions(opened) if action.verb == "accuse"}
    assert legal == {(0, "D"), (1, "3"), (1, "A"), (2, "2")}
    said = GAME.apply_action(opened, Action(1, "accuse", "3"))
    assert [problem.code for problem in GAME.find_action_problems(said, Action(1, "accuse", "3"))] == ["accused_before"]
    for seat, card in ((1, "DJ"), (2, "CK"), (3, "D4"), (0, "DK")):
        said = GAME.apply_action(said, Action(seat, "play", card))
    assert [problem.code for problem in GAME.find_action_problems(said, Action(0, "accuse", "D"))] == ["accuse_too_late"]


def test_accuse_and_points_are_counted_together():
    state = GAME.start(GAME.options_from({"targets": "21"}))
    over = GAME.fold(GAME.options_from({"targets": "21"}), [TressetteHand(None, (12, 3), (9, 2))])
    assert (over.winner, over.finished[0].score) == (0, (21, 5))
    assert not GAME.advance(state, TressetteHand(None, (12, 3), (8, 3))).over


def test_fast_hands_have_the_shares_of_the_referee():
    """The same deck with everything accused: played fast, and dealt to the referee, the accuse agree; points are 11 in both."""
    options = GAME.options_from({})
    for seed in range(40):
        deck = random.Random(seed).sample(range(40), 40)
        quick = deal.play_random_hand(options, deck, 3, 4)
        names = tuple(tuple(PACK.names[card] for card in deck[seat * 10 : seat * 10 + 10]) for seat in range(4))
        opened = open_record(GAME, HandRecord("tressette", names, (), {}, 3))
        while sayings := [action for action in GAME.legal_actions(opened) if action.verb == "accuse"]:
            opened = GAME.apply_action(opened, sayings[0])
        played = GAME.build_outcome(GAME.random_play(opened, random.Random(seed)))
        assert (quick.accuse, sum(quick.points)) == (played.accuse, sum(played.points))


def test_a_poor_hand_is_thrown_in_before_the_first_card():
    poor = "S4 C4 D6 D7 B7 B6 B5 B4 D5 D4"
    holdings = ("D3 D2 DA DK C7 C6 C5 BK S7 S6", "C3 S3 B3 CA SA BA DH DJ BH BJ", SPREAD["2"][0], poor)
    cards = tuple(tuple(names.split()) for names in holdings)
    opened = open_record(GAME, HandRecord("tressette", cards, (), {"monte": True}, 0))
    assert [action.seat for action in GAME.legal_actions(opened) if action.verb == "monte"] == [3]
    thrown = GAME.apply_action(opened, Action(3, "monte"))
    assert (thrown.over, GAME.build_outcome(thrown)) == (True, VoidHand("monte"))
    played = GAME.apply_action(opened, Action(1, "play", "C3"))
    assert [problem.code for problem in GAME.find_action_problems(played, Action(3, "monte"))] == ["monte_too_late"]
    assert [problem.code for problem in GAME.find_action_problems(opened, Action(0, "monte"))] == ["hand_not_poor"]
    forbidden = open_record(GAME, HandRecord("tressette", cards, (), {}, 0))
    assert [problem.code for problem in GAME.find_action_problems(forbidden, Action(3, "monte"))] == ["no_monte"]


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_is_found_for_a_played_sheet(seed):
    state = GAME.start(GAME.options_from({}))
    entry = GAME.random_hand(state, random.Random(seed))
    found = find_witness(GAME, state, entry, random.Random(seed), limit_attempts(40000))
    assert found is not None
    assert replay_record(GAME, found, state).event == entry


OF_TWO = game_by_key("tressette2")


def test_two_players_accuse_of_the_ten_cards_dealt():
    """The twelve honours to two players, each of whom is dealt ten cards, and to the stock."""
    honours = [suit + rank for rank in "32A" for suit in PACK.suits]
    masks = [sum(1 << PACK.card_number(honours[bit]) for bit in range(12) if chosen >> bit & 1) for chosen in range(4096)]
    own = [sum(deal.count_accusa(mask, what) for what in "32ADCSB") if mask.bit_count() <= 10 else None for mask in masks]
    pairs = set()
    for first in range(4096):
        second = 4095 ^ first
        while own[first] is not None:
            if own[second] is not None:
                pairs.add((own[first], own[second]))
            if not second:
                break
            second = (second - 1) & (4095 ^ first)
    assert {pair for pair in pairs if pair[0] >= pair[1]} == set(ACCUSE_OF_TWO)


def test_everybody_draws_the_winner_first_and_leads():
    """Cuperativa: who wins the trick draws from the stock, then the opponent; twenty tricks, 11 points, the suit led is followed."""
    opened = OF_TWO.random_deal(OF_TWO.start(OF_TWO.options_from({}), 0), random.Random(5))
    assert (opened.turn, len(opened.stock), [held.bit_count() for held in opened.holdings]) == (1, 20, [10, 10])
    after = opened
    for _card in range(2):
        after = OF_TWO.apply_action(after, next(action for action in OF_TWO.legal_actions(after) if action.verb == "play"))
    winner = after.tricks[0].winner
    assert (after.turn, after.holdings[winner] >> after.stock[0] & 1, after.holdings[1 - winner] >> after.stock[1] & 1) == (winner, 1, 1)
    final = OF_TWO.random_play(opened, random.Random(6))
    outcome = OF_TWO.build_outcome(final)
    assert (len(final.tricks), sum(outcome.points), sum(outcome.tricks), type(outcome)) == (20, 11, 20, TressetteOfTwoHand)


def test_fast_hands_of_two_end_as_the_referee_says():
    """The same deck dealt to the referee, who plays what the fast hand plays: the oldest card that is legal."""
    for seed in range(30):
        options = OF_TWO.options_from({"accuse": "yes"})
        deck = random.Random(seed).sample(range(40), 40)
        quick = deal.play_random_hand(options, deck, 0, 2)
        names = [PACK.names[card] for card in deck]
        holdings, stock = (tuple(names[:10]), tuple(names[10:20])), tuple(names[20:])
        played = open_record(OF_TWO, HandRecord("tressette2", holdings, (), {"accuse": True}, 0, None, stock))
        while sayings := [action for action in OF_TWO.legal_actions(played) if action.verb == "accuse"]:
            played = OF_TWO.apply_action(played, sayings[0])
        held = [names[:10], names[10:20]]
        while not played.over:
            seat, count = played.turn, len(played.tricks)
            legal = {action.what for action in OF_TWO.legal_actions(played) if action.verb == "play"}
            card = next(card for card in held[seat] if card in legal)
            held[seat].remove(card)
            played = OF_TWO.apply_action(played, Action(seat, "play", card))
            drawn = names[20 + 2 * count : 22 + 2 * count]
            if len(played.tricks) > count and drawn:
                held[played.turn].append(drawn[0])
                held[1 - played.turn].append(drawn[1])
        assert OF_TWO.build_outcome(played) == quick


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ({"points_0": 7, "tricks_0": 12}, []),
        ({"points_0": 7, "tricks_0": 21}, ["out_of_range"]),
        ({"points_0": 7, "tricks_0": 1}, ["count_by_tricks"]),
        ({"points_0": 7, "accuse_0": 3}, ["tressette_no_accuse"]),
    ],
)
def test_the_sheet_of_two_has_twenty_tricks(boxes, found):
    state = OF_TWO.start(OF_TWO.options_from({}))
    try:
        problems = OF_TWO.problems(state, OF_TWO.entry_from(state, {name: str(text) for name, text in boxes.items()}))
    except RuleViolation as refusal:
        problems = refusal.problems
    assert [problem.code for problem in problems] == found
