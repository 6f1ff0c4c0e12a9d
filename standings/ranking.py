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
from standings.tie_breaks import DEFAULT_TIE_BREAKS, TieBreak, tie_break_by_key
from standings.tie_groups import compute_order

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
    _order, group, _columns = compute_order(tally, [tie_break_by_key(key) for key in tie_breaks])
    return tuple(tally.board.ids[group == group[tally.board.find_index(entrant)]].tolist())


def rank_tally(tally: Tally, scheme: CountingScheme) -> tuple[RankedLine, ...]:
    """Every entry's line, the first place first."""
    tie_breaks = [tie_break_by_key(key) for key in scheme.tie_breaks]
    order, group, columns = compute_order(tally, tie_breaks)
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
    order, group, _columns = compute_order(tally, [tie_break_by_key(key) for key in scheme.tie_breaks], np.lcm.reduce(played) // played)
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


def _convert_cells(column: Values, order: Numbers, unit: int) -> list[Any]:
    """Integers, or floats for shares and halves; None where the column has no value."""
    values: list[int | float] = (column[order] if unit == 1 else column[order] / unit).tolist()
    if column.dtype == np.int64 and unit == 1:
        return values
    return [None if math.isnan(value) else int(value) if value == int(value) else value for value in values]
