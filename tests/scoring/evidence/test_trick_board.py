"""A whole trick in one movement: the board says what the engine says, and a hand takes few touches in every game."""

import random
import re
from dataclasses import replace

import pytest

from rules import CARD_GAMES, game_by_key, notation, record
from rules.deals import Action
from scoring.evidence.dealing import build_next_play
from scoring.evidence.followers import list_followers, list_implied_actions
from scoring.evidence.trick_board import BARRED, add_plays, build_trick_board
from tests.desk.referee.test_referee import MARAFON, played, revoked
from tests.pages import read_page

MOST_TOUCHES = 25
MOST_COURSES = 5000
"""Of a trick that is walked through."""
TOKEN = re.compile(r'name="csrfmiddlewaretoken"\s+value="\w+"')
BY_KEY = pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)


def start(game):
    return game.start(game.preset_options(game.presets[0].key))


def legal_cards(game, deal):
    return {action.what for action in game.legal_actions(deal) if action.verb == "play"}


def read_board(board, cards):
    """The column and the allowed cards after these cards of the trick, as the page's script finds them; None where it does not go on."""
    led, best = board.led, board.best
    for place, card in enumerate(cards):
        marks = board.answers[f"{place}{led}{best}"]
        if marks[[view.name for view in board.columns[place].cards].index(card)] == "+":
            best = card
        led = led or card[0]
    marks = board.answers.get(f"{len(cards)}{led}{best}")
    if marks is None or len(cards) == len(board.columns):
        return None
    return {card.name for card, mark in zip(board.columns[len(cards)].cards, marks, strict=False) if mark != BARRED}


def walk_tricks(game, deal, board, cards=()):
    """Every legal course of the trick: what the board allows is what the engine allows; yields the number of situations."""
    assert read_board(board, cards) == legal_cards(game, deal), cards
    yield 1
    for card in sorted(legal_cards(game, deal)):
        after = game.apply_action(deal, Action(deal.turn, "play", card))
        if len(cards) + 1 < len(board.columns) and not after.over:
            yield from walk_tricks(game, after, board, (*cards, card))


def play_until(game, deal, tricks, rng):
    """Random play up to the lead of a later trick, where few cards are left to choose from."""
    voluntary = {verb.name for verb in game.verbs if verb.voluntary}
    while not deal.over and (deal.trick or deal.turn is None or len(deal.tricks) < tricks):
        deal = game.apply_action(deal, rng.choice([action for action in game.legal_actions(deal) if action.verb not in voluntary]))
    return deal


@BY_KEY
def test_the_board_allows_what_the_engine_allows_in_every_course_of_a_trick(game):
    """Brute force: no card that lost the trick changes what the players after it may do."""
    rng = random.Random(game.key)
    played_tricks = max(game.cards_each(start(game).options) - 4, 0)
    deals = [play_until(game, game.random_deal(start(game), rng), played_tricks, rng) for _deal in range(5)]
    boards = [(deal, build_trick_board(game, deal)) for deal in deals if not deal.over and deal.turn is not None]
    situations = sum(
        sum(walk_tricks(game, deal, board))
        for deal, board in boards
        if max(map(int.bit_count, deal.holdings)) ** deal.seats <= MOST_COURSES
    )
    assert situations > 10 or all(deal.over for deal in deals)


def count_touches(game, whole):
    """Touches that play a hand: one for a word, for what players say in a row, and for as many cards of a trick as follow each other.

    None for what follows by itself or is understood.
    """
    deal, place, touches = record.open_record(game, whole, start(game)), 0, 0
    repeated = {(verb.name, verb.repeated) for verb in game.verbs if verb.repeated}
    while place < len(whole.actions):
        action = whole.actions[place]
        if list_implied_actions(game, deal) == [action]:
            deal, place = game.apply_action(deal, action), place + 1
            continue
        board = build_trick_board(game, deal) if action.verb == "play" else None
        cards = []
        while board and place < len(whole.actions) and whole.actions[place].verb == "play" and read_board(board, cards) is not None:
            assert whole.actions[place].what in read_board(board, cards)
            cards.append(whole.actions[place].what)
            deal, place = game.apply_action(deal, whole.actions[place]), place + 1
        if not board:
            deal, place = game.apply_action(deal, action), place + 1
        while not board and (action.verb, action.what) in repeated and whole.actions[place].what == action.what:
            deal, place = game.apply_action(deal, whole.actions[place]), place + 1
        touches += 1
        for follower in list_followers(game, deal):
            assert follower == whole.actions[place]
            deal, place = game.apply_action(deal, follower), place + 1
    return touches


def count_hands(game, hands):
    return [count_touches(game, played(game, game.presets[0].key, seed)) for seed in range(hands)]


@BY_KEY
def test_a_hand_is_played_in_few_touches(game):
    assert max(count_hands(game, 3)) <= MOST_TOUCHES


@pytest.mark.proof
@BY_KEY
def test_a_hundred_hands_are_played_in_few_touches(game):
    assert max(count_hands(game, 100)) <= MOST_TOUCHES


@pytest.mark.parametrize(("key", "deal"), [("mariglia", 3), ("marafon", 3), ("tressette", 3), ("mattazza", 3)])
def test_deal_and_play_together_stay_below_the_limit_where_all_cards_are_dealt(key, deal):
    """A hand is dealt in one movement a player, the last one follows by itself (tried in a browser: tests/journeys/test_referee.py)."""
    game = game_by_key(key)
    assert game.seat_count - 1 == deal
    assert deal + max(count_hands(game, 5)) <= MOST_TOUCHES


def test_the_cards_of_a_movement_are_added_with_what_follows_and_nothing_after_an_illegal_card():
    state = start(MARAFON)
    whole = played(MARAFON, MARAFON.presets[0].key, 1)
    first = next(place for place, action in enumerate(whole.actions) if action.verb == "play")
    begun = replace(whole, actions=whole.actions[:first])
    names = [action.what for action in whole.actions[first : first + 4]]
    assert add_plays(MARAFON, begun, state, names).actions == whole.actions[: first + 4]
    wrong, place, _legal = revoked(MARAFON, MARAFON.presets[0].key)
    before = replace(wrong, actions=wrong.actions[:place])
    assert add_plays(MARAFON, before, state, [wrong.actions[place].what, "D4"]).actions == wrong.actions[: place + 1]
    judged = replace(wrong, actions=wrong.actions[: place + 1])
    assert add_plays(MARAFON, judged, state, ["D4"]) == judged


def test_the_last_trick_is_undone_at_once():
    state = start(MARAFON)
    whole = played(MARAFON, MARAFON.presets[0].key, 1)
    plays = [place for place, action in enumerate(whole.actions) if action.verb == "play"]
    for count, kept in ((8, 4), (7, 4), (4, 0)):
        step = build_next_play(MARAFON, replace(whole, actions=whole.actions[: plays[count - 1] + 1]), state)
        assert notation.from_text(MARAFON, step.undo_trick).actions == whole.actions[: plays[kept]]


@pytest.mark.django_db
def test_a_movement_is_answered_with_a_part_or_with_the_address_of_the_hand(client):
    whole = played(MARAFON, MARAFON.presets[0].key, 1)
    first = next(place for place, action in enumerate(whole.actions) if action.verb == "play")
    text = notation.to_text(MARAFON, replace(whole, actions=whole.actions[:first]))
    query = {"hand": text, "plays": " ".join(action.what for action in whole.actions[first : first + 4])}
    part = client.get("/referee/marafon/", query, headers={"HX-Request": "true"})
    assert (read_page(part).first.tag, read_page(part).first["id"]) == ("div", "hand-part")
    assert part.content.decode().count("plays=") == 9  # the cards of the next player: none is left over from this address
    page = client.get("/referee/marafon/", query)
    assert page.status_code == 303
    again = client.get(page["Location"], headers={"HX-Request": "true"})
    assert TOKEN.sub("", again.content.decode()) == TOKEN.sub("", part.content.decode())
    assert client.get("/referee/marafon/", {"hand": "holds Z9", "plays": "D4"}).status_code == 422
    assert client.get("/referee/marafon/", {"hand": "", "plays": "D4"}).status_code == 200
