"""Outlines of the suits."""

import pytest

from paper.pips import PACKS, Pip
from rules.cards import SUITS
from tests.golden.test_paper import compare_text

PIPS = [pip for pack in PACKS.values() for pip in pack.values()]


@pytest.mark.parametrize("pip", PIPS, ids=lambda pip: pip.name)
def test_an_outline_is_closed_and_lies_in_its_square(pip: Pip) -> None:
    numbers = [number for _letter, *numbers in pip.steps for number in numbers]
    assert all(type(number) is int and 0 <= number <= 100 for number in numbers)
    letters = "".join(step[0] for step in pip.steps)
    assert all(part.startswith("M") and "M" not in part[1:] for part in letters.split("Z")[:-1])
    assert letters.endswith("Z")


@pytest.mark.parametrize("pip", [pip for pip in PIPS if pip.name != "clubs"], ids=lambda pip: pip.name)
def test_an_outline_is_the_same_from_both_sides(pip: Pip) -> None:
    points = {point for _letter, *numbers in pip.steps for point in zip(numbers[::2], numbers[1::2], strict=True)}
    assert points == {(100 - x, y) for x, y in points}


def test_both_packs_know_the_engines_suits() -> None:
    assert [set(pack) for pack in PACKS.values()] == [set(SUITS), set(SUITS)]


def test_paper_and_web_draw_the_same() -> None:
    pip = Pip("corner", (("M", 1, 2), ("L", 30, 4), ("C", 1, 2, 3, 4, 5, 6), ("Z",)))
    assert pip.svg_path == "M1,2 L30,4 C1,2,3,4,5,6 Z"
    assert pip.pdf_path == "1 2 m 30 4 l 1 2 3 4 5 6 c h"


def test_the_outlines_are_as_they_were_approved() -> None:
    """`REWRITE_GOLDEN=1` writes them anew."""
    compare_text("suits", "".join(f"{name} {letter} {pip.svg_path}\n" for name, pack in PACKS.items() for letter, pip in pack.items()))
