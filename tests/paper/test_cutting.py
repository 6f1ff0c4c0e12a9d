"""Lines to cut along. If this failed, slips of one page would have different sizes, or a leaflet lose its edge."""

import pytest

from paper.layout import A4, MM
from paper.poster_art import PosterLook, write_leaflets
from paper.sheets import Paper, SheetKind
from paper.sheets.slip import render_result_slips
from tests.paper.poster_art.samples import build_bare
from tests.paper.reading import read
from tests.paper.sheets.samples import setup, sheet


def list_cuts(pdf: bytes) -> set[tuple[int, int, int, int]]:
    """The lines from one edge of the first page to the other, in tenths of a millimetre from the upper left corner."""
    page = read(pdf)[0]
    strokes = {(*sorted((line.x0, line.x1)), *sorted((line.y0, line.y1))) for line in page.strokes}
    tenths = {tuple(round(number / MM * 10) for number in line) for line in strokes}
    width, height = round(A4.width * 10), round(A4.height * 10)
    return {(x0, y0, x1, y1) for x0, x1, y0, y1 in tenths if x1 - x0 >= width or y1 - y0 >= height}


def test_four_leaflets_are_cut_at_the_middle_of_the_page():
    pdf = write_leaflets(build_bare("it"), PosterLook.CLASSIC)
    assert list_cuts(pdf) == {(1050, 0, 1050, 2970), (0, 1485, 2100, 1485)}


@pytest.mark.parametrize("count", [1, 8, 9])
def test_eight_slips_are_cut_into_equal_parts(count):
    slips = [sheet(number=number) for number in range(count)]
    pdf = render_result_slips(setup("mariglia", Paper.A4, kind=SheetKind.SLIP), slips)
    down = [round(2970 * part / 4) for part in (1, 2, 3)]
    assert list_cuts(pdf) == {(1050, 0, 1050, 2970), *((0, y, 2100, y) for y in down)}
