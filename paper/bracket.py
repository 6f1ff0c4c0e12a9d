"""A bracket on one page, or cut into parts whose headings say where the winners go on."""

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
    TextRole,
    count_rows,
    count_widest_columns,
    lay_out_bracket,
    list_played_parts,
    pack_shelves,
)
from paper.layout import A1, A2, A3, A4, A4_WIDE, BOLD, HAIRLINE, LINE, MM, REGULAR, Align, PageSize, Rect, clean_text, fits_whole
from paper.layout.text import TALLEST
from paper.values import PrintHead
from rules.texts import _

TILES = (16, 8)
"""Matches below each other on a page, fewer if names are long; a larger bracket is cut into tiles unless one page is wanted."""
MOST_ROUNDS_ACROSS = 7
"""Rounds side by side on a page."""
SHARED_PAGE_LIMIT = 0.75
"""Where several parts share a page: the share of the matches of a tile that they may fill; each title counts as one match."""
NAME_SIZE = 13.0
LEAST_COMMON_SIZE = 7.0
"""All names of a bracket have one size, unless a long name would make it smaller than this."""
LEAST_SIZE = 6.0
"""Names on a wall are not smaller than this: the bracket takes more or larger paper, and longer names are shortened."""
NAME_LINES = 2
WIDEST, HIGHEST = 0.62, 0.48
"""Most millimetres for a unit of the drawing, across and down, so that a small bracket fills its page within reason."""

LETTERS = 26

PageParts = list[BracketPart]
ValueT = TypeVar("ValueT")


def render_bracket(head: PrintHead, parts: Sequence[BracketPart], *, tiled: bool = True) -> bytes:
    """The bracket as a PDF: on as few A4 pages as keep its names legible; without `tiled` on one page that is as large as necessary."""
    played_parts = list_played_parts(parts)
    pages = _lay_out_tiles(head, played_parts) if tiled else [("", lay_out_bracket(played_parts))]
    book = Book(head, head.translate(_("Bracket")), A4_WIDE if tiled else _choose_page_size(pages[0][1]))
    for heading, layout in pages:
        _draw_layout(book, layout, heading)
    return book.to_bytes()


def _lay_out_tiles(head: PrintHead, parts: PageParts) -> list[tuple[str, BracketLayout]]:
    """Headings and layouts of the pages, with the largest tiles in which every name is legible (else the smallest tiles)."""
    pages: list[tuple[str, BracketLayout]] = []
    for tile in TILES:
        pages = [
            (heading, lay_out_bracket(page, _count_page_columns(page if heading else parts)))
            for heading, page in _split_pages(head, parts, tile)
        ]
        if all(_is_legible(layout, _compute_drawing_area(A4_WIDE, has_heading=bool(heading))) for heading, layout in pages):
            break
    return pages


def _choose_page_size(layout: BracketLayout) -> PageSize:
    """The smallest paper on which every name is legible (else the largest), in landscape if the drawing is wider than high."""
    papers = [paper.rotated if layout.width > layout.height else paper for paper in (A4, A3, A2, A1)]
    return next((paper for paper in papers if _is_legible(layout, _compute_drawing_area(paper, has_heading=False))), papers[-1])


def _compute_drawing_area(paper: PageSize, *, has_heading: bool) -> Rect:
    """The area that a page leaves for the drawing; a tile also has a heading above it."""
    area = Rect(0, 0, *paper).inset(MARGIN)
    above = HEAD + HEADING * has_heading
    return Rect(area.x, area.y + above, area.width, area.height - above - FOOT).inset(0, 1)


def _compute_scales(layout: BracketLayout, room: Rect) -> tuple[float, float]:
    """Millimetres for a unit of the drawing, across and down."""
    return min(room.width / max(layout.width, 1), WIDEST), min(room.height / max(layout.height, 1), HIGHEST)


def _is_legible(layout: BracketLayout, room: Rect) -> bool:
    """Whether every name fits its slot at the least size."""
    across, down = _compute_scales(layout, room)
    return all(
        fits_whole(clean_text(text.text), BOLD, (text.width * across - 1) * MM, text.height * down * MM, size=LEAST_SIZE, lines=NAME_LINES)
        for text in layout.texts
        if text.role is TextRole.NAME
    )


def _split_pages(head: PrintHead, parts: PageParts, tile: int) -> Iterator[tuple[str, PageParts]]:
    """Headings and parts of the pages: small parts share a page, each large part has pages of its own."""
    page: PageParts = []
    used_rows = 0
    for shelf in pack_shelves(parts, _count_page_columns(parts)):
        first = shelf[0]
        rows = count_rows(first, _count_page_columns(parts)) if first.loose else max(part.first_round_size for part in shelf)
        large = rows > tile or len(first.rounds) > MOST_ROUNDS_ACROSS
        if page and (large or used_rows + rows > SHARED_PAGE_LIMIT * tile):
            yield "", page
            page, used_rows = [], 0
        if large:
            yield from _split_tiles(head, first, shelf[1:], tile)
        else:
            page += shelf
            used_rows += rows + 1
    if page:
        yield "", page


def _count_page_columns(parts: PageParts) -> int:
    """Columns of a page that holds some of these parts."""
    return min(MOST_ROUNDS_ACROSS, count_widest_columns(parts))


def _split_tiles(head: PrintHead, part: BracketPart, extras: PageParts, tile: int) -> Iterator[tuple[str, PageParts]]:
    """Sub-brackets that fill a page each, then the rounds that their winners play, together with the `extras` beside the last round."""
    if part.loose:
        yield from _split_loose_tiles(part, tile)
        return
    translate, rounds = head.translate, part.rounds
    pieces = -(-part.first_round_size // tile)
    rounds_per_page = -(-len(rounds) // -(-len(rounds) // MOST_ROUNDS_ACROSS))
    depth = min(rounds_per_page, sum(len(round_.matches) >= pieces for round_ in rounds))
    last = len(rounds[depth - 1].matches)
    one_per_part = last == pieces
    heading = (
        _("Part %(part)s: the winner goes on under “Final rounds”")
        if one_per_part
        else _("Part %(part)s: winners go on under “Final rounds”")
    )
    for number in range(pieces):
        sub_bracket = BracketPart(tuple(replace(round_, matches=_take_piece(round_.matches, number, pieces)) for round_ in rounds[:depth]))
        if sub_bracket.has_matches:
            yield translate(heading) % {"part": _format_part_name(number, pieces)}, [sub_bracket]
    names = [translate(_("Part %(part)s")) % {"part": _format_part_name(index * pieces // last, pieces)} for index in range(last)]
    yield translate(_("Final rounds")), [BracketPart((_add_round_hints(rounds[depth], names), *rounds[depth + 1 :])), *extras]


def _add_round_hints(round_: BracketRound, names: Sequence[str]) -> BracketRound:
    """The first of the final rounds; its empty places name the parts whose winners come there."""
    each = len(names) // len(round_.matches)
    return replace(
        round_,
        matches=tuple(
            match and _add_match_hints(match, names[each * index : each * (index + 1)]) for index, match in enumerate(round_.matches)
        ),
    )


def _add_match_hints(match: BracketMatch, names: Sequence[str]) -> BracketMatch:
    """The match with hints in its slots; `names` has one name if the second place is not for a winner of this tree."""
    first, second = match.slots
    first = replace(first, hint=first.hint or names[0])
    second = replace(second, hint=second.hint or names[1]) if len(names) > 1 else second
    return replace(match, slots=(first, second))


def _format_part_name(number: int, pieces: int) -> str:
    """A letter, or a number if there are more pieces than letters."""
    return chr(ord("A") + number) if pieces <= LETTERS else str(number + 1)


def _split_loose_tiles(part: BracketPart, tile: int) -> Iterator[tuple[str, PageParts]]:
    """Pages of a grid of matches without lines."""
    (round_,) = part.rounds
    size = tile * MOST_ROUNDS_ACROSS
    for start in range(0, part.first_round_size, size):
        yield "", [BracketPart((replace(round_, matches=round_.matches[start : start + size]),), loose=True)]


def _take_piece(values: Sequence[ValueT], number: int, pieces: int) -> tuple[ValueT, ...]:
    """Piece `number` of `pieces` equal pieces."""
    size = len(values) // pieces
    return tuple(values[number * size : (number + 1) * size])


def _draw_layout(book: Book, layout: BracketLayout, heading: str) -> None:
    book.open_page()
    if heading:
        book.add_heading(heading)
    room = book.free_area.inset(0, 1)
    across, down = _compute_scales(layout, room)
    pen = book.pen
    for line in layout.lines:
        pen.draw_line(room.x + line.x0 * across, room.y + line.y0 * down, room.x + line.x1 * across, room.y + line.y1 * down, HAIRLINE)
    for box in layout.boxes:
        pen.draw_frame(Rect(room.x + box.x * across, room.y + box.y * down, box.width * across, box.height * down), LINE)
    common = _compute_common_size(layout, across, down)
    for text in layout.texts:
        _draw_text(book, text, common, Rect(room.x + text.x * across, room.y + text.y * down, text.width * across, text.height * down))


_SIZES = {TextRole.TITLE: 12.0, TextRole.LABEL: 7.5, TextRole.HINT: 8.0}
_ALIGNED = {TextRole.TITLE: Align.CENTRE, TextRole.NUMBER: Align.CENTRE, TextRole.SCORE: Align.CENTRE}


def _compute_common_size(layout: BracketLayout, across: float, down: float) -> float:
    """The font size in points at which every name fits its slot on one line, but not below the least common size."""
    names = [(clean_text(text.text), text.width * across - 1) for text in layout.texts if text.role is TextRole.NAME]
    fitting = [room * MM / BOLD.measure_width(name) for name, room in names if name]
    return max(LEAST_COMMON_SIZE, min([NAME_SIZE, SLOT * down * MM / TALLEST, *fitting]))


def _draw_text(book: Book, text: PlacedText, common: float, box: Rect) -> None:
    book.pen.draw_text(
        box.inset(0.5, 0),
        text.text,
        _SIZES.get(text.role, common),
        least=LEAST_SIZE if text.role is TextRole.NAME else 4.5,
        face=BOLD if text.strong else REGULAR,
        align=_ALIGNED.get(text.role, Align.LEFT),
        lines=NAME_LINES if text.role is TextRole.NAME else 1,
    )
