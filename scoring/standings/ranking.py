"""From points to places: one tie-break after the other, until nothing is tied or nothing is left to decide."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.pairing.lots import Lots

from .points import earned_points, point_system_by_key
from .results import Numbers, Result, Values, scoreboard
from .tally import Tally
from .tiebreaks import TieBreak, tie_break_by_key


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
    """An entry's line. `rank` is shared by entries that stay tied; `cells` follow the scheme's tie-breaks.

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
    fined = np.array([(penalties or {}).get(entrant, 0) for entrant in entrants], dtype=np.int64)
    return Tally(board, earned, fined, _lots(entrants, scheme.seed), decided or {}, system.draw, not scheme.everybody_meets)


def ordered_ids(tally: Tally, scheme: Scheme) -> Numbers:
    """Only the order, ids from the first place to the last: what a large field needs when one result has changed."""
    order, _group, _columns = _ordered(tally, [tie_break_by_key(key) for key in scheme.tie_breaks])
    return tally.board.ids[order]


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


def _lots(entrants: Sequence[int], seed: str) -> Numbers:
    """Places 1, 2 … drawn for the entries; the drawing does not depend on their order."""
    place = {entrant: lot for lot, entrant in enumerate(Lots(seed, "lots").shuffled(sorted(entrants)), start=1)}
    return np.array([place[entrant] for entrant in entrants], dtype=np.int64)


def _ordered(tally: Tally, tie_breaks: Sequence[TieBreak]) -> tuple[Numbers, Numbers, list[Values]]:
    """The order, a group number for every entry (equal when tied, lower is better), and the columns with NaN for None."""
    group = _split(np.zeros(tally.board.size, dtype=np.int64), -tally.points)
    columns: list[Values] = []
    for tie_break in tie_breaks:
        if tie_break.measure is not None:
            column = tie_break.measure(tally)
            group = _split(group, column if tie_break.lowest_first else -column)
        else:
            column, group = _among(tally, tie_break, group)
        columns.append(column)
    return np.argsort(group, kind="stable"), group, columns


def _split(group: Numbers, value: Values) -> Numbers:
    """Divide every group by value: a group's number is the place of its first entry, from 0."""
    tied = np.flatnonzero(np.bincount(group, minlength=len(group))[group] > 1)
    order = tied[_sorted(group[tied], value[tied])]
    groups, values = group[order], value[order]
    begins = np.ones(len(order), dtype=np.bool_)
    begins[1:] = groups[1:] != groups[:-1]
    changes = begins.copy()
    changes[1:] |= values[1:] != values[:-1]
    place = np.arange(len(order))
    start = np.maximum.accumulate(np.where(begins, place, 0))
    divided = group.copy()
    divided[order] = groups + np.maximum.accumulate(np.where(changes, place, 0)) - start
    return divided


def _sorted(group: Numbers, value: Values) -> Numbers:
    """The order by group, then by value: one key of both where they are integers, which sorts several times faster."""
    if value.dtype == np.int64 and len(value):
        low = int(value.min())
        span = int(value.max()) - low + 1
        if span < np.iinfo(np.int64).max // (len(group) + int(group.max()) + 1):
            return np.argsort(group * span + (value - low))
    return np.lexsort((value, group))


def _among(tally: Tally, tie_break: TieBreak, group: Numbers) -> tuple[Values, Numbers]:
    """Ask the tie-break for every tied group, and again for every smaller group that this leaves tied."""
    column = np.full(len(group), np.nan)
    group = group.copy()
    waiting = _tied(group)
    while waiting:
        members = waiting.pop()
        values = tie_break.among(tally, members) if tie_break.among else np.zeros(len(members))
        column[members] = np.where(np.isnan(column[members]), values, column[members])
        numbers = _split(np.zeros(len(members), dtype=np.int64), -values)
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
