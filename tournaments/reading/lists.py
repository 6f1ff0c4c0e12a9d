"""A list of entries as it was understood: every column, every row, and what is wrong with a row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from django.core.exceptions import ValidationError

from tournaments.people.names import MAX_NAME_LENGTH, clean_name, person_key, validate_name
from tournaments.reading.grid import Grid, GridRow, grid_of_text
from tournaments.reading.headings import PERSON_ROLES, Role, roles_of_heading
from tournaments.reading.lines import has_strong_separator, split_line

MAX_SEED = 9_999


class Fault(StrEnum):
    """Why a row cannot be brought in; `faults.SENTENCES` says it in words."""

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

    fault: Fault
    params: dict[str, str | int]
    field: str


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One row, understood as far as possible. It can be brought in when it has no faults."""

    line: int
    text: str
    persons: tuple[str, ...]
    club: str = ""
    seed: int | None = None
    name: str = ""
    note: str = ""
    faults: tuple[RowFault, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """A column of the list: its heading (may be empty), what it was taken for, and its first cell that is not empty."""

    index: int
    heading: str
    role: Role
    example: str


@dataclass(frozen=True, slots=True)
class Known:
    """What the tournament already holds: number of the entry by `person_key`, and by seed."""

    persons: dict[str, int] = field(default_factory=dict)
    seeds: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadList:
    columns: tuple[ReadColumn, ...]
    rows: tuple[ReadRow, ...]
    has_heading: bool

    @cached_property
    def good(self) -> tuple[ReadRow, ...]:
        return tuple(row for row in self.rows if not row.faults)

    @cached_property
    def bad(self) -> tuple[ReadRow, ...]:
        return tuple(row for row in self.rows if row.faults)

    @property
    def roles(self) -> tuple[Role, ...]:
        return tuple(column.role for column in self.columns)


def read_list(text: str, *, size: int, known: Known, roles: Sequence[Role] = ()) -> ReadList:
    """Understand `text` as entries of `size` persons; `roles`, when given, are the director's own word on the columns.

    Raises: UnreadableListError when there is no list in it at all (too long, not to be split).
    """
    grid = grid_of_text(text)
    taken = tuple(roles) if len(roles) == grid.width and roles else _guess_roles(grid, size)
    rows = _mark_repetitions([_read_row(row, taken, size) for row in grid.rows], known)
    return ReadList(_columns(grid, taken), rows, has_heading=bool(grid.heading))


def _columns(grid: Grid, roles: Sequence[Role]) -> tuple[ReadColumn, ...]:
    def example(index: int) -> str:
        return next((row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]), "")

    headings = [*grid.heading, *[""] * len(roles)]
    return tuple(ReadColumn(index, headings[index], role, example(index)) for index, role in enumerate(roles))


def _guess_roles(grid: Grid, size: int) -> tuple[Role, ...]:
    if grid.heading:
        roles = roles_of_heading(grid.heading)
        return roles + (Role.UNUSED,) * (grid.width - len(roles))
    if grid.width <= 1:
        return (Role.LINE,) * grid.width
    return _roles_by_content(grid, size)


def _roles_by_content(grid: Grid, size: int) -> tuple[Role, ...]:
    """Without a heading: numbers before the names count the rows, numbers after them are seeds; then persons, club, note."""
    words = [index for index in range(grid.width) if not _is_numeric(grid, index)]
    roles = [Role.UNUSED] * grid.width
    if words:
        for index in range(words[0] + 1, grid.width):
            if _is_numeric(grid, index) and Role.SEED not in roles:
                roles[index] = Role.SEED
    for index, role in zip(words, _word_roles(grid, words, size), strict=False):
        roles[index] = role
    return tuple(roles)


def _word_roles(grid: Grid, words: Sequence[int], size: int) -> tuple[Role, ...]:
    if words and _mostly(grid, words[0], has_strong_separator):
        return (Role.LINE, Role.CLUB, Role.NOTE)
    if len(words) >= 2 * size and all(not _mostly(grid, index, lambda cell: " " in cell) for index in words[: 2 * size]):
        persons = tuple(role for role in PERSON_ROLES[:size] for _part in range(2))
    else:
        persons = PERSON_ROLES[:size]
    return (*persons, Role.CLUB, Role.NOTE)


def _is_numeric(grid: Grid, index: int) -> bool:
    cells = [row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]]
    return all(cell.rstrip(".").isdecimal() for cell in cells)


def _mostly(grid: Grid, index: int, holds: Callable[[str], bool]) -> bool:
    cells = [row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]]
    return 2 * sum(holds(cell) for cell in cells) > len(cells)


def _read_row(row: GridRow, roles: Sequence[Role], size: int) -> ReadRow:
    cells = dict.fromkeys(Role, "")
    for role, cell in zip(roles, row.cells, strict=False):
        cells[role] = clean_name(f"{cells[role]} {_without_guard(cell)}")
    persons, club = _persons_and_club(cells, size)
    seed, seed_faults = _read_seed(cells[Role.SEED])
    read = ReadRow(row.line, row.text, persons, club, seed, cells[Role.NAME], cells[Role.NOTE])
    return replace(read, faults=(*own_faults(read, size), *seed_faults))


def _without_guard(cell: str) -> str:
    """Our own exports put an apostrophe before what a spreadsheet would take for a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def own_faults(row: ReadRow, size: int) -> tuple[RowFault, ...]:
    """What is wrong with the row by itself, the seed apart."""
    fields = {**{f"person_{index}": name for index, name in enumerate(row.persons)}, "club": row.club, "name": row.name}
    names = [fault for field, name in {**fields, "note": row.note}.items() for fault in _name_faults(field, name)]
    return (*_count_faults(row.persons, size), *names)


def _persons_and_club(cells: dict[Role, str], size: int) -> tuple[tuple[str, ...], str]:
    persons = tuple(cells[role] for role in PERSON_ROLES if cells[role])
    if persons:
        return persons, cells[Role.CLUB]
    line = split_line(cells[Role.LINE], size)
    return tuple(clean_name(person) for person in line.persons), cells[Role.CLUB] or clean_name(line.club)


def _read_seed(text: str) -> tuple[int | None, list[RowFault]]:
    digits = text.rstrip(".")
    if not text:
        return None, []
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4 and 1 <= int(digits) <= MAX_SEED):
        return None, [RowFault(Fault.SEED_NOT_A_NUMBER, {"text": text[:MAX_NAME_LENGTH]}, "seed")]
    return int(digits), []


def _count_faults(persons: Sequence[str], size: int) -> list[RowFault]:
    if not persons:
        return [RowFault(Fault.NO_NAME, {}, "person_0")]
    if len(persons) == size:
        return []
    fault = Fault.TOO_FEW if len(persons) < size else Fault.TOO_MANY
    params: dict[str, str | int] = {"found": len(persons), "needed": size, "names": " · ".join(persons)[:200]}
    return [RowFault(fault, params, f"person_{min(len(persons), size - 1)}")]


def _name_faults(field: str, name: str) -> list[RowFault]:
    if len(name) > MAX_NAME_LENGTH:
        return [RowFault(Fault.NAME_TOO_LONG, {"name": f"{name[:30]}…", "most": MAX_NAME_LENGTH}, field)]
    try:
        validate_name(name)
    except ValidationError:
        visible = "".join(mark for mark in name if mark.isprintable())
        return [RowFault(Fault.NAME_REFUSED, {"name": visible}, field)]
    return []


def _mark_repetitions(rows: Sequence[ReadRow], known: Known) -> tuple[ReadRow, ...]:
    """Add the faults that a row has because of other rows or of entries that are there already."""
    persons: dict[str, int] = {}
    seeds: dict[int, int] = {}
    marked = []
    for row in rows:
        marked.append(replace(row, faults=(*row.faults, *repetition_faults(row, known, persons, seeds))))
        for name in row.persons:
            persons.setdefault(person_key(name), row.line)
        if row.seed is not None:
            seeds.setdefault(row.seed, row.line)
    return tuple(marked)


def repetition_faults(
    row: ReadRow, known: Known, persons: Mapping[str, int] = MappingProxyType({}), seeds: Mapping[int, int] = MappingProxyType({})
) -> tuple[RowFault, ...]:
    """What is wrong because a person or a seed stands twice: in the row, in an earlier line (by key, by seed), in the tournament."""
    return (*_person_repetitions(row, persons, known), *_seed_repetitions(row, seeds, known))


def _person_repetitions(row: ReadRow, earlier: Mapping[str, int], known: Known) -> list[RowFault]:
    faults = []
    here: set[str] = set()
    for index, name in enumerate(row.persons):
        key, field = person_key(name), f"person_{index}"
        if key in here:
            faults.append(RowFault(Fault.TWICE_IN_ROW, {"name": name}, field))
        elif key in earlier:
            faults.append(RowFault(Fault.TWICE_IN_LIST, {"name": name, "line": earlier[key]}, field))
        elif key in known.persons:
            faults.append(RowFault(Fault.ALREADY_ENTERED, {"name": name, "number": known.persons[key]}, field))
        here.add(key)
    return faults


def _seed_repetitions(row: ReadRow, earlier: Mapping[int, int], known: Known) -> list[RowFault]:
    if row.seed is None:
        return []
    if row.seed in earlier:
        return [RowFault(Fault.SEED_TWICE, {"seed": row.seed, "line": earlier[row.seed]}, "seed")]
    if row.seed in known.seeds:
        return [RowFault(Fault.SEED_TAKEN, {"seed": row.seed, "number": known.seeds[row.seed]}, "seed")]
    return []
