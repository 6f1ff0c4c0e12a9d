"""A parsed list of entries: every column, every row, and the faults of each row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from django.core.exceptions import ValidationError

from tournaments.people.names import MAX_NAME_LENGTH, clean_name, compute_person_key, validate_name
from tournaments.reading.grid import ListGrid, ListGridRow, parse_grid
from tournaments.reading.headings import PERSON_ROLES, ColumnRole, parse_heading_roles
from tournaments.reading.lines import has_strong_separator, split_line

MAX_SEED = 9_999


class FaultCode(StrEnum):
    """Why a row cannot be imported; `faults.FAULT_SENTENCES` has the words."""

    NO_NAME = "no_name"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NAME_TOO_LONG = "name_too_long"
    NAME_REFUSED = "name_refused"
    TWICE_IN_ROW = "twice_in_row"
    TWICE_IN_LIST = "twice_in_list"
    ALREADY_ENTERED = "already_entered"
    SEED_NOT_A_NUMBER = "seed_not_a_number"
    SEED_TWICE = "seed_twice"
    SEED_TAKEN = "seed_taken"


@dataclass(frozen=True, slots=True)
class RowFault:
    """`field` is the box of the entry form that the fault belongs to: `person_0`, `club`, `seed` …"""

    fault: FaultCode
    params: dict[str, str | int]
    field: str


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """One row, understood as far as possible. It can be imported when it has no faults."""

    line: int
    text: str
    persons: tuple[str, ...]
    club: str = ""
    seed: int | None = None
    name: str = ""
    note: str = ""
    faults: tuple[RowFault, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedColumn:
    """A column of the list: its heading (may be empty), its role, and its first cell that is not empty."""

    index: int
    heading: str
    role: ColumnRole
    example: str


@dataclass(frozen=True, slots=True)
class ExistingEntries:
    """The persons and seeds that the tournament already has: number of the entry by `compute_person_key`, and by seed."""

    persons: dict[str, int] = field(default_factory=dict)
    seeds: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ParsedList:
    columns: tuple[ParsedColumn, ...]
    rows: tuple[ParsedRow, ...]
    has_heading: bool

    @cached_property
    def good_rows(self) -> tuple[ParsedRow, ...]:
        return tuple(row for row in self.rows if not row.faults)

    @cached_property
    def bad_rows(self) -> tuple[ParsedRow, ...]:
        return tuple(row for row in self.rows if row.faults)

    @property
    def roles(self) -> tuple[ColumnRole, ...]:
        return tuple(column.role for column in self.columns)


def parse_list(text: str, *, size: int, existing: ExistingEntries, roles: Sequence[ColumnRole] = ()) -> ParsedList:
    """Parse `text` as entries of `size` persons; `roles`, when given, are the column roles that the director chose.

    Raises: UnreadableListError when the text is no list at all (too long, or it cannot be split).
    """
    grid = parse_grid(text)
    column_roles = tuple(roles) if len(roles) == grid.width and roles else _guess_roles(grid, size)
    rows = _add_repetition_faults([_parse_row(row, column_roles, size) for row in grid.rows], existing)
    return ParsedList(_build_columns(grid, column_roles), rows, has_heading=bool(grid.heading))


def _build_columns(grid: ListGrid, roles: Sequence[ColumnRole]) -> tuple[ParsedColumn, ...]:
    def find_example(index: int) -> str:
        return next((row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]), "")

    headings = [*grid.heading, *[""] * len(roles)]
    return tuple(ParsedColumn(index, headings[index], role, find_example(index)) for index, role in enumerate(roles))


def _guess_roles(grid: ListGrid, size: int) -> tuple[ColumnRole, ...]:
    if grid.heading:
        roles = parse_heading_roles(grid.heading)
        return roles + (ColumnRole.UNUSED,) * (grid.width - len(roles))
    if grid.width <= 1:
        return (ColumnRole.LINE,) * grid.width
    return _guess_roles_by_content(grid, size)


def _guess_roles_by_content(grid: ListGrid, size: int) -> tuple[ColumnRole, ...]:
    """Roles without a heading: numbers before the names count the rows, numbers after them are seeds; then persons, club, note."""
    text_columns = [index for index in range(grid.width) if not _is_numeric(grid, index)]
    roles = [ColumnRole.UNUSED] * grid.width
    if text_columns:
        for index in range(text_columns[0] + 1, grid.width):
            if _is_numeric(grid, index) and ColumnRole.SEED not in roles:
                roles[index] = ColumnRole.SEED
    for index, role in zip(text_columns, _guess_text_roles(grid, text_columns, size), strict=False):
        roles[index] = role
    return tuple(roles)


def _guess_text_roles(grid: ListGrid, text_columns: Sequence[int], size: int) -> tuple[ColumnRole, ...]:
    if text_columns and _holds_mostly(grid, text_columns[0], has_strong_separator):
        return (ColumnRole.LINE, ColumnRole.CLUB, ColumnRole.NOTE)
    if len(text_columns) >= 2 * size and all(
        not _holds_mostly(grid, index, lambda cell: " " in cell) for index in text_columns[: 2 * size]
    ):
        persons = tuple(role for role in PERSON_ROLES[:size] for _part in range(2))
    else:
        persons = PERSON_ROLES[:size]
    return (*persons, ColumnRole.CLUB, ColumnRole.NOTE)


def _is_numeric(grid: ListGrid, index: int) -> bool:
    cells = [row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]]
    return all(cell.rstrip(".").isdecimal() for cell in cells)


def _holds_mostly(grid: ListGrid, index: int, predicate: Callable[[str], bool]) -> bool:
    """Whether more than half of the column's cells that are not empty fulfil the predicate."""
    cells = [row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]]
    return 2 * sum(predicate(cell) for cell in cells) > len(cells)


def _parse_row(row: ListGridRow, roles: Sequence[ColumnRole], size: int) -> ParsedRow:
    cells = dict.fromkeys(ColumnRole, "")
    for role, cell in zip(roles, row.cells, strict=False):
        cells[role] = clean_name(f"{cells[role]} {_strip_formula_guard(cell)}")
    persons, club = _parse_persons_and_club(cells, size)
    seed, seed_faults = _parse_seed(cells[ColumnRole.SEED])
    parsed = ParsedRow(row.line, row.text, persons, club, seed, cells[ColumnRole.NAME], cells[ColumnRole.NOTE])
    return replace(parsed, faults=(*find_row_faults(parsed, size), *seed_faults))


def _strip_formula_guard(cell: str) -> str:
    """The cell without the apostrophe that our exports put before what a spreadsheet would take for a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def find_row_faults(row: ParsedRow, size: int) -> tuple[RowFault, ...]:
    """The faults of the row itself, without those of the seed."""
    fields = {**{f"person_{index}": name for index, name in enumerate(row.persons)}, "club": row.club, "name": row.name}
    names = [fault for field, name in {**fields, "note": row.note}.items() for fault in _find_name_faults(field, name)]
    return (*_find_count_faults(row.persons, size), *names)


def _parse_persons_and_club(cells: dict[ColumnRole, str], size: int) -> tuple[tuple[str, ...], str]:
    persons = tuple(cells[role] for role in PERSON_ROLES if cells[role])
    if persons:
        return persons, cells[ColumnRole.CLUB]
    line = split_line(cells[ColumnRole.LINE], size)
    return tuple(clean_name(person) for person in line.persons), cells[ColumnRole.CLUB] or clean_name(line.club)


def _parse_seed(text: str) -> tuple[int | None, list[RowFault]]:
    digits = text.rstrip(".")
    if not text:
        return None, []
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4 and 1 <= int(digits) <= MAX_SEED):
        return None, [RowFault(FaultCode.SEED_NOT_A_NUMBER, {"text": text[:MAX_NAME_LENGTH]}, "seed")]
    return int(digits), []


def _find_count_faults(persons: Sequence[str], size: int) -> list[RowFault]:
    if not persons:
        return [RowFault(FaultCode.NO_NAME, {}, "person_0")]
    if len(persons) == size:
        return []
    fault = FaultCode.TOO_FEW if len(persons) < size else FaultCode.TOO_MANY
    params: dict[str, str | int] = {"found": len(persons), "needed": size, "names": " · ".join(persons)[:200]}
    return [RowFault(fault, params, f"person_{min(len(persons), size - 1)}")]


def _find_name_faults(field: str, name: str) -> list[RowFault]:
    if len(name) > MAX_NAME_LENGTH:
        return [RowFault(FaultCode.NAME_TOO_LONG, {"name": f"{name[:30]}…", "most": MAX_NAME_LENGTH}, field)]
    try:
        validate_name(name)
    except ValidationError:
        visible = "".join(mark for mark in name if mark.isprintable())
        return [RowFault(FaultCode.NAME_REFUSED, {"name": visible}, field)]
    return []


def _add_repetition_faults(rows: Sequence[ParsedRow], existing: ExistingEntries) -> tuple[ParsedRow, ...]:
    """Add the faults that a row has because of earlier rows or of existing entries."""
    persons: dict[str, int] = {}
    seeds: dict[int, int] = {}
    checked_rows = []
    for row in rows:
        checked_rows.append(replace(row, faults=(*row.faults, *find_repetition_faults(row, existing, persons, seeds))))
        for name in row.persons:
            persons.setdefault(compute_person_key(name), row.line)
        if row.seed is not None:
            seeds.setdefault(row.seed, row.line)
    return tuple(checked_rows)


def find_repetition_faults(
    row: ParsedRow,
    existing: ExistingEntries,
    persons: Mapping[str, int] = MappingProxyType({}),
    seeds: Mapping[int, int] = MappingProxyType({}),
) -> tuple[RowFault, ...]:
    """The faults of a person or a seed that occurs twice: in the row, in an earlier line (by key, by seed), in the tournament."""
    return (*_find_person_repetitions(row, persons, existing), *_find_seed_repetitions(row, seeds, existing))


def _find_person_repetitions(row: ParsedRow, earlier: Mapping[str, int], existing: ExistingEntries) -> list[RowFault]:
    faults = []
    here: set[str] = set()
    for index, name in enumerate(row.persons):
        key, field = compute_person_key(name), f"person_{index}"
        if key in here:
            faults.append(RowFault(FaultCode.TWICE_IN_ROW, {"name": name}, field))
        elif key in earlier:
            faults.append(RowFault(FaultCode.TWICE_IN_LIST, {"name": name, "line": earlier[key]}, field))
        elif key in existing.persons:
            faults.append(RowFault(FaultCode.ALREADY_ENTERED, {"name": name, "number": existing.persons[key]}, field))
        here.add(key)
    return faults


def _find_seed_repetitions(row: ParsedRow, earlier: Mapping[int, int], existing: ExistingEntries) -> list[RowFault]:
    if row.seed is None:
        return []
    if row.seed in earlier:
        return [RowFault(FaultCode.SEED_TWICE, {"seed": row.seed, "line": earlier[row.seed]}, "seed")]
    if row.seed in existing.seeds:
        return [RowFault(FaultCode.SEED_TAKEN, {"seed": row.seed, "number": existing.seeds[row.seed]}, "seed")]
    return []
