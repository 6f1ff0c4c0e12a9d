"""Whole hands for what sheets say: every cell of two tables of the dossier, and the search that finds such hands."""

import random
import string
from dataclasses import replace
from pathlib import Path

import pytest

from rules import GAMES, HandEntry, game_by_key, record
from rules.cards import build_mask
from rules.contract import Contract
from rules.deals import Action, DealtCards
from rules.feasibility import list_bits
from rules.games.marafon.sheet import build_side_rows as marafon_rows
from rules.games.mariglia.sheet import build_side_rows as mariglia_rows
from rules.layouts import FAULT_COST, TRICK_COST, TrickRows, follow_and_beat_opponent, follow_led_suit
from rules.witness import find_witness, limit_attempts
from tests.rules.playouts import play_random_deal

pytestmark = pytest.mark.turns(4)

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "witnesses"
CARDS = string.ascii_uppercase + string.ascii_lowercase
LAST_TRICK = 3
SEARCHED = [game for game in GAMES if type(game).build_search is not Contract.build_search]


def cells(key, part):
    """Lines of the golden file: before (0) or after (1) its second heading; the layout as card numbers."""
    lines = GOLDEN.joinpath(f"{key}.txt").read_text(encoding="utf-8").splitlines()
    second = max(place for place, line in enumerate(lines) if line.startswith("#"))
    chosen = lines[1:second] if part == 0 else lines[second + 1 :]
    return [(*words, [CARDS.index(letter) for letter in layout]) for *words, layout in map(str.split, chosen)]


def replay(game, layout, leader, *, must_beat=False):
    """The tricks, card points and last trick of side A when the referee replays a layout with the first suit as trump."""
    dealer = (leader + 3) % 4
    columns = [sorted(layout[seat::4], key=lambda card: card_to_turn(game, card)) for seat in range(4)]
    duty = follow_and_beat_opponent if must_beat else follow_led_suit
    rows = TrickRows(game.pack, 0, 4, leader, ((10, duty),))
    turn = Action(dealer, "turn", game.pack.names[columns[dealer][-1]])
    opening = turn if must_beat else Action(leader, "trump", game.pack.suits[0])
    actions = (opening, *rows.list_plays(layout, rows.play_layout(layout).winners))
    state = game.start(game.options_from({} if must_beat else {"finish": "end_of_hand"}))
    played = game.replay_actions(game.open_deal(state, DealtCards(tuple(map(tuple, columns)), dealer, leader)), actions)
    assert played.event is not None, played.problems
    return len(played.deal.tricks_of(0)), played.deal.points_of(0), played.deal.tricks[-1].winner % 2 == 0


def card_to_turn(game, card):
    """Orders a hand so that its last card makes the first suit trump: the seven before any other."""
    return (game.pack.suit_of(card) == 0, game.pack.rank_of(card) == "7")


@pytest.mark.parametrize("part", [0, 1], ids=["any hand", "trump seven turned"])
def test_every_cell_of_the_table_of_mariglia_is_played(part):
    game, allowed, reached = game_by_key("mariglia"), mariglia_rows(trump_seven=part == 1), set()
    for tricks, total, layout in cells("mariglia", part):
        won, points, _last = replay(game, layout, part, must_beat=True)
        assert (won, points + won) == (int(tricks), int(total))
        assert game.pack.card_number("D7") in layout[0::4] or part == 0
        assert build_mask(layout[3::4]) & game.pack.suit_masks[0] or part == 1, "the dealer turns up a trump"
        reached.add((int(tricks), int(total)))
    assert reached == {(count, total) for (count, _last), points in allowed.masks.items() for total in list_bits(points)}


@pytest.mark.parametrize("part", [0, 1], ids=["any hand", "with the marafona"])
def test_every_cell_of_the_table_of_marafon_is_played(part):
    game, allowed, reached = game_by_key("marafon"), marafon_rows(marafona=part == 1), set()
    three = build_mask(map(game.pack.card_number, ("D3", "D2", "DA")))
    for tricks, last, thirds, layout in cells("marafon", part):
        won, points, own_last = replay(game, layout, 0)
        assert (won, "A" if own_last else "B", points + LAST_TRICK * own_last) == (int(tricks), last, int(thirds))
        assert build_mask(layout[0::4]) & three == three or part == 0
        reached.add((int(tricks), own_last, int(thirds)))
    assert reached == {(*key, count) for key, points in allowed.masks.items() for count in list_bits(points)}


EXTREMES = [
    ("mariglia", {"tricks_0": "4", "total_0": "60", "turned": "2"}),
    ("mariglia", {"tricks_0": "8", "total_0": "32", "turned": "2"}),
    ("mariglia", {"tricks_0": "1", "total_0": "1", "turned": "2"}),
    ("marafon", {"tricks_0": "3", "last": "B", "points_0": "20t"}),
    ("marafon", {"tricks_0": "5", "last": "B", "points_0": "28t"}),
    ("marafon", {"tricks_0": "5", "last": "A", "points_0": "7t"}),
    ("maranna", {"declared_0": "40 80", "declared_1": "60 100", "points_0": "90", "tricks_0": "4"}),
    ("marjolet", {"melds_0": "200", "melds_1": "140", "brisques_0": "40", "dealer": "A", "seven": "A", "tenth": "A", "last": "B"}),
    ("marjolet", {"melds_0": "440", "brisques_0": "40", "dealer": "A", "seven": "A", "tenth": "A", "last": "B", "tricks_0": "9"}),
    ("marjolet", {"melds_0": "160", "brisques_0": "20", "dealer": "A", "seven": "B", "tenth": "B", "last": "B", "tricks_0": "3"}),
    ("marjolet", {"dealer": "B", "total_0": "200", "total_1": "180"}),
    ("sancagna", {"claim": "A", "points_0": "49", "tricks_0": "3"}),
]
"""Ends of rows; the dossier had left the two of Marafon in five tricks open."""
SLOW_ENDS = ("49", "180", "200", "440")
"""Points of those that take seconds to find: Sancagna’s, and three of Marjolet’s; `make proofs` finds them."""
ENDS = [pytest.param(*end, marks=pytest.mark.proof) if {*end[1].values()}.intersection(SLOW_ENDS) else end for end in EXTREMES]


@pytest.mark.parametrize(("key", "typed"), ENDS, ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else value)
def test_ends_of_rows_are_found(key, typed):
    game = game_by_key(key)
    state = game.start(game.options_from({}))
    entry = game.entry_from(state, typed)
    found = find_witness(game, state, entry, random.Random(2), limit_attempts(60))
    assert found is not None
    assert game.advance(state, record.replay_record(game, found).event).score == game.advance(state, entry).score


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
def test_hands_that_were_played_are_found_again(game):
    state, rng = game.start(game.options_from({})), random.Random(3)
    entries = [game.random_hand(state, rng) for _hand in range(1)]
    for entry in (event for event in entries if isinstance(event, HandEntry)):
        found = find_witness(game, state, entry, rng, limit_attempts(30))
        assert found is not None, entry
        assert game.advance(state, record.replay_record(game, found).event) == game.advance(state, entry)


@pytest.mark.parametrize("key", ["mariglia", "sancagna", "sancagna6", "sancagna2", "maranna", "mattazza", "mattazza3", "mattazza5"])
def test_a_hand_that_was_played_is_found_at_once(key):
    """Its own cards cost the search nothing, so that no search passes by what it looks for."""
    game = game_by_key(key)
    for seed in range(10):
        rng = random.Random(seed)
        deal = play_random_deal(game, game.options_from({}), rng)
        event = game.build_outcome(deal)
        if getattr(event, "declared", None):
            continue  # of a Maranna the search draws the trick by lot
        search = game.build_search(deal.state, event, rng)
        laid = [trick.cards[(seat - trick.leader) % game.seat_count] for trick in deal.tricks for seat in range(game.seat_count)]
        layout = laid + [card for card in search.draw_layout(rng) if card not in laid]
        assert search.compute_cost(layout) == 0, (seed, event)


@pytest.mark.parametrize("key", ["sancagna", "sancagna6", "sancagna2"])
def test_a_hand_without_a_claim_is_as_far_off_as_its_last_trick_and_its_points_are(key):
    game, judged = game_by_key(key), 0
    for seed in range(40):
        rng = random.Random(seed)
        deal = play_random_deal(game, game.options_from({}), rng)
        event = game.build_outcome(deal)
        if event.claim is None:
            laid = [trick.cards[(seat - trick.leader) % game.seat_count] for trick in deal.tricks for seat in range(game.seat_count)]
            layout = laid + [card for card in game.build_search(deal.state, event, rng).draw_layout(rng) if card not in laid]
            moved = tuple(points + change for points, change in zip(event.points, (2, -2), strict=True))
            for asked, cost in ((replace(event, last=1 - event.last), TRICK_COST), (replace(event, points=moved), 4)):
                assert game.build_search(deal.state, asked, rng).compute_cost(layout) == cost
            judged += 1
    assert judged


def test_faults_are_counted_where_cards_are_drawn_and_must_beat():
    """Maranna without a trump: five rows of a column are a holding, and whoever holds a card that beats must play one."""
    game, rng = game_by_key("maranna"), random.Random(6)
    state, order, values = game.start(game.options_from({"must_beat": True})), "A3KCD76542", {"A": 11, "3": 10, "K": 4, "C": 3, "D": 2}

    def beats(card, other):
        return card[0] == other[0] and order.index(card[1]) < order.index(other[1])

    for _layout in range(100):
        layout, leader, faults, points, tricks = rng.sample(range(40), 40), rng.randrange(4), 0, 0, 0
        dealer = ["B2", "A1", "B1", "A2"][leader]
        rows = [[game.pack.names[card] for card in layout[row * 4 : row * 4 + 4]] for row in range(10)]
        for number, row in enumerate(rows):
            best = row[leader]
            for seat in ((leader + step) % 4 for step in (1, 2, 3)):
                held = [later[seat] for later in rows[number : number + 5]]
                faults += any(beats(card, best) for card in held) and not beats(row[seat], best)
                best = row[seat] if beats(row[seat], best) else best
            leader = row.index(best)
            points += (leader % 2 == 0) * sum(values.get(card[1], 0) for card in row)
            tricks += leader % 2 == 0
        typed = {"points_0": str(points), "tricks_0": str(tricks), "last": "AB"[leader % 2], "dealer": dealer}
        assert game.build_search(state, game.entry_from(state, typed), rng).compute_cost(layout) == FAULT_COST * faults


def test_what_no_cards_give_is_not_found():
    game = game_by_key("mariglia")
    state = game.start(game.options_from({}))
    entry = game.entry_from(state, {"dealer": "A1", "turned": "2", "tricks_0": "1", "total_0": "22"})
    assert find_witness(game, state, entry, random.Random(1), limit_attempts(2)) is None


def test_nothing_is_tried_when_there_is_no_time():
    game = game_by_key("marafon")
    state = game.start(game.options_from({}))
    assert find_witness(game, state, game.entry_from(state, {"points_0": "6"}), random.Random(1), lambda: False) is None


@pytest.mark.parametrize("must_beat", [False, True])
def test_layouts_are_judged_as_the_referee_judges_plays(must_beat):
    """The first trick with a fault is the one of the first illegal play; winners are the same up to there."""
    rng, game = random.Random(7), game_by_key("mariglia")
    state = game.start(game.options_from({"must_beat": must_beat}))
    for _layout in range(150):
        layout = rng.sample(range(40), 40)
        for _sorting in range(rng.randrange(3)):
            layout.sort(key=lambda card: (card // 10, rng.random() < 0.1))
        holdings = tuple(tuple(layout[seat::4]) for seat in range(4))
        turned = holdings[1][-1]
        rows = TrickRows(game.pack, game.pack.suit_of(turned), 4, 2, ((10, follow_and_beat_opponent if must_beat else follow_led_suit),))
        course = rows.play_layout(layout)
        actions = (Action(1, "turn", game.pack.names[turned]), *rows.list_plays(layout, course.winners))
        replayed = game.replay_actions(game.open_deal(state, DealtCards(holdings, 1)), actions)
        faulty = [place for place, faults in enumerate(course.faults) if faults]
        assert (None if replayed.illegal is None else (replayed.illegal - 1) // 4) == (faulty[0] if faulty else None)


def test_hands_with_one_meld_after_a_trick_are_found():
    game = game_by_key("marjolet")
    state = game.start(game.options_from({"melds_per_trick": "1"}), 0)
    counted = {"melds_0": "160", "melds_1": "100", "brisques_0": "40", "seven": "A", "exchanged": "yes", "tenth": "A", "last": "B"}
    found = find_witness(game, state, game.entry_from(state, counted), random.Random(1), limit_attempts(30))
    assert found is not None
    assert record.replay_record(game, found, state).event.melds == (160, 100)


def test_a_hand_that_a_meld_ended_is_found():
    game = game_by_key("marjolet")
    state = game.start(game.options_from({"stop_at_target": True, "targets": "100"}), 0)
    entry = game.entry_from(state, {"dealer": "A", "out": "A", "melds_0": "100"})
    found = find_witness(game, state, entry, random.Random(3), limit_attempts(20))
    assert found is not None
    played = record.replay_record(game, found, state).event
    assert (played.out, played.melds, played.total) == (0, (100, 0), (100, 0))


@pytest.mark.parametrize(("scores", "turned"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_hand_is_found_whoever_the_seven_scores_for(scores, turned):
    """Where the turned seven scores for nobody, the box of the seven is empty; else its side is found."""
    game = game_by_key("marjolet")
    state, rng = game.start(game.options_from({"turned_seven_scores_when_played": scores}), 0), random.Random(4)
    entry = next(hand for hand in (game.random_hand(state, rng) for _try in range(500)) if hand.turned_seven is turned)
    found = find_witness(game, state, replace(entry, seven=None), random.Random(1), limit_attempts(10))
    assert found is not None
    assert record.replay_record(game, found, state).event.total == entry.total
    assert (entry.seven is None) == (turned and not scores)


@pytest.mark.parametrize("typed", [("A", "C", "7", "yes"), ("B", "E", "4", "no"), ("A", "A", "8", "yes")])
def test_the_called_card_lies_with_the_amico(typed):
    game = game_by_key("trionfo5")
    state = game.start(game.options_from({}), 0)
    boxes = dict(zip(("declarer", "amico", "points", "won"), typed, strict=True)) | {"bid": "chiamo"}
    entry = game.entry_from(state, boxes)
    for seed in range(3):
        found = find_witness(game, state, entry, random.Random(seed), limit_attempts(3))
        assert found is not None
        assert (played := record.replay_record(game, found, state).event).amico == entry.amico
        assert (played.declarer, played.points, played.won) == (entry.declarer, entry.points, entry.won)
