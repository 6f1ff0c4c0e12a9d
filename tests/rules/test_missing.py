"""What is said of a box that is empty or cannot be read: which, and whose."""

import pytest

from rules import RuleViolation, describe, game_by_key

GAME = game_by_key("marjolet")
START = GAME.start(GAME.options_from({}))


def test_what_is_missing_is_said_of_each_side_by_name():
    """Two empty boxes of one label are two sentences; they were the same twice."""
    with pytest.raises(RuleViolation) as refusal:
        GAME.entry_from(START, {})
    said = [describe(problem, str, ("Loi – Sanna", "Ricci – Deiana")) for problem in refusal.value.problems]
    assert said == ["Aces and tens: required.", "Total (Loi – Sanna): required.", "Total (Ricci – Deiana): required."]


def test_a_number_that_cannot_be_read_says_whose_it_is_and_its_box_is_not_called_empty():
    with pytest.raises(RuleViolation) as refusal:
        GAME.entry_from(START, {"brisques_0": "x", "total_0": "90"})
    said = [describe(problem, str, ("Loi – Sanna", "Ricci – Deiana")) for problem in refusal.value.problems]
    assert said == ["Aces and tens (Loi – Sanna): “x” is not a whole number.", "Total (Ricci – Deiana): required."]
