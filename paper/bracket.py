"""A bracket on one page, or cut into parts whose headings say where the winners go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from paper.book import FOOT, HEAD, MARGIN, Book
from paper.bracket_geometry import (
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
from paper.bracket_names import (
    CROWDED_LINES,
    CROWDED_SIZE,
    LEAST_SIZE,
    NAME_LINES,
    compute_common_size,
    compute_scales,
    fits_slot,
    list_unfit,
)
from paper.layout import A4_WIDE, BOLD, HAIRLINE, LINE, REGULAR, Align, PageSize, Rect, TagKind
from paper.values import PrintHead
from rules.texts import _

TILES = (32, 16, 8, 4)
"""Matches below each other on a page: the most with which the names are legible; a larger bracket is cut into tiles."""
SMALLER_IN = 50
"""One name in so many may be written smaller rather than that all take twice the paper."""
MANY_PAGES, WALL_TILE = 9, 8
"""A bracket that takes so many pages with tiles of this size is not cut further, as long as every name can be read when written smaller."""
TILE_HEADING = 5.0
"""Height of the line above a tile that says where its winners go on."""
MOST_ROUNDS_ACROSS = 7
"""Rounds side by side on a page."""
SHARED_PAGE_LIMIT = 0.75
"""Where several parts share a page: the share of the matches of a tile that they may fill; each title counts as one match."""
LEAST_LABEL_SIZE = 5.5

LETTERS = 26

PageParts = list[BracketPart]
ValueT = TypeVar("ValueT")


def render_bracket(head: PrintHead, parts: Sequence[BracketPart], *, size: PageSize = A4_WIDE) -> bytes:
    """The bracket as a PDF, on as few pages of this size as keep its names legible."""
    book = Book(head, head.translate(_("Bracket")), size)
    for heading, layout in _lay_out_tiles(head, list_played_parts(parts), size):
        _draw_layout(book, layout, heading)
    return book.to_bytes()


def _lay_out_tiles(head: PrintHead, parts: PageParts, size: PageSize) -> list[tuple[str, BracketLayout]]:
    """Headings and layouts of the pages, with the largest tiles in which every name is legible that is so in any."""
    tried: list[list[tuple[str, BracketLayout]]] = []
    unfit: list[set[tuple[str, float]]] = []
    for tile in TILES:
        pages = [
            (heading, lay_out_bracket(page, _count_page_columns(page if heading else parts)))
            for heading, page in _split_pages(head, parts, tile)
        ]
        tried.append(pages)
        rooms = [(layout, _compute_drawing_area(size, has_heading=bool(heading))) for heading, layout in pages]
        unfit.append({name for layout, room in rooms for name in list_unfit(layout, room)})
        if _is_legible(pages, unfit[-1], tile):
            return pages
    too_long = set.intersection(*unfit)
    return next(pages for pages, names in zip(tried, unfit, strict=True) if names == too_long) if too_long in unfit else tried[-1]


def _is_legible(pages: Sequence[tuple[str, BracketLayout]], unfit: Collection[tuple[str, float]], tile: int) -> bool:
    """Whether every name can be read, at most a few of them written smaller."""
    if any(size == CROWDED_SIZE for _name, size in unfit):
        return False
    names = {text.text for _heading, layout in pages for text in layout.texts if text.role is TextRole.NAME}
    return len(unfit) <= len(names) // SMALLER_IN or (tile == WALL_TILE and len(pages) >= MANY_PAGES)


def _compute_drawing_area(paper: PageSize, *, has_heading: bool) -> Rect:
    """The area that a page leaves for the drawing; a tile also has a heading above it."""
    area = Rect(0, 0, *paper).inset(MARGIN)
    above = HEAD + TILE_HEADING * has_heading
    return Rect(area.x, area.y + above, area.width, area.height - above - FOOT).inset(0, 0.5)


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
        book.pen.draw_text(book.take_strip(TILE_HEADING), heading, 11, face=BOLD)
    room = book.free_area.inset(0, 0.5)
    across, down = compute_scales(layout, room)
    pen = book.pen
    with pen.figure(Rect(room.x, room.y, layout.width * across, layout.height * down), _describe_shape(book, layout)):
        for line in layout.lines:
            pen.draw_line(room.x + line.x0 * across, room.y + line.y0 * down, room.x + line.x1 * across, room.y + line.y1 * down, HAIRLINE)
        for box in layout.boxes:
            pen.draw_frame(Rect(room.x + box.x * across, room.y + box.y * down, box.width * across, box.height * down), LINE)
    common = compute_common_size(layout, across, down)
    unfit = {text for text in layout.texts if text.role is TextRole.NAME and not fits_slot(text, across, down, LEAST_SIZE)}
    element = book.document.tag
    for text in layout.texts:
        if text.role in _ELEMENTS:
            element = book.document.tag.add(_ELEMENTS[text.role])
        place = Rect(room.x + text.x * across, room.y + text.y * down, text.width * across, text.height * down)
        with pen.tagged(element):
            _draw_text(book, text, common, place, crowded=text in unfit)


def _describe_shape(book: Book, layout: BracketLayout) -> str:
    """What somebody who listens hears of the lines: the rounds of this page from left to right, each with its matches."""
    rounds = Counter[str]()
    for text in layout.texts:
        if text.role is TextRole.TITLE:
            title = text.text
        elif text.role is TextRole.LABEL:
            rounds[title] += 1
    listed = ", ".join(f"{title} {count}" for title, count in rounds.items())
    return book.translate_text(_("From match to match the winners go on to the right. Matches: %(rounds)s.")) % {"rounds": listed}


_ELEMENTS = {TextRole.TITLE: TagKind.HEADING, TextRole.LABEL: TagKind.PARAGRAPH}
"""What begins with a text of this kind: a round, or a match."""
_SIZES = {TextRole.TITLE: 12.0, TextRole.LABEL: 7.5, TextRole.HINT: 8.0}
_ALIGNED = {TextRole.TITLE: Align.CENTRE, TextRole.NUMBER: Align.CENTRE, TextRole.SCORE: Align.CENTRE}


def _draw_text(book: Book, text: PlacedText, common: float, box: Rect, *, crowded: bool) -> None:
    least, lines = (CROWDED_SIZE, CROWDED_LINES) if crowded else (LEAST_SIZE, NAME_LINES)
    book.pen.draw_text(
        box.inset(0.5, 0),
        text.text,
        _SIZES.get(text.role, common),
        least=least if text.role is TextRole.NAME else LEAST_LABEL_SIZE,
        face=BOLD if text.strong else REGULAR,
        align=_ALIGNED.get(text.role, Align.LEFT),
        lines=lines if text.role is TextRole.NAME else 1,
        names=text.role is TextRole.NAME,
    )
