"""Briscola: what published rules say, shares of the pack against a count of all of them, fast hands against the referee."""

import random
from dataclasses import replace
from functools import cache

import pytest

from rules import GameScore, RuleViolation, game_by_key
from rules.cards import build_mask
from rules.deals import Action, DealtCards, find_winning_index
from rules.games.briscola import deal, sheet
from rules.games.briscola.tables import CARDS_EACH, LAID_ASIDE, PACK, TABLES, BriscolaHand
from rules.games.briscola.witness import BriscolaSearch
from rules.layouts import TrickRows
from rules.record import HandRecord, build_record, open_record, replay_record
from tests.rules.playouts import play_random_deal

BRISCOLA, OF_TWO, OF_THREE = (game_by_key(key) for key in ("briscola", "briscola2", "briscola3"))
TABLE_GAMES = [BRISCOLA, OF_TWO, OF_THREE]

PAGES = [
    ("genovagioca.it/Giochi/Regolamento/Briscola", {"A": 11, "3": 10, "K": 4, "H": 3, "J": 2}, 120, 61),
    ("marittimaravennate.com/svago.html", {"A": 11, "3": 10, "K": 4, "H": 3, "J": 2, **dict.fromkeys("76542", 0)}, 120, 61),
    ("adamoli.org, Piccola enciclopedia di giuochi e passatempi, p. 70", {"A": 11, "3": 10, "K": 4, "H": 3, "J": 2}, 120, 61),
    (
        "framor.info/comefare/briscola-chiamata-come-giocare/",
        {"A": 11, "3": 10, "K": 4, "H": 3, "J": 2, **dict.fromkeys("76542", 0)},
        120,
        61,
    ),
]
"""Page, points of the cards that it names, points of the pack, points that win a hand."""
TRICKS = [
    ("viniciocoletti.it: of the suit led the higher card captures", "D", "S4 S7 S2 SJ", "SJ"),
    ("viniciocoletti.it: the ace is highest, then the three", "D", "S3 SA SK SH", "SA"),
    ("viniciocoletti.it: another suit always loses", "D", "S2 CA BA B3", "S2"),
    ("genovagioca.it: a trump, however small, takes any card of another suit", "D", "SA D2 S3 SK", "D2"),
    ("vividolzago.it: of several trumps the higher one", "D", "SA D2 D4 D3", "D3"),
    ("adamoli.org, p. 70: two of trumps against the ace of another suit", "C", "DA C2", "C2"),
]
"""Page and sentence, trump, cards in the order of play, the card that wins."""


@cache
def shares_of_the_pack(sides):
    """Every way in which the points can be shared, card by card."""
    shares = {(0,) * sides}
    for worth in filter(None, PACK.card_values()):
        shares = {tuple(part + worth * (side == taker) for side, part in enumerate(share)) for share in shares for taker in range(sides)}
    return shares


def started(game, dealer=None, **options):
    return game.start(game.options_from(options), dealer)


def codes(game, **boxes):
    state = started(game)
    try:
        return [problem.code for problem in game.problems(state, game.entry_from(state, {name: str(text) for name, text in boxes.items()}))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


@pytest.mark.parametrize(("page", "points", "whole", "winning"), PAGES)
def test_the_pack_is_that_of_the_pages(page, points, whole, winning):
    worth = dict(zip(PACK.ranks, PACK.points, strict=True))
    assert {rank: worth[rank] for rank in points} == points, page
    assert sum(PACK.card_values()) == whole
    state = BRISCOLA.advance(started(BRISCOLA), BriscolaHand(None, (winning, whole - winning)))
    assert (state.games_won, state.lines) == ((1, 0), ())


@pytest.mark.parametrize(("page", "trump", "cards", "winner"), TRICKS)
def test_tricks_are_won_as_the_pages_say(page, trump, cards, winner):
    numbers = tuple(map(PACK.card_number, cards.split()))
    assert PACK.names[numbers[find_winning_index(PACK, numbers, PACK.suits.index(trump))]] == winner, page


@pytest.mark.parametrize("game", TABLE_GAMES, ids=lambda game: game.key)
def test_every_share_of_the_pack_is_possible_and_no_other(game):
    shares = shares_of_the_pack(game.side_count)
    if game.side_count == 2:
        asked = [(points, 120 - points) for points in range(121)]
    else:
        asked = [(first, second, 120 - first - second) for first in range(121) for second in range(121 - first)]
    assert {share for share in asked if not codes_that_refuse(game, share)} == shares & set(asked)


def codes_that_refuse(game, points):
    return [problem for problem in game.problems(started(game), BriscolaHand(None, points)) if problem.is_impossible]


def test_shares_with_tricks_are_those_of_every_way_to_give_out_the_cards():
    """Card by card, for two tricks, one and ten: points and cards of the first two players."""
    table, tricks = TABLES[3], (2, 1, 10)
    ways = {(0, 0, 0, 0)}
    for worth in filter(None, PACK.card_values()):
        ways |= {(points + worth, cards + 1, rest, more) for points, cards, rest, more in ways if cards < 6} | {
            (points, cards, rest + worth, more + 1) for points, cards, rest, more in ways if more < 3
        }
    possible = {(points, rest, 120 - points - rest) for points, _cards, rest, _more in ways}
    asked = {(first, second, 120 - first - second) for first in range(50, 66) for second in range(17, 31)}
    assert {share for share in asked if sheet.can_share(table, share, tricks)} == possible & asked


def test_tricks_bound_what_can_be_in_them():
    assert codes(BRISCOLA, points_0=44, tricks_0=1) == []
    assert codes(BRISCOLA, points_0=45, tricks_0=1) == ["count_by_tricks"]
    assert codes(OF_TWO, points_0=22, tricks_0=1) == []
    assert codes(OF_TWO, points_0=23, tricks_0=1) == ["count_by_tricks"]
    assert codes(OF_THREE, points_0=30, points_1=20, tricks_0=1, tricks_1=1) == ["briscola_share"], "there are only four threes"
    assert codes(OF_THREE, points_0=30, points_1=21, tricks_0=1, tricks_1=1) == []


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ({"points_0": 70, "points_1": 40}, ["briscola_sum"]),
        ({"points_0": 121}, ["out_of_range"]),
        ({"points_0": "molti"}, ["not_a_number"]),
        ({"points_0": 119}, ["briscola_never"]),
        ({"points_0": 60}, ["briscola_level"]),
        ({"points_0": 120}, ["briscola_all"]),
        ({"points_0": 70, "tricks_0": 8, "tricks_1": 3}, ["trick_count"]),
        ({"points_0": 70, "tricks_0": 11}, ["trick_count"]),
        ({}, ["missing"]),
    ],
)
def test_what_cannot_be_is_refused_and_what_is_rare_is_asked(boxes, found):
    assert codes(BRISCOLA, **boxes) == found


@pytest.mark.parametrize(
    ("options", "scores", "refused"),
    [
        ({}, (70, 50), []),
        ({}, (70, 51), ["briscola_hands"]),
        ({}, (119, 1), ["briscola_hands"]),
        ({}, (60, 60), ["game_played_again"]),
        ({}, (130, 110), ["briscola_hands"]),
        ({"replay": "no"}, (130, 110), []),
        ({"replay": "no", "draws": "yes"}, (60, 60), []),
        ({"deals": "5", "games_to_win": "1"}, (300, 300), ["game_played_again"]),
        ({"deals": "5", "games_to_win": "1"}, (310, 290), []),
        ({"deals": "5", "games_to_win": "1"}, (310, 170), ["briscola_hands"]),
    ],
)
def test_a_game_without_its_hands_is_so_many_times_the_pack(options, scores, refused):
    state = started(BRISCOLA, **options)
    assert [problem.code for problem in BRISCOLA.problems(state, GameScore(scores)) if problem.is_impossible] == refused


def test_a_tied_hand_is_played_again_and_does_not_count():
    tied = BRISCOLA.advance(started(BRISCOLA), BriscolaHand(0, (60, 60)))
    assert (tied.finished, tied.score, tied.hands) == ((), (0, 0), ())
    won = BRISCOLA.advance(tied, BriscolaHand(1, (61, 59)))
    assert [(game.score, game.winner) for game in won.finished] == [((61, 59), 0)]


def test_five_hands_are_all_played():
    state = BRISCOLA.start(BRISCOLA.preset_options("five-played"))
    for points in (70, 70, 70, 60):
        state = BRISCOLA.advance(state, BriscolaHand(None, (points, 120 - points)))
    assert (state.games_won, state.over) == ((3, 0), False)
    assert BRISCOLA.advance(state, BriscolaHand(None, (10, 110))).winner == 0


def test_everybody_draws_after_each_trick_and_the_turned_card_last():
    """Three cards each, the winner first (viniciocoletti.it): the last to draw gets the card that made trump."""
    for game in TABLE_GAMES:
        final = play_random_deal(game, game.options_from({}), random.Random(3))
        turned = final.stock[-1]
        drawing = TABLES[game.seat_count].tricks - CARDS_EACH
        last_to_draw = (final.tricks[drawing - 1].winner - 1) % game.seat_count
        assert final.trump == PACK.suit_of(turned)
        assert any(trick.cards[(last_to_draw - trick.leader) % game.seat_count] == turned for trick in final.tricks[drawing:])
        assert len(final.tricks) * game.seat_count == len(PACK) - TABLES[game.seat_count].left_out


def test_three_players_leave_out_a_two():
    opened = OF_THREE.random_deal(started(OF_THREE), random.Random(1))
    assert PACK.names[opened.dealt.stock[-1]] == LAID_ASIDE
    assert len(opened.stock) == 30


def exchanging(rank, **options):
    """A hand of two in which the first to play holds this trump; the three of coins is turned up."""
    names = ["D" + rank, "CA", "C3", "CK", "CH", "CJ"]
    rest = [name for name in PACK.names if name not in names and name != "D3"]
    record = HandRecord("briscola2", (tuple(names[3:]), tuple(names[:3])), (), options, 0, None, (*rest, "D3"))
    return open_record(OF_TWO, record)


def test_the_seven_takes_the_turned_card_where_the_tournament_says_so():
    opened = exchanging("7", exchange="seven")
    after = OF_TWO.apply_action(opened, Action(1, "exchange"))
    assert (after.stock[-1], after.trump) == (PACK.card_number("D7"), 0)
    assert PACK.names_in(after.holdings[1]) == ("D3", "CA", "C3")
    assert after.turn == 1
    assert replay_record(OF_TWO, build_record(OF_TWO, after)).problems == ()


@pytest.mark.parametrize(
    ("rank", "options", "action", "code"),
    [
        ("7", {}, Action(1, "exchange"), "briscola_no_exchange"),
        ("7", {"exchange": "two"}, Action(1, "exchange"), "not_held"),
        ("2", {"exchange": "two"}, Action(0, "exchange"), "not_your_turn"),
    ],
)
def test_nobody_else_takes_the_turned_card(rank, options, action, code):
    assert OF_TWO.find_action_problems(exchanging(rank, **options), action)[0].code == code


def test_the_turned_card_stays_after_the_first_trick():
    opened = replace(exchanging("7", exchange="seven"), turn=0)
    played = OF_TWO.apply_action(OF_TWO.apply_action(opened, Action(0, "play", "CK")), Action(1, "play", "CA"))
    assert [problem.code for problem in OF_TWO.find_action_problems(played, Action(1, "exchange"))] == ["briscola_exchange_late"]


@pytest.mark.parametrize("game", TABLE_GAMES, ids=lambda game: game.key)
def test_fast_hands_end_as_the_referee_says(game):
    """The cards of a fast hand, laid out by tricks, dealt and played again by the referee."""
    table, sides = TABLES[game.seat_count], game.side_count
    for seed in range(60):
        rng = random.Random(seed)
        pack, dealer = deal.shuffle_pack(table, rng), rng.randrange(table.seats)
        state = rng.getstate()
        quick = deal.play_random_hand(table, pack[: len(pack) - table.left_out], dealer, sides, rng)
        rng.setstate(state)
        layout, drawing = list(pack), table.tricks - CARDS_EACH
        turned = layout[table.tricks * table.seats - 1]
        rows = TrickRows(PACK, PACK.suit_of(turned), table.seats, (dealer + 1) % table.seats, ((table.tricks, None),), sides)
        seat = (rows.play_layout(layout).winners[drawing - 1] - 1) % table.seats
        place = (drawing + rng.randrange(CARDS_EACH)) * table.seats + seat
        layout[table.tricks * table.seats - 1], layout[place] = layout[place], turned
        dealt, actions = BriscolaSearch(rows, quick, dealer, PACK.suit_of(turned), table.left_out).build_hand(layout)
        assert build_mask(dealt.stock[-1 - table.left_out :]) >> turned & 1 or place // table.seats < table.tricks - 1
        fixed = put_turned_card_last(dealt, turned, table)
        replayed = game.replay_actions(game.open_deal(started(game, dealer), fixed), actions)
        assert replayed.event == quick


def put_turned_card_last(dealt, turned, table):
    """The last to draw gets the turned card and plays it sooner or later; what he drew before comes in the order in which he plays it."""
    end = len(dealt.stock) - table.left_out
    stock = list(dealt.stock)
    place = stock.index(turned)
    own = [index for index in range(place, end) if index == place or index == end - 1]
    stock[own[0]], stock[own[-1]] = stock[own[-1]], stock[own[0]]
    return DealtCards(dealt.holdings, dealt.dealer, stock=tuple(stock))
