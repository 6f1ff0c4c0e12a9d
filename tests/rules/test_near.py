"""What would be possible, as people read it."""

from rules import declared_fields, describe_near, game_by_key
from rules.games.trionfo5.tables import CHIAMO, TrionfoHand

TRIONFO = game_by_key("trionfo5")


def test_boxes_to_tick_are_said_in_words():
    hand = TrionfoHand(bid=CHIAMO, declarer=0, amico=1, won=False, points=7)
    (problem,) = (one for one in TRIONFO.problems(TRIONFO.start(TRIONFO.options_from({})), hand) if one.near)
    assert describe_near(problem, {"won": "vinta", "yes": "sì"}.__getitem__) == "vinta sì"


def test_what_no_sheet_of_trionfo_asks_is_seldom_written():
    assert [spec.name for spec in declared_fields(TRIONFO.HandEntry) if spec.rare] == ["first", "tricks"]
