"""Sancagna card by card: recorded hands, calls between tricks, what must be played, and fast hands against the referee."""

import random

import pytest

from rules import RuleViolation, game_by_key
from rules.deals import Action
from rules.games.sancagna.quick import NEVER, quick_hand
from rules.games.sancagna.tables import PACK, TABLES
from rules.playout import shuffle_deck
from rules.record import HandRecord, open_record, replay_record
from tests.rules import vectors

FOUR, SIX, TWO = (game_by_key(key) for key in ("sancagna", "sancagna6", "sancagna2"))


def started(game=FOUR, **options):
    return game.start(game.options_from(options))


def record_of(vector):
    """Second holdings are put back on the stock in packets of three from the dealer's right."""
    later = [iter(cards) for cards in vector["hands_phase2"]]
    packets = [seat % 4 for seat in range(vector["dealer"] + 1, vector["dealer"] + 9)]
    second = [next(later[seat]) for seat in packets for _card in range(3)]
    unused = [card for card in vector["unused"] if card not in (vector["indicator"], vector["bottom"])]
    plays = [Action(seat, "play", card) for cards, *_rest in vector["tricks_with_running_points"] for seat, card in cards]
    actions = (*plays, Action(vector["tricks_with_running_points"][-1][1], "count"))
    holdings = tuple(tuple(cards) for cards in vector["hands_phase1"])
    stock = (vector["indicator"], *second, *unused, vector["bottom"])
    return HandRecord("sancagna", holdings, actions, dealer=vector["dealer"], stock=stock)


VECTORS = vectors.load("sancagna")


@pytest.mark.parametrize("vector", VECTORS)
def test_recorded_hands_replay(vector):
    played = replay_record(FOUR, record_of(vector))
    assert played.problems == ()
    deal = played.deal
    assert [trick.winner for trick in deal.tricks] == [winner for _cards, winner, _points in vector["tricks_with_running_points"]]
    assert [deal.points_of(side) for side in (0, 1)] == vector["points"] == list(played.event.points)
    values = PACK.card_values(deal.trump)
    assert sum(values[PACK.card_number(name)] for name in vector["unused"]) == vector["unused_points"] == 72 - sum(vector["points"])
    assert PACK.suits[deal.trump] == vector["trump"]
    assert [problem for problem in FOUR.problems(deal.state, played.event) if problem.is_impossible] == []


@pytest.mark.parametrize("vector", VECTORS)
def test_points_after_each_trick_of_recorded_hands(vector):
    deal = open_record(FOUR, record_of(vector))
    running = []
    for action in record_of(vector).actions[:-1]:
        deal = FOUR.apply_action(deal, action)
        if not deal.trick:
            running.append([deal.points_of(side) for side in (0, 1)])
    assert running == [points for *_cards, points in vector["tricks_with_running_points"]]


def after_plays(vector, cards):
    deal = open_record(FOUR, record_of(vector))
    for action in record_of(vector).actions[:cards]:
        deal = FOUR.apply_action(deal, action)
    return deal


def test_only_the_side_that_won_the_trick_may_call_and_only_between_tricks():
    start, middle, end = (after_plays(VECTORS[0], cards) for cards in (0, 6, 8))
    assert [
        FOUR.find_action_problems(start, Action(1, "claim"))[0].code,
        FOUR.find_action_problems(middle, Action(1, "claim"))[0].code,
    ] == ["call_between_tricks"] * 2
    assert [action.seat for action in FOUR.legal_actions(end) if action.verb == "claim"] == [1, 3]
    assert FOUR.find_action_problems(end, Action(0, "claim"))[0].code == "call_of_others"


def test_a_right_call_ends_the_hand_and_the_game():
    deal = after_plays(VECTORS[0], 20)
    assert [deal.points_of(side) for side in (0, 1)] == [12, 20]
    wrong = FOUR.build_outcome(FOUR.apply_action(deal, Action(3, "claim")))
    assert (wrong.claim, wrong.points, wrong.tricks) == (1, (12, 20), (2, 3))
    assert FOUR.advance(deal.state, wrong).games_won == (1, 0)
    right = FOUR.build_outcome(FOUR.apply_action(after_plays(VECTORS[0], 24), Action(1, "claim")))
    assert FOUR.advance(deal.state, right).games_won == (0, 1)
    assert FOUR.advance(deal.state, right).score == (0, 3)


def test_a_discard_on_trumps_is_legal_only_by_option():
    rng = random.Random(4)
    for follow in (True, False):
        state = started(follow_trump_lead=follow)
        found = set()
        for _hand in range(30):
            deal = FOUR.random_deal(state, rng)
            while not deal.over:
                if deal.led_suit == deal.trump and PACK.in_suit(deal.holdings[deal.turn], deal.trump):
                    found |= {
                        PACK.suit_of(PACK.card_number(act.what)) == deal.trump for act in FOUR.legal_actions(deal) if act.verb == "play"
                    }
                deal = FOUR.apply_action(deal, rng.choice([action for action in FOUR.legal_actions(deal) if action.verb != "claim"]))
        assert found == ({True} if follow else {True, False})


def test_a_plain_lead_obliges_to_follow_or_to_trump():
    deal = after_plays(VECTORS[0], 5)
    assert [PACK.names[deal.trick[0]], PACK.suits[deal.trump]] == ["S4", "B"]
    legal = {action.what for action in FOUR.legal_actions(deal) if action.verb == "play"}
    assert legal == {"S8", "BJ"}
    (problem,) = FOUR.find_action_problems(deal, Action(2, "play", "D2"))
    assert (problem.code, problem.params["cards"]) == ("follow_or_trump", "S8 BJ")


@pytest.mark.parametrize(("game", "seats", "tricks"), [(FOUR, 4, 12), (SIX, 6, 8), (TWO, 2, 24)])
def test_a_whole_hand_leaves_four_cards(game, seats, tricks):
    rng = random.Random(seats)
    deal = game.random_play(game.random_deal(started(game), rng), rng)
    played = {card for trick in deal.tricks for card in trick.cards}
    assert (len(deal.tricks), len(played)) == (tricks, 48)
    unused = set(range(52)) - played
    assert {deal.dealt.stock[0], *deal.dealt.stock[-3:]} == unused
    assert sum(game.build_outcome(deal).points) == 72 - sum(PACK.card_values(deal.trump)[card] for card in unused)


@pytest.mark.parametrize(
    ("game", "seats"), [(FOUR, ["A1", "B1", "A2", "B2"]), (SIX, ["A1", "B1", "A2", "B2", "A3", "B3"]), (TWO, ["A", "B"])]
)
def test_who_sits_where(game, seats):
    assert [game.sitting.seat_name(seat) for seat in range(game.seat_count)] == seats
    assert game.entry_size * game.side_count == game.seat_count
    state = game.start(game.options_from({}), dealer=game.seat_count - 1)
    assert game.advance(state, game.entry_from(state, {"points_0": "22"})).dealer == 0


def test_a_record_without_its_stock_is_refused():
    record = record_of(VECTORS[0])
    short = HandRecord("sancagna", record.holdings, dealer=0, stock=record.stock[:5])
    with pytest.raises(RuleViolation) as refusal:
        open_record(FOUR, short)
    assert [problem.code for problem in refusal.value.problems] == ["stock_size"]


@pytest.mark.parametrize("game", [FOUR, SIX, TWO])
@pytest.mark.parametrize("follow", [True, False])
@pytest.mark.parametrize("waits", [0, 1, NEVER])
def test_fast_hands_are_those_of_the_referee(game, follow, waits):
    """The referee plays the card that comes first in the pack, and calls when that is right for the third time, say."""
    rng = random.Random(f"{game.key}{follow}{waits}")
    state = started(game, follow_trump_lead=follow)
    for _hand in range(8):
        deck, dealer = shuffle_deck(52, rng), rng.randrange(game.seat_count)
        table = TABLES[game.seat_count]
        quick = quick_hand(table, (3, 11), deck, dealer, waits, follow_trumps=follow)
        held = table.seats * table.each
        names = tuple(PACK.names[card] for card in deck)
        holdings = tuple(names[seat * table.each : (seat + 1) * table.each] for seat in range(table.seats))
        deal = open_record(game, HandRecord(game.key, holdings, dealer=dealer, stock=names[held:]), state)
        assert quick == game.build_outcome(by_place(game, deal, deck, waits, carry=(3, 11)))


def by_place(game, deal, deck, waits, carry):
    place = {PACK.names[card]: number for number, card in enumerate(deck)}
    counted = 0
    while not deal.over:
        if deal.tricks and not deal.trick and len(deal.tricks) > counted:
            counted = len(deal.tricks)
            side = deal.tricks[-1].winner % 2
            if carry[side] + deal.points_of(side) >= 21:
                if not waits:
                    return game.apply_action(deal, Action(deal.tricks[-1].winner, "claim"))
                waits -= 1
        plays = [action for action in game.legal_actions(deal) if action.verb != "claim"]
        deal = game.apply_action(deal, min(plays, key=lambda action: place.get(action.what, 0)))
    return deal
