"""Lists for the desk: entries with fees, check-in, prizes."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import TABLE_HEAD, Book, Column, Table
from paper.layout import Align
from paper.values import EntryRow, PrintHead, Prize
from rules.texts import _

ROW, CHECK_IN_ROW = 8.2, 9.2
ALWAYS = 2
"""Columns of the entries that are there even where nothing stands in them."""


def entry_list(head: PrintHead, rows: Sequence[EntryRow], totals: Sequence[tuple[str, str, str]] = ()) -> bytes:
    """Entries in the order given. `totals` are label, due and paid: the treasurer's last lines."""
    say = head.translate
    book = Book(head, say(_("Entries")))
    columns = (
        Column(say(_("No.")), 13, 10, Align.CENTRE, bold=True),
        Column(say(_("Entry")), 78, 11, bold=True),
        Column(say(_("Club")), 38, 9),
        Column(say(_("Status")), 24, 9),
        Column(say(_("Fee")), 17, 10, Align.RIGHT),
        Column(say(_("Paid")), 17, 10, Align.RIGHT),
    )
    lines = [(row.party.number, row.party.name, row.party.club, row.status, row.fee, row.paid) for row in rows]
    sums = [("", label, "", "", due, paid) for label, due, paid in totals]
    used = [place for place in range(len(columns)) if place < ALWAYS or any(line[place] for line in (*lines, *sums))]
    table = Table(book, [columns[place] for place in used], ROW, growth=book.growth(ROW * (len(lines) + len(sums)), TABLE_HEAD))
    table.head()
    for line in lines:
        table.row([line[place] for place in used])
    for number, line in enumerate(sums):
        table.row([line[place] for place in used], bold=True, line_above=number == 0)
    return book.to_bytes()


def check_in_list(head: PrintHead, rows: Sequence[EntryRow]) -> bytes:
    """With boxes to tick for presence and fee, and room for a signature."""
    say = head.translate
    book = Book(head, say(_("Check-in")))
    with_fee = any(row.fee or row.paid for row in rows)
    money = (Column(say(_("Fee")), 17, 10, Align.RIGHT), Column(say(_("Paid")), 14, 10, Align.CENTRE)) if with_fee else ()
    columns = (
        Column(say(_("No.")), 13, 10, Align.CENTRE, bold=True),
        Column(say(_("Here")), 14, 10, Align.CENTRE),
        Column(say(_("Entry")), 74, 11, bold=True),
        Column(say(_("Club")), 32, 9),
        *money,
        Column(say(_("Signature")), 36, 9),
    )
    table = Table(book, columns, CHECK_IN_ROW, growth=book.growth(CHECK_IN_ROW * len(rows), TABLE_HEAD))
    table.head()
    for row in rows:
        strip = table.row((row.party.number, "", row.party.name, row.party.club, *((row.fee, "") if with_fee else ()), ""))
        boxes = table.boxes(strip)
        for place, ticked in ((1, False), *(((5, bool(row.paid)),) if with_fee else ())):
            book.pen.tick_box(boxes[place].middle - 2.2, strip.y + strip.height / 2 - 2.2, 4.4, ticked=ticked)
    return book.to_bytes()


def prize_list(head: PrintHead, prizes: Sequence[Prize]) -> bytes:
    say = head.translate
    book = Book(head, say(_("Prizes")))
    columns = (
        Column(say(_("Rank")), 18, 16, Align.CENTRE, bold=True),
        Column(say(_("Entry")), 84, 13, bold=True),
        Column(say(_("Prize")), 84, 11),
    )
    table = Table(book, columns, 13)
    table.head()
    for prize in prizes:
        table.row((prize.rank, prize.party.name, prize.prize))
    return book.to_bytes()
