"""A bracket on one page, or cut into parts with marks that say where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from rules.texts import _
from tournaments.brackets import BracketLayout, BracketMatch, BracketPart, BracketRound, PlacedText, Role, lay_out, rows_of, shelves, widest
from tournaments.printouts.book import Book
from tournaments.printouts.layout import A3, A4, A4_WIDE, BOLD, HAIRLINE, LINE, MM, REGULAR, Align, Box, PageSize, clean
from tournaments.printouts.values import PrintHead

TILE = 16
"""Matches below each other on a page; more are cut into tiles unless the caller insists on one page."""
ACROSS = 7
"""Rounds side by side on a page."""
SHARED = 12
"""Matches below each other, and one for every title, where several parts share a page."""
NAME_SIZE = 10.0
LEAST_COMMON_SIZE = 6.5
"""All names of a bracket have one size, unless a long one would make the others smaller than this."""
LEAST_SIZE = 3.8
"""Before a name is shortened: on one sheet for 128 there is no other place where it stands whole."""

LETTERS = 26

Page = list[BracketPart]
ValueT = TypeVar("ValueT")


def bracket(head: PrintHead, parts: Sequence[BracketPart], *, tiled: bool = True) -> bytes:
    """On as few A4 as names stay legible on; without `tiled` on a single page, an A3 where an A4 would be too small."""
    shown = [part for part in parts if part.shown]
    book = Book(head, head.translate(_("Bracket")), A4_WIDE if tiled else _one_page(shown))
    if not tiled:
        _draw(book, lay_out(shown), "")
        return book.to_bytes()
    for mark, page in _pages(head, shown):
        _draw(book, lay_out(page, _across(page if mark else shown)), mark)
    return book.to_bytes()


def _one_page(parts: Page) -> PageSize:
    """As large as it takes, lying where the drawing is wider than high."""
    layout = lay_out(parts)
    wide = layout.width > layout.height
    paper = A3 if max((part.first for part in parts), default=0) > TILE or len(parts) > TILE else A4
    return paper.turned if wide else paper


def _pages(head: PrintHead, parts: Page) -> Iterator[tuple[str, Page]]:
    """Small parts share a page, large ones have pages of their own."""
    page: Page = []
    taken = 0
    for shelf in shelves(parts, _across(parts)):
        first = shelf[0]
        rows = rows_of(first, _across(parts)) if first.loose else max(part.first for part in shelf)
        large = rows > TILE or len(first.rounds) > ACROSS
        if page and (large or taken + rows > SHARED):
            yield "", page
            page, taken = [], 0
        if large:
            yield from _tiles(head, first, shelf[1:])
        else:
            page += shelf
            taken += rows + 1
    if page:
        yield "", page


def _across(parts: Page) -> int:
    """Columns of a page that holds some of these parts."""
    return min(ACROSS, widest(parts))


def _tiles(head: PrintHead, part: BracketPart, beside: Page) -> Iterator[tuple[str, Page]]:
    """Sub-brackets that fill a page each, then the rounds that their winners play, with what stands beside the last of these."""
    if part.loose:
        yield from _loose_tiles(part)
        return
    say, rounds = head.translate, part.rounds
    pieces = -(-part.first // TILE)
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


def _loose_tiles(part: BracketPart) -> Iterator[tuple[str, Page]]:
    (round_,) = part.rounds
    size = TILE * ACROSS
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
    across = min(room.width / max(layout.width, 1), 0.4)
    down = min(room.height / max(layout.height, 1), 0.3)
    pen = book.pen
    for line in layout.lines:
        pen.line(room.x + line.x0 * across, room.y + line.y0 * down, room.x + line.x1 * across, room.y + line.y1 * down, HAIRLINE)
    for box in layout.boxes:
        pen.frame(Box(room.x + box.x * across, room.y + box.y * down, box.width * across, box.height * down), LINE)
    common = _common_size(layout, across)
    for text in layout.texts:
        _text(book, text, common, Box(room.x + text.x * across, room.y + text.y * down, text.width * across, text.height * down))


_SIZES = {Role.TITLE: 11.0, Role.NUMBER: 8.0, Role.SCORE: 10.0, Role.LABEL: 7.0, Role.HINT: 7.0}
_ALIGNED = {Role.TITLE: Align.CENTRE, Role.NUMBER: Align.CENTRE, Role.SCORE: Align.CENTRE}


def _common_size(layout: BracketLayout, across: float) -> float:
    """The size at which every name fits its slot."""
    names = [(clean(text.text), text.width * across - 1) for text in layout.texts if text.role is Role.NAME]
    fitting = [room * MM / BOLD.width(name) for name, room in names if name]
    return max(LEAST_COMMON_SIZE, min([NAME_SIZE, *fitting]))


def _text(book: Book, text: PlacedText, common: float, box: Box) -> None:
    book.pen.fitted(
        box.inset(0.5, 0),
        text.text,
        common if text.role is Role.NAME else _SIZES[text.role],
        least=LEAST_SIZE if text.role is Role.NAME else 4.5,
        face=BOLD if text.strong else REGULAR,
        align=_ALIGNED.get(text.role, Align.LEFT),
        lines=2 if text.role is Role.NAME else 1,
    )
