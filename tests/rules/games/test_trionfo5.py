"""Trionfo of five: §3 and §12.1 of the dossier typed in as data, its recorded hands, and every way a sheet can be filled in."""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from rules import GameScore, OverruledEvent, Penalty, RuleViolation, Severity, VoidHand, game_by_key
from rules.deals import Action
from rules.feasibility import format_ranges, list_bits
from rules.games.trionfo5 import deal as deals
from rules.games.trionfo5 import payments, sheet
from rules.games.trionfo5.masos import build_contest, build_maso_masks
from rules.games.trionfo5.tables import CHIAMO, DI_PIU, MASI, MASO, TrionfoHand
from rules.record import HandRecord, replay_record
from rules.simulate import play_random_hands, play_random_match
from tests.rules import vectors

GAME = game_by_key("trionfo5")
START = GAME.start(GAME.options_from({}), dealer=0)

THIRDS = {
    (0, False): "0", (1, False): "0–13", (1, True): "3–16", (2, False): "0–18", (2, True): "3–21", (3, False): "0–23", (3, True): "3–26",
    (4, False): "4–28", (4, True): "7–31", (5, False): "9–32", (5, True): "12–35", (6, False): "14–32", (6, True): "17–35",
    (7, False): "19–32", (7, True): "22–35", (8, True): "35",
}  # fmt: skip
TRICKS_BY_POINTS = {
    0: "0–3", 1: "1–4", 2: "1–4", 3: "1–5", 4: "1–6", 5: "1–6", 6: "2–7", 7: "2–7", 8: "3–7", 9: "4–7", 10: "4–7", 11: "5–8",
}  # fmt: skip
PAYMENTS = {
    ("chiamo", 0, 1): (2, 1, -1, -1, -1),
    ("chiamo", 0, 0): (8, -2, -2, -2, -2),
    ("di_piu", 0, None): (8, -2, -2, -2, -2),
    ("maso", 0, None): (16, -4, -4, -4, -4),
    ("masi", 0, None): (32, -8, -8, -8, -8),
}


def typed(**boxes):
    return {name: str(value) for name, value in boxes.items()}


def entry(state=START, **boxes):
    return GAME.entry_from(state, typed(**boxes))


def codes(state, **boxes):
    try:
        return [problem.code for problem in GAME.problems(state, entry(state, **boxes))]
    except RuleViolation as refusal:
        return [problem.code for problem in refusal.problems]


def scored(*hands, options=None, events=()):
    """Totals after these hands, each given as its boxes."""
    state = GAME.start(GAME.options_from(options or {}))
    for event in events:
        state = GAME.advance(state, event)
    for boxes in hands:
        state = GAME.advance(state, entry(state, **boxes))
    return state


def test_thirds_by_tricks_and_last_trick():
    assert {key: format_ranges(list_bits(mask)) for key, mask in sheet.build_side_rows().masks.items()} == THIRDS


@pytest.mark.parametrize(("points", "tricks"), TRICKS_BY_POINTS.items())
def test_tricks_that_go_with_whole_points(points, tricks):
    assert format_ranges(sheet.build_side_rows().tricks_with(0b111 << 3 * points)) == tricks


def test_six_whole_points_eighteen_thirds_and_more_than_the_others_are_the_same():
    assert [t for t in range(36) if t >= 18] == [t for t in range(36) if t // 3 >= 6] == [t for t in range(36) if t > 35 - t]


@pytest.mark.parametrize(("hand", "won"), PAYMENTS.items())
def test_payments(hand, won):
    assert payments.compute_payments(*hand, won=True) == won
    assert payments.compute_payments(*hand, won=False) == tuple(-points for points in won)
    assert sum(won) == 0


def test_payments_are_the_permutations_of_four_vectors_and_their_negatives():
    shapes = Counter(tuple(sorted(paid, reverse=True)) for paid in payments.list_all_payments())
    vectors_won = {(2, 1, -1, -1, -1): 20, (8, -2, -2, -2, -2): 5, (16, -4, -4, -4, -4): 5, (32, -8, -8, -8, -8): 5}
    assert shapes == vectors_won | {tuple(-points for points in reversed(shape)): count for shape, count in vectors_won.items()}


@pytest.mark.parametrize("vector", vectors.load("trionfo"))
def test_recorded_hands(vector):
    first = vector["first_speaker"]
    bids = [Action(seat % 5, "bid", "chiamo" if seat % 5 == vector["declarer"] else "passo") for seat in range(first, first + 5)]
    named = [Action(vector["declarer"], "trump", vector["trump"]), Action(vector["declarer"], "call", vector["called"])]
    played = replay_record(GAME, HandRecord("trionfo5", vectors.holdings(vector), (*bids, *named, *vectors.plays(vector)), leader=first))
    assert played.problems == ()
    assert [trick.winner for trick in played.deal.tricks] == [winner for _cards, winner in vector["tricks"]]
    amico = vector["declarer"] if vector["kind"] == "in_mano" else vector["partner"]
    thirds, tricks = vector["thirds"][0], vector["tricks_won"][0]
    assert played.event == TrionfoHand(
        first, "chiamo", vector["declarer"], amico, vector["declarer_side_wins"], vector["points"][0], tricks, thirds
    )
    assert list(GAME.advance(played.deal.state, played.event).score) == vector["payments"]


def test_points_tell_the_result_of_a_chiamo_and_a_di_piu():
    assert entry(bid="chiamo", declarer="A", amico="C", points="6").won is True
    assert entry(bid="chiamo", declarer="A", amico="C", points="5⅔").won is False
    assert entry(bid="di_piu", declarer="B", points="18t") == TrionfoHand(bid="di_piu", declarer=1, won=True, points=6, thirds=18)


def test_a_maso_is_told_only_by_few_points_or_by_all():
    assert entry(bid="maso", declarer="A", points="5").won is False
    assert entry(bid="maso", declarer="A", points="11").won is True
    assert codes(START, bid="maso", declarer="A", points="7") == ["missing"]


def test_maso_dei_masi_is_won_with_eight_tricks_and_only_so():
    assert entry(bid="masi", declarer="A", tricks=8).won is True
    assert entry(bid="masi", declarer="A", tricks=7, points="11").won is False
    assert codes(START, bid="masi", declarer="A", tricks=7, won="yes") == ["tricks_lose"]
    assert codes(START, bid="masi", declarer="A", tricks=8, won="no") == ["tricks_win"]
    assert codes(START, bid="masi", declarer="A", points="10⅔", won="yes") == ["points_lose"]


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ({"bid": "chiamo", "declarer": "A", "won": "yes"}, ["amico_needed"]),
        ({"bid": "di_piu", "declarer": "A", "amico": "B", "won": "yes"}, ["no_amico"]),
        ({"bid": "di_piu", "declarer": "A", "won": "no", "points": "6"}, ["points_win"]),
        ({"bid": "chiamo", "declarer": "A", "amico": "A", "won": "yes", "points": "17t"}, ["points_lose"]),
        ({"bid": "di_piu", "declarer": "A", "won": "yes", "tricks": "1"}, ["tricks_lose"]),
        ({"bid": "di_piu", "declarer": "A", "won": "no", "tricks": "7"}, ["tricks_win"]),
        ({"bid": "di_piu", "declarer": "A", "won": "no", "tricks": "8"}, ["tricks_win"]),
        ({"bid": "di_piu", "declarer": "A", "points": "8", "tricks": "2"}, ["count_by_tricks"]),
        ({"bid": "maso", "declarer": "A", "won": "no", "points": "11"}, ["points_win"]),
        ({"bid": "di_piu", "declarer": "A", "won": "yes", "tricks": "2"}, ["few_tricks"]),
        ({"bid": "di_piu", "declarer": "A", "won": "no", "tricks": "6"}, ["many_tricks"]),
        ({"bid": "masi", "declarer": "A", "won": "yes"}, ["masi_won"]),
        ({"bid": "di_piu", "declarer": "A", "won": "yes", "first": "C"}, ["first_out_of_turn"]),
        ({"declarer": "A", "won": "yes"}, ["missing"]),
        ({"bid": "di_piu", "declarer": "F", "won": "yes"}, ["not_a_choice"]),
    ],
)
def test_what_is_wrong_with_a_sheet(boxes, found):
    assert codes(START, **boxes) == found


def test_every_count_that_some_split_of_the_cards_allows_is_accepted():
    """All results, points and tricks against the rows of the dossier, spelled out."""
    for won, points, tricks in product((True, False), range(12), range(9)):
        thirds = {t for (k, _last), text in THIRDS.items() if k == tricks for t in _numbers(text)}
        possible = any(t // 3 == points and (t >= 18) == won for t in thirds)
        found = GAME.problems(START, TrionfoHand(bid=DI_PIU, declarer=0, won=won, points=points, tricks=tricks))
        assert any(problem.is_impossible for problem in found) != possible, (won, points, tricks)


def _numbers(text):
    low, _dash, high = text.partition("–")
    return range(int(low), int(high or low) + 1)


def test_a_maso_is_always_decided_and_both_thresholds_never_fall_in_one_trick():
    rng = random.Random(5)
    for _hand in range(2000):
        tricks = list(deals.play_tricks(deals.PACK, rng.sample(range(40), 40), 0, rng.randrange(4), 5))
        own = [(winner == 0, thirds) for winner, thirds in tricks]
        verdicts = [deals.find_verdict(MASO, own[:count]) for count in range(1, 9)]
        first = next(place for place, verdict in enumerate(verdicts) if verdict is not None)
        assert set(verdicts[first:]) == {verdicts[first]}


MASO_COUNTS = {
    (True, True): ["", "", "18", "18–23", "18–28", "18–30, 33", "18–30, 33", "19–30, 33", ""],
    (True, False): ["", "", "18", "18–26", "18–31", "18–35", "18–35", "19–35", "35"],
    (False, True): ["0", "0–13", "0–17", "0–17", "4–17", "9–17", "14–17", "", ""],
    (False, False): ["0", "0–16", "0–21", "0–26", "4–31", "9–32", "14–32", "22–32", ""],
}
"""(won, stops) → thirds of the declarer by tricks."""


@pytest.mark.parametrize(("ending", "thirds"), MASO_COUNTS.items())
def test_counts_at_the_end_of_a_maso(ending, thirds):
    won, stops = ending
    assert [format_ranges(list_bits(mask)) for mask in build_maso_masks(won=won, stops=stops)] == thirds
    options = GAME.options_from({"maso_stop_early": stops})
    state = GAME.start(options, dealer=0)
    for points, tricks in product(range(36), range(9)):
        hand = TrionfoHand(bid=MASO, declarer=0, won=won, points=points // 3, thirds=points, tricks=tricks)
        refused = any(problem.is_impossible for problem in GAME.problems(state, hand))
        assert refused != bool(build_maso_masks(won=won, stops=stops)[tricks] >> points & 1), (points, tricks)


def ways_to_end(values, size, rules):
    """(won, stopped or played out) → every (tricks, points) of the declarer, one order of cards and winners after the other."""
    found = {ending: set() for ending in product((True, False), repeat=2)}
    tricks, last, enough, spoilt = len(values) // size, *rules

    def go(rest, number, won, points, result):
        if number == tricks:
            found[result, False].add((won, points[1]))
            return
        for places in set(combinations(range(len(rest)), size)):
            worth = sum(rest[place] for place in places) + (last if number == tricks - 1 else 0)
            left = [value for place, value in enumerate(rest) if place not in places]
            for own in (0, 1):
                now = (points[0] + worth * (1 - own), points[1] + worth * own)
                decided = result if result is not None else False if now[0] >= spoilt else True if now[1] >= enough else None
                if result is None and decided is not None:
                    found[decided, True].add((won + own, now[1]))
                go(left, number + 1, won + own, now, decided)

    go(values, 0, 0, (0, 0), None)
    return found


REDUCED = [([3, 3, 1, 1, 1, 1, 0, 0], 2, (3, 7, 3)), ([3, 1, 1, 1, 1, 0, 0, 0], 2, (0, 4, 2)), ([3, 1, 1, 0, 0, 0], 1, (1, 4, 1))]
"""Worths of a pack, cards in a trick, then what the last trick adds, what is enough and what spoils."""


@pytest.mark.parametrize(("values", "size", "rules"), REDUCED)
def test_counts_of_a_maso_are_those_of_every_order_of_the_tricks(values, size, rules):
    last, enough, spoilt = rules
    made = build_contest(values, size, last=last, enough=enough, spoilt=spoilt)
    for (won, stops), cells in ways_to_end(values, size, rules).items():
        masks = made.build_masks(won=won, stops=stops)
        assert {(tricks, points) for tricks, mask in enumerate(masks) for points in list_bits(mask)} == cells


def test_a_maso_counted_too_late_is_refused_and_explained():
    boxes = {"bid": "maso", "declarer": "A", "won": "no", "points": "7", "tricks": "4"}
    found = GAME.problems(START, entry(**boxes))
    assert [problem.code for problem in found] == ["played_on"]
    assert [(slip.fields["points"], slip.fields["tricks"], slip.fields["won"]) for slip in found[0].slips if slip.code == "played_on"] == [
        ("", "", "no")
    ]
    assert codes(GAME.start(GAME.options_from({"maso_stop_early": False})), **boxes) == []


def test_written_payments_fill_in_the_rest():
    assert entry(paid_0=-1, paid_1=2, paid_2=-1, paid_3=-1) == TrionfoHand(bid=CHIAMO, declarer=1, amico=4, won=True)
    assert entry(paid_0=4, paid_1=4, paid_2=-16, paid_3=4) == TrionfoHand(bid=MASO, declarer=2, won=False)
    assert entry(bid="chiamo", paid_0=8, paid_1=-2, paid_2=-2, paid_3=-2) == TrionfoHand(bid=CHIAMO, declarer=0, amico=0, won=True)
    assert codes(START, paid_0=8, paid_1=-2, paid_2=-2, paid_3=-2) == ["bid_unclear"]
    assert codes(START, paid_0=7, paid_1=-2, paid_2=-2, paid_3=-2) == ["not_a_payment", "missing", "missing", "missing"]
    assert codes(START, paid_0=1, paid_1=1, paid_2=1, paid_3=1, paid_4=1) == ["paid_sum", "missing", "missing", "missing"]


def test_written_payments_that_differ_are_refused_and_explained():
    boxes = {"bid": "chiamo", "declarer": "A", "amico": "B", "won": "yes", "paid_0": "2", "paid_1": "-1"}
    with pytest.raises(RuleViolation) as refusal:
        entry(**boxes)
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == [("paid_differs", "paid_1")]
    slips = GAME.find_slips(START, typed(**boxes))
    assert (slips[0].code, slips[0].fields["paid_1"]) == ("sign_forgotten", "1")


@pytest.mark.parametrize(
    ("boxes", "code", "box", "value"),
    [
        ({"bid": "di_piu", "declarer": "A", "won": "no", "points": "7"}, "result_turned", "won", "yes"),
        ({"bid": "di_piu", "declarer": "A", "amico": "B", "won": "yes"}, "other_bid", "bid", "chiamo"),
        ({"bid": "chiamo", "declarer": "A", "amico": "B", "won": "yes", "paid_0": 1, "paid_1": 2}, "players_exchanged", "declarer", "B"),
        ({"bid": "chiamo", "declarer": "A", "amico": "B", "won": "yes", "paid_0": -1, "paid_2": 2}, "payments_exchanged", "paid_0", "2"),
    ],
)
def test_slips(boxes, code, box, value):
    slips = GAME.find_slips(START, typed(**boxes))
    assert (code, value) in {(slip.code, slip.fields[box]) for slip in slips}


def test_totals_of_a_match_make_nothing_and_everybody_has_a_place():
    for seed in range(20):
        events = play_random_match(GAME, GAME.options_from({}), random.Random(seed))
        state = GAME.fold(GAME.options_from({}), events)
        (game,) = state.finished
        assert (sum(game.score), len(game.lines), state.over) == (0, 10, True)
        assert sorted(seat for place in GAME.rank_sides(state) for seat in place) == [0, 1, 2, 3, 4]


def test_level_players_are_separated_by_hands_won_as_declarer_and_from_one_another():
    hands = [
        {"bid": "chiamo", "declarer": "A", "amico": "B", "won": "yes"},
        {"bid": "chiamo", "declarer": "C", "amico": "B", "won": "yes"},
    ]
    assert scored(*hands, options={"deals": 2}).score == (0,) * 5
    state = scored(*hands, options={"deals": 2})
    assert state.finished[-1].score == (1, 2, 1, -2, -2)
    assert GAME.rank_sides(state) == ((1,), (0, 2), (3, 4))
    more = [{"bid": "chiamo", "declarer": "D", "amico": "E", "won": "yes"}, {"bid": "chiamo", "declarer": "E", "amico": "D", "won": "no"}]
    state = scored(*hands, *more, options={"deals": 4})
    assert state.finished[-1].score == (1, 2, 1, -1, -3)
    alone = scored({"bid": "chiamo", "declarer": "A", "amico": "B", "won": "no"}, options={"deals": 1, "tie_breaks": "none"})
    assert GAME.rank_sides(alone) == ((2, 3, 4), (1,), (0,))


def test_hands_won_from_one_another_separate_players_whom_declaring_does_not():
    hands = [
        {"bid": "chiamo", "declarer": "A", "amico": "C", "won": "yes"},
        {"bid": "chiamo", "declarer": "D", "amico": "B", "won": "yes"},
        {"bid": "chiamo", "declarer": "E", "amico": "B", "won": "yes"},
    ]
    state = scored(*hands, options={"deals": 3})
    assert state.finished[-1].score == (0, 1, -1, 0, 0)
    assert GAME.rank_sides(state)[:1] == ((1,),)
    assert GAME.rank_sides(state)[1:] == ((0, 3, 4), (2,))


def test_a_monte_passes_the_deal_and_may_count_or_double():
    monte = VoidHand("monte")
    state = GAME.advance(GAME.start(GAME.options_from({}), dealer=3), monte)
    assert (state.dealer, len(state.hands)) == (4, 0)
    assert GAME.advance(state, VoidHand("misdeal")).dealer == 4
    counting = scored(options={"monte_counts_as_deal": True, "deals": 1}, events=[monte])
    assert (counting.over, counting.winner, counting.finished[0].score) == (True, None, (0,) * 5)
    doubled = scored({"bid": "maso", "declarer": "A", "won": "yes"}, options={"double_after_monte": True}, events=[monte])
    assert doubled.score == (32, -8, -8, -8, -8)
    misdealt = scored(
        {"bid": "maso", "declarer": "A", "won": "yes"}, options={"double_after_monte": True}, events=[monte, VoidHand("misdeal")]
    )
    assert misdealt.score == (32, -8, -8, -8, -8)
    assert scored({"bid": "maso", "declarer": "A", "won": "yes"}, events=[monte]).score == (16, -4, -4, -4, -4)


def test_payments_written_single_after_a_monte_are_explained():
    state = scored(options={"double_after_monte": True}, events=[VoidHand("monte")])
    boxes = typed(bid="maso", declarer="A", won="yes", paid_0=16, paid_1=-4, paid_2=-4, paid_3=-4, paid_4=-4)
    assert "not_doubled" in {slip.code for slip in GAME.find_slips(state, boxes)}


def test_final_scores():
    state = scored(options={"deals": 2})
    assert [problem.code for problem in GAME.problems(state, GameScore((16, -4, -4, -4, -4)))] == []
    assert [problem.code for problem in GAME.problems(state, GameScore((16, -4, -4, -4, -5)))] == ["score_sum"]
    assert [problem.code for problem in GAME.problems(state, GameScore((70, -15, -15, -20, -20)))] == ["score_too_far"]
    after = GAME.advance(state, entry(bid="di_piu", declarer="A", won="no"))
    assert [problem.code for problem in GAME.problems(after, GameScore((-6, 3, 1, 1, 1)))] == []
    assert [problem.code for problem in GAME.problems(after, GameScore((-6, 2, 2, 1, 1)))] == ["score_no_hand"]


def test_penalties_take_points_off_and_give_no_game_away():
    state = GAME.advance(START, Penalty(2, "fine", 4))
    assert state.score == (0, 0, -4, 0, 0)
    assert GAME.advance(state, Penalty(2, "award", 1)).score == (1, 1, -4, 1, 1)
    assert [problem.code for problem in GAME.problems(state, Penalty(2, "game"))] == ["no_game_penalty"]
    assert [problem.code for problem in GAME.problems(state, Penalty(2, "hand"))] == ["no_hand_penalty"]
    assert GAME.advance(state, OverruledEvent(Penalty(2, "hand"))).score == (0, 0, -4, 0, 0)


BIDDING = HandRecord("trionfo5", tuple(tuple(cards) for cards in vectors.load("trionfo")[0]["hands"]), leader=0)


def bid(*words, **options):
    actions = tuple(Action(seat % 5, "bid", word) for seat, word in enumerate(words))
    record = HandRecord(BIDDING.game, BIDDING.holdings, actions, options, leader=0)
    return replay_record(GAME, record)


def test_bidding_rises_and_all_passing_is_a_monte():
    assert bid("passo", "passo", "passo", "passo", "passo").event == VoidHand("monte")
    low = bid("di_piu", "chiamo")
    assert (low.illegal, [problem.code for problem in low.problems]) == (1, ["bid_too_low"])
    assert (bid("chiamo", "passo", "maso", "passo", "passo").deal.declarer, bid("chiamo", "masi").deal.declarer) == (2, 1)


def test_bidding_until_all_have_passed():
    rounds = {"bidding_rounds": 0}
    going = bid("chiamo", "di_piu", "passo", "passo", "passo", **rounds).deal
    assert (going.speaker, going.declarer) == (0, 1)
    assert bid("chiamo", "di_piu", "passo", "passo", "passo", "passo", **rounds).deal.declarer == 1
    assert bid("chiamo", "di_piu", "passo", "passo", "passo", "maso", "passo", **rounds).deal.declarer == 0


def test_the_called_card_is_of_another_suit_and_may_be_ones_own():
    deal = GAME.apply_action(bid("chiamo", *["passo"] * 4).deal, Action(0, "trump", "D"))
    assert [problem.code for problem in GAME.find_action_problems(deal, Action(0, "call", "D3"))] == ["called_trump"]
    own = GAME.apply_action(deal, Action(0, "call", "C3"))
    assert (own.amico, own.turn) == (0, 0)
    threes = GAME.apply_action(bid("chiamo", *["passo"] * 4, called_rank="threes").deal, Action(0, "trump", "D"))
    assert [problem.code for problem in GAME.find_action_problems(threes, Action(0, "call", "C6"))] == ["not_a_three"]


@pytest.mark.parametrize(("early", "tricks"), [(True, 1), (False, 8)])
def test_a_decided_maso_dei_masi_stops(early, tricks):
    rng = random.Random(3)
    deal = GAME.apply_action(bid("passo", "masi", maso_stop_early=early).deal, Action(1, "trump", "B"))
    while len(deal.tricks) < 1 or not deal.over:
        deal = GAME.random_play(deal, rng)
    assert len(deal.tricks) == tricks
    event = GAME.build_outcome(deal)
    assert (event.bid, event.won, event.tricks) == (MASI, False, len(deal.tricks_of(1)))
    assert event.thirds == deal.points_of(1) + (0 if early or deal.tricks[-1].winner != 1 else 3)


def test_quick_hands_are_accepted():
    options = GAME.options_from({})
    for event in play_random_hands(GAME, options, random.Random(1), 3000):
        assert [problem for problem in GAME.problems(GAME.start(options), event) if problem.severity is Severity.IMPOSSIBLE] == []
