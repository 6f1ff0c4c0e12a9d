"""From points to places: one tie-break after the other, until nothing is tied or nothing is left to decide."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pairing.lots import Lots
from standings.points import earned_points, point_system_by_key
from standings.results import Numbers, Result, Values, scoreboard
from standings.tally import Tally
from standings.tiebreaks import TieBreak, tie_break_by_key


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a tournament counts: its point system, what a bye is worth, its tie-breaks in order, and the seed of its lots."""

    points: str = "match_won"
    tie_breaks: tuple[str, ...] = ("direct_encounter", "games_ratio", "point_difference", "points_scored")
    bye: int | None = None
    seed: str = ""
    everybody_meets: bool = False
    """Pools: a round without an opponent adds nothing. Otherwise a fictitious opponent stands for it, as in FIDE's Swiss."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry's line. `rank` is shared by entries that stay tied; `points` are in the unit of the point system; `cells` follow the
    scheme's tie-breaks.

    A cell is None where the tie-break had nothing to decide: only the tied have a direct encounter.
    `tied` are the ids of all who share the rank, itself included.
    """

    rank: int
    entrant: int
    points: int
    cells: tuple[int | float | None, ...]
    tied: tuple[int, ...]


def standings(
    entrants: Sequence[int],
    results: Iterable[Result],
    scheme: Scheme,
    *,
    penalties: Mapping[int, int] | None = None,
    decided: Mapping[int, int] | None = None,
) -> tuple[Line, ...]:
    """Every entry's line, the first place first; who stays tied stands in the order of `entrants`."""
    tally = tally_of(entrants, results, scheme, penalties=penalties, decided=decided)
    return ranked(tally, scheme)


def tally_of(
    entrants: Sequence[int],
    results: Iterable[Result],
    scheme: Scheme,
    *,
    penalties: Mapping[int, int] | None = None,
    decided: Mapping[int, int] | None = None,
) -> Tally:
    board = scoreboard(entrants, results)
    system = point_system_by_key(scheme.points)
    earned = earned_points(board, system, scheme.bye)
    fined = np.array([system.unit * (penalties or {}).get(entrant, 0) for entrant in entrants], dtype=np.int64)
    return Tally(board, earned, fined, lots_of(entrants, scheme.seed), decided or {}, system.draw, not scheme.everybody_meets)


def ordered_ids(tally: Tally, scheme: Scheme) -> Numbers:
    """Only the order, ids from the first place to the last: what a large field needs when one result has changed."""
    order, _group, _columns = _ordered(tally, [tie_break_by_key(key) for key in scheme.tie_breaks])
    return tally.board.ids[order]


@dataclass(frozen=True, slots=True)
class Told:
    """Points and cells as people read them, in points."""

    points: int | float
    cells: tuple[int | float | None, ...]


def in_points(line: Line, scheme: Scheme) -> Told:
    """A line whose unit is a whole point or not."""
    system = point_system_by_key(scheme.points)
    if system.unit == 1:
        return Told(line.points, line.cells)
    cells = (
        system.told(cell) if cell is not None and tie_break_by_key(key).in_points else cell
        for key, cell in zip(scheme.tie_breaks, line.cells, strict=True)
    )
    return Told(system.told(line.points), tuple(cells))


def tied_before(tally: Tally, tie_breaks: Sequence[str], entrant: int) -> tuple[int, ...]:
    """Ids of all whom points and these tie-breaks leave together with an entry, itself included."""
    _order, group, _columns = _ordered(tally, [tie_break_by_key(key) for key in tie_breaks])
    return tuple(tally.board.ids[group == group[tally.board.index_of(entrant)]].tolist())


def ranked(tally: Tally, scheme: Scheme) -> tuple[Line, ...]:
    order, group, columns = _ordered(tally, [tie_break_by_key(key) for key in scheme.tie_breaks])
    first = np.searchsorted(group[order], group[order], side="left")
    ids = tally.board.ids[order].tolist()
    points = tally.points[order].tolist()
    cells = list(zip(*(_cells(column, order) for column in columns), strict=True)) or [()] * len(ids)
    ties = _ties(first.tolist(), ids)
    return tuple(
        Line(rank + 1, entrant, score, row, ties[rank])
        for rank, entrant, score, row in zip(first.tolist(), ids, points, cells, strict=True)
    )


def _ties(ranks: Sequence[int], ids: Sequence[int]) -> dict[int, tuple[int, ...]]:
    ties: dict[int, list[int]] = {}
    for rank, entrant in zip(ranks, ids, strict=True):
        ties.setdefault(rank, []).append(entrant)
    return {rank: tuple(members) for rank, members in ties.items()}


def lots_of(entrants: Sequence[int], seed: str) -> Numbers:
    """Places 1, 2 … drawn for the entries; the drawing does not depend on their order."""
    place = {entrant: lot for lot, entrant in enumerate(Lots(seed, "lots").shuffled(sorted(entrants)), start=1)}
    return np.array([place[entrant] for entrant in entrants], dtype=np.int64)


def _ordered(tally: Tally, tie_breaks: Sequence[TieBreak]) -> tuple[Numbers, Numbers, list[Values]]:
    """The order, a group number for every entry (equal when tied, lower is better), and the columns with NaN for None."""
    groups = _Groups(tally.board.size)
    groups.split(-tally.points)
    columns: list[Values] = []
    for tie_break in tie_breaks:
        if tie_break.measure is not None:
            column = tie_break.measure(tally)
            groups.split(column if tie_break.lowest_first else -column)
        else:
            column, group = _among(tally, tie_break, groups.numbers())
            groups = _Groups(tally.board.size, group)
        columns.append(column)
    group = groups.numbers()
    return np.argsort(group, kind="stable"), group, columns


class _Groups:
    """Entries divided by one column after the other. Columns of integers wait in one key as long as it holds them all: sorting once by
    seven of them takes as long as sorting by one."""

    def __init__(self, size: int, group: Numbers | None = None) -> None:
        self._key = np.zeros(size, dtype=np.int64) if group is None else group
        self._span = 1 if group is None else size + 1

    def split(self, value: Values) -> None:
        if not len(value):
            return
        whole = value.astype(np.int64, copy=False) if value.dtype == np.int64 else _split(value)
        low = int(whole.min())
        span = int(whole.max()) - low + 1
        if self._span * span > _LARGEST:
            self._key, self._span = self.numbers(), len(value)
        if self._span * span > _LARGEST:
            whole, low, span = _split(whole), 0, len(value)
        self._key = self._key * span + (whole - low)
        self._span *= span

    def numbers(self) -> Numbers:
        """For every entry the place of the first of its group, from 0."""
        return _split(self._key)


_LARGEST = int(np.iinfo(np.int64).max) // 4


def _split(value: Values) -> Numbers:
    """For every entry the place of the first with the same value, from 0: equal numbers for equal values, and in their order."""
    order = np.argsort(value)
    values = value[order]
    changes = np.ones(len(order), dtype=np.bool_)
    changes[1:] = values[1:] != values[:-1]
    found = np.empty(len(order), dtype=np.int64)
    found[order] = np.maximum.accumulate(np.where(changes, np.arange(len(order)), 0))
    return found


def _among(tally: Tally, tie_break: TieBreak, group: Numbers) -> tuple[Values, Numbers]:
    """Ask the tie-break for every tied group, and again for every smaller group that this leaves tied."""
    column = np.full(len(group), np.nan)
    group = group.copy()
    waiting = _tied(group)
    while waiting:
        members = waiting.pop()
        values = tie_break.among(tally, members) if tie_break.among else np.zeros(len(members))
        column[members] = np.where(np.isnan(column[members]), values, column[members])
        numbers = _split(-values)
        if numbers.any():
            group[members] += numbers
            waiting += [members[part] for part in _tied(numbers)]
    return column, group


def _tied(group: Numbers) -> list[Numbers]:
    order = np.argsort(group, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(group[order])) + 1)
    return [part for part in parts if len(part) > 1]


def _cells(column: Values, order: Numbers) -> list[int | float | None]:
    """Integers, or floats for shares; None where the column has no value."""
    values: list[int | float] = column[order].tolist()
    if column.dtype == np.int64:
        return list(values)
    return [None if math.isnan(value) else int(value) if value == int(value) else value for value in values]
