"""Pictures for messages. If this failed, a name would lie over another, beside its row, or outside of what a messenger shows."""

import io

import pytest
from PIL import Image, ImageChops

from paper.share_cards import LEAST_SIZE, ShareCard, ShareRow, fit_size, render_share_card

INK, GREEN, GOLD, WASH = (42, 36, 29), (29, 90, 67), (201, 149, 31), (246, 232, 196)
LONG = "Massimiliano Alessandro della Bartolomea – Giovanfrancesco Ermenegildo Castelnuovo"


def draw(*rows: ShareRow, note: str = "", title: str = "Torneo") -> Image.Image:
    data = render_share_card(ShareCard(title, "Classifica", rows, note))
    assert len(data) < 100_000
    return Image.open(io.BytesIO(data)).convert("RGB")


def find_ink(image: Image.Image, ink: tuple[int, int, int], box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The corners, in the picture, of what has nearly this colour inside of the box. Raises: ValueError if nothing has."""
    part = image.crop(box)
    bands = [band.point(lambda far: 255 * (far < 12)) for band in ImageChops.difference(part, Image.new("RGB", part.size, ink)).split()]
    found = ImageChops.darker(ImageChops.darker(bands[0], bands[1]), bands[2]).getbbox()
    if found is None:
        raise ValueError(box)
    return found[0] + box[0], found[1] + box[1], found[2] + box[0], found[3] + box[1]


@pytest.mark.parametrize("count", [1, 2, 3, 6, 9])
def test_rows_share_the_room_each_in_the_middle_of_its_own(count: int) -> None:
    image = draw(*(ShareRow("1", "HHHH", "H") for _row in range(count)))
    height = min(140, 350 // min(count, 6))
    for number in range(min(count, 6)):
        top = 210 + number * height
        for left, right, ink in ((140, 900, INK), (1000, 1200, INK), (0, 130, GOLD)):
            box = find_ink(image, ink, (left, top, right, top + height))
            assert abs((box[1] + box[3]) / 2 - (top + height // 2 - 4)) <= 0.12 * height
            assert 0.3 * height < box[3] - box[1] < 0.6 * height
        assert find_ink(image, INK, (1000, top, 1200, top + height))[2] in range(1130, 1141)
        assert find_ink(image, INK, (100, top, 900, top + height))[0] in range(150, 166)
        assert find_ink(image, GOLD, (0, top, 130, top + height))[0] in range(60, 80)
    with pytest.raises(ValueError, match="630"):  # nothing below the last row
        find_ink(image, INK, (0, 210 + min(count, 6) * height, 1200, 630))


def test_without_places_names_begin_at_the_margin() -> None:
    image = draw(ShareRow("", "HHHH", "2"), ShareRow("", "HHHH", "1"))
    assert find_ink(image, INK, (0, 210, 900, 340))[0] in range(60, 76)


def test_a_strong_row_is_washed_and_green_and_the_others_are_not() -> None:
    image = draw(ShareRow("1", "HHHH", "2"), ShareRow("2", "HHHH", "1", strong=True))
    assert find_ink(image, WASH, (0, 210, 60, 560)) == (40, 350, 60, 487)
    assert find_ink(image, WASH, (1142, 210, 1200, 560)) == (1142, 350, 1161, 487)
    assert find_ink(image, GREEN, (140, 210, 1200, 560))[1] > 350
    assert find_ink(image, INK, (140, 210, 1200, 560))[3] < 350


def test_long_names_shrink_together_and_then_end_with_dots_before_the_points() -> None:
    image = draw(ShareRow("1", "HHHH", "1"), ShareRow("2", LONG, "123"))
    short, long = (find_ink(image, INK, (140, top, 1000, top + 140)) for top in (210, 350))
    assert long[2] <= 150 + (1200 - 150 - 200)
    assert short[3] - short[1] < 45  # of the 84 pixels of a row alone, at most six tenths
    lonely = find_ink(draw(ShareRow("1", "HHHH", "1"), ShareRow("2", "HHHH", "1")), INK, (140, 210, 1000, 350))
    assert lonely[3] - lonely[1] > 45


@pytest.mark.parametrize(
    ("text", "size", "width", "fits"), [("", 84, 10, 84), ("HHHH", 84, 900, 84), (LONG, 84, 850, 50), (LONG, 30, 10, LEAST_SIZE)]
)
def test_a_text_shrinks_in_steps_of_two_to_six_tenths_at_most(text: str, size: int, width: int, fits: int) -> None:
    assert fit_size(text, size, width) == fits


def test_title_heading_and_note_have_their_places() -> None:
    image = draw(ShareRow("1", "HHHH", "1"), note="HHHH", title="HHHH")
    soft, paper = (107, 97, 85), (250, 245, 232)
    title, heading, note = (
        find_ink(image, paper, (0, 0, 900, 115)), find_ink(image, soft, (0, 130, 1200, 205)), find_ink(image, soft, (0, 560, 1200, 630)),
    )  # fmt: skip
    assert [abs((box[1] + box[3]) / 2 - middle) < 12 for box, middle in ((title, 60), (heading, 170), (note, 590))] == [True] * 3
    assert {box[0] in range(60, 68) for box in (title, heading, note)} == {True}
    assert find_ink(image, GOLD, (0, 100, 1200, 140)) == (0, 120, 1200, 127)
