"""A bracket is read from a wall: no name is small, whatever that takes in paper."""

from dataclasses import replace

import pytest

import paper as printouts
from paper.layout import A3_WIDE, A4_WIDE, PageSize
from tests.paper.reading import MM, read
from tests.paper.samples import head, tree

pytestmark = pytest.mark.turns(4)

LONG = "Giovanni Battista Pinna-Pintor – Maria Antonietta Fois"
NAMES = {"Giovanni Battista Pinna-Pintor –", "Maria Antonietta Fois", LONG}


def rounds(entries: int) -> list[int]:
    return [entries >> level for level in range(1, entries.bit_length())]


def draw(entries: int, name: str = LONG, size: PageSize = A4_WIDE):
    return read(printouts.render_bracket(head(), [tree(name, *rounds(entries))], size=size))


def sizes_of_names(pages, names=frozenset(NAMES)) -> set[float]:
    return {text.size for page in pages for text in page.texts if text.text in names}


@pytest.mark.parametrize("size", [A4_WIDE, A3_WIDE])
@pytest.mark.parametrize("entries", [4, 8, 16, 32, 64, 128])
def test_no_name_is_under_eight_points_cut_or_broken(entries: int, size: PageSize) -> None:
    pages = draw(entries, size=size)
    assert min(sizes_of_names(pages)) >= 8
    assert not any("…" in word for page in pages for word in page.words)
    assert sum(word.endswith("Fois") for page in pages for word in page.words) >= 2 * (entries - 1)
    assert {word for page in pages for word in page.words if "Pinna" in word or "Fois" in word} <= NAMES | {LONG[:40], LONG[:30]}


@pytest.mark.parametrize("name", ["Salvatore Abbruzzese – Efisio Carta", LONG])
def test_eight_pairs_are_read_on_one_page_at_eleven_points(name: str) -> None:
    pages = draw(8, name)
    assert len(pages) == 1
    assert min(sizes_of_names(pages, frozenset({*NAMES, name, "Salvatore Abbruzzese –", "Efisio Carta"}))) >= 11


@pytest.mark.parametrize(
    ("entries", "name", "size", "pages"),
    [
        (32, "Melis – Carta", A4_WIDE, 1),
        (32, LONG, A4_WIDE, 3),
        (128, "Anna Melis – Efisio Carta", A4_WIDE, 5),
        (128, "Anna Melis – Efisio Carta", A3_WIDE, 5),
        (128, LONG, A4_WIDE, 9),
    ],
)
def test_a_large_bracket_takes_few_pages_to_be_put_together(entries: int, name: str, size: PageSize, pages: int) -> None:
    drawn = draw(entries, name, size)
    assert len(drawn) == pages
    assert {(round(page.width / MM), round(page.height / MM)) for page in drawn} == {(round(size.width), round(size.height))}


def test_a_small_bracket_fills_its_page() -> None:
    (page,) = draw(8, "Melis – Carta")
    lowest = min(min(stroke.y0, stroke.y1) for stroke in page.strokes if max(stroke.y0, stroke.y1) > 22 * MM)
    assert lowest < 0.35 * page.height


@pytest.mark.parametrize("matches", [(4, 2, 1, 1, 1), (64, 32, 16, 8, 4, 2, 1)])
def test_nobody_loses_the_partner_to_a_name_that_is_longer_than_a_line(matches: tuple[int, ...]) -> None:
    longest = "Immacolata Concetta Quondamangelomaria-Pinna – Lìa Putzolu"
    part = tree(LONG, *matches)
    first, second = part.rounds[0].matches[0].slots
    opening = replace(part.rounds[0].matches[0], slots=(replace(first, name=longest), second))
    opened = replace(part.rounds[0], matches=(opening, *part.rounds[0].matches[1:]))
    pages = read(printouts.render_bracket(head(), [replace(part, rounds=(opened, *part.rounds[1:]))]))
    words = [text.text for page in pages for text in page.texts]
    assert not any("…" in word for word in words)
    assert any("Putzolu" in word for word in words)
    assert min(sizes_of_names(pages)) >= 8


SOMEWHAT_LONG = "Ugo Coppola Fontana – Olga Angelini Gentile"
VERY_LONG = "Immacolata Quondamangelomaria-Pinna – Giovanni Battista Pinna-Pintor"


@pytest.mark.parametrize(("name", "long", "size", "pages"), [(SOMEWHAT_LONG, 1, A3_WIDE, 5), (VERY_LONG, 40, A4_WIDE, 9)])
def test_some_long_names_do_not_double_the_paper(name: str, long: int, size: PageSize, pages: int) -> None:
    """One pair of many is written smaller where it does not fit; where more do not, nine pages are enough."""
    part = tree("", 64, 32, 16, 8, 4, 2, 1)
    texts = [f"{name} {number}" if number < long else f"Ida Melis – Ugo {number}" for number in range(64)]
    first = (
        replace(match, slots=tuple(replace(slot, name=text) for slot in match.slots))
        for match, text in zip(part.rounds[0].matches, texts, strict=True)
    )
    drawn = read(
        printouts.render_bracket(
            head(), [replace(part, rounds=(replace(part.rounds[0], matches=tuple(first)), *part.rounds[1:]))], size=size
        )
    )
    assert len(drawn) == pages
    assert not any("…" in text.text for page in drawn for text in page.texts)
