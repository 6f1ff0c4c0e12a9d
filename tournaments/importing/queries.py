"""The preview of a parsed list: every faulty row, and the first of the good ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.fields.declaration import DeclaredField
from tournaments.fields.declared import FIELDS
from tournaments.fields.formats import format_value, format_values
from tournaments.reading.faults import describe_fault
from tournaments.reading.files import SheetText, UnreadableListError
from tournaments.reading.headings import AGAIN_OF
from tournaments.reading.lists import ParsedColumn, ParsedList, parse_list
from tournaments.reading.rows import ExistingEntries, ParsedRow
from tournaments.reading.skipped_rows import SKIP_REASON_WORDS

GOOD_SHOWN = 30
BAD_SHOWN = 200
EXAMPLE_NAMES = (("Rossi", "Mario"), ("Bianchi", "Anna"), ("Verdi", "Ugo"), ("Neri", "Ida"))
ALWAYS_SHOWN = frozenset({"club", "seed"})


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """`cells`: text of each of the preview's columns, and whether it is a number."""

    line: int
    text: str
    persons: tuple[str, ...]
    cells: tuple[tuple[str, bool], ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviewColumn:
    title: str | Promise
    is_numeric: bool


@dataclass(frozen=True, slots=True)
class ListPreview:
    """Counts are of the whole list, rows only those that are displayed; `fields` are the columns after the persons."""

    columns: tuple[ParsedColumn, ...]
    has_heading: bool
    good_count: int
    bad_count: int
    good: tuple[PreviewRow, ...]
    bad: tuple[PreviewRow, ...]
    fields: tuple[PreviewColumn, ...]
    passed: tuple[tuple[int, str, str | Promise], ...]
    """Lines that are no entries: number, text, reason."""
    one_person_a_row: bool

    @property
    def more_good(self) -> int:
        return self.good_count - len(self.good)

    @property
    def more_bad(self) -> int:
        return self.bad_count - len(self.bad)


def list_example_lines(size: int) -> tuple[str, ...]:
    """Ways of writing an entry of so many persons on a line, all of which are understood."""
    names = EXAMPLE_NAMES[:size]
    whole = [" ".join(name) for name in names]
    lines = (" / ".join(whole), f"{' / '.join(whole)}, Bar Sport", f"{' - '.join(whole)} (Bar Sport)")
    if size == 1:
        return lines
    return (*lines, " e ".join(surname for surname, _first in names), " / ".join(", ".join(name) for name in names))


def build_preview(parsed: ParsedList) -> ListPreview:
    fields = [field for field in FIELDS if field.key in ALWAYS_SHOWN or any(_format_cell(field, row) for row in parsed.good_rows)]
    with_again = any(row.again_of is not None for row in parsed.good_rows)
    return ListPreview(
        columns=parsed.columns,
        has_heading=parsed.has_heading,
        good_count=len(parsed.good_rows),
        bad_count=len(parsed.bad_rows),
        good=_build_preview_rows(parsed.good_rows[:GOOD_SHOWN], fields, with_again=with_again),
        bad=_build_preview_rows(parsed.bad_rows[:BAD_SHOWN], fields, with_again=with_again),
        fields=(
            *(PreviewColumn(field.title, field.is_numeric) for field in fields),
            *([PreviewColumn(AGAIN_OF.label, is_numeric=True)] if with_again else []),
        ),
        passed=tuple((line, _format_line(text), SKIP_REASON_WORDS[reason]) for line, text, reason in parsed.passed),
        one_person_a_row=parsed.one_person_a_row,
    )


def _build_preview_rows(rows: Sequence[ParsedRow], fields: Sequence[DeclaredField], *, with_again: bool) -> tuple[PreviewRow, ...]:
    return tuple(
        PreviewRow(
            line=row.line,
            text=_format_line(row.text),
            persons=row.details.persons,
            cells=(
                *((_format_cell(field, row), field.is_numeric) for field in fields),
                *([(str(row.again_of or ""), True)] if with_again else []),
            ),
            problems=tuple(dict.fromkeys(describe_fault(fault) for fault in row.faults)),
        )
        for row in rows
    )


def choose_sheet(sheets: Sequence[SheetText], size: int) -> int:
    """The index of the sheet that holds the list: the one with the most rows that can be read as entries."""
    return max(range(len(sheets)), key=lambda index: (_count_entries(sheets[index], size), -index))


def _count_entries(sheet: SheetText, size: int) -> int:
    try:
        return len(parse_list(sheet.text, size=size, existing=ExistingEntries()).good_rows)
    except UnreadableListError:
        return 0


def _format_line(text: str) -> str:
    return text.strip().replace("\t", " ⇥ ")


def _format_cell(field: DeclaredField, row: ParsedRow) -> str:
    if field.is_of_person:
        return format_values(field, [values.get(field.key, "") for values in row.details.person_values])
    value = row.details.values[field.key]
    return "" if value == field.empty else format_value(field, value)
