"""A list's text as rows and cells, and the delimiter of its columns, if it has one."""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.reading.files import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, UnreadableListError
from tournaments.reading.headings import is_heading_row, join_headings
from tournaments.reading.lines import has_strong_separator
from tournaments.reading.skipped_rows import HEADING_WITHIN, SkipReason, find_footer, find_heading, find_title_rows
from tournaments.reading.trf import is_trf, read_trf_rows

TAB, SEMICOLON, COMMA = "\t", ";", ","


@dataclass(frozen=True, slots=True)
class ListGridRow:
    """`line` counts from 1 in the text; `text` is the row as it was written."""

    line: int
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListGrid:
    """The rows that hold entries; `heading` is empty where the list has none; `passed`: number, text and reason of all other lines."""

    rows: tuple[ListGridRow, ...]
    heading: tuple[str, ...]
    passed: tuple[tuple[int, str, SkipReason], ...] = ()

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=len(self.heading))


def parse_grid(text: str) -> ListGrid:
    """Split the text into rows and cells. Raises: UnreadableListError when the list is longer or wider than a list of entries can be."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise UnreadableListError(_("The list is longer than 2 MB: import it in parts."))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = _split_rows(lines)
    if len(rows) > MAX_ROWS + 1:
        raise UnreadableListError(_("The list has more than 20,000 rows: import it in parts."))
    if any(len(row.cells) > MAX_COLUMNS for row in rows):
        raise UnreadableListError(_("The list has more than 30 columns: keep those with names, club and seed."))
    return _find_entries(rows)


def _find_entries(rows: list[ListGridRow]) -> ListGrid:
    """Pass over what stands above and below the entries, and over headings that are repeated between them."""
    cells = [row.cells for row in rows]
    first = find_heading(cells)
    heading: tuple[str, ...] = ()
    if first is None:
        start = find_title_rows(cells)
        reasons = dict.fromkeys(range(start), SkipReason.TITLE)
    else:
        last = first + 1 if len(cells) > first + 1 and is_heading_row(cells[first + 1]) else first
        heading, start = join_headings(cells[first], cells[last]), last + 1
        reasons = dict.fromkeys(range(first), SkipReason.TITLE)
        repeated = (index for index in range(start, len(cells)) if cells[index] in (cells[first], cells[last]))
        reasons |= dict.fromkeys(repeated, SkipReason.HEADING)
    reasons |= dict.fromkeys(range(find_footer(cells, start), len(cells)), SkipReason.TOTAL)
    entries = tuple(row for index, row in enumerate(rows) if index >= start and index not in reasons)
    return ListGrid(entries, heading, tuple((rows[index].line, rows[index].text, reason) for index, reason in sorted(reasons.items())))


def _split_rows(lines: list[str]) -> list[ListGridRow]:
    trf_rows = read_trf_rows(lines) if is_trf(lines) else None
    if trf_rows:
        return [ListGridRow(number, lines[number - 1], cells) for number, cells in trf_rows]
    delimiter, skipped = _find_delimiter(lines)
    if not delimiter:
        return [ListGridRow(number, line, (line.strip(),)) for number, line in enumerate(lines, 1) if line.strip()]
    return [row for row in _split_cells(lines, delimiter, skipped) if any(row.cells)]


def _split_cells(lines: list[str], delimiter: str, skipped: int) -> Iterator[ListGridRow]:
    """The rows of a delimited text. A quoted cell may span several lines; its row has the number of the first."""
    reader = csv.reader((f"{line}\n" for line in lines[skipped:]), delimiter=delimiter)
    first = skipped + 1
    try:
        for cells in reader:
            last = skipped + reader.line_num
            yield ListGridRow(first, "\n".join(lines[first - 1 : last]), tuple(" ".join(cell.split()) for cell in cells))
            first = last + 1
    except csv.Error:
        raise UnreadableListError(
            _("From line %(line)d on, the list cannot be split into columns: look for an extra quotation mark.") % {"line": first}
        ) from None


def _find_delimiter(lines: list[str]) -> tuple[str, int]:
    """The delimiter of the columns, empty for lines without columns, and the number of lines to skip (Excel's `sep=;`)."""
    if lines and lines[0].lower().startswith("sep=") and len(lines[0].strip()) == len("sep=;"):
        return lines[0].strip()[-1], 1
    lines_with_text = [line for line in lines if line.strip()]
    if not lines_with_text:
        return "", 0
    if any(TAB in line for line in lines_with_text):
        return TAB, 0
    for delimiter in (SEMICOLON, COMMA):
        beginnings = (line for line in lines_with_text[:HEADING_WITHIN] if delimiter in line)
        if any(is_heading_row(tuple(cell.strip(' "') for cell in line.split(delimiter))) for line in beginnings):
            return delimiter, 0
    if _is_table(lines_with_text, SEMICOLON):
        return SEMICOLON, 0
    if _is_table(lines_with_text, COMMA) and not any(has_strong_separator(line) for line in lines_with_text):
        return COMMA, 0
    return "", 0


def _is_table(lines: list[str], delimiter: str) -> bool:
    """Whether every line has the delimiter equally often, but for a title above and a total below. Quoted cells may contain more of it."""
    if any('"' in line for line in lines):
        return all(delimiter in line or '"' in line for line in lines)
    usual, times = Counter(line.count(delimiter) for line in lines).most_common(1)[0]
    rest = len(lines) - times
    return usual > 0 and (rest == 0 or (len(lines) >= 4 and rest <= 2 and all(line.count(delimiter) == usual for line in lines[1:-1])))
