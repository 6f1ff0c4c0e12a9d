"""The tie-breaks of `standings.tiebreaks` for one entry, from its record.

Two tables, because they differ in what a result touches: `OWN` look at the entry's own matches, `STRENGTH` at its opponents' points too, so
that they change with every result of an opponent.
"""

from collections.abc import Callable, Mapping
from operator import mul

from standings.results import NOBODY, ResultRow
from standings.running.records import Record, Season, stayed_away

Cell = int | float


def _games_ratio(one: Record, season: Season) -> Cell:
    won = sum(row.games_won for row in one.rows.values())
    lost = sum(row.games_lost for row in one.rows.values())
    ratio = won / max(won + lost, 1)
    return int(ratio) if ratio == int(ratio) else ratio


def _progressive(one: Record, season: Season) -> int:
    return sum(one.earned[match] * (season.rounds + 1 - row.round) for match, row in one.rows.items())


def _lot(one: Record, season: Season) -> int:
    return one.lot


def _place(one: Record, season: Season) -> int:
    return one.place


def _added(value: Callable[[ResultRow], int]) -> Callable[[Record, Season], Cell]:
    def total(one: Record, season: Season) -> int:
        return sum(map(value, one.rows.values()))

    return total


OWN: Mapping[str, Callable[[Record, Season], Cell]] = {
    "games_won": _added(lambda row: row.games_won),
    "games_ratio": _games_ratio,
    "point_difference": _added(lambda row: row.scored - row.conceded),
    "points_scored": _added(lambda row: row.scored),
    "points_conceded": _added(lambda row: row.conceded),
    "progressive": _progressive,
    "wins": _added(lambda row: row.won),
    "wins_second_dealer": _added(lambda row: row.won and row.second_dealer),
    "lots": _lot,
    "decided": _place,
}


def _total(one: Record, season: Season) -> int:
    return sum(one.faced.values()) + one.missed * one.fictitious


def _cuts(one: Record, season: Season) -> tuple[int, int]:
    """The lowest opponent and the highest of the others; a round it stayed away from is cut before any opponent, in pools none."""
    if not season.rounds_missed_count:
        met = sorted(one.faced[match] for match, row in one.rows.items() if row.opponent != NOBODY)
        return (met or [0])[0], (met[1:] or [0])[-1]
    if not one.missed and not one.stayed_away:
        return min(one.faced.values(), default=0), max(one.faced.values()) if len(one.faced) > 1 else 0
    faced = [(not stayed_away(row), points) for row, points in zip(one.rows.values(), one.faced.values(), strict=True)]
    faced += [(False, one.fictitious)] * one.missed
    lowest = min(faced)
    faced.remove(lowest)
    return lowest[1], max((points for _there, points in faced), default=0)


def _cut(one: Record, season: Season) -> int:
    return _total(one, season) - _cuts(one, season)[0]


def _median(one: Record, season: Season) -> int:
    return _total(one, season) - sum(_cuts(one, season))


def _berger(one: Record, season: Season) -> int:
    return sum(map(mul, one.weights.values(), one.faced.values()))


STRENGTH: Mapping[str, Callable[[Record, Season], int]] = {
    "buchholz": _total,
    "buchholz_cut": _cut,
    "buchholz_median": _median,
    "sonneborn_berger": _berger,
}
