"""What stands where on posters, leaflets and pictures of results, as it was last approved; `REWRITE_GOLDEN=1` writes it anew."""

import pytest

from paper.poster_art import PosterLook, PosterShape, draw_poster, draw_result
from paper.poster_art.as_pdf import PdfPage, PlacedDrawing, write_pdf
from tests.golden.test_paper import compare
from tests.paper.poster_art.samples import build_rich, build_standings, build_usual, build_winners

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
