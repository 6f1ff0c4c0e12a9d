"""What the printed sheet says is what the boxes take: the side that deals, and cards as Italian players write them."""

import pytest

from rules import Event, RuleViolation, game_by_key
from rules.parsing import parse_value

GAME = game_by_key("mariglia")
START = GAME.start(GAME.options_from({}))


def enter(dealer: str, turned: str = "6", state=START) -> Event:
    return GAME.entry_from(state, {"dealer": dealer, "turned": turned, "tricks_0": "5", "total_0": "40"})


@pytest.mark.parametrize(
    ("written", "rank"),
    [
        *(("R", "K"), ("re", "K"), ("D", "Q"), ("donna", "Q"), ("C", "Q"), ("cavallo", "Q"), ("F", "J"), ("fante", "J")),
        *(("1", "A"), ("asso", "A"), ("re di spade", "K"), ("Re Coppe", "K"), ("7♠", "7"), ("S7", "7"), ("bastoni 7", "7")),
        *(("sette", "7"), ("roi de pique", "K"), ("7 P", "7"), ("7♥️", "7"), ("re-di-fiori", "K"), ("Gobbo", "J"), ("queen of hearts", "Q")),
    ],
)
def test_a_card_is_written_in_letters_or_words(written: str, rank: str):
    assert enter("A1", written).turned == rank


@pytest.mark.parametrize("key", ["mariglia", "marafon", "maranna", "sancagna"])
@pytest.mark.parametrize("written", ["S", "s", "spade", "Spada", "picche", "swords", "Spades", "piques", "♠", "♠️", "sp"])
def test_a_suit_is_written_by_every_name_that_it_has(key: str, written: str):
    game = game_by_key(key)
    spec = next(spec for spec in game.fields_of(game.HandEntry) if spec.name == "trump")
    assert parse_value(spec, written, game.sitting) == "S"


def test_a_word_that_is_no_suit_is_refused_with_the_suits():
    with pytest.raises(RuleViolation, match=r"“fiaschi” is not a suit\. Write coins, cups, swords or clubs, or D, C, S, B\."):
        GAME.entry_from(START, {"dealer": "A1", "turned": "7", "trump": "fiaschi", "tricks_0": "5", "total_0": "40"})


def test_a_word_that_is_no_card_is_refused_with_what_was_written():
    with pytest.raises(RuleViolation, match="RE DI FIASCHI"):
        enter("A1", "re di fiaschi")


def test_the_letter_of_a_side_is_the_player_whose_turn_it_is_and_the_first_one_when_nobody_knows():
    assert [GAME.sitting.seat_name(enter(letter).dealer) for letter in "AbB"] == ["A1", "B1", "B1"]
    second = GAME.advance(START, enter("A"))
    third = GAME.advance(second, enter("B", state=second))
    assert [GAME.sitting.seat_name(enter(letter, state=third).dealer) for letter in "AB"] == ["A2", "B1"]


def test_where_everybody_plays_alone_a_letter_is_a_side_as_before():
    game = game_by_key("marjolet")
    state = game.start(game.options_from({}))
    assert [game.entry_from(state, {"dealer": letter, "total_0": "100", "total_1": "20"}).dealer for letter in "AB"] == [0, 1]


def test_points_written_with_the_marafona_are_taken_apart():
    """10–4 is 7–4 and the marafona of A, or 10–1 and that of B: eleven points and three."""
    game = game_by_key("marafon")
    state = game.start(game.options_from({}))
    slips = game.find_slips(state, {"points_0": "10", "points_1": "4"})[:2]
    repaired = [(slip.fields["points_0"], slip.fields["points_1"], slip.fields["marafona"]) for slip in slips]
    assert repaired == [("7", "4", "A"), ("10", "1", "B")]
    for slip in slips:
        entry = game.entry_from(state, slip.fields)
        assert sum(sum(step.points) for step in game.compute_steps(state, entry)) == 14
