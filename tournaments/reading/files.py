"""The text of an uploaded file, whatever program wrote it."""

import datetime as dt
import io
import zipfile
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.people.names import clean_name
from tournaments.reading.archives import ARCHIVE_ERRORS

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 20_000
MAX_COLUMNS = 30
MAX_SHEETS = 10
"""Only so many sheets of a workbook are read."""
MAX_MEMBERS = 500
MAX_UNCOMPRESSED_BYTES = 10 * 1024 * 1024
"""Of a whole workbook: 20,000 rows of 7 cells need less. Four times as much, all of it empty cells, took a minute and two gigabytes."""

_OTHER_FORMATS = {
    b"\xd0\xcf\x11\xe0": _("This is a file of an old Excel: open it and save it as XLSX or CSV."),
    b"%PDF": _("This is a PDF: save the list as XLSX or CSV, or copy its rows into the box."),
    b"PK\x03\x04": _("This file is not an Excel workbook (XLSX): save the list as XLSX or CSV."),
}


class UnreadableListError(Exception):
    """The list cannot be parsed at all; `message` says why and what to do."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet of a workbook as lines of text; the name is empty for any other file."""

    name: str
    text: str


def read_file_sheets(content: bytes) -> tuple[SheetText, ...]:
    """The file as lines of text; of an XLSX workbook every sheet that holds anything, one line a row, with tabs between cells.

    Line n of the text is row n of the sheet, so that problems can be found in the original.
    Raises: UnreadableListError.
    """
    if len(content) > MAX_BYTES:
        raise UnreadableListError(_("The file is larger than 2 MB: a list of 20,000 entries needs less. Save only the list."))
    if _is_workbook(content):
        return _read_workbook_sheets(content)
    for beginning, message in _OTHER_FORMATS.items():
        if content.startswith(beginning):
            raise UnreadableListError(message)
    return (SheetText("", _decode(content)),)


def _decode(content: bytes) -> str:
    for encoding in _guess_encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.removeprefix("\ufeff")
    raise UnreadableListError(_("This file is not a text that can be read: save the list as XLSX or as CSV (UTF-8)."))


def _guess_encodings(content: bytes) -> tuple[str, ...]:
    """Candidates, most certain first. UTF-16 without a byte order mark has a NUL as every second byte of plain letters."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    if 3 * content.count(0) > len(content):
        return ("utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be",)
    return ("utf-8-sig", "cp1252")


def _is_workbook(content: bytes) -> bool:
    if not content.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            is_too_large = len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNCOMPRESSED_BYTES
            if is_too_large or any(_expands_without_limit(archive.read(member)) for member in members):
                raise UnreadableListError(_("The workbook contains far more than a list: copy the list into a new one and save that."))
    except ARCHIVE_ERRORS:
        raise UnreadableListError(_("The file is damaged: copy it again from where it comes, or save it as CSV.")) from None
    return any(member.filename == "xl/workbook.xml" for member in members)


def _expands_without_limit(content: bytes) -> bool:
    """Whether a member declares XML entities, which no spreadsheet program does and of which a few bytes become gigabytes, or more sheets
    than MAX_MEMBERS, each of which would be opened.
    """
    entities = any("<!DOCTYPE".encode(encoding) in content for encoding in ("ascii", "utf-16-le", "utf-16-be"))
    return entities or content.count(b"sheetId=") > MAX_MEMBERS


def _read_workbook_sheets(content: bytes) -> tuple[SheetText, ...]:
    from openpyxl import load_workbook  # noqa: PLC0415 - 30 MB that a desk without workbooks does not need

    try:
        workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = [SheetText(clean_name(sheet.title), _read_sheet(sheet)) for sheet in workbook.worksheets[:MAX_SHEETS]]
    except Exception as problem:  # openpyxl lets through whatever its parsers meet in a damaged file
        raise UnreadableListError(_("The workbook cannot be opened: save the list as CSV, or copy its rows into the box.")) from problem
    return tuple(sheet for sheet in sheets if sheet.text.strip()) or (SheetText("", ""),)


def _read_sheet(sheet: Any) -> str:
    rows = sheet.iter_rows(max_row=MAX_ROWS + 2, max_col=MAX_COLUMNS, values_only=True)
    lines = ["\t".join(_format_cell(value) for value in row).rstrip("\t") for row in rows]
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


def _format_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.date):
        return value.isoformat()
    return clean_name(str(value))
