"""What stands where on posters, leaflets and pictures of results, as it was last approved; `REWRITE_GOLDEN=1` writes it anew."""

from dataclasses import replace

import pytest

from paper.layout import A3, A5
from paper.poster_art import (
    PosterLook,
    PosterShape,
    ResultData,
    draw_poster,
    draw_result,
    write_leaflets,
    write_poster,
    write_result_poster,
)
from paper.poster_art.as_pdf import PdfPage, PlacedDrawing, write_pdf
from paper.poster_art.drawing import Drawing, DrawingItem, PictureItem, QrItem, Stroke, Words
from paper.poster_art.looks import STYLES, open_drawing
from paper.poster_art.values import SIZES
from paper.share_cards import ShareRow
from tests.golden.test_paper import compare, compare_text
from tests.paper.poster_art.samples import (
    build_bare,
    build_logo,
    build_rich,
    build_standings,
    build_unbroken,
    build_usual,
    build_winners,
)

SUITS = {PosterLook.CLASSIC: "italian", PosterLook.BOLD: "french", PosterLook.FESTIVE: "italian"}


def compare_drawing(name, drawing):
    compare(name, write_pdf([PdfPage(drawing.size, [PlacedDrawing(drawing)])], name, "it"))


@pytest.mark.parametrize("shape", PosterShape)
@pytest.mark.parametrize("look", PosterLook)
def test_posters(look, shape):
    build = build_rich if shape is PosterShape.LEAFLET else build_usual
    compare_drawing(f"poster {look} {shape}", draw_poster(build("it"), look, shape))


@pytest.mark.parametrize("look", [PosterLook.CLASSIC, PosterLook.BOLD])
@pytest.mark.parametrize("build", [build_winners, build_standings])
def test_results(build, look):
    compare_drawing(f"{build.__name__[6:]} {look}", draw_result(build(), look, PosterShape.SQUARE))


NOTED = {
    "rich": build_rich,
    "bare": build_bare,
    "unbroken": build_unbroken,
    "cancelled": lambda language: build_usual(language, logo=build_logo(), band="Annullato", code_note="Funziona solo in questa sala"),
    "without a code": lambda language: build_usual(language, suits="french", code="", logo=build_logo(300, 300)),
    "a code alone": lambda language: replace(build_bare(language), code="http://desk.example/7"),
    "of few facts": lambda language: build_usual(language, facts=(), organizer="", contact="", game="", prizes=("1º vino",)),
}
RESULTS = {
    "one winner": build_winners(1, "Wu"),
    "twelve winners": build_winners(12),
    "two in standings": build_standings(2, "Anna Melis"),
    "shared places": replace(build_winners(), heading="", rows=tuple(ShareRow(left, left, "9") for left in ("1=", "1=", "3", "–", "4"))),
    "sentences": ResultData(
        "Torneo", "Oggi", (ShareRow("", "Si gioca al Bar Sport dalle nove in poi, " * 3, ""), ShareRow("", "– vino", "")), "Nota"
    ),
}
ORDERED = [(name, list(PosterLook)[place % 3], list(PosterShape)[place % 4]) for place, name in enumerate([*NOTED] * 4)][:24]
PICTURED = [(name, list(PosterLook)[place % 3], list(PosterShape)[place % 4]) for place, name in enumerate([*RESULTS] * 3)][:12]


def describe_drawing(drawing: Drawing, ground: int) -> str:
    """The items upon the ground, of so many items: tenths of a unit from the upper left corner."""
    return "".join(f"{describe_item(item)}\n" for item in drawing.items[ground:])


def describe_item(item: DrawingItem) -> str:
    if isinstance(item, Words):
        return f"{item.foot * 10:.0f} {item.size * 10:.0f} {item.face.name} {item.colour} {item.x * 10:.0f} {item.text}"
    if isinstance(item, QrItem | PictureItem):
        return f"{type(item).__name__} {' '.join(f'{length * 10:.0f}' for length in item.box)}"
    xs, ys = zip(*((x, y) for _letter, *numbers in item.path for x, y in zip(numbers[::2], numbers[1::2], strict=True)), strict=True)
    look = f"line {item.width * 10:.0f}" if isinstance(item, Stroke) else "area"
    return f"{look} {item.colour} {min(xs) * 10:.0f} {min(ys) * 10:.0f} – {max(xs) * 10:.0f} {max(ys) * 10:.0f}, {len(xs)} points"


def count_ground(look: PosterLook, shape: PosterShape) -> int:
    return len(open_drawing(STYLES[look].adapt(shape), SIZES[shape], "italian")[0].items)


@pytest.mark.turns(4)
@pytest.mark.parametrize(("name", "look", "shape"), ORDERED)
def test_what_is_written_on_posters_of_every_kind(name, look, shape):
    drawing = draw_poster(NOTED[name]("it"), look, shape)
    compare_text(f"drawing {name} {look} {shape}", describe_drawing(drawing, count_ground(look, shape)))


@pytest.mark.turns(4)
@pytest.mark.parametrize(("name", "look", "shape"), PICTURED)
def test_what_is_written_on_results_of_every_kind(name, look, shape):
    drawing = draw_result(RESULTS[name], look, shape)
    compare_text(f"result {name} {look} {shape}", describe_drawing(drawing, count_ground(look, shape)))


@pytest.mark.turns(4)
@pytest.mark.parametrize("shape", PosterShape)
@pytest.mark.parametrize("look", PosterLook)
def test_grounds_of_french_suits(look, shape):
    drawing, box = open_drawing(STYLES[look].adapt(shape), SIZES[shape], "french")
    room = " ".join(f"{length * 10:.0f}" for length in box)
    compare_text(f"ground {look} {shape}", describe_drawing(drawing, 0) + f"room {room}\n")


@pytest.mark.turns(4)
@pytest.mark.parametrize("look", PosterLook)
def test_posters_on_their_paper(look):
    """A leaflet four times on a page, with lines to cut along, and a result on A5."""
    compare(f"leaflets {look}", write_leaflets(build_bare("it"), look))
    compare(f"result on a page {look}", write_result_poster(build_winners(1, "Wu"), look, A5, "it"))
    compare(f"poster on a page {look}", write_poster(build_bare("it"), look, A3))
