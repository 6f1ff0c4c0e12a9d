"""The preview of a parsed list: every faulty row, and the first of the good ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.reading.faults import describe_fault
from tournaments.reading.lists import ParsedColumn, ParsedList, ParsedRow

GOOD_SHOWN = 30
BAD_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PreviewRow:
    line: int
    text: str
    persons: tuple[str, ...]
    club: str
    seed: int | None
    name: str
    note: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListPreview:
    """Counts are of the whole list, rows only those that are displayed."""

    columns: tuple[ParsedColumn, ...]
    has_heading: bool
    good_count: int
    bad_count: int
    good: tuple[PreviewRow, ...]
    bad: tuple[PreviewRow, ...]
    has_names: bool
    has_notes: bool

    @property
    def more_good(self) -> int:
        return self.good_count - len(self.good)

    @property
    def more_bad(self) -> int:
        return self.bad_count - len(self.bad)


def build_preview(parsed: ParsedList) -> ListPreview:
    return ListPreview(
        columns=parsed.columns,
        has_heading=parsed.has_heading,
        good_count=len(parsed.good_rows),
        bad_count=len(parsed.bad_rows),
        good=_build_preview_rows(parsed.good_rows[:GOOD_SHOWN]),
        bad=_build_preview_rows(parsed.bad_rows[:BAD_SHOWN]),
        has_names=any(row.name for row in parsed.good_rows),
        has_notes=any(row.note for row in parsed.good_rows),
    )


def _build_preview_rows(rows: Sequence[ParsedRow]) -> tuple[PreviewRow, ...]:
    return tuple(
        PreviewRow(
            line=row.line,
            text=row.text.strip().replace("\t", " ⇥ "),
            persons=row.persons,
            club=row.club,
            seed=row.seed,
            name=row.name,
            note=row.note,
            problems=tuple(dict.fromkeys(describe_fault(fault) for fault in row.faults)),
        )
        for row in rows
    )
