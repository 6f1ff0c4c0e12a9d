"""Where matches, lines and texts of brackets stand, on paper and on the web, as it was last approved; `REWRITE_GOLDEN=1` writes it anew.
If this failed, a line would lead a winner to another match, or two parts of a bracket lie upon each other.
"""

import pytest

from paper.bracket_geometry import BracketPart, lay_out_bracket, pack_shelves
from tests.golden.test_paper import compare_text
from tests.paper.rare_prints import list_byes, list_new_entries
from tests.paper.samples import all_places, double_elimination, grid, tree, waiting

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
