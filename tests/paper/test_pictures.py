"""Logos: what is taken, what is refused, and what of it is printed."""

import io

import pytest
from PIL import Image

import paper as printouts
from paper import PrintHead
from paper.layout import PictureRefused, PrintPicture, read_picture
from tests.paper.reading import MM, read


def encoded(image: Image.Image, kind: str = "PNG") -> bytes:
    output = io.BytesIO()
    image.save(output, kind)
    return output.getvalue()


def test_what_is_transparent_becomes_paper() -> None:
    image = Image.new("RGBA", (2, 1), (0, 0, 0, 0))
    image.putpixel((1, 0), (255, 0, 0, 255))
    assert read_picture(encoded(image)) == PrintPicture(2, 1, grey=False, pixels=bytes([255, 255, 255, 255, 0, 0]))


def test_a_grey_picture_takes_a_third() -> None:
    assert read_picture(encoded(Image.new("RGB", (2, 1), (7, 7, 7)))) == PrintPicture(2, 1, grey=True, pixels=bytes([7, 7]))


def test_a_large_picture_is_made_small() -> None:
    picture = read_picture(encoded(Image.new("RGB", (2000, 1000), "white"), "JPEG"))
    assert (picture.width, picture.height) == (800, 400)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "kind"),
        (b"<svg onload='alert(1)'/>", "kind"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "kind"),
        (bytes(2_000_001), "size"),
    ],
)
def test_refused(data: bytes, reason: str) -> None:
    with pytest.raises(PictureRefused, match=reason):
        read_picture(data)


def test_a_gif_is_refused() -> None:
    with pytest.raises(PictureRefused, match="kind"):
        read_picture(encoded(Image.new("RGB", (4, 4)), "GIF"))


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_decoded() -> None:
    with pytest.raises(PictureRefused, match="size"):
        read_picture(encoded(Image.new("1", (6001, 10))))


def test_a_cut_off_picture_is_refused() -> None:
    whole = encoded(Image.effect_noise((300, 300), 90))
    with pytest.raises(PictureRefused, match="damaged"):
        read_picture(whole[: len(whole) // 2])


def test_the_logo_stands_on_the_page_in_its_proportion() -> None:
    logo = read_picture(encoded(Image.new("RGB", (40, 20), "red")))
    (page,) = read(printouts.render_prize_list(PrintHead("Torneo", logo=logo), []))
    (area,) = page.areas
    assert (area.x1 - area.x0) == pytest.approx(2 * (area.y1 - area.y0), abs=0.02)


def test_a_flat_logo_is_wider_than_a_square_one() -> None:
    logo = read_picture(encoded(Image.new("RGB", (500, 100), "red")))
    (page,) = read(printouts.render_prize_list(PrintHead("Torneo", logo=logo), []))
    (area,) = page.areas
    assert (area.x1 - area.x0) / MM == pytest.approx(45, abs=0.1)
