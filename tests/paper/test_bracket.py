"""A bracket is read from a wall: no name is small, whatever that takes in paper."""

import pytest

import paper as printouts
from tests.paper.reading import MM, read
from tests.paper.samples import head, tree

LONG = "Giovanni Battista Pinna-Pintor – Maria Antonietta Fois"


def rounds(entries: int) -> list[int]:
    return [entries >> level for level in range(1, entries.bit_length())]


@pytest.mark.parametrize("tiled", [True, False])
@pytest.mark.parametrize("entries", [4, 8, 16, 32, 64, 128])
def test_no_name_is_printed_under_six_points_or_cut(entries: int, *, tiled: bool) -> None:
    pages = read(printouts.render_bracket(head(), [tree(LONG, *rounds(entries))], tiled=tiled))
    assert min(text.size for page in pages for text in page.texts) >= 6
    assert not any("…" in word for page in pages for word in page.words)
    assert sum(word.endswith("Fois") for page in pages for word in page.words) >= 2 * (entries - 1)


@pytest.mark.parametrize(("name", "pages"), [("Melis – Carta", 1), (LONG, 3)])
def test_thirty_two_take_one_page_unless_names_are_long(name: str, pages: int) -> None:
    assert len(read(printouts.render_bracket(head(), [tree(name, *rounds(32))]))) == pages


@pytest.mark.parametrize(
    ("entries", "name", "longer"), [(8, LONG, 297), (64, "Melis – Carta", 297), (64, "Anna Melis – Efisio Carta", 420), (128, LONG, 841)]
)
def test_one_sheet_is_as_large_as_its_names_need(entries: int, name: str, longer: int) -> None:
    (page,) = read(printouts.render_bracket(head(), [tree(name, *rounds(entries))], tiled=False))
    assert max(page.width, page.height) / MM == pytest.approx(longer, abs=1)


def test_a_small_bracket_fills_its_page() -> None:
    (page,) = read(printouts.render_bracket(head(), [tree("Melis – Carta", 4, 2, 1)]))
    lowest = min(min(stroke.y0, stroke.y1) for stroke in page.strokes if max(stroke.y0, stroke.y1) > 22 * MM)
    assert lowest < 0.35 * page.height
