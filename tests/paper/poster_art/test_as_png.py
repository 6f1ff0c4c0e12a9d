"""A poster as a picture. If this failed, its words would stand elsewhere than on paper."""

import io

from PIL import Image

from paper.layout import BOLD, PageSize
from paper.poster_art.as_png import write_png
from paper.poster_art.drawing import Drawing, Words

WIDE, PIXELS = 100, 600


def find_left_ink(x: float) -> float:
    """Where the word begins in the picture, in the units of the drawing."""
    drawing = Drawing(PageSize(WIDE, 50))
    drawing.items.append(Words(x, 30, "HHH", BOLD, 10, "#000000"))
    picture = Image.open(io.BytesIO(write_png(drawing, PIXELS))).convert("L").point(lambda value: 255 if value < 128 else 0)
    box = picture.getbbox()
    assert box is not None
    return box[0] * WIDE / PIXELS


def test_a_word_begins_where_the_drawing_has_it() -> None:
    near, far = find_left_ink(10), find_left_ink(60)
    assert 10 <= near < 12
    assert abs(far - near - 50) < 0.4
