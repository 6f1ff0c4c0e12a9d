"""A bracket on one page, or cut into parts with marks that say where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from paper.book import FOOT, HEAD, HEADING, MARGIN, Book
from paper.bracket_geometry import (
    SLOT,
    BracketLayout,
    BracketMatch,
    BracketPart,
    BracketRound,
    PlacedText,
    Role,
    lay_out,
    rows_of,
    shelves,
    shown_parts,
    widest,
)
from paper.layout import A1, A2, A3, A4, A4_WIDE, BOLD, HAIRLINE, LINE, MM, REGULAR, Align, Box, PageSize, clean, stands
from paper.layout.text import TALLEST
from paper.values import PrintHead
from rules.texts import _

TILES = (16, 8)
"""Matches below each other on a page: the fewer where names are long. More are cut into tiles unless the caller insists on one page."""
ACROSS = 7
"""Rounds side by side on a page."""
SHARED = 0.75
"""Of the matches of a tile, each title counting as one, where several parts share a page."""
NAME_SIZE = 13.0
LEAST_COMMON_SIZE = 7.0
"""All names of a bracket have one size, unless a long one would make the others smaller than this."""
LEAST_SIZE = 6.0
"""Nobody reads less from a wall: before that the bracket takes more or larger paper, and what is longer still is shortened."""
NAME_LINES = 2
WIDEST, HIGHEST = 0.62, 0.48
"""Millimetres for a unit of the drawing: a small bracket fills its page, within reason."""

LETTERS = 26

Page = list[BracketPart]
ValueT = TypeVar("ValueT")


def bracket(head: PrintHead, parts: Sequence[BracketPart], *, tiled: bool = True) -> bytes:
    """On as few A4 as names stay legible on; without `tiled` on a single page, as large as that takes."""
    shown = shown_parts(parts)
    pages = _tiled(head, shown) if tiled else [("", lay_out(shown))]
    book = Book(head, head.translate(_("Bracket")), A4_WIDE if tiled else _one_page(pages[0][1]))
    for mark, layout in pages:
        _draw(book, layout, mark)
    return book.to_bytes()


def _tiled(head: PrintHead, parts: Page) -> list[tuple[str, BracketLayout]]:
    pages: list[tuple[str, BracketLayout]] = []
    for tile in TILES:
        pages = [(mark, lay_out(page, _across(page if mark else parts))) for mark, page in _pages(head, parts, tile)]
        if all(_legible(layout, _room(A4_WIDE, marked=bool(mark))) for mark, layout in pages):
            break
    return pages


def _one_page(layout: BracketLayout) -> PageSize:
    """The smallest on which every name can be read, lying where the drawing is wider than high."""
    papers = [paper.turned if layout.width > layout.height else paper for paper in (A4, A3, A2, A1)]
    return next((paper for paper in papers if _legible(layout, _room(paper, marked=False))), papers[-1])


def _room(paper: PageSize, *, marked: bool) -> Box:
    """What a page leaves for the drawing, below the heading that a tile has."""
    area = Box(0, 0, *paper).inset(MARGIN)
    above = HEAD + HEADING * marked
    return Box(area.x, area.y + above, area.width, area.height - above - FOOT).inset(0, 1)


def _scales(layout: BracketLayout, room: Box) -> tuple[float, float]:
    """Millimetres for a unit of the drawing, across and down."""
    return min(room.width / max(layout.width, 1), WIDEST), min(room.height / max(layout.height, 1), HIGHEST)


def _legible(layout: BracketLayout, room: Box) -> bool:
    across, down = _scales(layout, room)
    return all(
        stands(clean(text.text), BOLD, (text.width * across - 1) * MM, text.height * down * MM, size=LEAST_SIZE, lines=NAME_LINES)
        for text in layout.texts
        if text.role is Role.NAME
    )


def _pages(head: PrintHead, parts: Page, tile: int) -> Iterator[tuple[str, Page]]:
    """Small parts share a page, large ones have pages of their own."""
    page: Page = []
    taken = 0
    for shelf in shelves(parts, _across(parts)):
        first = shelf[0]
        rows = rows_of(first, _across(parts)) if first.loose else max(part.first for part in shelf)
        large = rows > tile or len(first.rounds) > ACROSS
        if page and (large or taken + rows > SHARED * tile):
            yield "", page
            page, taken = [], 0
        if large:
            yield from _tiles(head, first, shelf[1:], tile)
        else:
            page += shelf
            taken += rows + 1
    if page:
        yield "", page


def _across(parts: Page) -> int:
    """Columns of a page that holds some of these parts."""
    return min(ACROSS, widest(parts))


def _tiles(head: PrintHead, part: BracketPart, beside: Page, tile: int) -> Iterator[tuple[str, Page]]:
    """Sub-brackets that fill a page each, then the rounds that their winners play, with what stands beside the last of these."""
    if part.loose:
        yield from _loose_tiles(part, tile)
        return
    say, rounds = head.translate, part.rounds
    pieces = -(-part.first // tile)
    even = -(-len(rounds) // -(-len(rounds) // ACROSS))
    depth = min(even, sum(len(round_.matches) >= pieces for round_ in rounds))
    last = len(rounds[depth - 1].matches)
    alone = last == pieces
    goes_on = (
        _("Part %(part)s: the winner goes on under “Final rounds”") if alone else _("Part %(part)s: winners go on under “Final rounds”")
    )
    for number in range(pieces):
        inner = BracketPart(tuple(replace(round_, matches=_share(round_.matches, number, pieces)) for round_ in rounds[:depth]))
        if inner.shown:
            yield say(goes_on) % {"part": _name(number, pieces)}, [inner]
    names = [say(_("Part %(part)s")) % {"part": _name(place * pieces // last, pieces)} for place in range(last)]
    yield say(_("Final rounds")), [BracketPart((_awaiting(rounds[depth], names), *rounds[depth + 1 :])), *beside]


def _awaiting(round_: BracketRound, names: Sequence[str]) -> BracketRound:
    """The first of the final rounds, its empty places named after the parts whose winners they wait for."""
    each = len(names) // len(round_.matches)
    return replace(
        round_,
        matches=tuple(match and _hinted(match, names[each * place : each * (place + 1)]) for place, match in enumerate(round_.matches)),
    )


def _hinted(match: BracketMatch, names: Sequence[str]) -> BracketMatch:
    """One name where the second place is not for a winner of this tree."""
    first, second = match.slots
    first = replace(first, hint=first.hint or names[0])
    second = replace(second, hint=second.hint or names[1]) if len(names) > 1 else second
    return replace(match, slots=(first, second))


def _name(number: int, pieces: int) -> str:
    """A letter as long as there are enough of them."""
    return chr(ord("A") + number) if pieces <= LETTERS else str(number + 1)


def _loose_tiles(part: BracketPart, tile: int) -> Iterator[tuple[str, Page]]:
    (round_,) = part.rounds
    size = tile * ACROSS
    for start in range(0, part.first, size):
        yield "", [BracketPart((replace(round_, matches=round_.matches[start : start + size]),), loose=True)]


def _share(values: Sequence[ValueT], number: int, pieces: int) -> tuple[ValueT, ...]:
    size = len(values) // pieces
    return tuple(values[number * size : (number + 1) * size])


def _draw(book: Book, layout: BracketLayout, mark: str) -> None:
    book.turn()
    if mark:
        book.heading(mark)
    room = book.rest.inset(0, 1)
    across, down = _scales(layout, room)
    pen = book.pen
    for line in layout.lines:
        pen.line(room.x + line.x0 * across, room.y + line.y0 * down, room.x + line.x1 * across, room.y + line.y1 * down, HAIRLINE)
    for box in layout.boxes:
        pen.frame(Box(room.x + box.x * across, room.y + box.y * down, box.width * across, box.height * down), LINE)
    common = _common_size(layout, across, down)
    for text in layout.texts:
        _text(book, text, common, Box(room.x + text.x * across, room.y + text.y * down, text.width * across, text.height * down))


_SIZES = {Role.TITLE: 12.0, Role.LABEL: 7.5, Role.HINT: 8.0}
_ALIGNED = {Role.TITLE: Align.CENTRE, Role.NUMBER: Align.CENTRE, Role.SCORE: Align.CENTRE}


def _common_size(layout: BracketLayout, across: float, down: float) -> float:
    """The size at which every name stands in its slot on one line."""
    names = [(clean(text.text), text.width * across - 1) for text in layout.texts if text.role is Role.NAME]
    fitting = [room * MM / BOLD.width(name) for name, room in names if name]
    return max(LEAST_COMMON_SIZE, min([NAME_SIZE, SLOT * down * MM / TALLEST, *fitting]))


def _text(book: Book, text: PlacedText, common: float, box: Box) -> None:
    book.pen.fitted(
        box.inset(0.5, 0),
        text.text,
        _SIZES.get(text.role, common),
        least=LEAST_SIZE if text.role is Role.NAME else 4.5,
        face=BOLD if text.strong else REGULAR,
        align=_ALIGNED.get(text.role, Align.LEFT),
        lines=NAME_LINES if text.role is Role.NAME else 1,
    )
