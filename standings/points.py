"""The point systems: what a result is worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rules.texts import _
from standings.results import Numbers, Scoreboard

FIBUR_THREE_HANDS = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
"""Burraco over three hands, 20 victory points: puntiburraco.it, eburraco.com (article 17 of FIBUR's code)."""
FIBUR_FOUR_HANDS = (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)
"""Over four hands, from the same tables."""


def compute_victory_points(board: Scoreboard, steps: Sequence[int]) -> Numbers:
    """Shares of `2 * len(steps)` points for every row: half each, and one more for every step that the difference is above.

    A match that was not played gives the side that came three fifths and the other nothing.
    """
    half = len(steps)
    difference = board.scored - board.conceded
    share = np.sign(difference) * np.searchsorted(np.asarray(steps, dtype=np.int64), np.abs(difference), side="left")
    unplayed = np.where(board.won, compute_unplayed_share(half), 0)
    return np.where(board.met, half + share, unplayed).astype(np.int64)


def compute_unplayed_share(half: int) -> int:
    """What a bye or a walk-over is worth: three fifths of the sum, 12 of 20."""
    return (6 * half + 4) // 5


@dataclass(frozen=True, slots=True)
class PointSystem:
    """`earned` gives the points of every row of a scoreboard.

    Points are integers of which `unit` make one point. A bye is worth `bye` points; None where the games or points that
    the tournament gives for a bye count like played ones. A match won is worth `win` units, 0 where that is not fixed, and a drawn one
    `draw`. `secondary_system` is the system of the secondary score that a Swiss draw gets: games where matches count, matches where
    anything else does.
    """

    key: str
    name: str
    sentence: str
    bye: int | None
    earned: Callable[[Any], Any]
    draw: int = 0
    win: int = 0
    unit: int = 1
    secondary_system: str = "games_won"

    def convert_to_points(self, value: float) -> int | float:
        """A number of units as points: a whole number where it is one."""
        points = value / self.unit
        return int(points) if points == int(points) else points

    def refine(self, factor: int) -> "PointSystem":
        """The same system, counted in units of which `factor` make one of its own."""
        return replace(
            self, earned=lambda board: factor * self.earned(board), draw=factor * self.draw, win=factor * self.win, unit=factor * self.unit
        )

    def get_bye_worth(self, chosen: int | None) -> int | None:
        """In units; `chosen` replaces what the system gives."""
        worth = self.bye if chosen is None else chosen
        return None if worth is None else worth * self.unit


def _matches_won(board: Any) -> Any:
    return 1 * board.won


def _two_one_zero(board: Any) -> Any:
    return 2 * board.won + 1 * board.drawn


def _three_one_zero(board: Any) -> Any:
    return 3 * board.won + 1 * board.drawn


def _three_zero(board: Any) -> Any:
    return 3 * board.won


def _games_won(board: Any) -> Any:
    return board.games_won


def _points_scored(board: Any) -> Any:
    return board.scored


def _places_worth(board: Any) -> Any:
    return board.place


POINTS_SCORED = "points_scored"
_FIXED_SYSTEMS = (
    PointSystem("match_won", _("Matches won"), _("One point for every match won."), 1, _matches_won, win=1),
    PointSystem("two_one_zero", _("2 – 1 – 0"), _("Two points for a match won, one for a tied match."), 2, _two_one_zero, draw=1, win=2),
    PointSystem(
        "three_one_zero", _("3 – 1 – 0"), _("Three points for a match won, one for a tied match."), 3, _three_one_zero, draw=1, win=3
    ),
    PointSystem("three_zero", _("3 – 0"), _("Three points for a match won, none for a lost one."), 3, _three_zero, win=3),
    PointSystem("games_won", _("Games won"), _("One point for every game won."), None, _games_won, secondary_system="match_won"),
    PointSystem(
        POINTS_SCORED,
        _("Sum of points"),
        _("All points scored at the table are added. Where the fewest win, they are taken off: −44 means 44 penalties."),
        None,
        _points_scored,
        secondary_system="match_won",
    ),
    PointSystem(
        "places",
        _("Places at the table"),
        _(
            "As many points as players at the table for first place, one for last: 5, 4, 3, 2, 1 at a table of five. "
            "The winner is first, at the table or by walk-over; players with the same score share the points of their places."
        ),
        3,
        _places_worth,
        unit=2,
        secondary_system="points_scored",
    ),
)
OWN_VALUES, VICTORY_OWN = "own_values", "victory_own"


def _build_own_values(win: int, draw: int, loss: int) -> PointSystem:
    return PointSystem(
        OWN_VALUES,
        _("Values of one’s own"),
        _("A match won, tied or lost is worth the numbers below; who did not come gets nothing."),
        win,
        lambda board: win * board.won + draw * board.drawn + loss * (board.met & ~board.won & ~board.drawn),
        draw=draw,
        win=win,
    )


def _build_victory(key: str, name: str, sentence: str, steps: Sequence[int]) -> PointSystem:
    return PointSystem(
        key,
        name,
        sentence,
        compute_unplayed_share(len(steps)),
        lambda board: compute_victory_points(board, steps),
        draw=len(steps),
        secondary_system="points_scored",
    )


POINT_SYSTEMS: tuple[PointSystem, ...] = (
    *_FIXED_SYSTEMS,
    _build_own_values(3, 1, 0),
    _build_victory(
        "victory_three",
        _("Victory points, 20 – 0, three hands"),
        _("The difference of points gives shares of 20: 10 each up to 50, 20 to 0 above 1,500, as in burraco over three hands."),
        FIBUR_THREE_HANDS,
    ),
    _build_victory(
        "victory_four",
        _("Victory points, 20 – 0, four hands"),
        _("The difference of points gives shares of 20: 10 each up to 100, 20 to 0 above 2,000, as in burraco over four hands."),
        FIBUR_FOUR_HANDS,
    ),
    _build_victory(
        VICTORY_OWN,
        _("Victory points by a table of one’s own"),
        _("Half of the victory points each, and one more for every step that the difference of points is above."),
        FIBUR_THREE_HANDS,
    ),
)
NEED_TWO_SIDES = frozenset(system.key for system in POINT_SYSTEMS if system.key.startswith("victory"))


def build_point_system(key: str, values: tuple[int, int, int], steps: Sequence[int]) -> PointSystem:
    """`values` of a match won, tied and lost, and `steps` of the victory points, count where the system is one's own. Raises: KeyError."""
    system = point_system_by_key(key)
    if key == OWN_VALUES:
        return _build_own_values(*values)
    return _build_victory(key, system.name, system.sentence, steps) if key == VICTORY_OWN and steps else system


def point_system_by_key(key: str) -> PointSystem:
    """Raises: KeyError."""
    return {system.key: system for system in POINT_SYSTEMS}[key]


def compute_earned_points(
    board: Scoreboard, system: PointSystem, bye: int | None = None, *, bye_average: bool = False, fewest_win: bool = False
) -> Numbers:
    """Points of every row; `bye` replaces what the system gives for a bye, and `bye_average` both for an entry with any other row.

    With `fewest_win` points are penalties. Where they are added, nothing would be the best result: `_charge_unplayed` says what counts.
    """
    earned: Numbers = np.asarray(system.earned(board), dtype=np.int64)
    worth = system.get_bye_worth(bye)
    if fewest_win and system.key == POINTS_SCORED:
        return _charge_unplayed(board, earned, worth, average=bye_average)
    earned = earned if worth is None else np.where(board.bye, worth, earned)
    return _average_byes(board, earned) if bye_average else earned


def _average_byes(board: Scoreboard, earned: Numbers) -> Numbers:
    """A bye is worth the mean of the entry's other rows, half a unit rounded up."""
    counts = board.sum_by_entrant(~board.bye)
    means = _compute_means(board.sum_by_entrant(np.where(board.bye, 0, earned)), counts)
    return np.where(board.bye & (counts > 0)[board.entrant], means[board.entrant], earned)


def _charge_unplayed(board: Scoreboard, earned: Numbers, worth: int | None, *, average: bool) -> Numbers:
    """Penalties of every row, negative. A bye, and a walk-over for who came, is worth `worth` of them or the mean of the entry's matches;
    without any the mean of everybody's. Who did not come has the most penalties of a match.
    """
    played = np.where(board.met, earned, 0)
    counts = board.sum_by_entrant(board.met)
    everybody = int(_compute_means(np.array([played.sum()]), np.array([counts.sum()]))[0])
    without = everybody if worth is None else -worth
    means = np.where(counts > 0, _compute_means(board.sum_by_entrant(played), counts), without)[board.entrant]
    rests = means if average or worth is None else np.full_like(means, -worth)
    return np.where(board.met, earned, np.where(board.bye | board.won, rests, played.min(initial=0)))


def _compute_means(totals: Numbers, counts: Numbers) -> Numbers:
    """Half a unit is rounded up; 0 where nothing is counted."""
    return (2 * totals + counts) // np.maximum(2 * counts, 1)
