"""A knockout bracket on one page, or cut into its quarters and the final rounds, with marks that say where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.texts import _
from tournaments.brackets import BracketLayout, BracketMatch, BracketRound, PlacedText, Role, lay_out
from tournaments.printouts.book import Book
from tournaments.printouts.layout import A4, A4_WIDE, BOLD, HAIRLINE, LINE, MM, REGULAR, Align, Box, clean
from tournaments.printouts.values import PrintHead

TILE = 16
"""Matches of the first round on a page; more are cut into tiles unless the caller insists on one page."""
NAME_SIZE = 10.0
LEAST_COMMON_SIZE = 6.5
"""All names of a bracket have one size, unless a long one would make the others smaller than this."""


def bracket(
    head: PrintHead, rounds: Sequence[BracketRound], extras: Sequence[tuple[str, BracketMatch]] = (), *, tiled: bool | None = None
) -> bytes:
    """One page up to 32 entries, tiles beyond; `tiled` decides otherwise."""
    first = len(rounds[0].matches) if rounds else 0
    tiles = first > TILE if tiled is None else tiled and first > TILE
    parts = _tiles(head, rounds, extras) if tiles else [("", lay_out(rounds, extras))]
    size = A4 if not tiles and first > TILE else A4_WIDE
    book = Book(head, head.translate(_("Bracket")), size)
    for mark, layout in parts:
        _draw(book, layout, mark)
    return book.to_bytes()


def _tiles(head: PrintHead, rounds: Sequence[BracketRound], extras: Sequence[tuple[str, BracketMatch]]) -> list[tuple[str, BracketLayout]]:
    """Sub-brackets that fill a page each, then the rounds that their winners play."""
    depth = TILE.bit_length()
    parts = []
    for tile in range(len(rounds[0].matches) // TILE):
        inner = [
            replace(round_, matches=round_.matches[tile * (TILE >> level) : (tile + 1) * (TILE >> level)])
            for level, round_ in enumerate(rounds[:depth])
        ]
        mark = head.translate(_("Part %(letter)s: the winner goes on under “Final rounds”")) % {"letter": chr(ord("A") + tile)}
        parts.append((mark, lay_out(inner)))
    return [*parts, (head.translate(_("Final rounds")), lay_out(rounds[depth:], extras))]


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


_SIZES = {Role.TITLE: 11.0, Role.NUMBER: 8.0, Role.SCORE: 10.0, Role.LABEL: 7.0}
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
        least=4.5,
        face=BOLD if text.strong else REGULAR,
        align=_ALIGNED.get(text.role, Align.LEFT),
        lines=2 if text.role is Role.NAME else 1,
    )
