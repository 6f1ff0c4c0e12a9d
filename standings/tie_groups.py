"""The order of a tally: entries divided by points and one tie-break after the other, until nothing is tied or nothing is left to decide."""

from collections.abc import Sequence

import numpy as np

from standings.results import Numbers, Values
from standings.tally import Tally
from standings.tie_breaks import AmongTied, ForAll, TieBreak


def compute_order(tally: Tally, tie_breaks: Sequence[TieBreak], weights: Numbers | int = 1) -> tuple[Numbers, Numbers, list[Values]]:
    """The order, a group number for every entry (equal when tied, lower is better), and the columns with NaN for None.

    Sums of matches are multiplied by the `weights` of the entries before they are compared.
    """
    groups = _TieGroups(tally.board.size)
    if tally.outsiders is not None:  # behind all others, and tied with none of them
        groups.divide_by(tally.outsiders.astype(np.int64))
    groups.divide_by(-tally.points * weights)
    columns: list[Values] = []
    for tie_break in tie_breaks:
        if isinstance(tie_break, ForAll):
            column = tie_break.compute_values(tally)
            weighed = column * weights if tie_break.grows_with_matches else column
            groups.divide_by(weighed if tie_break.lowest_first else -weighed)
        elif isinstance(tie_break, AmongTied):
            column, group = _compute_among_tied(tally, tie_break, groups.number_groups())
            groups = _TieGroups(tally.board.size, group)
        columns.append(column)
    group = groups.number_groups()
    return np.argsort(group, kind="stable"), group, columns


class _TieGroups:
    """Entries divided by one column after the other. Columns of integers are collected in one key as long as it holds them all:
    sorting once by seven of them takes as long as sorting by one.
    """

    def __init__(self, size: int, group: Numbers | None = None) -> None:
        self._key = np.zeros(size, dtype=np.int64) if group is None else group
        self._span = 1 if group is None else size + 1

    def divide_by(self, value: Values) -> None:
        if not len(value):
            return
        whole = value.astype(np.int64, copy=False) if value.dtype == np.int64 else _number_values(value)
        low = int(whole.min())
        span = int(whole.max()) - low + 1
        if self._span * span > _LARGEST:
            self._key, self._span = self.number_groups(), len(value)
        if self._span * span > _LARGEST:
            whole, low, span = _number_values(whole), 0, len(value)
        self._key = self._key * span + (whole - low)
        self._span *= span

    def number_groups(self) -> Numbers:
        """For every entry the place of the first of its group, from 0."""
        return _number_values(self._key)


_LARGEST = int(np.iinfo(np.int64).max) // 4


def _number_values(value: Values) -> Numbers:
    """For every entry the place of the first with the same value, from 0: equal numbers for equal values, and in their order."""
    order = np.argsort(value)
    values = value[order]
    changes = np.ones(len(order), dtype=np.bool_)
    changes[1:] = values[1:] != values[:-1]
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.maximum.accumulate(np.where(changes, np.arange(len(order)), 0))
    return numbers


def _compute_among_tied(tally: Tally, tie_break: AmongTied, group: Numbers) -> tuple[Values, Numbers]:
    """Ask the tie-break for every tied group, and again for every smaller group that stays tied."""
    column = np.full(len(group), np.nan)
    group = group.copy()
    waiting = _list_tied_groups(group)
    while waiting:
        members = waiting.pop()
        values = tie_break.compute_values_among(tally, members)
        column[members] = np.where(np.isnan(column[members]), values, column[members])
        numbers = _number_values(-values)
        if numbers.any():
            group[members] += numbers
            waiting += [members[part] for part in _list_tied_groups(numbers)]
    return column, group


def _list_tied_groups(group: Numbers) -> list[Numbers]:
    order = np.argsort(group, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(group[order])) + 1)
    return [part for part in parts if len(part) > 1]
