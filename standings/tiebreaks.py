"""The tie-breaks between entries with the same points; a tournament puts them in its own order.

Sources: FIDE Handbook C.07 where it has the tie-break; Italian card tournaments for the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from rules.texts import _
from standings.encounters import compute_encounter_difference, compute_encounter_games, compute_encounter_points
from standings.results import Numbers, Values
from standings.tally import Tally

Measure: TypeAlias = Callable[[Tally], Values]
GroupMeasure: TypeAlias = Callable[[Tally, Numbers], Values]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A column of the standings: the higher value comes first, unless `lowest_first`.

    `measure` gives a value for every entry; `among` gives one for each entry of a tied group, and is asked again for
    every smaller group that is left. `share` values are fractions between 0 and 1; values `in_points` are in the unit of
    the point system.
    """

    key: str
    name: str
    sentence: str
    measure: Measure | None = None
    among: GroupMeasure | None = None
    lowest_first: bool = False
    share: bool = False
    in_points: bool = False


def games_won(tally: Tally) -> Values:
    return tally.board.sum_by_entrant(tally.board.games_won)


def games_ratio(tally: Tally) -> Values:
    """Games won of games played; dividing exact integers rounds equal ratios to equal floats."""
    won, lost = tally.board.sum_by_entrant(tally.board.games_won), tally.board.sum_by_entrant(tally.board.games_lost)
    ratio: Values = won / np.maximum(won + lost, 1)
    return ratio


def point_difference(tally: Tally) -> Values:
    return tally.board.sum_by_entrant(tally.board.scored - tally.board.conceded)


def points_scored(tally: Tally) -> Values:
    return tally.board.sum_by_entrant(tally.board.scored)


def points_conceded(tally: Tally) -> Values:
    return tally.board.sum_by_entrant(tally.board.conceded)


def compute_buchholz(tally: Tally) -> Values:
    return tally.opponents_total


def buchholz_cut(tally: Tally) -> Values:
    return compute_buchholz(tally) - tally.cuts[0]


def buchholz_median(tally: Tally) -> Values:
    return compute_buchholz(tally) - tally.cuts[0] - tally.cuts[1]


def sonneborn_berger(tally: Tally) -> Values:
    """Doubled, so that half the points of an opponent one drew with is an integer."""
    return tally.board.sum_by_entrant(berger_weight(tally) * tally.opponent_points)


def berger_weight(tally: Tally) -> Numbers:
    """Two for a win, one for a draw; a bye weighs as much as it is worth."""
    byes = tally.board.bye * (2 if not tally.draw else np.minimum(2, tally.earned // tally.draw))
    return 2 * tally.board.won.astype(np.int64) + tally.board.drawn + byes


def compute_progressive(tally: Tally) -> Values:
    """The sum of the running totals: a point of the first of n rounds counts n times."""
    last = int(tally.board.round.max(initial=0))
    return tally.board.sum_by_entrant(tally.earned * (last + 1 - tally.board.round))


def count_wins(tally: Tally) -> Values:
    return tally.board.sum_by_entrant(tally.board.won)


def wins_as_second_dealer(tally: Tally) -> Values:
    return tally.board.sum_by_entrant(tally.board.won & tally.board.second_dealer)


def drawing_of_lots(tally: Tally) -> Values:
    return tally.lots


def decided_at_table(tally: Tally) -> Values:
    last = len(tally.board.ids) + 1
    return np.array([tally.decided.get(int(entrant), last) for entrant in tally.board.ids], dtype=np.int64)


TIE_BREAKS: tuple[TieBreak, ...] = (
    TieBreak(
        "direct_encounter",
        _("Direct encounter"),
        _("Points from the matches among the tied only; counted again whenever fewer remain tied."),
        among=compute_encounter_points,
        in_points=True,
    ),
    TieBreak(
        "direct_games",
        _("Games among the tied"),
        _("Games won in the matches among the tied only; counted again whenever fewer remain tied."),
        among=compute_encounter_games,
    ),
    TieBreak(
        "direct_difference",
        _("Difference among the tied"),
        _("Points scored less points conceded among the tied only; counted again whenever fewer remain tied."),
        among=compute_encounter_difference,
    ),
    TieBreak("games_won", _("Games won"), _("All games won, whether the match was won or lost."), games_won),
    TieBreak("games_ratio", _("Games ratio"), _("Games won divided by games played."), games_ratio, share=True),
    TieBreak("point_difference", _("Difference"), _("Points scored less points conceded in all games."), point_difference),
    TieBreak("points_scored", _("Points scored"), _("All points scored, in every game."), points_scored),
    TieBreak(
        "points_conceded",
        _("Points conceded"),
        _("All points of the opponents: the fewer, the better."),
        points_conceded,
        lowest_first=True,
    ),
    TieBreak("buchholz", _("Buchholz"), _("The points of all opponents, added."), compute_buchholz, in_points=True),
    TieBreak("buchholz_cut", _("Buchholz cut 1"), _("The points of all opponents but the weakest, added."), buchholz_cut, in_points=True),
    TieBreak(
        "buchholz_median",
        _("Median Buchholz"),
        _("The points of all opponents but the weakest and the strongest, added."),
        buchholz_median,
        in_points=True,
    ),
    TieBreak(
        "sonneborn_berger",
        _("Sonneborn-Berger"),
        _("Twice the points of the opponents beaten, and once those of the opponents drawn with."),
        sonneborn_berger,
        in_points=True,
    ),
    TieBreak(
        "progressive",
        _("Progressive score"),
        _("The totals after each round, added: early points count more."),
        compute_progressive,
        in_points=True,
    ),
    TieBreak("wins", _("Matches won"), _("The number of matches won."), count_wins),
    TieBreak(
        "wins_second_dealer",
        _("Won as second dealer"),
        _("The number of matches won in which the other side dealt first."),
        wins_as_second_dealer,
    ),
    TieBreak(
        "lots",
        _("Lot"),
        _("Drawn by lot from the seed stored with the tournament: the lowest number comes first."),
        drawing_of_lots,
        lowest_first=True,
    ),
    TieBreak(
        "decided",
        _("Decided at the table"),
        _("The order in which a play-off, a drawn card or the referee put them."),
        decided_at_table,
        lowest_first=True,
    ),
)


def tie_break_by_key(key: str) -> TieBreak:
    """Raises: KeyError."""
    return {entry.key: entry for entry in TIE_BREAKS}[key]
