"""Where a print stops: how long a paragraph and a cell are, how many names of a bracket may be small, when it is cut no further.
If this failed, a regulation would end in the middle, or a bracket take twice the paper for one long name.
"""

from dataclasses import replace

import pytest

import paper as printouts
from paper import PaperSection, PrintHead
from paper.bracket_geometry import BracketPart
from paper.layout import A3_WIDE, A4_WIDE
from tests.paper.reading import read
from tests.paper.samples import head, tree

WORDS = "ab cd " * 3333
"""Of 19,998 letters."""


def read_text(pdf: bytes) -> str:
    return " ".join(word for page in read(pdf) for word in page.words)


def print_paragraph(text: str) -> str:
    return read_text(printouts.render_minutes(PrintHead("T"), [PaperSection("S", (text,))], ()))


def print_cell(text: str) -> str:
    section = PaperSection("S", headings=("A",), rows=((text,),), texts=(0,))
    return read_text(printouts.render_minutes(PrintHead("T"), [section], ()))


def test_a_paragraph_of_twenty_thousand_letters_is_told_to_its_end_and_no_longer_one() -> None:
    assert "xy" in (told := print_paragraph(f"{WORDS}xy"))
    assert "…" not in told
    longer = print_paragraph(f"{WORDS}xyz")
    assert ("…" in longer, "xyz" in longer) == (True, False)


def test_a_cell_has_forty_lines() -> None:
    lines = [f"line{number:02d}" for number in range(1, 42)]
    told = print_cell("\n".join(lines))
    assert [line in told for line in lines] == [True] * 40 + [False]


SHORT, SOMEWHAT_LONG = "Ida Melis", "Ugo Coppola Fontana – Olga Angelini Gentile 0"


def build_part(counts: tuple[int, ...], names: list[str]) -> BracketPart:
    """A tree whose first round has these names in turn, so many of them different; of later rounds no names are known."""
    part = tree("", *counts)
    slots = iter(names * (2 * counts[0] // len(names) + 1))
    first = tuple(replace(match, slots=tuple(replace(slot, name=next(slots)) for slot in match.slots)) for match in part.rounds[0].matches)
    return replace(part, rounds=(replace(part.rounds[0], matches=first), *part.rounds[1:]))


def count_pages(*parts: BracketPart, size=A4_WIDE) -> int:
    return len(read(printouts.render_bracket(head(), list(parts), size=size)))


@pytest.mark.parametrize(("different", "pages"), [(49, 9), (50, 5)])
def test_one_name_in_fifty_may_be_written_smaller(different: int, pages: int) -> None:
    names = [SOMEWHAT_LONG, *(f"{SHORT} {number}" for number in range(1, different))]
    assert count_pages(build_part((64, 32, 16, 8, 4, 2, 1), names), size=A3_WIDE) == pages
