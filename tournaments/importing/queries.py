"""A list that was read, as its preview shows it: every bad row, and the first of the good ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.reading.faults import describe_fault
from tournaments.reading.lists import ReadColumn, ReadList, ReadRow

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
class Preview:
    """Counts are of the whole list, rows only those that are shown."""

    columns: tuple[ReadColumn, ...]
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


def preview_of(read: ReadList) -> Preview:
    return Preview(
        columns=read.columns,
        has_heading=read.has_heading,
        good_count=len(read.good),
        bad_count=len(read.bad),
        good=_shown(read.good[:GOOD_SHOWN]),
        bad=_shown(read.bad[:BAD_SHOWN]),
        has_names=any(row.name for row in read.good),
        has_notes=any(row.note for row in read.good),
    )


def _shown(rows: Sequence[ReadRow]) -> tuple[PreviewRow, ...]:
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
