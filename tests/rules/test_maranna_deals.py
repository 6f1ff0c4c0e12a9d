"""Maranna card by card: recorded deals, drawing, when a Maranna may be declared and what it does, fast deals against the referee."""

import random

import pytest

from rules import Ending, Penalty, game_by_key
from rules.cards import iterate_cards
from rules.deals import Action
from rules.games.maranna.quick import WILLING, quick_hand
from rules.games.maranna.tables import PACK
from rules.playout import shuffle_deck
from rules.record import HandRecord, open_record, replay_record
from tests.rules import vectors

GAME = game_by_key("maranna")
VECTORS = vectors.load("maranna")


def started(**options):
    return GAME.start(GAME.options_from(options))


def record_of(vector):
    """The dossier notes a declaration by the number of the trick before which, or in which, the seat declared on its turn."""
    actions = []
    for number, (cards, _winner, _trump) in enumerate(vector["tricks"]):
        for seat, card in cards:
            actions += [
                Action(seat, "maranna", suit) for trick, who, suit, _value in vector["declarations"] if (trick, who) == (number, seat)
            ]
            actions.append(Action(seat, "play", card))
    holdings = tuple(tuple(cards) for cards in vector["hands"])
    return HandRecord("maranna", holdings, tuple(actions), dealer=vector["dealer"], stock=tuple(vector["stock"]))


@pytest.mark.parametrize("vector", VECTORS)
def test_recorded_deals_replay(vector):
    played = replay_record(GAME, record_of(vector))
    assert played.problems == ()
    deal, hand = played.deal, played.event
    assert [trick.winner for trick in deal.tricks] == [winner for _cards, winner, _trump in vector["tricks"]]
    assert (list(hand.points), list(hand.tricks)) == (vector["card_points"], vector["tricks_won"])
    assert [sum(values) for values in hand.declared or ((), ())] == vector["declaration_points"]
    assert list(GAME.advance(deal.state, hand).score) == vector["deal_total"]


def test_the_vectors_hold_a_declaration():
    assert [len(vector["declarations"]) for vector in VECTORS] == [0, 0, 0, 1, 0]


def test_the_winner_draws_first_and_the_stock_lasts_five_tricks():
    vector = VECTORS[0]
    deal = open_record(GAME, record_of(vector))
    for action in record_of(vector).actions[:4]:
        deal = GAME.apply_action(deal, action)
    winner, stock = vector["tricks"][0][1], vector["stock"]
    drawn = [PACK.names[(held & ~deal.dealt_to(seat)).bit_length() - 1] for seat, held in enumerate(deal.holdings)]
    assert [drawn[(winner + place) % 4] for place in range(4)] == stock[:4]
    assert deal.turn == winner
    sizes = []
    for action in record_of(vector).actions[4:]:
        deal = GAME.apply_action(deal, action)
        if not deal.trick:
            sizes.append(deal.holdings[0].bit_count())
    assert sizes == [5, 5, 5, 5, 4, 3, 2, 1, 0]


# A deal in which A1 holds two Maranne and leads after B2 has dealt

HOLDINGS = (("DK", "DC", "SK", "SC", "D2"), ("BK", "BC", "B2", "C2", "C4"), ("C5", "C6", "C7", "B4", "B5"), ("S2", "S4", "S5", "S6", "S7"))
STOCK = (
    "B6", "B7", "D4", "D5", "D6", "D7", "CK", "CC", "DA", "D3", "CA", "C3", "SA", "S3", "BA", "B3", "DD", "CD", "SD", "BD",
)  # fmt: skip


def opened(*actions, state=None, **options):
    """The deal after some actions, written as in the notation: `A1 maranna D`."""
    seats = {GAME.sitting.seat_name(seat): seat for seat in range(4)}
    deal = open_record(GAME, HandRecord("maranna", HOLDINGS, dealer=3, stock=STOCK), state or started(**options))
    for action in actions:
        seat, verb, *what = action.split()
        deal = GAME.apply_action(deal, Action(seats[seat], verb, *what))
    return deal


def codes(deal, seat, suit):
    return [problem.code for problem in GAME.find_action_problems(deal, Action(seat, "maranna", suit))]


def test_the_first_maranna_makes_trump_and_it_stays():
    deal = opened("A1 maranna D")
    assert (deal.trump, deal.in_turn) == (PACK.suits.index("D"), 1)
    later = opened("A1 maranna D", "A1 play D2", "B1 maranna B")
    assert later.trump == PACK.suits.index("D")
    assert opened("A1 maranna D", "A1 play D2", "B1 maranna B", trump_changes=True).trump == PACK.suits.index("B")


def test_maranne_score_in_the_order_of_the_deal_whoever_declares():
    deal = opened("A1 maranna D", "A1 play D2", "B1 maranna B", "B1 play B2", "A2 play C5", "B2 play S2", "A1 maranna S")
    assert GAME.build_outcome(deal).declared == ((40, 80), (60,))


def test_one_maranna_a_turn_or_many():
    assert codes(opened("A1 maranna D"), 0, "S") == ["one_maranna_a_turn"]
    assert codes(opened("A1 maranna D", declarations_per_turn="many"), 0, "S") == []
    assert codes(opened("A1 maranna D", declarations_per_turn="many"), 0, "D") == ["declared_before"]


def test_both_cards_must_be_in_hand_and_it_must_be_ones_turn():
    assert codes(opened(), 0, "C") == ["no_maranna"]
    assert codes(opened(), 1, "B") == ["not_your_turn"]
    assert codes(opened("A1 play D2"), 1, "B") == []
    assert codes(opened(), 0, "X") == ["no_such_suit"]


FIRST_TRICK = ("A1 play D2", "B1 play B2", "A2 play C5", "B2 play S2")


@pytest.mark.parametrize(
    ("rule", "leading_first", "following_first", "leading_second", "following_second"),
    [
        ("on_turn", True, True, True, True),
        ("after_winning", False, False, True, False),
        ("not_first_trick", False, False, True, True),
        ("only_with_5_cards", True, True, True, True),
    ],
)
def test_when_a_maranna_may_be_declared(rule, leading_first, following_first, leading_second, following_second):
    def allowed(seat, suit, *actions):
        return codes(opened(*actions, declare_when=rule), seat, suit) == []

    assert allowed(0, "D") == leading_first
    assert allowed(1, "B", "A1 play D2") == following_first
    assert allowed(0, "D", *FIRST_TRICK) == leading_second
    assert allowed(1, "B", *FIRST_TRICK, "A1 play SK") == following_second


def test_when_the_stock_is_gone_nobody_has_five_cards():
    rng = random.Random(3)
    for _deal in range(40):
        deal = GAME.random_deal(started(declare_when="only_with_5_cards"), rng)
        while not deal.over:
            legal = GAME.legal_actions(deal)
            assert not any(action.verb == "maranna" for action in legal) or len(deal.tricks) <= 5
            deal = GAME.apply_action(deal, rng.choice(legal))


def test_any_card_may_be_played_unless_one_must_beat():
    free = {action.what for action in GAME.legal_actions(opened("A1 play D2", "B1 play B2")) if action.verb == "play"}
    assert free == {"C5", "C6", "C7", "B4", "B5"}
    led = ("A1 maranna D", "A1 play D2", "B1 play B2")
    bound = {action.what for action in GAME.legal_actions(opened(*led, must_beat=True)) if action.verb == "play"}
    assert bound == free
    second = opened(*led, "A2 play C5", "B2 play S2", "A1 play SC", "B1 play B7", must_beat=True)
    assert {action.what for action in GAME.legal_actions(second) if action.verb == "play"} == {"D4"}
    (problem,) = GAME.find_action_problems(second, Action(2, "play", "C6"))
    assert (problem.code, problem.params["cards"]) == ("must_beat", "D4")


def test_without_a_trump_only_the_suit_led_wins():
    deal = opened("A1 play D2", "B1 play BK", "A2 play C7", "B2 play S7")
    assert (deal.tricks[0].winner, deal.trump) == (0, None)


def test_a_maranna_in_the_middle_of_a_trick_counts_for_it():
    deal = opened("A1 play D2", "B1 maranna B", "B1 play B2", "A2 play C7", "B2 play S7")
    assert deal.tricks[0].winner == 1


def test_a_maranna_that_reaches_the_target_ends_the_deal():
    state = GAME.advance(started(), Penalty(1, "award", 961))
    deal = opened("A1 maranna D", state=state)
    assert (deal.over, deal.turn) == (True, None)
    hand = GAME.build_outcome(deal)
    assert (hand.declared, hand.points, hand.trump) == (((40,), ()), None, "D")
    done = GAME.advance(state, hand)
    assert (done.winner, done.finished[0].ending) == (0, Ending.DECLARATION)


# fast deals


@pytest.mark.parametrize(
    "options",
    [
        {}, {"must_beat": True}, {"trump_changes": True}, {"declarations_per_turn": "many"}, {"declare_when": "after_winning"},
        {"declare_when": "only_with_5_cards"}, {"targets": [40]},
    ],
    ids=str,
)  # fmt: skip
def test_fast_deals_are_those_of_the_referee(options):
    """Both take the same chances; the referee says what may be declared and played, and what comes of it."""
    state = started(**options)
    declared = 0
    for seed in range(40):
        deck, dealer = shuffle_deck(40, random.Random(seed)), seed % 4
        quick = quick_hand(state, deck, dealer, random.Random(seed))
        names = tuple(PACK.names[card] for card in deck)
        holdings = tuple(names[seat * 5 : seat * 5 + 5] for seat in range(4))
        deal = open_record(GAME, HandRecord("maranna", holdings, dealer=dealer, stock=names[20:]), state)
        assert quick == GAME.build_outcome(by_chance(deal, random.Random(seed)))
        declared += len(quick.maranne)
    assert declared


def by_chance(deal, rng):
    order = [list(cards) for cards in deal.dealt.holdings]
    while not deal.over:
        seat = deal.turn
        for suit in PACK.suits:
            declare = Action(seat, "maranna", suit)
            if not GAME.find_action_problems(deal, declare) and rng.random() < WILLING:
                deal = GAME.apply_action(deal, declare)
                if deal.over:
                    return deal
        legal = {action.what for action in GAME.legal_actions(deal) if action.verb == "play"}
        pool = [card for card in order[seat] if PACK.names[card] in legal]
        card = pool[int(rng.random() * len(pool))]
        order[seat].remove(card)
        before = deal.holdings
        deal = GAME.apply_action(deal, Action(seat, "play", PACK.names[card]))
        for other, held in enumerate(deal.holdings):
            order[other] += iterate_cards(held & ~before[other])
    return deal
