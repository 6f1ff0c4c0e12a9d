"""Standings counted by hand, so to speak: from what the columns are called, with fractions and nothing of the program's own counting.

Written from the sentences that the standings print under their columns. Understands matches between two sides, and every tie-break whose
sentence leaves nothing to interpret.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

POINTS: Mapping[str, Callable[[Any, int], int]] = {
    "match_won": lambda match, side: int(won(match, side)),
    "two_one_zero": lambda match, side: 2 * won(match, side) + drawn(match),
    "three_zero": lambda match, side: 3 * won(match, side),
    "games_won": lambda match, side: match.games[side],
    "points_scored": lambda match, side: match.points[side],
}


def won(match: Any, side: int) -> bool:
    return match.winner == side


def drawn(match: Any) -> bool:
    return match.winner == -1


def recount(entries: Sequence[int], matches: Sequence[Any], points: str, tie_breaks: Sequence[str]) -> list[tuple[int, int, int]]:
    """Rank, entry and points, best first; who stays tied shares the rank and stands in the order of `entries`."""
    own = {entry: [(match, match.sides.index(entry)) for match in matches if entry in match.sides] for entry in entries}
    total = {entry: sum(POINTS[points](match, side) for match, side in own[entry]) for entry in entries}
    groups = split(list(entries), lambda entry, _group: total[entry])
    for name in tie_breaks:
        groups = [smaller for group in groups for smaller in split_until_still(group, measure_of(name, own, total, points))]
    lines, rank = [], 1
    for group in groups:
        lines += [(rank, entry, total[entry]) for entry in group]
        rank += len(group)
    return lines


def split(group: list[int], measure: Callable[[int, list[int]], Any]) -> list[list[int]]:
    values = {entry: measure(entry, group) for entry in group}
    return [[entry for entry in group if values[entry] == value] for value in sorted(set(values.values()), reverse=True)]


def split_until_still(group: list[int], measure: Callable[[int, list[int]], Any]) -> list[list[int]]:
    """Counted again whenever fewer remain tied."""
    if len(group) < 2:
        return [group]
    parts = split(group, measure)
    return [group] if len(parts) == 1 else [smaller for part in parts for smaller in split_until_still(part, measure)]


def measure_of(name: str, own: Mapping[int, list[Any]], total: Mapping[int, int], points: str) -> Callable[[int, list[int]], Any]:
    rounds = max((match.round for rows in own.values() for match, _side in rows), default=0)

    def among(entry: int, group: list[int]) -> list[Any]:
        return [(match, side) for match, side in own[entry] if match.sides[1 - side] in group]

    def games(rows: list[Any]) -> tuple[int, int]:
        return sum(match.games[side] for match, side in rows), sum(match.games[1 - side] for match, side in rows)

    def scored(rows: list[Any]) -> tuple[int, int]:
        return sum(match.points[side] for match, side in rows), sum(match.points[1 - side] for match, side in rows)

    def ratio(rows: list[Any]) -> Fraction:
        mine, theirs = games(rows)
        return Fraction(mine, max(mine + theirs, 1))

    def opponents(entry: int) -> list[int]:
        return [total[match.sides[1 - side]] for match, side in own[entry]]

    def difference(pair: tuple[int, int]) -> int:
        return pair[0] - pair[1]

    measures: dict[str, Callable[[int, list[int]], Any]] = {
        "direct_encounter": lambda entry, group: sum(POINTS[points](match, side) for match, side in among(entry, group)),
        "direct_games": lambda entry, group: games(among(entry, group))[0],
        "direct_difference": lambda entry, group: difference(scored(among(entry, group))),
        "games_won": lambda entry, _group: games(own[entry])[0],
        "games_ratio": lambda entry, _group: ratio(own[entry]),
        "point_difference": lambda entry, _group: difference(scored(own[entry])),
        "points_scored": lambda entry, _group: scored(own[entry])[0],
        "points_conceded": lambda entry, _group: -scored(own[entry])[1],
        "buchholz": lambda entry, _group: sum(opponents(entry)),
        "buchholz_cut": lambda entry, _group: sum(opponents(entry)) - min(opponents(entry)),
        "wins": lambda entry, _group: sum(won(match, side) for match, side in own[entry]),
        "wins_second_dealer": lambda entry, _group: sum(won(match, side) and match.first_dealer != side for match, side in own[entry]),
        "progressive": lambda entry, _group: running_total(own[entry], points, rounds),
    }
    return measures[name]


def running_total(rows: list[Any], points: str, rounds: int) -> int:
    """A round without a match leaves the total as it was, and adds it all the same."""
    total = added = 0
    for number in range(1, rounds + 1):
        total += sum(POINTS[points](match, side) for match, side in rows if match.round == number)
        added += total
    return added
