"""Where matches, lines and texts of brackets stand, on paper and on the web, as it was last approved; `REWRITE_GOLDEN=1` writes it anew.
If this failed, a line would lead a winner to another match, or two parts of a bracket lie upon each other.
"""

import pytest

from paper.bracket import _lay_out_tiles
from paper.bracket_geometry import BracketPart, lay_out_bracket, pack_shelves
from paper.layout import A3_WIDE, A4_WIDE, PageSize
from tests.golden.test_paper import compare_text
from tests.paper.rare_prints import list_byes, list_new_entries
from tests.paper.samples import all_places, double_elimination, grid, head, tree, waiting

BRACKETS = {
    "byes": list_byes(),
    "new entries": list_new_entries(),
    "all places": all_places("Ida"),
    "double elimination": double_elimination("Ida", 8),
    "grid beside a tree": [grid("Ida", 19), tree("Ida", 4, 2, 1), tree("Ida", 1, aside=True)],
    "small grid": [grid("Ida", 3)],
    "waiting": [waiting("Ida", 4, 2, 1)],
    "aside alone": [tree("Ida", 1, aside=True), tree("Ida", 2, 1)],
    "nobody": [],
}


def describe(parts: list[BracketPart], columns: int) -> str:
    layout = lay_out_bracket(parts, columns)
    said = [f"{layout.width} × {layout.height}"]
    said += [f"box {box.x} {box.y} {box.width} {box.height} {box.match.label}" for box in layout.boxes]
    said += [f"line {line.x0} {line.y0} – {line.x1} {line.y1}" for line in layout.lines]
    said += [f"{text.role.value}{'!' * text.strong} {text.x} {text.y} {text.width} {text.height} {text.text}" for text in layout.texts]
    return "\n".join(said) + "\n"


@pytest.mark.parametrize("name", BRACKETS)
def test_brackets(name: str) -> None:
    shelves = [[len(shelf) for shelf in pack_shelves(BRACKETS[name], columns)] for columns in (1, 4, 7, 30)]
    compare_text(f"layout of {name}", describe(BRACKETS[name], 0) + describe(BRACKETS[name], 7) + f"shelves {shelves}\n")


SHORT, LONG = "Ida Melis – Ugo Carta", "Giovanni Battista Pinna-Pintor – Maria Antonietta Fois"
LARGE = {
    **{f"{entries} entries": lambda name, entries=entries: [tree(name, *list_rounds(entries))] for entries in (4, 16, 32, 64)},
    "a third place": lambda name: [tree(name, *list_rounds(32)), tree(name, 1, aside=True), tree(name, 2, 1)],
    "double elimination of 16": lambda name: double_elimination(name, 16),
    "all places of 16": all_places,
    "a grid of 19 before a tree": lambda name: [grid(name, 19), tree(name, 16, 8, 4, 2, 1, drawn=0)],
    "a grid of 60": lambda name: [grid(name, 60)],
    "two grids": lambda name: [grid(name, 60), grid(name, 32)],
    "seven rounds": lambda name: [tree(name, 4, 4, 2, 2, 1, 1, 1)],
    "two trees": lambda name: [tree(name, *list_rounds(32)), tree(name, *list_rounds(16))],
    "many small parts": lambda name: [tree(name, 2, 1), tree(name, 1), tree(name, 4, 2, 1)] * 5,
    "rounds with new entries": lambda name: [tree(name, 16, 16, 8, 8, 4, 4, 2, 2, 1)],
}


def list_rounds(entries: int) -> list[int]:
    return [entries >> level for level in range(1, entries.bit_length())]


def describe_pages(parts: list[BracketPart], size: PageSize) -> str:
    """Heading, extent and matches of each page, and what its first matches wait for."""
    said = []
    for heading, layout in _lay_out_tiles(head(), parts, size):
        titles = [text.text for text in layout.texts if text.role.value == "title"]
        hints = [text.text for text in layout.texts if text.role.value == "hint" and text.text]
        said.append(f"“{heading}” {layout.width} × {layout.height}, {len(layout.boxes)} matches, {len(titles)} rounds {hints[:3]}\n")
    return "".join(said)


@pytest.mark.parametrize("name", LARGE)
def test_pages_of_brackets(name: str) -> None:
    cases = [(SHORT, A4_WIDE), (LONG, A4_WIDE), (LONG, A3_WIDE)]
    said = (f"== {called}, {size.width:g} wide\n{describe_pages(LARGE[name](called), size)}" for called, size in cases)
    compare_text(f"pages of {name}", "".join(said))
