"""Lists for the desk: entries with fees, check-in, prizes."""

from __future__ import annotations

from collections.abc import Sequence

from rules.texts import _
from tournaments.printouts.book import Book, Column, Table
from tournaments.printouts.layout import Align
from tournaments.printouts.values import EntryRow, PrintHead, Prize


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
    table = Table(book, columns, 8.2)
    table.head()
    for row in rows:
        table.row((row.party.number, row.party.name, row.party.club, row.status, row.fee, row.paid))
    for place, (label, due, paid) in enumerate(totals):
        table.row(("", label, "", "", due, paid), bold=True, line_above=place == 0)
    return book.to_bytes()


def check_in_list(head: PrintHead, rows: Sequence[EntryRow]) -> bytes:
    """With boxes to tick for presence and fee, and room for a signature."""
    say = head.translate
    book = Book(head, say(_("Check-in")))
    columns = (
        Column(say(_("No.")), 13, 10, Align.CENTRE, bold=True),
        Column(say(_("Here")), 14, 10, Align.CENTRE),
        Column(say(_("Entry")), 74, 11, bold=True),
        Column(say(_("Club")), 32, 9),
        Column(say(_("Fee")), 17, 10, Align.RIGHT),
        Column(say(_("Paid")), 14, 10, Align.CENTRE),
        Column(say(_("Signature")), 36, 9),
    )
    table = Table(book, columns, 9.2)
    table.head()
    for row in rows:
        strip = table.row((row.party.number, "", row.party.name, row.party.club, row.fee, "", ""))
        boxes = table.boxes(strip)
        for place, ticked in ((1, False), (5, bool(row.paid))):
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
