"""Lists for the desk: entries with fees, check-in and prizes."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book, render_empty_paper
from paper.layout import Align, PrintPicture, Rect
from paper.layout.tags import TagKind
from paper.tables import TABLE_HEAD, PrintColumn, PrintTable
from paper.values import EntryRow, PrintHead, Prize
from rules.texts import _

ROW, CHECK_IN_ROW, PRIZE_ROW = 8.2, 9.2, 13.0
FIGURE, CAPTION, FIGURES_ABREAST = 48.0, 11.0, 3
FIXED_COLUMNS = 2
"""Columns of the entry list that are printed even if they are empty."""


def render_entry_list(head: PrintHead, rows: Sequence[EntryRow], totals: Sequence[tuple[str, str, str]] = ()) -> bytes:
    """Entries in the order given, without the columns that are empty; `totals` are label, due and paid of the last lines."""
    if not rows:
        return render_empty_paper(head, head.translate(_("Entries")))
    translate = head.translate
    book = Book(head, translate(_("Entries")))
    columns = (
        PrintColumn(translate(_("No.")), 13, 10, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 78, 11, bold=True, names=True),
        PrintColumn(translate(_("Club")), 38, 9),
        PrintColumn(translate(_("Status")), 24, 9),
        PrintColumn(translate(_("Fee")), 17, 10, Align.RIGHT),
        PrintColumn(translate(_("Paid")), 17, 10, Align.RIGHT),
    )
    lines = [(row.party.number, row.party.name, row.party.club, row.status, row.fee, row.paid) for row in rows]
    total_lines = [("", label, "", "", due, paid) for label, due, paid in totals]
    used = [place for place in range(len(columns)) if place < FIXED_COLUMNS or any(line[place] for line in (*lines, *total_lines))]
    table = PrintTable(
        book, [columns[place] for place in used], ROW, growth=book.compute_growth(ROW * (len(lines) + len(total_lines)), TABLE_HEAD)
    )
    table.begin_rows([[line[place] for place in used] for line in lines])
    for line in lines:
        table.draw_row([line[place] for place in used])
    for number, line in enumerate(total_lines):
        table.draw_row([line[place] for place in used], bold=True, line_above=number == 0)
    return book.to_bytes()


def render_check_in_list(head: PrintHead, rows: Sequence[EntryRow]) -> bytes:
    """Entries with boxes to tick for presence and fee, and room for a signature."""
    if not rows:
        return render_empty_paper(head, head.translate(_("Check-in")))
    translate = head.translate
    book = Book(head, translate(_("Check-in")))
    with_fee = any(row.fee or row.paid for row in rows)
    money = (
        (PrintColumn(translate(_("Fee")), 17, 10, Align.RIGHT), PrintColumn(translate(_("Paid")), 14, 10, Align.CENTRE)) if with_fee else ()
    )
    columns = (
        PrintColumn(translate(_("No.")), 13, 10, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Here")), 14, 10, Align.CENTRE),
        PrintColumn(translate(_("Entry")), 74, 11, bold=True, names=True),
        PrintColumn(translate(_("Club")), 32, 9),
        *money,
        PrintColumn(translate(_("Signature")), 36, 9),
    )
    table = PrintTable(book, columns, CHECK_IN_ROW, growth=book.compute_growth(CHECK_IN_ROW * len(rows), TABLE_HEAD))
    lines = [(row.party.number, "", row.party.name, row.party.club, *((row.fee, "") if with_fee else ()), "") for row in rows]
    table.begin_rows(lines)
    for row, line in zip(rows, lines, strict=True):
        strip = table.draw_row(line)
        boxes = table.split_cells(strip)
        for place, ticked in ((1, False), *(((5, bool(row.paid)),) if with_fee else ())):
            book.pen.draw_tick_box(boxes[place].center_x - 2.2, strip.y + strip.height / 2 - 2.2, 4.4, ticked=ticked)
    return book.to_bytes()


def render_prize_list(head: PrintHead, prizes: Sequence[Prize], total: str = "", figures: Sequence[tuple[str, PrintPicture]] = ()) -> bytes:
    """One row for each prize; without names, as long as nobody has won them, with their worth below if it is known, then `figures`: what
    is won and how it looks.
    """
    if not prizes:
        return render_empty_paper(head, head.translate(_("Prizes")))
    translate = head.translate
    book = Book(head, translate(_("Prizes")))
    won = any(prize.party.names for prize in prizes)
    columns = (
        PrintColumn(translate(_("Rank")), 24, 16, Align.CENTRE, bold=True),
        *((PrintColumn(translate(_("Entry")), 80, 13, bold=True, names=True),) if won else ()),
        PrintColumn(translate(_("Prize")), 82 if won else 162, 11 if won else 14),
    )
    rows = [(prize.rank, *((prize.party.name,) if won else ()), prize.prize) for prize in prizes]
    table = PrintTable(book, columns, PRIZE_ROW)
    table.begin_rows(rows)
    for row in rows:
        table.draw_row(row)
    if total:
        book.y += 2
        book.add_paragraph(total, 11)
    _draw_figures(book, figures)
    return book.to_bytes()


def _draw_figures(book: Book, figures: Sequence[tuple[str, PrintPicture]]) -> None:
    """Photographs side by side, each above its words."""
    for first in range(0, len(figures), FIGURES_ABREAST):
        book.ensure_space(FIGURE + CAPTION)
        strip = book.take_strip(FIGURE + CAPTION)
        for place, (words, picture) in enumerate(figures[first : first + FIGURES_ABREAST]):
            box = strip.split_columns(*[1] * FIGURES_ABREAST)[place].inset(2, 2)
            name = f"prize{first + place}"
            book.document.add_picture(name, picture)
            seen = Rect(box.x, box.y, box.width, FIGURE - 4).fit_proportion(picture.width, picture.height)
            with book.pen.figure(seen, words):
                book.pen.place_picture(name, seen)
            with book.pen.tagged(book.document.tag.add(TagKind.PARAGRAPH)):
                book.pen.draw_text(Rect(box.x, box.y + FIGURE - 3, box.width, CAPTION - 2), words, 10, align=Align.CENTRE, lines=2)
