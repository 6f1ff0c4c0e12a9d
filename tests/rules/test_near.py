"""What would be possible, as people read it."""

import pytest

from rules import RuleViolation, declared_fields, describe, describe_near, game_by_key
from rules.games.trionfo5.tables import CHIAMO, TrionfoHand

TRIONFO = game_by_key("trionfo5")


def test_boxes_to_tick_are_said_in_words():
    hand = TrionfoHand(bid=CHIAMO, declarer=0, amico=1, won=False, points=7)
    (problem,) = (one for one in TRIONFO.problems(TRIONFO.start(TRIONFO.options_from({})), hand) if one.near)
    assert describe_near(problem, {"won": "vinta", "yes": "sì"}.__getitem__) == "vinta sì"


def test_what_no_sheet_of_trionfo_asks_is_seldom_written():
    assert [spec.name for spec in declared_fields(TRIONFO.HandEntry) if spec.rare] == ["first", "tricks"]


def test_seats_are_offered_by_the_names_that_people_write():
    mariglia = game_by_key("mariglia")
    with pytest.raises(RuleViolation) as refused:
        mariglia.entry_from(mariglia.start(mariglia.options_from({})), {"dealer": "Anna"})
    assert describe(refused.value.problems[0], str).endswith("is not one of A1, B1, A2, B2.")
