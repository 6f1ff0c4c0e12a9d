"""Tables over pages. If this failed, headings would stand alone at the foot of a page, or the heavy lines at odd rows."""

from unittest import mock

from paper.book import Book
from paper.layout import A4, CanvasPen
from paper.tables import HEAVY, TABLE_HEAD, PrintColumn, PrintTable
from tests.paper.samples import head

ROW = 8.0


def begin_below(free: float) -> tuple[Book, PrintTable]:
    """A table whose headings are drawn where so much of the page is free."""
    book = Book(head(), "Table", A4)
    book.ensure_space(ROW)
    book.take_strip(book.free_area.height - free)
    table = PrintTable(book, (PrintColumn("Name", 1.0, 10),), ROW, heavy_every=3)
    return book, table


def test_headings_stand_on_a_page_with_room_for_a_row_below_them() -> None:
    for free, pages in ((TABLE_HEAD + ROW + 0.5, 1), (TABLE_HEAD + ROW - 0.5, 2), (ROW + 0.5, 2)):
        book, table = begin_below(free)
        table.begin_rows()
        table.draw_row(("Anna",))
        assert book.count_pages() == pages, free


def test_rows_are_counted_anew_where_a_table_goes_on_on_another_page() -> None:
    """Two rows, then headings on the next page: the third row from there on has the heavy line."""
    _book, table = begin_below(TABLE_HEAD + 2 * ROW + 1)
    table.begin_rows()
    lines: list[float] = []
    with mock.patch.object(CanvasPen, "draw_line", lambda _pen, *_ends: lines.append(_ends[-1])):
        for _row in range(2):
            table.draw_row(("Anna",))
        table.begin_rows()
        lines.clear()
        for _row in range(3):
            table.draw_row(("Anna",))
    assert [line == HEAVY for line in lines] == [False, False, True]
