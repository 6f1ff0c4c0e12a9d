"""The geometry of a bracket: everything inside, nothing on top of another, every winner's line arrives."""

from collections.abc import Sequence

import pytest

from paper.bracket_geometry import GAP, BracketLayout, BracketMatch, BracketPart, BracketRound, BracketSlot, PlacedBox, lay_out_bracket

SIZES = (2, 4, 8, 16, 32, 64, 128)


def tree(counts: Sequence[int], *, byes: tuple[int, ...] = ()) -> BracketPart:
    """Rounds of so many matches; every match is labelled with its round and place."""
    slots = (BracketSlot("one", "1"), BracketSlot("other", "2"))
    found = []
    for number, count in enumerate(counts):
        row = tuple(None if not number and place in byes else BracketMatch(slots, f"{number}.{place}") for place in range(count))
        found.append(BracketRound(f"R{number}", row))
    return BracketPart(tuple(found))


def knockout(size: int, *, byes: tuple[int, ...] = ()) -> BracketPart:
    return tree([size >> level for level in range(1, size.bit_length())], byes=byes)


def losers(size: int) -> BracketPart:
    return tree([size >> level for level in range(2, size.bit_length()) for _twice in range(2)])


ASIDE = BracketPart((BracketRound("Third place", (BracketMatch(),)),), aside=True)
GRID = BracketPart((BracketRound("Preliminary round", (BracketMatch(),) * 13),), loose=True)
DRAWINGS: dict[str, list[BracketPart]] = {
    **{f"knockout of {size}": [knockout(size), ASIDE] for size in SIZES},
    **{f"double elimination of {size}": [knockout(size), losers(size)] for size in SIZES if size > 2},
    "all places of 16": [knockout(16), ASIDE, *map(knockout, (4, 2, 8, 2, 4, 2))],
    "repechage": [GRID, knockout(16), ASIDE],
}


def apart(one: PlacedBox, other: PlacedBox) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return beside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("name", DRAWINGS)
def test_boxes_stand_inside_and_apart(name: str) -> None:
    parts = DRAWINGS[name]
    layout = lay_out_bracket(parts)
    assert len(layout.boxes) == sum(len(round_.matches) for part in parts for round_ in part.rounds)
    assert all(one is other or apart(one, other) for one in layout.boxes for other in layout.boxes)
    assert_inside(layout)


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_text_stands_in_the_room_of_another(name: str) -> None:
    texts = [text for text in lay_out_bracket(DRAWINGS[name]).texts if text.text]
    for one in texts:
        for other in texts:
            beside = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert one is other or beside or one.y + one.height <= other.y or other.y + other.height <= one.y


def assert_inside(layout: BracketLayout) -> None:
    for x, y, width, height, *_rest in (*layout.boxes, *layout.texts):
        assert 0 <= x <= x + width <= layout.width
        assert 0 <= y <= y + height <= layout.height
    for x0, y0, x1, y1 in layout.lines:
        assert 0 <= min(x0, x1) <= max(x0, x1) <= layout.width
        assert 0 <= min(y0, y1) <= max(y0, y1) <= layout.height


def placed(layout: BracketLayout) -> dict[tuple[int, int], PlacedBox]:
    return {(int(number), int(place)): box for box in layout.boxes for number, _dot, place in [box.match.label.partition(".")]}


@pytest.mark.parametrize("size", SIZES)
def test_a_match_stands_midway_between_its_feeders(size: int) -> None:
    boxes = placed(lay_out_bracket([knockout(size)]))
    for (number, place), box in boxes.items():
        if number:
            upper, lower = boxes[number - 1, 2 * place], boxes[number - 1, 2 * place + 1]
            assert 2 * box.y == upper.y + lower.y


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_survivor_goes_straight_on_to_who_comes_down(size: int) -> None:
    """Every second round of a losers' bracket has as many matches as the one before, and stands beside it."""
    boxes = placed(lay_out_bracket([losers(size)]))
    assert all(box.y == boxes[number - 1, place].y for (number, place), box in boxes.items() if number % 2)


def test_every_winner_is_led_into_his_next_slot() -> None:
    layout = lay_out_bracket([knockout(16)])
    arrivals = {(line.x1, line.y1) for line in layout.lines}
    for (number, _place), box in placed(layout).items():
        if number:
            quarter = box.height // 4
            assert {(box.x, box.y + quarter), (box.x, box.y + 3 * quarter)} <= arrivals


def test_a_bye_leaves_a_gap_and_no_line() -> None:
    layout = lay_out_bracket([knockout(8, byes=(0, 3))])
    assert [place for number, place in placed(layout) if not number] == [1, 2]
    per_match = 3 + 3  # three lines lead on, three divide the box
    assert len(lay_out_bracket([knockout(8)]).lines) - len(layout.lines) == 2 * per_match


def test_a_round_at_the_end_that_nobody_plays_takes_no_room() -> None:
    played = BracketRound("1", (BracketMatch(),))
    needless = BracketPart((played, BracketRound("2", (None,))))
    assert lay_out_bracket([needless]) == lay_out_bracket([BracketPart((played,))])


def test_a_winner_without_an_opponent_is_led_through_the_empty_place() -> None:
    first = BracketRound("1", (BracketMatch(), BracketMatch()))
    layout = lay_out_bracket([BracketPart((first, BracketRound("2", (BracketMatch(), None)), BracketRound("3", (BracketMatch(),))))])
    first_box, second_box, *_others, last = sorted(layout.boxes, key=lambda box: (box.x, box.y))
    ends = {(line.x1, line.y1) for line in layout.lines}
    middle = second_box.y + second_box.height // 2
    assert (first_box.x + 2 * first_box.width + GAP, middle) in ends
    assert (last.x, last.y + 3 * last.height // 4) in ends


def test_numbers_are_whole() -> None:
    layout = lay_out_bracket(DRAWINGS["all places of 16"])
    assert all(type(number) is int for box in layout.boxes for number in box[:4])
    assert all(type(number) is int for line in layout.lines for number in line)


def test_nothing_is_nothing() -> None:
    nobody = BracketPart((BracketRound("Places 5–8", (None, None)), BracketRound("Place 5", (None,))))
    assert lay_out_bracket([]) == lay_out_bracket([nobody]) == BracketLayout(0, 0, (), (), ())
