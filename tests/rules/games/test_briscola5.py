"""Briscola with the called card: what published pages say about auction, call and payments, and every way to share the pack."""

import random
from functools import cache
from itertools import product

import pytest

from rules import GameScore, RuleViolation, VoidHand, game_by_key
from rules.deals import Action
from rules.feasibility import list_bits
from rules.games.briscola5 import deal, sheet
from rules.games.briscola5.tables import CalledHand
from rules.games.briscola5.witness import CalledSearch
from rules.layouts import TrickRows
from rules.record import HandRecord, open_record, replay_record

GAME = game_by_key("briscola5")
START = GAME.start(GAME.options_from({}))
HANDS = (
    "DA D3 DK CA C2 S4 S5 B6",
    "DH D7 C3 CK CH S6 S7 B2",
    "D2 D4 CJ C7 SA S3 BA B4",
    "DJ D5 C6 C5 SK SH BK B5",
    "D6 C4 SJ S2 B3 BH BJ B7",
)
PAGES = [
    ("it.doczz.net/doc/328255: two against three", (0, 1, True, 1), (2, 1, -1, -1, -1)),
    ("regoledelgioco.com: +2, +1, −1 −1 −1 up to 70 points", (3, 0, True, 1), (1, -1, -1, 2, -1)),
    ("regoledelgioco.com: from 71 the score doubles, +4 +2 −2 −2 −2", (0, 1, True, 2), (4, 2, -2, -2, -2)),
    ("regoledelgioco.com: from 101 it is five times, +10 +5 −5 −5 −5", (0, 1, True, 5), (10, 5, -5, -5, -5)),
    ("pagat.com: the bidder who holds the called card plays alone against four", (2, 2, True, 1), (-1, -1, 4, -1, -1)),
    ("pagat.com: the same amounts are lost", (2, 2, False, 1), (1, 1, -4, 1, 1)),
]
"""Page, caller, partner, won, how often the hand counts, payments."""


def codes(options=None, **boxes):
    state = GAME.start(GAME.options_from(options or {}))
    try:
        return [problem.code for problem in GAME.problems(state, GAME.entry_from(state, {name: str(text) for name, text in boxes.items()}))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


def opened(**options):
    return open_record(GAME, HandRecord("briscola5", tuple(tuple(cards.split()) for cards in HANDS), (), options, 4))


def said(auction, *words, first=0):
    for seat, word in enumerate(words, start=first):
        auction = GAME.apply_action(auction, Action(seat % 5, "bid", word))
    return auction


@pytest.mark.parametrize(("page", "hand", "paid"), PAGES)
def test_hands_are_paid_as_the_pages_say(page, hand, paid):
    caller, partner, won, factor = hand
    assert sheet.compute_payments(caller, partner, won=won, factor=factor) == paid, page


@pytest.mark.parametrize(("bid", "times"), [(61, 1), (70, 1), (71, 2), (80, 2), (81, 3), (91, 4), (100, 4), (101, 5), (120, 5)])
def test_high_bids_count_more_where_the_tournament_says_so(bid, times):
    entry = CalledHand(None, 0, 1, bid, None, won=True)
    assert sheet.compute_factor(GAME.options_from({"multiplied": "yes"}), entry) == times
    assert sheet.compute_factor(GAME.options_from({}), entry) == 1


def test_a_cappotto_counts_twice():
    assert GAME.advance(START, GAME.entry_from(START, {"caller": "B", "partner": "B", "points": "120"})).score == (-2, 8, -2, -2, -2)
    assert GAME.advance(START, GAME.entry_from(START, {"caller": "B", "partner": "C", "points": "0"})).score == (2, -4, -2, 2, 2)


@cache
def shares_of_the_pack():
    """(cards, points) of some cards, card by card."""
    shares = {(0, 0)}
    for value in GAME.pack.card_values():
        shares |= {(cards + 1, points + value) for cards, points in shares}
    return shares


@pytest.mark.parametrize("tricks", range(9))
def test_points_by_tricks_are_those_of_every_choice_of_cards(tricks):
    expected = {points for cards, points in shares_of_the_pack() if cards == 5 * tricks}
    assert set(list_bits(sheet.build_side_rows().possible_points(tricks))) == expected


def test_every_result_without_points_is_one_that_some_cards_have():
    possible = {(cards // 5, points >= 61) for cards, points in shares_of_the_pack() if cards % 5 == 0}
    refused = {(tricks, won) for tricks, won in product(range(9), (True, False)) if refuses(tricks, won=won)}
    assert refused == set(product(range(9), (True, False))) - possible


@pytest.mark.parametrize("tricks", range(9))
def test_a_bid_without_points_is_refused_exactly_where_no_cards_win_or_lose_it(tricks):
    possible = {points for cards, points in shares_of_the_pack() if cards == 5 * tricks}
    for bid in range(61, 121):
        refused = [refuses(tricks, won=won, bid=bid) for won in (True, False)]
        assert refused == [max(possible) < bid, min(possible) >= bid]


def refuses(tricks, *, won, **boxes):
    return any(problem.is_impossible for problem in GAME.problems(START, CalledHand(None, 0, 1, won=won, tricks=tricks, **boxes)))


@pytest.mark.parametrize(
    ("options", "boxes", "found"),
    [
        ({}, {"caller": "A", "partner": "B", "points": 61}, []),
        ({}, {"caller": "A", "partner": "B", "points": 60}, []),
        ({}, {"caller": "A", "partner": "A", "points": 60, "won": "yes"}, ["called_points_lose"]),
        ({}, {"caller": "A", "partner": "A", "points": 70, "bid": 71, "won": "yes"}, ["called_points_lose"]),
        ({}, {"caller": "A", "partner": "C", "points": 61, "won": "no"}, ["called_points_win"]),
        ({}, {"caller": "A", "partner": "C", "points": 119}, ["called_never"]),
        ({}, {"caller": "A", "partner": "C", "points": 120}, ["called_cappotto"]),
        ({}, {"caller": "A", "partner": "C", "points": 80, "tricks": 1}, ["count_by_tricks"]),
        ({}, {"caller": "A", "partner": "C", "bid": 60, "won": "yes"}, ["out_of_range"]),
        ({"points_bid": "no"}, {"caller": "A", "partner": "C", "bid": 70, "won": "yes"}, ["called_no_points_bid"]),
        ({}, {"caller": "A", "won": "yes"}, ["missing"]),
        ({}, {"caller": "A", "partner": "B"}, ["missing"]),
        ({}, {"caller": "F", "partner": "B", "points": "x"}, ["not_a_choice", "not_a_number", "missing"]),
    ],
)
def test_what_cannot_be_is_refused(options, boxes, found):
    assert codes(options, **boxes) == found


def test_high_bids_need_bids_in_points():
    with pytest.raises(RuleViolation):
        GAME.options_from({"multiplied": "yes", "points_bid": "no"})


@pytest.mark.parametrize(
    ("typed", "repaired"),
    [
        ({"caller": "A", "partner": "B", "points": "72", "won": "no"}, {"won": "yes"}),
        ({"caller": "A", "partner": "B", "points": "48", "won": "yes"}, {"points": "72"}),
    ],
)
def test_the_likely_slip_repairs_the_sheet(typed, repaired):
    fields = [{box: text for box, text in slip.fields.items() if text} for slip in GAME.find_slips(START, typed)]
    assert {**typed, **repaired} in fields


@pytest.mark.parametrize(
    ("scores", "options", "refused"),
    [
        ((8, 4, -4, -4, -4), {}, False),
        ((8, 4, -4, -4, -3), {}, True),
        ((100, -25, -25, -25, -25), {}, True),
        ((2, 1, -1, -1, -1), {"deals": "1"}, False),
        ((3, 0, -1, -1, -1), {"deals": "1"}, True),
        ((10, 5, -5, -5, -5), {"deals": "1"}, True),
        ((10, 5, -5, -5, -5), {"deals": "1", "multiplied": "yes"}, False),
    ],
)
def test_totals_are_sums_of_payments(scores, options, refused):
    state = GAME.start(GAME.options_from(options))
    assert any(problem.is_impossible for problem in GAME.problems(state, GameScore(scores))) == refused


def test_the_auction_goes_down_the_ranks_and_then_up_in_points():
    """framor.info: with ace and three one calls the king; biska.com: after the two the auction is in points."""
    auction = said(opened(), "K", "7")
    assert [problem.code for problem in GAME.find_action_problems(auction, Action(2, "bid", "H"))] == ["called_not_lower"]
    assert [problem.code for problem in GAME.find_action_problems(auction, Action(2, "bid", "65"))] == ["called_before_two"]
    assert [problem.code for problem in GAME.find_action_problems(auction, Action(3, "bid", "2"))] == ["not_your_turn"]
    auction = said(auction, "2", "passo", "passo", "62", "passo", "64", first=2)
    assert (auction.bid, auction.caller, auction.speaker) == ("64", 2, 0)
    called = GAME.apply_action(said(auction, "passo"), Action(2, "call", "D2"))
    assert (called.points_needed, called.partner, called.trump, called.turn) == (64, 2, 0, 0)


def test_the_called_card_has_the_rank_of_the_bid_and_makes_trump():
    auction = said(opened(), "K", "passo", "passo", "passo", "passo")
    assert {action.what for action in GAME.legal_actions(auction)} == {"DK", "CK", "SK", "BK"}
    assert [problem.code for problem in GAME.find_action_problems(auction, Action(0, "call", "D3"))] == ["called_another_rank"]
    called = GAME.apply_action(auction, Action(0, "call", "SK"))
    assert (called.partner, called.turn, GAME.pack.suits[called.trump]) == (3, 0, "S")


def test_where_only_ranks_are_called_the_two_wins_the_auction():
    auction = said(opened(points_bid=False), "2")
    assert (auction.speaker, auction.caller) == (None, 0)
    assert [problem.code for problem in GAME.find_action_problems(opened(points_bid=False), Action(0, "bid", "70"))] == [
        "called_no_such_bid"
    ]


def test_nobody_bids_and_the_next_one_deals():
    auction = said(opened(), *["passo"] * 5)
    assert (auction.over, GAME.build_outcome(auction)) == (True, VoidHand("monte"))
    assert GAME.advance(auction.state, VoidHand("monte")).dealer is None
    assert GAME.next_dealer(GAME.start(GAME.options_from({}), 4), VoidHand("monte")) == 0


def test_fast_hands_end_as_the_referee_says():
    """The cards of a fast hand, laid out by tricks, dealt and played again by the referee."""
    for seed in range(80):
        rng = random.Random(seed)
        deck, dealer = rng.sample(range(40), 40), rng.randrange(5)
        quick = deal.play_random_hand(START.options, deck, dealer, random.Random(seed))
        called = replay_call(random.Random(seed))
        rows = TrickRows(GAME.pack, GAME.pack.suit_of(called), 5, (dealer + 1) % 5, ((8, None),), 5)
        dealt, actions = CalledSearch(rows, quick, dealer, called).build_hand(list(deck))
        names = tuple(tuple(GAME.pack.names[card] for card in cards) for cards in dealt.holdings)
        replayed = replay_record(GAME, HandRecord("briscola5", names, actions, {}, dealer))
        assert (replayed.problems, replayed.event) == ((), quick)


def replay_call(rng):
    """The called card of a fast hand with this random number generator."""
    rng.randrange(5)
    bid = rng.randint(1, 15) if not rng.randrange(4) else 0
    rank = "2" if bid else rng.choice(GAME.pack.ranks)
    return GAME.pack.card_number(rng.choice(GAME.pack.suits) + rank)
