"""Rows of a result. If this failed, a name would run into the points, or a medal lie under it."""

from itertools import product

import pytest

from paper.layout import BOLD, PageSize, Rect
from paper.poster_art.drawing import Drawing, Fill
from paper.poster_art.lettering import Lettering
from paper.poster_art.results import PlaceRow
from paper.share_cards import ShareRow
from tests.paper.poster_art.samples import list_words

NAME = Lettering(BOLD, 8, "#000000", 4, 1)
SIZE = PageSize(200, 100)


def find_text(low: float, high: float) -> str:
    """Words in bold of size 8 that are wider than `low` and no wider than `high`."""
    widths = {word: BOLD.measure_width(f"{word} ") * 8 for word in ("Mario", "Ugo", "il", "i")}
    for counts in product(range(int(high / widths["Mario"]), -1, -1), range(4), range(4), range(9)):
        text = " ".join(word for word, count in zip(widths, counts, strict=True) for _time in range(count))
        if low < BOLD.measure_width(text) * 8 <= high:
            return text
    raise ValueError(low)


def draw_row(left: str, name: str, right: str, *, places: bool, scale: float = 1.0) -> Drawing:
    row = PlaceRow(ShareRow(left, name, right), NAME, NAME, NAME, None, height=16, gap=0, places=places)
    drawing = Drawing(SIZE)
    row.draw_block(drawing, Rect(10, 20, 150, row.measure_height(150, scale)), scale)
    return drawing


@pytest.mark.parametrize(("left", "right", "room"), [("", "", 150), ("1", "", 130), ("1", "9", 104), ("", "9", 124)])
def test_a_name_that_is_as_wide_as_its_room_stands_on_one_line_and_a_wider_one_on_two(left: str, right: str, room: float) -> None:
    for low, lines in ((room - 0.7, 1), (room, 2)):
        drawing = draw_row(left, find_text(low, low + 0.7), right, places=bool(left))
        names = [item for item in list_words(drawing) if item.text not in {left, right}]
        assert len(names) == lines
        assert {round(item.x - 10) for item in names} == {round(150 - room - (26 if right else 0))}


def test_a_row_of_several_lines_is_higher_and_its_parts_stand_in_its_middle() -> None:
    drawing = draw_row("1", "Mario Ugo " * 9, "9", places=True)
    words = list_words(drawing)
    place, name, figure = words[0], words[1:-1], words[-1]
    middle = (name[0].box.y + name[-1].box.bottom) / 2
    assert [abs(item.box.y + item.box.height / 2 - middle) < 1.5 for item in (place, figure)] == [True, True]
    assert figure.box.right == pytest.approx(160)
    assert place.x + place.box.width / 2 == pytest.approx(10 + 16 / 2)


def test_a_medal_is_round_and_stands_left_of_the_name() -> None:
    row = PlaceRow(ShareRow("1", "Ugo", ""), NAME, NAME, NAME, ("#b07d1e", "#f6cf62"), height=16, gap=0, places=True)
    drawing = Drawing(SIZE)
    row.draw_block(drawing, Rect(10, 20, 150, 16), 1)
    outer, inner = (item for item in drawing.items if isinstance(item, Fill))
    for item, radius in ((outer, 8), (inner, 8 * 0.88)):
        xs, ys = zip(*(step[-2:] for step in item.path if step[0] != "Z"), strict=True)
        assert [min(xs), max(xs), min(ys), max(ys)] == pytest.approx([18 - radius, 18 + radius, 28 - radius, 28 + radius])
    assert {item.text: item.colour for item in list_words(drawing)} == {"1": "#3a2a12", "Ugo": "#000000"}
