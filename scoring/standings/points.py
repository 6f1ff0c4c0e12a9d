"""What a result is worth: the systems a tournament chooses one of."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rules.texts import _

from .results import Numbers, Scoreboard


@dataclass(frozen=True, slots=True)
class PointSystem:
    """`earned` gives the points of every row.

    A bye is worth `bye`; None where the games or points that the tournament gives for a bye count like played ones.
    A drawn match is worth `draw`.
    """

    key: str
    name: str
    sentence: str
    bye: int | None
    earned: Callable[[Scoreboard], Numbers]
    draw: int = 0


def _matches_won(board: Scoreboard) -> Numbers:
    return board.won.astype(np.int64)


def _two_one_zero(board: Scoreboard) -> Numbers:
    return 2 * board.won.astype(np.int64) + board.drawn


def _three_zero(board: Scoreboard) -> Numbers:
    return 3 * board.won.astype(np.int64)


def _games_won(board: Scoreboard) -> Numbers:
    return board.games_won


def _points_scored(board: Scoreboard) -> Numbers:
    return board.scored


def _places(board: Scoreboard) -> Numbers:
    """Five for the first of five at a table, one for the last; who scored the same shares the better place."""
    order = np.lexsort((-board.scored, board.match))
    match, scored = board.match[order], board.scored[order]
    starts = np.flatnonzero(np.diff(match, prepend=match[:1] - 1))
    sizes = np.diff(starts, append=len(match))
    first = np.repeat(starts, sizes)
    position = np.arange(len(match))
    new = np.ones(len(match), dtype=np.bool_)
    new[1:] = (scored[1:] != scored[:-1]) | (match[1:] != match[:-1])
    leader = np.maximum.accumulate(np.where(new, position, 0))
    earned = np.empty(len(match), dtype=np.int64)
    earned[order] = np.repeat(sizes, sizes) - (leader - first)
    return np.where(board.met, earned, 0)


POINT_SYSTEMS: tuple[PointSystem, ...] = (
    PointSystem("match_won", _("Matches won"), _("One point for every match won."), 1, _matches_won),
    PointSystem("two_one_zero", _("2 – 1 – 0"), _("Two points for a match won, one for a drawn match."), 2, _two_one_zero, draw=1),
    PointSystem("three_zero", _("3 – 0"), _("Three points for a match won, none for a lost one."), 3, _three_zero),
    PointSystem("games_won", _("Games won"), _("One point for every game won."), None, _games_won),
    PointSystem("points_scored", _("Sum of points"), _("All points scored at the table are added."), None, _points_scored),
    PointSystem(
        "places",
        _("Places at the table"),
        _("As many points as players at the table for the first place, one for the last: 5, 4, 3, 2, 1 at a table of five."),
        3,
        _places,
    ),
)


def point_system_by_key(key: str) -> PointSystem:
    """Raises: KeyError."""
    return {system.key: system for system in POINT_SYSTEMS}[key]


def earned_points(board: Scoreboard, system: PointSystem, bye: int | None = None) -> Numbers:
    """Points of every row; `bye` replaces what the system gives for a bye."""
    earned = system.earned(board)
    worth = system.bye if bye is None else bye
    return earned if worth is None else np.where(board.bye, worth, earned)
