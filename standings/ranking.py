"""From points to places: one tie-break after the other, until nothing is tied or nothing is left to decide."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from pairing.lots import Lots
from standings.points import POINTS_SCORED, PointSystem, build_point_system, compute_earned_points
from standings.results import Carried, Numbers, StandingResult, Values, build_scoreboard, continue_rounds
from standings.tally import Tally
from standings.tie_breaks import DEFAULT_TIE_BREAKS, AmongTied, ForAll, TieBreak, tie_break_by_key

HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class CountingScheme:
    """How a tournament counts: its point system, the worth of a bye, its tie-breaks in order, and the seed of its lots."""

    points: str = "match_won"
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    bye: int | None = None
    seed: str = ""
    everybody_meets: bool = False
    """True for pools: a round without an opponent adds nothing. Otherwise a fictitious opponent stands for it, as in FIDE's Swiss."""
    bye_average: bool = False
    """A bye is worth the average of the entry's own matches, to hundredths of a point."""
    values: tuple[int, int, int] = (3, 1, 0)
    """A match won, tied and lost, where `points` is `own_values`."""
    steps: tuple[int, ...] = ()
    """The differences of points of `victory_own`."""
    fewest_win: bool = False
    """Whether points are penalties: a row that was not played counts as `compute_earned_points` says."""

    @property
    def system(self) -> PointSystem:
        """The point system in the units of this scheme."""
        system = build_point_system(self.points, self.values, self.steps)
        return system.refine(HUNDREDTHS // system.unit) if self.bye_average else system

    @property
    def charges_absences(self) -> bool:
        """Whether a round without any place would be the best result."""
        return self.fewest_win and self.points == POINTS_SCORED and not self.everybody_meets

    @property
    def averages_byes(self) -> bool:
        """Whether a bye is worth an average, chosen or because nothing would be the best result."""
        return self.bye_average or (self.fewest_win and self.points == POINTS_SCORED and self.bye is None)


class RankedLine(NamedTuple):
    """An entry's line, in points as people read them; it is stored as it stands. Tied entries share a `rank`.

    `played` is the number of matches that count, rests apart. `cells` follow the scheme's tie-breaks; a cell is None where
    the tie-break had nothing to decide: only tied entries have a direct encounter.
    """

    rank: int
    entrant: int
    points: int | float
    played: int
    cells: tuple[int | float | None, ...]


def rank_results(
    entrants: Sequence[int],
    results: Iterable[StandingResult],
    scheme: CountingScheme,
    *,
    penalties: Mapping[int, int] | None = None,
    decided: Mapping[int, int] | None = None,
) -> tuple[RankedLine, ...]:
    """Every entry's line, the first place first; entries that stay tied stand in the order of `entrants`."""
    tally = build_tally(entrants, results, scheme, penalties=penalties, decided=decided)
    return rank_tally(tally, scheme)


def build_tally(
    entrants: Sequence[int],
    results: Iterable[StandingResult],
    scheme: CountingScheme,
    *,
    penalties: Mapping[int, int] | None = None,
    decided: Mapping[int, int] | None = None,
    carried: Carried | None = None,
    absences: Mapping[int, int] | None = None,
) -> Tally:
    """The tally of `entrants`. With `carried`, the results count after those of the stages before (`continue_rounds`). `absences` are the
    rounds without any place by entry: each costs the most penalties of a match, where `charges_absences`.
    """
    before = carried or Carried(0, (), ())
    ranked = set(entrants)
    everybody = [*entrants, *(entry for entry in before.entries if entry not in ranked)]
    board = build_scoreboard(everybody, continue_rounds(before, results))
    system = scheme.system
    earned = compute_earned_points(board, system, scheme.bye, bye_average=scheme.bye_average, fewest_win=scheme.fewest_win)
    fined, fined_before = (_list_penalties(everybody, amounts, system.unit) for amounts in (penalties or {}, before.penalties))
    charged = absences if absences and scheme.charges_absences else {}
    is_outside = np.arange(len(everybody)) >= len(entrants)
    return Tally(
        board,
        earned,
        fined + fined_before,
        draw_lots(everybody, scheme.seed),
        decided or {},
        system.draw,
        not scheme.everybody_meets,
        before.rounds,
        fined_before,
        is_outside if is_outside.any() else None,
        _list_penalties(everybody, charged, 1) if charged else None,
    )


def _list_penalties(entrants: Sequence[int], penalties: Mapping[int, int], unit: int) -> Numbers:
    return np.array([unit * penalties.get(entrant, 0) for entrant in entrants], dtype=np.int64)


def find_tied_before(tally: Tally, tie_breaks: Sequence[str], entrant: int) -> tuple[int, ...]:
    """Ids of all entries that points and these tie-breaks leave tied with an entry, including it."""
    _order, group, _columns = _compute_order(tally, [tie_break_by_key(key) for key in tie_breaks])
    return tuple(tally.board.ids[group == group[tally.board.find_index(entrant)]].tolist())


def rank_tally(tally: Tally, scheme: CountingScheme) -> tuple[RankedLine, ...]:
    """Every entry's line, the first place first."""
    tie_breaks = [tie_break_by_key(key) for key in scheme.tie_breaks]
    order, group, columns = _compute_order(tally, tie_breaks)
    order = order[: tally.ranked_count]
    unit = scheme.system.unit
    rank = 1 + np.searchsorted(group[order], group[order], side="left")
    units = [unit if tie_break.in_points else 1 for tie_break in tie_breaks]
    cells = [_convert_cells(column, order, column_unit) for column, column_unit in zip(columns, units, strict=True)]
    if tally.decided:
        cells = [_leave_out_undecided(cell, tie, tally, order) for cell, tie in zip(cells, tie_breaks, strict=True)]
    rows: Iterable[tuple[int | float | None, ...]] = zip(*cells, strict=True) if cells else repeat(())
    points, played = _convert_cells(tally.points, order, unit), tally.board.sum_by_entrant(~tally.board.bye)
    numbers = (rank.tolist(), tally.board.ids[order].tolist(), points, played[order].tolist())
    return tuple(map(tuple.__new__, repeat(RankedLine), zip(*numbers, rows, strict=False)))  # as `RankedLine._make`, at half its time


def rank_per_match(tally: Tally, scheme: CountingScheme) -> dict[int, int]:
    """The rank of every entry by what it has per match: entries of pools of different sizes are compared fairly so. A rest that brings
    nothing is no match. Where all have played the same number, it is the rank of `rank_tally`.
    """
    rests = tally.board.bye & (tally.earned == 0)
    played = np.maximum(tally.board.sum_by_entrant(~rests), 1)
    order, group, _columns = _compute_order(tally, [tie_break_by_key(key) for key in scheme.tie_breaks], np.lcm.reduce(played) // played)
    order = order[: tally.ranked_count]
    rank = 1 + np.searchsorted(group[order], group[order], side="left")
    return dict(zip(tally.board.ids[order].tolist(), rank.tolist(), strict=True))


def _leave_out_undecided(cells: list[Any], tie_break: TieBreak, tally: Tally, order: Numbers) -> list[Any]:
    """The number that puts an entry behind all decided ones is no place: where some are decided, the others have none."""
    if tie_break.key != "decided":
        return cells
    return [cell if entrant in tally.decided else None for cell, entrant in zip(cells, tally.board.ids[order].tolist(), strict=True)]


def draw_lots(entrants: Sequence[int], seed: str) -> Numbers:
    """Lots 1, 2 … drawn for the entries; the drawing does not depend on their order."""
    place = {entrant: lot for lot, entrant in enumerate(Lots(seed, "lots").draw_order(sorted(entrants)), start=1)}
    return np.array([place[entrant] for entrant in entrants], dtype=np.int64)


def _compute_order(tally: Tally, tie_breaks: Sequence[TieBreak], weights: Numbers | int = 1) -> tuple[Numbers, Numbers, list[Values]]:
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


def _convert_cells(column: Values, order: Numbers, unit: int) -> list[Any]:
    """Integers, or floats for shares and halves; None where the column has no value."""
    values: list[int | float] = (column[order] if unit == 1 else column[order] / unit).tolist()
    if column.dtype == np.int64 and unit == 1:
        return values
    return [None if math.isnan(value) else int(value) if value == int(value) else value for value in values]
