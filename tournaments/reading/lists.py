"""A parsed list of entries: every column, every row, and the faults of each row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils.functional import Promise

from tournaments.fields.declaration import DeclaredField, ValueKind
from tournaments.fields.declared import ENTRY_FIELDS, FIELDS_BY_KEY, PERSON_FIELDS
from tournaments.fields.details import EntryDetails
from tournaments.people.names import MAX_NAME_LENGTH, clean_name, validate_name
from tournaments.reading.grid import ListGrid, ListGridRow, parse_grid
from tournaments.reading.headings import (
    AGAIN_OF,
    FIELD_ROLES,
    LINE,
    PERSON_FIELD_ROLES,
    PERSON_ROLES,
    UNUSED,
    ColumnRole,
    is_federation_heading,
    is_heading_word,
    is_unused_heading,
    parse_heading_roles,
    spread_merged_headings,
)
from tournaments.reading.lines import has_strong_separator, read_remark, split_line
from tournaments.reading.person_rows import group_person_rows, holds_one_person_a_row
from tournaments.reading.repetitions import add_repetition_faults
from tournaments.reading.rows import ExistingEntries, ParsedRow
from tournaments.reading.skipped_rows import SkipReason, is_more_than_a_name, is_no_name, tells_of_a_fee
from tournaments.reading.values import FaultCode, RowFault, parse_value

SIGNS_FOR_NOBODY = frozenset("?¿.…-–—_* ")
"""What people write where the partner is not known yet."""


class GuessReason(StrEnum):
    """Why a column was taken for what it is."""

    HEADING = "heading"
    MERGED = "merged"
    CONTENT = "content"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class ParsedColumn:
    """A column of the list: its heading (may be empty), its role and why, and its first cell that is not empty."""

    index: int
    heading: str
    role: ColumnRole
    example: str
    reason: GuessReason = GuessReason.CONTENT


@dataclass(frozen=True)
class ParsedList:
    columns: tuple[ParsedColumn, ...]
    rows: tuple[ParsedRow, ...]
    has_heading: bool
    passed: tuple[tuple[int, str, SkipReason], ...] = ()
    """Lines that are no entries: number, text, reason."""
    one_person_a_row: bool = False

    @cached_property
    def good_rows(self) -> tuple[ParsedRow, ...]:
        return tuple(row for row in self.rows if not row.faults)

    @cached_property
    def bad_rows(self) -> tuple[ParsedRow, ...]:
        return tuple(row for row in self.rows if row.faults)

    @property
    def roles(self) -> tuple[ColumnRole, ...]:
        return tuple(column.role for column in self.columns)


def parse_list(
    text: str, *, size: int, existing: ExistingEntries, roles: Sequence[ColumnRole] = (), one_person_a_row: bool | None = None
) -> ParsedList:
    """Parse `text` as entries of `size` persons; `roles`, when given, are the column roles that the director chose, `one_person_a_row`
    whether rows are persons and not entries (None: guessed).

    Raises: UnreadableListError when the text is no list at all (too long, or it cannot be split).
    """
    grid = parse_grid(text)
    guessed, reasons = _guess_roles(grid, size)
    chosen = tuple(roles) if len(roles) == grid.width and roles else guessed
    if is_federation_heading(grid.heading):
        grid = _join_surnames(grid, chosen)
    by_person = holds_one_person_a_row(grid, chosen, size) if one_person_a_row is None else one_person_a_row and size > 1
    groups = group_person_rows(grid, chosen, size) if by_person else tuple((row,) for row in grid.rows)
    rows = add_repetition_faults([_parse_rows(group, chosen, 1 if by_person else size, size) for group in groups], existing)
    reasons = tuple(reason if role is guess else GuessReason.CHOSEN for role, guess, reason in zip(chosen, guessed, reasons, strict=True))
    return ParsedList(
        _build_columns(grid, chosen, reasons), rows, has_heading=bool(grid.heading), passed=grid.passed, one_person_a_row=by_person
    )


def _build_columns(grid: ListGrid, roles: Sequence[ColumnRole], reasons: Sequence[GuessReason]) -> tuple[ParsedColumn, ...]:
    headings = [*grid.heading, *[""] * len(roles)]
    return tuple(
        ParsedColumn(index, headings[index], role, next(iter(_list_cells(grid, index)), ""), reason)
        for index, (role, reason) in enumerate(zip(roles, reasons, strict=True))
    )


def _list_cells(grid: ListGrid, index: int) -> list[str]:
    """The cells of a column that are not empty."""
    return [row.cells[index] for row in grid.rows if len(row.cells) > index and row.cells[index]]


def _guess_roles(grid: ListGrid, size: int) -> tuple[tuple[ColumnRole, ...], tuple[GuessReason, ...]]:
    """The role of every column, and why."""
    if not grid.heading:
        roles = (LINE,) * grid.width if grid.width <= 1 else _guess_roles_by_content(grid, size)
        return roles, (GuessReason.CONTENT,) * grid.width
    heading = (*grid.heading, *[""] * (grid.width - len(grid.heading)))[: grid.width]
    by_heading = _find_whole_entries(grid, parse_heading_roles(heading), size)
    unnamed = [index for index, cell in enumerate(heading) if not cell and _list_cells(grid, index)]
    merged = spread_merged_headings(heading, by_heading, unnamed, size)
    readable = tuple(role if _can_be_read(grid, index, role) else UNUSED for index, role in enumerate(merged))
    reasons = tuple(_explain_role(*case) for case in zip(heading, by_heading, merged, readable, strict=True))
    return readable, reasons


def _find_whole_entries(grid: ListGrid, roles: Sequence[ColumnRole], size: int) -> tuple[ColumnRole, ...]:
    """Under “Name” stand whole entries where it is the only column of players and holds “Rossi Mario / Neri Ugo”."""
    columns = [index for index, role in enumerate(roles) if role in PERSON_ROLES]
    whole = size > 1 and LINE not in roles and len(columns) == 1 and _holds_mostly(grid, columns[0], has_strong_separator)
    return tuple(LINE if whole and index in columns else role for index, role in enumerate(roles))


def _explain_role(heading: str, by_heading: ColumnRole, merged: ColumnRole, role: ColumnRole) -> GuessReason:
    if role is not merged:
        return GuessReason.UNREADABLE
    if merged is not by_heading:
        return GuessReason.MERGED
    return GuessReason.HEADING if heading and (role is not UNUSED or is_unused_heading(heading)) else GuessReason.UNKNOWN


def _can_be_read(grid: ListGrid, index: int, role: ColumnRole) -> bool:
    """False for a column of which no cell is such a value: “Pagato” with “sì” and “no” holds no amounts. A seed is always judged."""
    if role.field is None or role is FIELD_ROLES["seed"]:
        return True
    cells = [clean_name(cell) for cell in _list_cells(grid, index)]
    return not cells or any(not parse_value(role.field, cell)[1] for cell in cells)


def _guess_roles_by_content(grid: ListGrid, size: int) -> tuple[ColumnRole, ...]:
    """Roles without a heading: numbers before the names count the rows, numbers after them are seeds; then persons, club, note."""
    text_columns = [index for index in range(grid.width) if not _is_numeric(grid, index)]
    roles = [UNUSED] * grid.width
    if text_columns:
        for index in range(text_columns[0] + 1, grid.width):
            if _is_numeric(grid, index) and FIELD_ROLES["seed"] not in roles:
                roles[index] = FIELD_ROLES["seed"]
    for index, role in zip(text_columns, _guess_text_roles(grid, text_columns, size), strict=False):
        roles[index] = role
    return tuple(roles)


def _guess_text_roles(grid: ListGrid, text_columns: Sequence[int], size: int) -> tuple[ColumnRole, ...]:
    more_texts = (FIELD_ROLES["club"], FIELD_ROLES["note"])
    if text_columns and _holds_mostly(grid, text_columns[0], has_strong_separator):
        return (LINE, *more_texts)
    if len(text_columns) >= 2 * size and all(
        not _holds_mostly(grid, index, lambda cell: " " in cell) for index in text_columns[: 2 * size]
    ):
        persons = tuple(role for role in PERSON_ROLES[:size] for _part in range(2))
    else:
        persons = PERSON_ROLES[:size]
    return (*persons, *more_texts)


def _is_numeric(grid: ListGrid, index: int) -> bool:
    cells = _list_cells(grid, index)
    return all(cell.rstrip(".").isdecimal() for cell in cells)


def _holds_mostly(grid: ListGrid, index: int, predicate: Callable[[str], bool]) -> bool:
    """Whether more than half of the column's cells that are not empty fulfil the predicate."""
    cells = _list_cells(grid, index)
    return 2 * sum(predicate(cell) for cell in cells) > len(cells)


def _parse_rows(group: Sequence[ListGridRow], roles: Sequence[ColumnRole], row_size: int, size: int) -> ParsedRow:
    """One entry of one row, or of several rows with `row_size` persons each."""
    cells = dict.fromkeys((*PERSON_ROLES, LINE, *roles), "")
    for place, row in enumerate(group):
        for role, cell in _read_cells(row, roles).items():
            own = _shift_role(role, place)
            if own is role and place and cells[own]:
                continue  # what is about the whole entry is taken from the first row that has it
            cells[own] = cell
    if len(group) > 1 and not any(cells[role] for role in PERSON_ROLES):
        lines = [split_line(_read_cells(row, roles).get(LINE, ""), row_size) for row in group]
        cells |= {role: " ".join(line.persons) for role, line in zip(PERSON_ROLES, lines, strict=False)}
        cells |= _list_phones(cells, [" ".join(filter(None, line.phones)) for line in lines])
        cells[FIELD_ROLES["club"]] = cells.get(FIELD_ROLES["club"], "") or next((line.club for line in lines if line.club), "")
    persons, club, phones = _parse_persons_and_club(cells, size)
    cells |= _list_phones(cells, phones)
    note = FIELD_ROLES["note"]
    cells[note] = cells.get(note, "") or read_remark(" ".join(_read_cells(row, roles).get(LINE, "") for row in group))
    readings = {
        role.field.key: parse_value(role.field, text)
        for role, text in cells.items()
        if role.field is not None and not role.field.is_of_person
    }
    values = {key: value for key, (value, _faults) in readings.items()} | ({"club": club} if club else {})
    details = EntryDetails(persons, person_values=_parse_person_values(cells, len(persons)), **values)
    faults = [fault for _value, found_faults in readings.values() for fault in found_faults]
    again_of, again_faults = parse_value(FIELDS_BY_KEY["number"], cells.get(AGAIN_OF, ""))
    text = "\n".join(row.text for row in group)
    all_faults = (*find_row_faults(details, size), *_find_no_names(persons), *_find_fees(club), *faults, *again_faults)
    return ParsedRow(group[0].line, text, details, all_faults, again_of)


def _read_cells(row: ListGridRow, roles: Sequence[ColumnRole]) -> dict[ColumnRole, str]:
    """The text of each role, joined where several columns have it: surname and first name."""
    cells: dict[ColumnRole, str] = {}
    for role, cell in zip(roles, row.cells, strict=False):
        cells[role] = clean_name(f"{cells.get(role, '')} {_strip_formula_guard(cell)}")
    return cells


def _shift_role(role: ColumnRole, place: int) -> ColumnRole:
    """The role of the person in row `place` of an entry; roles of the whole entry stay."""
    if role in PERSON_ROLES:
        return PERSON_ROLES[min(role.position + place, len(PERSON_ROLES) - 1)]
    if role.field is not None and role.field.is_of_person:
        return PERSON_FIELD_ROLES.get((role.field.key, role.position + place), UNUSED)
    return role


def _choose_no_name(name: str) -> FaultCode:
    """Whether somebody wrote a sign for a partner who is not found yet, or something that is no name."""
    return FaultCode.NAME_MISSING if set(name) <= SIGNS_FOR_NOBODY else FaultCode.NOT_A_NAME


def _find_no_names(persons: Sequence[str]) -> list[RowFault]:
    """The faults of names that are headings, numbers or totals, and of those beside which more stands."""
    return [
        RowFault(_choose_no_name(name), {"name": name[:MAX_NAME_LENGTH]}, f"person_{index}")
        for index, name in enumerate(persons)
        if is_no_name(name) or is_heading_word(name)
    ] + [
        RowFault(FaultCode.MORE_THAN_A_NAME, {"name": name[:MAX_NAME_LENGTH]}, f"person_{index}")
        for index, name in enumerate(persons)
        if not is_no_name(name) and is_more_than_a_name(name)
    ]


def _find_fees(club: str) -> list[RowFault]:
    """The fault of a word about the fee where a club stands: “Rossi / Neri (pagato)”."""
    return [RowFault(FaultCode.MORE_THAN_A_NAME, {"name": club[:MAX_NAME_LENGTH]}, "club")] if tells_of_a_fee(club) else []


def _parse_person_values(cells: Mapping[ColumnRole, str], count: int) -> list[dict[str, str]]:
    """What the row says about each person: empty cells say nothing."""
    return [
        {declared.key: text for declared in PERSON_FIELDS if (text := cells.get(PERSON_FIELD_ROLES[declared.key, position], ""))}
        for position in range(min(count, len(PERSON_ROLES)))
    ]


def _strip_formula_guard(cell: str) -> str:
    """The cell without the apostrophe that our exports put before what a spreadsheet would take for a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def find_row_faults(details: EntryDetails, size: int) -> tuple[RowFault, ...]:
    """The faults of the names and texts themselves."""
    faults = [fault for index, name in enumerate(details.persons) for fault in _find_text_faults(f"person_{index}", name, MAX_NAME_LENGTH)]
    for declared in ENTRY_FIELDS:
        if declared.kind in (ValueKind.TEXT, ValueKind.CLUB):
            faults += _find_text_faults(declared.key, details.values[declared.key], _measure_most(declared))
    for index, values in enumerate(details.person_values):
        for key, value in values.items():
            faults += _find_text_faults(f"{key}_{index}", value, _measure_most(FIELDS_BY_KEY[key]))
    return (*_find_count_faults(details.persons, size), *faults)


def _measure_most(declared: DeclaredField) -> int:
    return min(declared.max_length, MAX_NAME_LENGTH)


def _list_phones(cells: Mapping[ColumnRole, str], phones: Sequence[str]) -> dict[ColumnRole, str]:
    """The telephones that stood beside the names, for persons of whom no column has one."""
    roles = (PERSON_FIELD_ROLES["phone", position] for position in range(len(phones)))
    return {role: phone for role, phone in zip(roles, phones, strict=True) if phone and not cells.get(role)}


def _parse_persons_and_club(cells: Mapping[ColumnRole, str], size: int) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Persons, club, and the telephones that stood beside the persons."""
    persons = tuple(cells[role] for role in PERSON_ROLES if cells[role])
    club = cells.get(FIELD_ROLES["club"], "")
    if persons:
        return persons, club, ()
    line = split_line(cells[LINE], size)
    return tuple(clean_name(person) for person in line.persons), club or clean_name(line.club), line.phones


def _join_surnames(grid: ListGrid, roles: Sequence[ColumnRole]) -> ListGrid:
    """“Rossi, Mario” in the columns of players, as programs of federations write it, without the comma."""
    columns = {index for index, role in enumerate(roles) if role in PERSON_ROLES}
    rows = (
        replace(
            row, cells=tuple(" ".join(cell.replace(",", " ").split()) if place in columns else cell for place, cell in enumerate(row.cells))
        )
        for row in grid.rows
    )
    return replace(grid, rows=tuple(rows))


def _find_count_faults(persons: Sequence[str], size: int) -> list[RowFault]:
    if not persons:
        return [RowFault(FaultCode.NO_NAME, {}, "person_0")]
    if len(persons) == size:
        return []
    fault = FaultCode.TOO_FEW if len(persons) < size else FaultCode.TOO_MANY
    params: dict[str, str | int | Promise] = {"found": len(persons), "needed": size, "names": " · ".join(persons)[:200]}
    return [RowFault(fault, params, f"person_{min(len(persons), size - 1)}")]


def _find_text_faults(box: str, text: str, most: int) -> list[RowFault]:
    if len(text) > most:
        return [RowFault(FaultCode.NAME_TOO_LONG, {"name": f"{text[:30]}…", "most": most}, box)]
    try:
        validate_name(text)
    except ValidationError:
        visible = "".join(character for character in text if character.isprintable())
        return [RowFault(FaultCode.NAME_REFUSED, {"name": visible}, box)]
    return []
