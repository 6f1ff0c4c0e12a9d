"""Lists that leave the site as files: CSV as spreadsheets in Italy open it, and XLSX."""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, TYPE_STRING
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.entries.queries import EntryLine, entry_lines
from tournaments.models import Tournament
from tournaments.people.names import NAME_SEPARATOR

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\0")
Cell = str | int | float | None
TEXT = "@"
WIDEST = 60
LONGEST_TITLE = 31
"""Of a sheet in a workbook."""


@dataclass(frozen=True, slots=True)
class FileList:
    """Rows under their headings. Texts stay texts and numbers numbers; None is an empty cell."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def neutral_cell(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula; `reading` takes the apostrophe away again."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def csv_bytes(listed: FileList) -> bytes:
    """UTF-8 with its mark, semicolons and decimal commas, as spreadsheets in Italy open them without asking."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([_csv_cell(cell) for cell in row] for row in (listed.headings, *listed.rows))
    return stream.getvalue().encode("utf-8-sig")


def xlsx_bytes(listed: FileList) -> bytes:
    """A workbook of one sheet, whose texts are typed as texts: no name is a formula there."""
    book = Workbook()
    sheet = book.active
    sheet.title = listed.title[:LONGEST_TITLE]
    sheet.freeze_panes = "A2"
    for at, row in enumerate((listed.headings, *listed.rows), start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(at, column, value if not isinstance(value, str) else ILLEGAL_CHARACTERS_RE.sub("", value))
            if isinstance(value, str):
                cell.data_type, cell.number_format = TYPE_STRING, TEXT
            if at == 1:
                cell.font = Font(bold=True)
    for column, cells in enumerate(zip(listed.headings, *listed.rows, strict=True), start=1):
        longest = max(len(str(cell)) for cell in cells if cell is not None)
        sheet.column_dimensions[get_column_letter(column)].width = min(longest, WIDEST) + 2
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


KINDS: dict[str, tuple[Callable[[FileList], bytes], str]] = {
    "csv": (csv_bytes, "text/csv; charset=utf-8"),
    "xlsx": (xlsx_bytes, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""By the ending of the file: what writes it, and what a browser is told that it is."""


def entries_list(tournament: Tournament) -> FileList:
    """With headings that our import knows."""
    size = tournament.entry_size
    persons = [gettext("Player %(number)d") % {"number": number} for number in range(1, size + 1)]
    told = [gettext("Team"), gettext("Club"), gettext("Seed"), gettext("Note"), gettext("Paid"), gettext("State")]
    rows = tuple(_entry_cells(line, size) for line in entry_lines(tournament))
    return FileList(gettext("Entries"), (gettext("Number"), *persons, *told), rows)


def _csv_cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return neutral_cell(cell)
    return "" if cell is None else str(cell).removesuffix(".0").replace(".", ",")


def _entry_cells(line: EntryLine, size: int) -> tuple[Cell, ...]:
    persons = [*line.persons, *[""] * size][:size]
    team = "" if line.name == NAME_SEPARATOR.join(line.persons) else line.name
    return (line.number, *persons, team, line.club, line.seed, line.note, line.fee_paid_cents / 100, line.state_label)
