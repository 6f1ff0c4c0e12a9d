"""The rounds of one entry: movement cards to carry from table to table, and records of all rounds."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book, render_empty_paper
from paper.layout import A4, BOLD, HAIRLINE, HEAVY, REGULAR, Align, Document, Pen, Rect, join_texts
from paper.tables import PrintColumn, PrintTable
from paper.values import EntryMatch, EntryRounds, PrintHead
from rules.texts import _

ACROSS, DOWN = 2, 3
HEAD = 18.0
TALLEST_ROW = 12.5
RECORD_ROW = 7.0


def render_movement_cards(head: PrintHead, players: Sequence[EntryRounds]) -> bytes:
    """Six cards to the A4 page, with dashed lines to cut along."""
    if not players:
        return render_empty_paper(head, head.translate(_("Movement cards")))
    document = Document(head.tournament, language=head.language)
    width, height = A4.width / ACROSS, A4.height / DOWN
    partners = _has_partners(players)
    for start in range(0, len(players), ACROSS * DOWN):
        page = document.add_page(A4)
        page.draw_dashes(width, 0, width, A4.height)
        for row in range(1, DOWN):
            page.draw_dashes(0, row * height, A4.width, row * height)
        for index, player in enumerate(players[start : start + ACROSS * DOWN]):
            row, column = divmod(index, ACROSS)
            _draw_movement_card(page, head, player, Rect(column * width, row * height, width, height).inset(9, 8.5), partners=partners)
    return document.to_bytes()


def _draw_movement_card(pen: Pen, head: PrintHead, player: EntryRounds, area: Rect, *, partners: bool) -> None:
    number = Rect(area.x, area.y, 15, HEAD - 6)
    names = Rect(number.right + 2, area.y, area.width - 17, HEAD - 10)
    pen.draw_text(number, player.party.number, 28, least=8, face=BOLD, align=Align.CENTRE)
    pen.draw_text(names, player.party.name, 15, least=6.5, face=BOLD, lines=2)
    pen.draw_text(Rect(names.x, names.bottom, names.width, 4), join_texts((player.party.club, head.tournament)), 7.5, least=5)
    shares = _list_column_shares(partners=partners)
    top = Rect(area.x, area.y + HEAD - 5, area.width, 4.6)
    for label, cell in zip(_build_headings(head, partners=partners), top.split_columns(*shares), strict=True):
        pen.draw_text(cell.inset(0.8, 0), label, 7, least=4.5, face=BOLD)
    pen.draw_line(top.x, top.bottom, top.right, top.bottom, HEAVY)
    rest = Rect(area.x, top.bottom, area.width, area.bottom - top.bottom)
    step = min(TALLEST_ROW, rest.height / max(len(player.matches), 1))
    for index, match in enumerate(player.matches):
        strip = Rect(rest.x, rest.y + index * step, rest.width, step)
        _draw_card_row(pen, match, strip, shares, partners=partners)


def _draw_card_row(pen: Pen, match: EntryMatch, strip: Rect, shares: Sequence[float], *, partners: bool) -> None:
    texts = _list_cell_texts(match, partners=partners)
    for index, (text, cell) in enumerate(zip(texts, strip.split_columns(*shares), strict=True)):
        large = index == 1
        face = BOLD if large else REGULAR
        pen.draw_text(
            Rect(cell.x + 0.8, cell.y + 0.2, cell.width - 2.4, cell.height - 0.4),
            text,
            16 if large else 9.5,
            least=4.5,
            lines=1 if large else 3,
            face=face,
        )
    pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)


def render_entry_records(head: PrintHead, players: Sequence[EntryRounds]) -> bytes:
    """Each entry with all its rounds, kept together on a page if they fill at most half of it."""
    book = Book(head, head.translate(_("Everybody’s rounds")))
    partners = _has_partners(players)
    for player in players:
        _draw_record(book, player, partners=partners)
    return book.to_bytes()


def _draw_record(book: Book, player: EntryRounds, *, partners: bool) -> None:
    height = 10 + 7 + len(player.matches) * RECORD_ROW + 4
    if height <= book.area.height / 2:
        book.ensure_space(height)
    book.ensure_space(10 + 7 + RECORD_ROW)
    strip = book.take_strip(10).inset(1, 1.2)
    name, total = strip.split_columns(4, 1)
    book.pen.draw_text(name, join_texts((player.party.number, player.party.name, player.party.club)), 13, least=6.5, face=BOLD, lines=2)
    book.pen.draw_text(total, player.total, 10, least=5.5, align=Align.RIGHT)
    sizes = (9.0, 12.0, 10.0, 10.0, 10.0) if partners else (9.0, 12.0, 10.0, 10.0)
    columns = [
        PrintColumn(label, share, size, bold=index == 1)
        for index, (label, share, size) in enumerate(
            zip(_build_headings(book.head, partners=partners), _list_column_shares(partners=partners), sizes, strict=True)
        )
    ]
    table = PrintTable(book, columns, RECORD_ROW)
    table.begin_rows()
    for match in player.matches:
        table.draw_row(_list_cell_texts(match, partners=partners))
    book.y += 4


def _has_partners(players: Sequence[EntryRounds]) -> bool:
    return any(match.partner for player in players for match in player.matches)


def _build_headings(head: PrintHead, *, partners: bool) -> tuple[str, ...]:
    translate = head.translate
    partner_heading = (translate(_("With")),) if partners else ()
    return (translate(_("Round")), translate(_("Table")), *partner_heading, translate(_("Against")), translate(_("Result")))


def _list_column_shares(*, partners: bool) -> tuple[float, ...]:
    return (10, 13, 27, 35, 15) if partners else (10, 13, 60, 17)


def _list_cell_texts(match: EntryMatch, *, partners: bool) -> tuple[str, ...]:
    partner_cell = (match.partner,) if partners else ()
    return (match.round, match.table, *partner_cell, match.against, match.result)
