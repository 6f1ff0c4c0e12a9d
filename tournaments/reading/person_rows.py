"""Lists with one person in each row: which rows make an entry."""

from collections.abc import Callable, Sequence
from itertools import groupby

from tournaments.reading.grid import ListGrid, ListGridRow
from tournaments.reading.headings import LINE, PERSON_ROLES, UNUSED, ColumnRole
from tournaments.reading.lines import split_line

FEWEST_ENTRIES = 2
"""A list of fewer entries is no sign of anything."""

RowGroups = tuple[tuple[ListGridRow, ...], ...]


def holds_one_person_a_row(grid: ListGrid, roles: Sequence[ColumnRole], size: int) -> bool:
    """Whether every row names one person, and the rows can be joined to entries of `size` persons."""
    if size == 1 or len(grid.rows) < FEWEST_ENTRIES * size:
        return False
    columns = {role for role in roles if role in PERSON_ROLES or role is LINE}
    if columns not in ({PERSON_ROLES[0]}, {LINE}):
        return False
    names = [" ".join(cell for role, cell in zip(roles, row.cells, strict=False) if role in columns and cell) for row in grid.rows]
    return all(name and len(split_line(name, size).persons) == 1 for name in names) and len(grid.rows) % size == 0


def group_person_rows(grid: ListGrid, roles: Sequence[ColumnRole], size: int) -> RowGroups:
    """The rows of each entry: those with the same number or name of the pair, where a column says so, else `size` rows after each other."""
    for index, role in enumerate(roles):
        if role is not UNUSED and role.field is None:
            continue
        groups = _group_by_column(grid.rows, index)
        if len(groups) > 1 and all(len(group) == size for group in groups):
            return groups
    return tuple(grid.rows[start : start + size] for start in range(0, len(grid.rows), size))


def _group_by_column(rows: Sequence[ListGridRow], index: int) -> RowGroups:
    """Runs of rows with one value in the column; an empty cell belongs to the row above, as in merged cells."""
    filled = _fill_down([row.cells[index] if len(row.cells) > index else "" for row in rows])
    by_value: Callable[[int], str] = filled.__getitem__
    return tuple(tuple(rows[place] for place in places) for _value, places in groupby(range(len(rows)), key=by_value))


def _fill_down(cells: Sequence[str]) -> list[str]:
    filled: list[str] = []
    for cell in cells:
        filled.append(cell or (filled[-1] if filled else ""))
    return filled
