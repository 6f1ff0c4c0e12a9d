"""What one entry plays in every round: cards to carry from table to table, and the record of all of them."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book, Column, Table, nothing_yet
from paper.layout import A4, BOLD, HAIRLINE, HEAVY, REGULAR, Align, Box, Document, Pen, joined
from paper.values import OwnMatch, OwnRounds, PrintHead
from rules.texts import _

ACROSS, DOWN = 2, 3
HEAD = 18.0
TALLEST_ROW = 12.5
RECORD_ROW = 7.0


def movement_cards(head: PrintHead, players: Sequence[OwnRounds]) -> bytes:
    """Six to the A4 page, dashed where they are cut."""
    if not players:
        return nothing_yet(head, head.translate(_("Movement cards")))
    document = Document(head.tournament, language=head.language)
    width, height = A4.width / ACROSS, A4.height / DOWN
    partners = _with_partners(players)
    for start in range(0, len(players), ACROSS * DOWN):
        page = document.page(A4)
        page.dashes(width, 0, width, A4.height)
        for row in range(1, DOWN):
            page.dashes(0, row * height, A4.width, row * height)
        for place, player in enumerate(players[start : start + ACROSS * DOWN]):
            row, column = divmod(place, ACROSS)
            _card(page, head, player, Box(column * width, row * height, width, height).inset(9, 8.5), partners=partners)
    return document.to_bytes()


def _card(pen: Pen, head: PrintHead, player: OwnRounds, area: Box, *, partners: bool) -> None:
    number = Box(area.x, area.y, 15, HEAD - 6)
    names = Box(number.right + 2, area.y, area.width - 17, HEAD - 10)
    pen.fitted(number, player.party.number, 28, least=8, face=BOLD, align=Align.CENTRE)
    pen.fitted(names, player.party.name, 15, least=6.5, face=BOLD, lines=2)
    pen.fitted(Box(names.x, names.bottom, names.width, 4), joined((player.party.club, head.tournament)), 7.5, least=5)
    shares = _shares(partners=partners)
    top = Box(area.x, area.y + HEAD - 5, area.width, 4.6)
    for label, cell in zip(_labels(head, partners=partners), top.columns(*shares), strict=True):
        pen.fitted(cell.inset(0.8, 0), label, 7, least=4.5, face=BOLD)
    pen.line(top.x, top.bottom, top.right, top.bottom, HEAVY)
    rest = Box(area.x, top.bottom, area.width, area.bottom - top.bottom)
    step = min(TALLEST_ROW, rest.height / max(len(player.matches), 1))
    for place, match in enumerate(player.matches):
        strip = Box(rest.x, rest.y + place * step, rest.width, step)
        _row(pen, match, strip, shares, partners=partners)


def _row(pen: Pen, match: OwnMatch, strip: Box, shares: Sequence[float], *, partners: bool) -> None:
    texts = _texts(match, partners=partners)
    for place, (text, cell) in enumerate(zip(texts, strip.columns(*shares), strict=True)):
        large = place == 1
        face = BOLD if large else REGULAR
        pen.fitted(
            Box(cell.x + 0.8, cell.y + 0.2, cell.width - 2.4, cell.height - 0.4),
            text,
            16 if large else 9.5,
            least=4.5,
            lines=1 if large else 3,
            face=face,
        )
    pen.line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)


def own_records(head: PrintHead, players: Sequence[OwnRounds]) -> bytes:
    """Every entry with all its rounds, kept together on a page where they fit."""
    book = Book(head, head.translate(_("Everybody’s rounds")))
    partners = _with_partners(players)
    for player in players:
        _record(book, player, partners=partners)
    return book.to_bytes()


def _record(book: Book, player: OwnRounds, *, partners: bool) -> None:
    height = 10 + 7 + len(player.matches) * RECORD_ROW + 4
    if height <= book.area.height / 2:
        book.need(height)
    book.need(10 + 7 + RECORD_ROW)
    strip = book.take(10).inset(1, 1.2)
    name, total = strip.columns(4, 1)
    book.pen.fitted(name, joined((player.party.number, player.party.name, player.party.club)), 13, least=6.5, face=BOLD, lines=2)
    book.pen.fitted(total, player.total, 10, least=5.5, align=Align.RIGHT)
    sizes = (9.0, 12.0, 10.0, 10.0, 10.0) if partners else (9.0, 12.0, 10.0, 10.0)
    columns = [
        Column(label, share, size, bold=place == 1)
        for place, (label, share, size) in enumerate(
            zip(_labels(book.head, partners=partners), _shares(partners=partners), sizes, strict=True)
        )
    ]
    table = Table(book, columns, RECORD_ROW)
    table.head()
    for match in player.matches:
        table.row(_texts(match, partners=partners))
    book.y += 4


def _with_partners(players: Sequence[OwnRounds]) -> bool:
    return any(match.partner for player in players for match in player.matches)


def _labels(head: PrintHead, *, partners: bool) -> tuple[str, ...]:
    say = head.translate
    own = (say(_("With")),) if partners else ()
    return (say(_("Round")), say(_("Table")), *own, say(_("Against")), say(_("Result")))


def _shares(*, partners: bool) -> tuple[float, ...]:
    return (10, 13, 27, 35, 15) if partners else (10, 13, 60, 17)


def _texts(match: OwnMatch, *, partners: bool) -> tuple[str, ...]:
    own = (match.partner,) if partners else ()
    return (match.round, match.table, *own, match.against, match.result)
