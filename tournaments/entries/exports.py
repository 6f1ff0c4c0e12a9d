"""Lists as files: CSV in the form that spreadsheets in Italy open, and XLSX."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournaments.entries.queries import EntryLine, read_entry_lines
from tournaments.fields.declaration import DeclaredField, ValueKind
from tournaments.fields.declared import FIELDS
from tournaments.fields.formats import format_value
from tournaments.models import Entry, Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.reading.headings import AGAIN_OF

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\0")
CellValue = str | int | float | None
TEXT = "@"
WIDEST = 60
LONGEST_TITLE = 31
"""Most characters of the title of a worksheet."""
EXPORTED_FIELDS = tuple(field for field in FIELDS if field.exported and field.key != "number")


@dataclass(frozen=True, slots=True)
class FileList:
    """Rows under their headings. Texts stay texts and numbers stay numbers; None is an empty cell."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]


def neutralise_cell(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would read it as a formula; the import removes the apostrophe."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def render_csv(file_list: FileList) -> bytes:
    """UTF-8 with a byte order mark, semicolons and decimal commas, as spreadsheets in Italy open it without a dialog."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([_format_csv_cell(cell) for cell in row] for row in (file_list.headings, *file_list.rows))
    return stream.getvalue().encode("utf-8-sig")


def render_xlsx(file_list: FileList) -> bytes:
    """A workbook with one sheet; text cells are typed as text, so no name is read as a formula."""
    import openpyxl  # noqa: PLC0415 - 30 MB that a desk without workbooks does not need
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, TYPE_STRING  # noqa: PLC0415 - comes with it

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = file_list.title[:LONGEST_TITLE]
    sheet.freeze_panes = "A2"
    for row_number, row in enumerate((file_list.headings, *file_list.rows), start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(row_number, column, value if not isinstance(value, str) else ILLEGAL_CHARACTERS_RE.sub("", value))
            if isinstance(value, str):
                cell.data_type, cell.number_format = TYPE_STRING, TEXT
            if row_number == 1:
                cell.font = openpyxl.styles.Font(bold=True)
    for column, cells in enumerate(zip(file_list.headings, *file_list.rows, strict=True), start=1):
        longest = max(len(str(cell)) for cell in cells if cell is not None)
        sheet.column_dimensions[openpyxl.utils.get_column_letter(column)].width = min(longest, WIDEST) + 2
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


FILE_KINDS: dict[str, tuple[Callable[[FileList], bytes], str]] = {
    "csv": (render_csv, "text/csv; charset=utf-8"),
    "xlsx": (render_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""By file ending: the writer and the content type."""


def read_entries_list(tournament: Tournament) -> FileList:
    """The entries under headings that the import recognises: number, persons, every declared field, and after whom they re-entered."""
    size = tournament.entry_size
    persons = [gettext("Player %(number)d") % {"number": number} for number in range(1, size + 1)]
    headings = [heading for field in EXPORTED_FIELDS for heading in _list_headings(field, size)]
    lines = read_entry_lines(tournament)
    rows = [_build_entry_cells(line, size) for line in lines]
    again = dict(Entry.objects.filter(tournament=tournament, again_of__isnull=False).values_list("number", "again_of__number"))
    if again:
        headings.append(str(AGAIN_OF.label))
        rows = [(*row, again.get(line.number)) for row, line in zip(rows, lines, strict=True)]
    return FileList(gettext("Entries"), (gettext("Number"), *persons, *headings), tuple(rows))


def _list_headings(field: DeclaredField, size: int) -> list[str]:
    return [f"{field.title} {number}" for number in range(1, size + 1)] if field.is_of_person else [str(field.title)]


def _format_csv_cell(cell: CellValue) -> str:
    if isinstance(cell, str):
        return neutralise_cell(cell)
    return "" if cell is None else str(cell).removesuffix(".0").replace(".", ",")


def _build_entry_cells(line: EntryLine, size: int) -> tuple[CellValue, ...]:
    team = "" if line.name == NAME_SEPARATOR.join(line.persons) else line.name
    cells: list[CellValue] = [line.number, *_fill_up(line.persons, size)]
    for field in EXPORTED_FIELDS:
        value = team if field.key == "name" else line.values[field.key]
        cells += _fill_up(value, size) if field.is_of_person else [_build_cell(field, value)]
    return tuple(cells)


def _fill_up(texts: Sequence[str], size: int) -> list[str]:
    return [*texts, *[""] * size][:size]


def _build_cell(field: DeclaredField, value: Any) -> CellValue:
    if field.kind is ValueKind.MONEY:
        return float(value / 100)
    return value if field.kind is ValueKind.NUMBER else format_value(field, value)
