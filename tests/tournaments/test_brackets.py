"""The geometry of a bracket: everything inside, nothing on top of another, every winner's line arrives."""

import pytest

from tournaments.brackets import BracketLayout, BracketMatch, BracketRound, BracketSlot, PlacedBox, lay_out

SIZES = (2, 4, 8, 16, 32, 64, 128)


def rounds(size: int, *, byes: tuple[int, ...] = ()) -> list[BracketRound]:
    found = []
    matches = size // 2
    while matches:
        slots = tuple(BracketSlot(f"{len(found)}.{place}", str(place)) for place in range(2))
        first = not found
        row = tuple(None if first and place in byes else BracketMatch((slots[0], slots[1]), "T1") for place in range(matches))
        found.append(BracketRound(f"R{len(found)}", row))
        matches //= 2
    return found


def apart(one: PlacedBox, other: PlacedBox) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return beside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("size", SIZES)
def test_boxes_stand_inside_and_apart(size: int) -> None:
    layout = lay_out(rounds(size), [("Third place", BracketMatch())])
    assert len(layout.boxes) == size
    assert all(one is other or apart(one, other) for one in layout.boxes for other in layout.boxes)
    assert_inside(layout)


def assert_inside(layout: BracketLayout) -> None:
    for x, y, width, height, *_rest in (*layout.boxes, *layout.texts):
        assert 0 <= x <= x + width <= layout.width
        assert 0 <= y <= y + height <= layout.height
    for x0, y0, x1, y1 in layout.lines:
        assert 0 <= min(x0, x1) <= max(x0, x1) <= layout.width
        assert 0 <= min(y0, y1) <= max(y0, y1) <= layout.height


@pytest.mark.parametrize("size", SIZES)
def test_a_match_stands_midway_between_its_feeders(size: int) -> None:
    boxes = {(box.round, box.place): box for box in lay_out(rounds(size)).boxes}
    for (number, place), box in boxes.items():
        if number:
            upper, lower = boxes[number - 1, 2 * place], boxes[number - 1, 2 * place + 1]
            assert 2 * box.y == upper.y + lower.y


def test_every_winner_is_led_into_his_next_slot() -> None:
    layout = lay_out(rounds(16))
    arrivals = {(line.x1, line.y1) for line in layout.lines}
    for box in layout.boxes:
        if box.round:
            quarter = box.height // 4
            assert {(box.x, box.y + quarter), (box.x, box.y + 3 * quarter)} <= arrivals


def test_a_bye_leaves_a_gap_and_no_line() -> None:
    layout = lay_out(rounds(8, byes=(0, 3)))
    assert [(box.round, box.place) for box in layout.boxes if box.round == 0] == [(0, 1), (0, 2)]
    with_all = lay_out(rounds(8))
    per_match = 3 + 3  # three lines lead on, three divide the box
    assert len(with_all.lines) - len(layout.lines) == 2 * per_match


def test_numbers_are_whole() -> None:
    layout = lay_out(rounds(32))
    assert all(type(number) is int for box in layout.boxes for number in box)
    assert all(type(number) is int for line in layout.lines for number in line)


def test_nothing_is_nothing() -> None:
    assert lay_out([]) == BracketLayout(0, 0, (), (), ())
