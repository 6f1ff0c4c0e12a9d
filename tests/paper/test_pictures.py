"""Logos: what is taken, what is refused, and what of it is printed."""

import io
import zlib
from itertools import combinations

import pytest
from PIL import Image

import paper as printouts
from paper import Party, PrintHead, Prize
from paper.layout import PictureRefused, PrintPicture, read_picture
from paper.logos import check_logo, guess_picture_type, read_logo_picture, shrink_photograph
from paper.merging import merge_prints
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


def test_photographs_of_prizes_stand_side_by_side_with_their_words_on_as_many_pages_as_they_need() -> None:
    shapes = [(8, 6), (6, 8), (800, 8), (8, 800)] * 5
    figures = [
        (f"{place}: prize", PrintPicture(*shape, grey=True, pixels=bytes(shape[0] * shape[1]))) for place, shape in enumerate(shapes)
    ]
    pages = read(printouts.render_prize_list(PrintHead("Torneo"), [Prize("1", Party(), "ham")] * 12, figures=figures))
    assert [sum(f"{place}: prize" in page.words for page in pages) for place in range(20)] == [1] * 20
    assert [len(page.areas) for page in pages] == [3, 12, 5]
    for page in pages:
        boxes = [(area.x0, area.y0, area.x1, area.y1) for area in page.areas] + [text[:4] for text in page.texts]
        assert all(12 * MM - 1 < x0 < x1 < page.width - 12 * MM + 1 and 10 * MM < y0 < y1 for x0, y0, x1, y1 in boxes)
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] - 0.1 and other[0] < one[2] - 0.1 and one[1] < other[3] - 0.1 and other[1] < one[3] - 0.1


def test_a_file_of_just_the_largest_size_and_a_picture_of_just_the_longest_side_are_taken() -> None:
    small = encoded(Image.new("RGB", (3, 2), "red"))
    assert read_picture(small + bytes(2_000_000 - len(small))).width == 3
    with pytest.raises(PictureRefused, match="size"):
        read_picture(small + bytes(2_000_001 - len(small)))
    longest = read_picture(encoded(Image.new("L", (6000, 60))))
    assert (longest.width, longest.height) == (800, 8)
    assert (read_picture(encoded(Image.new("L", (800, 3)))).width, read_picture(encoded(Image.new("L", (3, 801)))).height) == (800, 800)


def test_a_photograph_taken_sideways_stands_upright() -> None:
    image = Image.new("RGB", (4, 2), "red")
    image.putpixel((0, 0), (0, 0, 255))
    sideways = image.getexif()
    sideways[0x0112] = 6
    output = io.BytesIO()
    image.save(output, "PNG", exif=sideways)
    picture = read_picture(output.getvalue())
    assert (picture.width, picture.height, picture.grey) == (2, 4, False)
    assert picture.pixels == bytes([255, 0, 0, 0, 0, 255]) + bytes([255, 0, 0]) * 6


def test_a_logo_that_cannot_be_printed_is_none() -> None:
    logo = encoded(Image.new("RGB", (4, 2), "red"))
    assert check_logo(logo) == logo
    assert read_logo_picture(logo) == read_picture(logo)
    assert [read_logo_picture(data) for data in (b"", b"GIF89a")] == [None, None]
    with pytest.raises(PictureRefused):
        check_logo(b"GIF89a")
    assert [guess_picture_type(encoded(Image.new("L", (1, 1)), kind)) for kind in ("PNG", "JPEG")] == ["image/png", "image/jpeg"]


@pytest.mark.parametrize(("mode", "colour"), [("RGB", (200, 30, 40)), ("L", 90)])
def test_a_photograph_of_a_telephone_becomes_a_small_one_of_the_same_colours(mode: str, colour: object) -> None:
    large = encoded(Image.new(mode, (1600, 1200), colour)) + bytes(2_000_001)
    small = Image.open(io.BytesIO(shrink_photograph(large)))
    assert (small.format, small.mode, small.size, len(small.getexif())) == ("JPEG", mode, (800, 600), 0)
    wanted = Image.new("RGB", (1, 1), colour if mode == "RGB" else (colour,) * 3).getpixel((0, 0))
    seen = small.convert("RGB").getpixel((400, 300))
    assert max(abs(one - other) for one, other in zip(seen, wanted, strict=True)) <= 3
    with pytest.raises(PictureRefused, match="size"):
        shrink_photograph(large + bytes(12_000_001 - len(large)))
    assert shrink_photograph(large + bytes(12_000_000 - len(large)))


def test_a_picture_in_a_file_is_told_with_its_size_and_its_colours() -> None:
    grey, coloured = PrintPicture(2, 3, grey=True, pixels=bytes(6)), PrintPicture(1, 2, grey=False, pixels=bytes(range(6)))
    for picture, space in ((grey, b"DeviceGray"), (coloured, b"DeviceRGB")):
        head, _stream, rest = picture.build_stream().partition(b"stream\n")
        assert b"/Width %d/Height %d/BitsPerComponent 8/ColorSpace/%s/Filter" % (picture.width, picture.height, space) in head
        packed = rest.removesuffix(b"\nendstream")
        assert (b"/Length %d>>" % len(packed) in head, zlib.decompress(packed)) == (True, picture.pixels)


def test_several_prints_become_one_with_their_pages_in_order() -> None:
    prints = [printouts.render_empty_paper(PrintHead(name), "Labels") for name in ("One", "Two", "Three")]
    assert [next(word for word in ("One", "Two", "Three") if word in page.words) for page in read(merge_prints(prints))] == [
        "One", "Two", "Three",
    ]  # fmt: skip
