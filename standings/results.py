"""The input of standings: results as plain values, and as columns of numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pairing.values import MatchOutcome

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Values = NDArray[np.int64] | NDArray[np.float64]

NOBODY = -1


class StandingResult(NamedTuple):
    """A match that counts.

    `sides` are entry ids in the order of the sides, `side_size` of them to a side; `games` and `points` are what each
    side won and scored; `winner` is the index of the winning side, -1 when nobody won.
    For a bye or a walkover `games` and `points` are what the tournament gives for it.
    """

    match: int
    round: int
    sides: tuple[int, ...]
    games: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    winner: int = NOBODY
    outcome: MatchOutcome = MatchOutcome.PLAYED
    first_dealer: int = 0
    side_size: int = 1


class ResultRow(NamedTuple):
    """What a result says of one of its entries; `entrant`, `opponent` and `drawn_against` are indexes into the entries ranked.

    `opponent` is `NOBODY` for byes, for matches that were not played, and where there is not exactly one opponent.
    `drawn_against` also names the opponent of a match that was not played. `met` is true for a match really
    played. `place` is the worth of the place at the table, in halves.
    """

    entrant: int
    opponent: int
    drawn_against: int
    match: int
    round: int
    side: int
    games_won: int
    games_lost: int
    scored: int
    conceded: int
    place: int
    won: bool
    drawn: bool
    bye: bool
    met: bool
    second_dealer: bool


@dataclass(frozen=True)
class Scoreboard:
    """Results as columns: a `ResultRow` for each entry of each match, the rows of an entry next to each other in the order of
    `ids`.
    """

    ids: Numbers
    entrant: Numbers
    opponent: Numbers
    drawn_against: Numbers
    match: Numbers
    round: Numbers
    side: Numbers
    games_won: Numbers
    games_lost: Numbers
    scored: Numbers
    conceded: Numbers
    place: Numbers
    won: Flags
    drawn: Flags
    bye: Flags
    met: Flags
    second_dealer: Flags

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def _first_rows(self) -> Numbers:
        """The first row of every entry that has one."""
        return np.flatnonzero(np.diff(self.entrant, prepend=-1))

    @cached_property
    def row_counts(self) -> Numbers:
        return np.bincount(self.entrant, minlength=self.size)

    def sum_by_entrant(self, values: Numbers | Flags) -> Numbers:
        """The sum of a column for every entry, in the order of `ids`."""
        return self.reduce_by_entrant(np.add, values.astype(np.int64, copy=False))

    def reduce_by_entrant(self, how: np.ufunc, values: Numbers) -> Numbers:
        """The rows of every entry combined by `how`; 0 for an entry without rows."""
        totals = np.zeros(self.size, dtype=np.int64)
        if len(values):
            totals[self.entrant[self._first_rows]] = how.reduceat(values, self._first_rows)
        return totals

    def find_index(self, entrant: int) -> int:
        """Raises: ValueError for an entry that is not on the board."""
        matches = np.flatnonzero(self.ids == entrant)
        if not len(matches):
            raise ValueError(f"entry {entrant} is not in these standings")
        return int(matches[0])

    def list_rows(self, index: int) -> Numbers:
        """Rows of one entry in order of rounds."""
        rows = np.flatnonzero(self.entrant == index)
        return rows[np.argsort(self.round[rows], kind="stable")]


_FLAGS = ("won", "drawn", "bye", "met", "second_dealer")


def build_scoreboard(entrants: Sequence[int], results: Iterable[StandingResult]) -> Scoreboard:
    """Columns for `entrants`, in their order. Entries that are not among them get no rows, only their opponents do."""
    index = {entrant: place for place, entrant in enumerate(entrants)}
    rows = [row for result in results for row in list_rows(result, index)]
    numbers = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=len(rows) * len(ResultRow._fields))
    table = numbers.reshape(len(rows), len(ResultRow._fields))
    table = table[np.argsort(table[:, 0], kind="stable")].T.copy()
    columns: dict[str, Any] = dict(zip(ResultRow._fields, table, strict=True))
    flags = {name: columns[name].astype(np.bool_) for name in _FLAGS}
    return Scoreboard(ids=np.array(entrants, dtype=np.int64), **columns | flags)


def list_rows(result: StandingResult, index: Mapping[int, int]) -> list[ResultRow]:
    """A row for every entry that `index` holds."""
    is_duel = len(result.sides) == 2 and result.side_size == 1 and result.outcome is MatchOutcome.PLAYED
    return _list_duel_rows(result, index) if is_duel else list(_iterate_rows(result, index))


def _list_duel_rows(result: StandingResult, index: Mapping[int, int]) -> list[ResultRow]:
    """The rows of two entries that met, as `_iterate_rows` gives them, written out: nearly every match of a large field is one."""
    match, number, (first, second), games, points, winner, _outcome, first_dealer, _size = result
    first_place, second_place = index.get(first, NOBODY), index.get(second, NOBODY)
    own, their = games or (0, 0)
    scored, conceded = points or (0, 0)
    drawn = winner == NOBODY
    worth = 3 + ((winner == 0) - (winner == 1) or (scored > conceded) - (scored < conceded))
    rows = []
    if first_place != NOBODY:
        flags = (winner == 0, drawn, False, True, first_dealer != 0)
        rows.append(ResultRow(first_place, second_place, second_place, match, number, 0, own, their, scored, conceded, worth, *flags))
    if second_place != NOBODY:
        flags = (winner == 1, drawn, False, True, first_dealer != 1)
        rows.append(ResultRow(second_place, first_place, first_place, match, number, 1, their, own, conceded, scored, 6 - worth, *flags))
    return rows


def _iterate_rows(result: StandingResult, index: Mapping[int, int]) -> Iterator[ResultRow]:
    sides = len(result.sides) // result.side_size
    met = result.outcome is MatchOutcome.PLAYED
    alone = sides == 2 and result.side_size == 1
    for seat, entrant in enumerate(result.sides):
        if entrant not in index:
            continue
        side = seat // result.side_size
        games, lost = _split_own(result.games, side)
        scored, conceded = _split_own(result.points, side)
        yield ResultRow(
            index[entrant],
            index.get(result.sides[1 - seat], NOBODY) if alone and met else NOBODY,
            index.get(result.sides[1 - seat], NOBODY) if alone else NOBODY,
            result.match,
            result.round,
            side,
            games,
            lost,
            scored,
            conceded,
            _compute_place_worth(result, sides, side) if met or (result.winner == side and result.outcome is not MatchOutcome.BYE) else 0,
            result.winner == side and result.outcome is not MatchOutcome.BYE,
            met and result.winner == NOBODY,
            result.outcome is MatchOutcome.BYE,
            met,
            met and sides == 2 and result.first_dealer != side,
        )


def _split_own(values: tuple[int, ...], side: int) -> tuple[int, int]:
    return (values[side], sum(values) - values[side]) if values else (0, 0)


def _compute_place_worth(result: StandingResult, sides: int, side: int) -> int:
    """Twice the mean of the places that a score shares: as many points for the first as there are players, one for the last.

    Who won is first whatever the points: the result may be entered without them, and those of a series are the sum of its games.
    """
    points = result.points or (0,) * sides
    scores = [(result.winner == other, points[other]) for other in range(sides)]
    above = sum(score > scores[side] for score in scores) * result.side_size
    level = scores.count(scores[side]) * result.side_size
    return 2 * (len(result.sides) - above) - level + 1


@dataclass(frozen=True, slots=True)
class Carried:
    """What a stage takes over from those before it, which count as its own first rounds.

    `results` are theirs in rounds 1 to `rounds`, `entries` the ids of all whom they ranked, `penalties` those given there, by entry.
    """

    rounds: int
    results: tuple[StandingResult, ...]
    entries: tuple[int, ...]
    penalties: Mapping[int, int] = field(default_factory=dict)


def continue_rounds(carried: Carried | None, results: Iterable[StandingResult]) -> tuple[StandingResult, ...]:
    """The results of the stages before and those of this one, as rounds of one tournament."""
    if carried is None or not carried.rounds:
        return tuple(results)
    return (*carried.results, *(result._replace(round=result.round + carried.rounds) for result in results))
