"""Hands card by card: duties, turned cards, exposed cards, marafona, announcements, claims, and what a referee is told."""

import random
from dataclasses import replace

import pytest

from rules import RuleViolation, VoidHand, describe, game_by_key, notation, record
from rules.deals import Action, DealtCards, card_beats, find_winning_index
from rules.events import HandEntry
from rules.games.marafon.tables import MarafonClaim
from rules.playout import play_out, shuffle_deck
from rules.tricks import find_legal_cards
from tests.cases import every_case
from tests.rules import vectors

MARIGLIA, MARAFON = game_by_key("mariglia"), game_by_key("marafon")


def opened(game, holdings, options=None, dealer=None, leader=None, score=()):
    """A deal of hand-written holdings."""
    pack = game.pack
    dealt = DealtCards(tuple(tuple(pack.card_number(name) for name in cards.split()) for cards in holdings), dealer, leader)
    state = game.start(game.options_from(options or {}))
    return game.open_deal(record.build_standing(state, 1, score) if score else state, dealt)


def play(game, deal, *actions):
    for seat, verb, *what in actions:
        deal = game.apply_action(deal, Action(seat, verb, *what))
    return deal


def legal_cards(game, deal):
    return sorted(action.what for action in game.legal_actions(deal) if action.verb == "play")


EXTREME = vectors.load("mariglia_extreme_k1")["hands"]
MARIGLIA_HANDS = [" ".join(cards) for cards in EXTREME]


def last_dealt(card):
    """Those hands with one of the dealer's cards dealt last."""
    return [*MARIGLIA_HANDS[:3], " ".join([*(name for name in EXTREME[3] if name != card), card])]


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("DA DK D7 DJ", "S", 2),
        ("DA S2 D7 DJ", "S", 1),
        ("DA S2 S3 DJ", "S", 2),
        ("DA CA C7 B7", "S", 0),
        ("D2 D3 C7 B7", "S", 1),
        ("DQ DJ D2 D3", "S", 1),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(cards, trump, winner):
    pack = MARIGLIA.pack
    assert find_winning_index(pack, tuple(map(pack.card_number, cards.split())), pack.suits.index(trump)) == winner


def test_queen_over_jack_changes_the_trick():
    pack = MARIGLIA.pack_of(MARIGLIA.options_from({"court_order": "QJ"}))
    assert card_beats(pack, pack.card_number("DQ"), pack.card_number("DJ"), None)


@pytest.mark.parametrize(
    ("led", "second", "third_holds", "legal"),
    [
        ("DK", "D2", "DA D5 D6 C2", ["D5", "D6", "DA"]),
        ("D2", "DK", "DA D5 D6 C2", ["DA"]),
        ("D2", "DK", "DJ D5 D6 C2", ["D5", "D6", "DJ"]),
        ("D2", "DK", "S2 S7 C2 C3", ["S2", "S7"]),
        ("D2", "S3", "DA D7 S7 C3", ["D7", "DA"]),
        ("D2", "S6", "S5 S2 C2 C3", ["C2", "C3", "S2", "S5"]),
        ("D2", "S3", "S2 S7 S4 C3", ["S4", "S7"]),
        ("S3", "S2", "S7 S4 C3 C4", ["S4", "S7"]),
        ("S3", "S6", "S7 S4 C3 C4", ["S7"]),
    ],
)
def test_whom_to_beat_and_when(led, second, third_holds, legal):
    """Trump is swords. The third player is the leader's partner: he must beat only when the second player is winning."""
    pack = MARIGLIA.pack
    deal = replace(
        opened(MARIGLIA, MARIGLIA_HANDS, dealer=3),
        trump=pack.suits.index("S"),
        trick=(pack.card_number(led), pack.card_number(second)),
        turn=2,
        holdings=(0, 0, pack.mask_of_names(third_holds.split()), 0),
    )
    assert sorted(pack.names_in(find_legal_cards(deal, 2))) == legal


def test_without_the_duty_to_beat_any_card_of_the_suit_will_do():
    deal = play(MARIGLIA, opened(MARIGLIA, last_dealt("S5"), {"must_beat": False}, dealer=3), (3, "turn", "S5"), (0, "play", "CA"))
    assert len(legal_cards(MARIGLIA, deal)) == 10


def test_a_referee_sees_the_rule_that_was_broken_and_what_would_have_been_legal():
    deal = play(MARIGLIA, opened(MARIGLIA, last_dealt("S5"), dealer=3), (3, "turn", "S5"), (0, "play", "CA"))
    (problem,) = MARIGLIA.find_action_problems(deal, Action(1, "play", "BA"))
    assert (problem.code, problem.params["winning"], problem.params["cards"]) == ("must_beat_opponent", "CA", "SA SK SJ SQ S6")
    assert legal_cards(MARIGLIA, deal) == ["S6", "SA", "SJ", "SK", "SQ"]


def test_all_problems_of_an_action_are_told():
    deal = play(MARIGLIA, opened(MARIGLIA, last_dealt("S5"), dealer=3), (3, "turn", "S5"))
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(1, "play", "CA"))] == ["not_your_turn", "not_held"]
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(0, "play", "X9"))] == ["no_such_card"]
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "turn", "S4"))] == ["not_now"]


def test_the_turned_card_is_the_last_that_the_dealer_gets():
    deal = opened(MARIGLIA, last_dealt("S5"), dealer=3)
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "turn", "D7"))] == ["not_last_card"]
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "turn", "CA"))] == ["not_held"]
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(0, "turn", "CA"))] == ["not_your_turn", "not_held"]
    assert MARIGLIA.legal_actions(deal) == (Action(3, "turn", "S5"),)


def test_a_turned_card_that_reaches_the_target_ends_the_hand():
    deal = play(MARIGLIA, opened(MARIGLIA, last_dealt("D7"), dealer=3, score=(0, 30)), (3, "turn", "D7"))
    hand = MARIGLIA.build_outcome(deal)
    assert (deal.over, hand.total, hand.turned, hand.trump) == (True, None, "7", "D")
    assert MARIGLIA.advance(deal.state, hand).finished[0].score == (0, 35)


SCOPERTO = [
    "S2 C2 C3 C4 C5 D2 D3 D4 D5 D6",
    "S3 S4 C6 C7 CJ S5 S6 S7 SJ SQ",
    "B2 B3 B4 B5 B6 B7 BJ BQ BK BA",
    "D7 DJ DQ DK DA CQ CK CA SA SK",
]


def test_scoperto_exposes_until_a_card_is_no_trump_and_the_next_player_too():
    deal = opened(MARIGLIA, SCOPERTO, {"deal_style": "scoperto"}, dealer=3)
    assert [action.what for action in MARIGLIA.legal_actions(deal)] == ["SK"]
    deal = play(MARIGLIA, deal, (3, "turn", "SK"), (3, "expose", "A1.1"))
    assert [deal.pack.names_in(cards) for cards in deal.exposed] == [("C2", "S2"), ("C6", "S4", "S3"), (), ()]
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "expose", "A1.2"))] == ["exposed_twice"]
    deal = play(MARIGLIA, deal, (3, "expose", "A2.2"))
    assert [deal.pack.names_in(cards) for cards in deal.exposed[2:]] == [("B7",), ("CQ",)]


def test_scoperto_exposes_only_before_the_play_and_only_with_an_opponent():
    deal = opened(MARIGLIA, SCOPERTO, {"deal_style": "scoperto"}, dealer=3)
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "expose", "A1.1"))] == ["exposed_too_late"]
    deal = play(MARIGLIA, deal, (3, "turn", "SK"))
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "expose", "B1.1"))] == ["not_an_opponent"]
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "expose", "A1"))] == ["not_an_exposure"]
    deal = play(MARIGLIA, deal, (0, "play", "C2"))
    assert [problem.code for problem in MARIGLIA.find_action_problems(deal, Action(3, "expose", "A1.1"))] == ["exposed_too_late"]


MARAFON_HANDS = [
    "D3 D2 DA C4 C5 C6 C7 S4 S5 S6",
    "DK DH DJ D4 CJ CH CK S7 SJ SH",
    "D7 D6 D5 C3 C2 CA B4 B5 B6 B7",
    "S3 S2 SA SK BJ BH BK B3 B2 BA",
]


def marafon(options=None, leader=0, score=()):
    return opened(MARAFON, MARAFON_HANDS, options, leader=leader, score=score)


def test_the_holder_of_the_four_of_coins_names_the_trump_when_nobody_else_is_known():
    assert opened(MARAFON, MARAFON_HANDS).maker == 1
    assert opened(MARAFON, MARAFON_HANDS, dealer=1).maker == 2
    assert opened(MARAFON, MARAFON_HANDS, dealer=1, leader=3).maker == 3


def test_only_the_maker_names_the_trump_and_leads():
    deal = marafon()
    assert [action.what for action in MARAFON.legal_actions(deal)] == ["D", "C", "S", "B"]
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(1, "trump", "X"))] == ["not_your_turn", "no_such_suit"]
    assert play(MARAFON, deal, (0, "trump", "D")).turn == 0


def test_follow_suit_and_nothing_else():
    deal = play(MARAFON, marafon(), (0, "trump", "D"), (0, "play", "C4"), (1, "play", "CK"))
    assert legal_cards(MARAFON, deal) == ["C2", "C3", "CA"]
    (problem,) = MARAFON.find_action_problems(deal, Action(2, "play", "D7"))
    assert (problem.code, problem.params["led"], problem.params["cards"]) == ("follow_suit", "cups", "C3 C2 CA")
    deal = play(MARAFON, deal, (2, "play", "CA"))
    assert len(legal_cards(MARAFON, deal)) == 10


def test_a_marafona_is_declared_by_its_holder_during_the_first_trick():
    deal = play(MARAFON, marafon(leader=1), (1, "trump", "D"), (1, "play", "CJ"), (2, "play", "C3"))
    assert Action(0, "marafona") in MARAFON.legal_actions(deal)
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(2, "marafona"))] == ["no_marafona"]
    declared = play(MARAFON, deal, (0, "marafona"))
    assert [problem.code for problem in MARAFON.find_action_problems(declared, Action(0, "marafona"))] == ["marafona_too_late"]
    late = play(MARAFON, deal, (3, "play", "S2"), (0, "play", "C4"))
    assert [problem.code for problem in MARAFON.find_action_problems(late, Action(0, "marafona"))] == ["marafona_too_late"]


def test_a_marafona_may_belong_to_the_maker_alone():
    deal = play(MARAFON, marafon({"marafona_by": "battezzante_only"}, leader=1), (1, "trump", "D"))
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(0, "marafona"))] == ["marafona_by_maker"]


def test_a_marafona_may_ask_for_the_ace_as_first_card():
    options = {"marafona_needs_ace_first": True}
    deal = play(MARAFON, marafon(options), (0, "trump", "D"), (0, "marafona"))
    assert legal_cards(MARAFON, deal) == ["DA"]
    deal = play(MARAFON, marafon(options, leader=1), (1, "trump", "D"), (1, "play", "CJ"))
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(0, "marafona"))] == ["ace_not_playable"]
    deal = play(MARAFON, deal, (2, "play", "C3"), (3, "play", "S2"))
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(0, "marafona"))] == ["ace_not_playable"]


def test_one_announcement_a_trick_by_the_leader():
    deal = play(MARAFON, marafon(), (0, "trump", "D"), (0, "announce", "busso"))
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(0, "announce", "volo"))] == ["not_leading"]
    deal = play(MARAFON, deal, (0, "play", "C4"))
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(1, "announce", "volo"))] == ["not_leading"]
    assert [problem.code for problem in MARAFON.find_action_problems(marafon(), Action(0, "announce", "gong"))] == [
        "not_now",
        "no_such_announcement",
    ]


@pytest.mark.parametrize(("word", "legal"), [("striscio", 10), ("busso", 10), ("briscola", 3)])
def test_announcements_that_must_be_true_narrow_the_lead(word, legal):
    options = {"announcements": ["busso", "striscio", "volo", "briscola"], "announcements_must_be_true": True}
    deal = play(MARAFON, marafon(options), (0, "trump", "D"))
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(0, "announce", "volo"))] == ["untrue_announcement"]
    assert len(legal_cards(MARAFON, play(MARAFON, deal, (0, "announce", word)))) == legal


def test_false_announcements_are_legal_where_the_rules_allow_them():
    deal = play(MARAFON, marafon(), (0, "trump", "D"), (0, "announce", "volo"))
    assert len(legal_cards(MARAFON, deal)) == 10


FIRST_TRICK = ((0, "trump", "D"), (0, "marafona"), (0, "play", "DA"), (1, "play", "DK"), (2, "play", "D7"), (3, "play", "S2"))


def test_a_claim_counts_the_tricks_so_far_and_the_marafona():
    deal = play(MARAFON, marafon(score=(36, 10)), *FIRST_TRICK, (2, "claim"))
    claim = MARAFON.build_outcome(deal)
    assert claim == MarafonClaim(0, 5, against=0, bonus=True)
    assert MARAFON.advance(deal.state, claim).finished[0].winner == 1
    deal = play(MARAFON, marafon(score=(37, 10)), *FIRST_TRICK, (2, "claim"))
    assert MARAFON.advance(deal.state, MARAFON.build_outcome(deal)).finished[0].winner == 0


def test_there_are_no_claims_where_hands_are_played_out():
    deal = play(MARAFON, marafon({"finish": "end_of_hand"}), *FIRST_TRICK)
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(0, "claim"))] == ["no_claim_now"]


def test_a_poor_hand_may_be_thrown_in_by_the_maker_before_naming_the_trump():
    holdings = [
        "D4 D5 D6 D7 C4 C5 C6 C7 S4 SJ",
        "DK DH DJ D3 CJ CH CK S7 S5 SH",
        "DA D2 C3 C2 CA B4 B5 B6 B7 S6",
        "S3 S2 SA SK BJ BH BK B3 B2 BA",
    ]
    deal = opened(MARAFON, holdings, {"monte_below_thirds": 4}, leader=0)
    assert MARAFON.build_outcome(play(MARAFON, deal, (0, "monte"))) == VoidHand("monte")
    unplayed = opened(MARAFON, holdings, leader=0)
    assert Action(0, "monte") not in MARAFON.legal_actions(unplayed)
    assert [problem.code for problem in MARAFON.find_action_problems(unplayed, Action(0, "monte"))] == ["no_monte"]
    rich = opened(MARAFON, holdings, {"monte_below_thirds": 4}, leader=2)
    assert Action(2, "monte") not in MARAFON.legal_actions(rich)
    (problem,) = MARAFON.find_action_problems(rich, Action(2, "monte"))
    assert describe(problem, str) == "A2 holds 3 points: a monte needs less than 1⅓."
    assert [problem.code for problem in MARAFON.find_action_problems(deal, Action(2, "monte"))] == ["not_your_turn"]
    named = play(MARAFON, deal, (0, "trump", "D"))
    assert [problem.code for problem in MARAFON.find_action_problems(named, Action(0, "monte"))] == ["monte_too_late"]


@every_case("seed", range(40))
def test_the_fast_play_out_plays_what_the_referee_allows(seed):
    """Card by card, each seat playing its legal card that lies first in the shuffled pack: the same tricks and points."""
    rng = random.Random(seed)
    for game, opening in ((MARIGLIA, "turn"), (MARAFON, "trump")):
        state = game.start(game.options_from({}))
        deck = shuffle_deck(40, rng)
        dealt = DealtCards(tuple(tuple(deck[seat * 10 : seat * 10 + 10]) for seat in range(4)), 3, 0)
        deal = game.open_deal(state, dealt)
        first = game.pack.names[deck[39]]
        deal = game.apply_action(deal, Action(3, "turn", first) if opening == "turn" else Action(0, "trump", first[0]))
        while not deal.over:
            card = min((card for card in deal.cards_in(deal.turn) if find_legal_cards(deal, deal.turn) >> card & 1), key=deck.index)
            deal = game.apply_action(deal, Action(deal.turn, "play", deal.pack.names[card]))
        played = play_out(game.pack, deck, 0, deal.trump, must_beat=opening == "turn")
        assert played.points == (deal.points_of(0), deal.points_of(1))
        assert played.tricks == (len(deal.tricks_of(0)), len(deal.tricks_of(1)))
        assert played.last == deal.tricks[-1].winner % 2


@pytest.mark.parametrize("game", [MARIGLIA, MARAFON], ids=lambda game: game.key)
def test_fast_hands_are_accepted_and_as_often_even_as_slow_ones(game):
    """Every third hand slow: both ways give hands that are possible, and averages that agree within the noise."""
    state = game.start(game.options_from({"finish": "end_of_hand"} if game is MARAFON else {}))
    rng = random.Random(5)
    fast = [game.random_hand(state, rng) for _hand in range(600)]
    slow = [game.build_outcome(game.random_play(game.random_deal(state, rng), rng)) for _hand in range(100)]
    assert all(not problem.is_impossible for hand in fast for problem in game.problems(state, hand))
    means = [sum(hand.tricks[0] for hand in hands) / len(hands) for hands in (fast, slow)]
    assert abs(means[0] - means[1]) < 0.8
    assert all(isinstance(hand, HandEntry) for hand in fast)


@pytest.mark.parametrize("vector", vectors.load("marafon"))
def test_a_changed_card_is_found_where_it_happened(vector):
    """Exchange two cards that one player plays: the first illegal action, if any, is at the earlier of the two."""
    kept = vectors.marafon_record(vector)
    plays = [index for index, action in enumerate(kept.actions) if action.verb == "play"]
    rng = random.Random(str(vector))
    for _change in range(20):
        first = rng.choice(plays[:-8])
        second = rng.choice([index for index in plays if index > first and kept.actions[index].seat == kept.actions[first].seat])
        actions = list(kept.actions)
        actions[first], actions[second] = actions[second], actions[first]
        played = record.replay_record(MARAFON, replace(kept, actions=tuple(actions)))
        before = MARAFON.replay_actions(record.open_record(MARAFON, kept), kept.actions[:first]).deal
        legal = actions[first] in MARAFON.legal_actions(before)
        assert (played.illegal == first) is not legal
        if not legal:
            assert [problem.code for problem in played.problems] == ["follow_suit"]


def test_records_with_wrong_cards_say_every_one():
    kept = vectors.marafon_record(vectors.load("marafon")[0])
    wrong = replace(kept, holdings=(("XX", *kept.holdings[0][1:]), (kept.holdings[0][1], *kept.holdings[1][1:]), *kept.holdings[2:]))
    with pytest.raises(RuleViolation) as refusal:
        record.open_record(MARAFON, wrong)
    assert [problem.code for problem in refusal.value.problems] == ["unknown_card", "card_twice"]
    with pytest.raises(RuleViolation, match="4 seats get 10 cards each"):
        record.open_record(MARAFON, replace(kept, holdings=(kept.holdings[0][1:], *kept.holdings[1:])))
    with pytest.raises(RuleViolation, match="marafon"):
        record.open_record(MARIGLIA, kept)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The first line"),
        ("labella-hand 1\ngame marafon\nholds Z9 D4", "Line 3: .*holds Z9 D4"),
        ("labella-hand 1\ngame marafon\nA1 trump C D", "Line 3: .*A1 trump C D"),
        ("labella-hand 1\ngame mariglia", "game mariglia"),
        ("labella-hand 1\ngame marafon\n# one\n\nnumber two", "Line 5: .*number two"),
        ("labella-hand 1\ngame marafon\noption nonsense=1", "Line 3: .*nonsense"),
    ],
)
def test_text_that_cannot_be_read_names_the_line(text, told):
    with pytest.raises(RuleViolation, match=told):
        notation.from_text(MARAFON, text)


def test_cards_of_a_text_are_written_in_signs_letters_or_words():
    lines = "holds A1 asso di coppe, 4 bastoni, ♠7, 3♦, king of spades\nA1 trump picche\nA1 sette di spade, re di denari CF 2D️"
    kept = notation.from_text(MARAFON, f"labella-hand 1\ngame marafon\n{lines}")
    assert kept.holdings[0] == ("CA", "B4", "S7", "D3", "SK")
    assert [(action.seat, action.what) for action in kept.actions] == [(0, "S"), (0, "S7"), (1, "DK"), (2, "CJ"), (3, "D2")]


def test_two_letters_that_could_be_two_cards_are_left_as_they_are():
    """In Maranna C is cups and the cavallo, D coins and the donna: what stands in the notation is that."""
    maranna = game_by_key("maranna")
    assert notation.from_text(maranna, "labella-hand 1\ngame maranna\nholds A1 CD DC donna-coppe").holdings[0] == ("CD", "DC", "CD")
    assert notation.from_text(MARAFON, "labella-hand 1\ngame marafon\nholds A1 CD").holdings[0] == ("CD",)


def test_comments_and_empty_lines_of_a_text_are_left_out():
    text = "# evening of the 5th\nlabella-hand 1\n\ngame marafon  # final\nholds A1 D4\nA1 trump C # cups\nA1 D4 C4 S4\nB1 announce busso\n"
    kept = notation.from_text(MARAFON, text)
    assert kept.holdings == (("D4",), (), (), ())
    assert [action.seat for action in kept.actions] == [0, 0, 1, 2, 1]
