"""Standings counted by hand, so to speak: from what the columns are called, with fractions and nothing of the program's own counting.

Written from the sentences that the standings print under their columns. What a sentence leaves to the FIDE Handbook (the strength of
opponents where rounds were not played) is compared with another program in `tests/standings/test_fide.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

WIN = {"match_won": 1, "two_one_zero": 2, "three_one_zero": 3, "three_zero": 3}
"""What a match won is worth, and so the most that one match can bring."""
BYE = {**WIN, "places": 3}
"""What a rest is worth unless the tournament says otherwise; elsewhere it has the games and points that the tournament gives."""


@dataclass(frozen=True)
class Rules:
    points: str
    tie_breaks: Sequence[str]
    bye: int | None = None
    penalties: Mapping[int, int] = field(default_factory=dict)
    decided: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """An entry in one of its matches."""

    match: Any
    entry: int

    @property
    def side(self) -> int:
        return self.match.sides.index(self.entry) // self.match.side_size

    @property
    def kind(self) -> str:
        return str(self.match.outcome)

    @property
    def played(self) -> bool:
        return self.kind == "played"

    @property
    def won(self) -> bool:
        return self.match.winner == self.side and self.kind != "bye"

    @property
    def opponent(self) -> int | None:
        """Where there is exactly one."""
        if not self.played or len(self.match.sides) != 2:
            return None
        return self.match.sides[1 - self.side]

    def share(self, of: str) -> tuple[int, int]:
        """What the own side has, and all others together."""
        values = getattr(self.match, of)
        own = values[self.side] if values else 0
        return own, sum(values) - own


def worth(row: Row, rules: Rules) -> float:
    """The points for one match."""
    if row.kind == "bye" and (rules.bye is not None or rules.points in BYE):
        return BYE[rules.points] if rules.bye is None else rules.bye
    match rules.points:
        case "games_won":
            return row.share("games")[0]
        case "points_scored":
            return row.share("points")[0]
        case "places":
            own = row.share("points")[0]
            shared = [place for place, other in enumerate(sorted(row.match.points), start=1) if other == own]
            return sum(shared) / len(shared) if row.played else 0
        case "two_one_zero" | "three_one_zero":
            return WIN[rules.points] * row.won + (row.played and row.match.winner == -1)
    return WIN[rules.points] * row.won


class Count:
    def __init__(self, entries: Sequence[int], matches: Sequence[Any], rules: Rules) -> None:
        self.rules, self.entries = rules, list(entries)
        self.rows = {entry: [Row(match, entry) for match in matches if entry in match.sides] for entry in entries}
        self.last = max((match.round for match in matches), default=0)
        self.total = {entry: sum(worth(row, rules) for row in self.rows[entry]) - rules.penalties.get(entry, 0) for entry in entries}

    def lines(self) -> list[tuple[int, int, int]]:
        """Rank, entry and points, best first; who stays tied shares the rank and stands in the order of the entries."""
        groups = split(self.entries, lambda entry, _group: self.total[entry])
        for name in self.rules.tie_breaks:
            measure = getattr(self, name)
            groups = [smaller for group in groups for smaller in split_until_still(group, measure)]
        lines, rank = [], 1
        for group in groups:
            lines += [(rank, entry, self.total[entry]) for entry in group]
            rank += len(group)
        return lines

    def among(self, entry: int, group: list[int]) -> list[Row]:
        return [row for row in self.rows[entry] if row.opponent in group]

    def opponents(self, entry: int) -> list[int]:
        return [self.total[row.opponent] for row in self.rows[entry] if row.opponent is not None]

    def gap(self, rows: Sequence[Row]) -> int:
        return sum(own - others for own, others in (row.share("points") for row in rows))

    def added(self, entry: int, of: str, who: int) -> int:
        return sum(row.share(of)[who] for row in self.rows[entry])

    def direct_encounter(self, entry: int, group: list[int]) -> int:
        """Points among the tied. Where not all have met: how many of them cannot catch up with the entry, seen from the first downwards."""
        points = {one: sum(worth(row, self.rules) for row in self.among(one, group)) for one in group}
        missing = {one: len(group) - 1 - len({row.opponent for row in self.among(one, group)}) for one in group}
        if not any(missing.values()):
            return points[entry]
        rest = list(group)
        while rest:
            sure = [one for one in rest if all(self._ahead(one, other, points, missing) for other in rest if other != one)]
            if sure == [entry]:
                return len(rest)
            if not sure:
                break
            rest.remove(sure[0])
        return 0

    def _ahead(self, one: int, other: int, points: Mapping[int, int], missing: Mapping[int, int]) -> bool:
        """Even if the other wins all that it has not played, and the one nothing."""
        return points[one] > points[other] + WIN[self.rules.points] * missing[other]

    def direct_games(self, entry: int, group: list[int]) -> int:
        return sum(row.share("games")[0] for row in self.among(entry, group))

    def direct_difference(self, entry: int, group: list[int]) -> int:
        return self.gap(self.among(entry, group))

    def games_won(self, entry: int, _group: list[int]) -> int:
        return self.added(entry, "games", 0)

    def games_ratio(self, entry: int, _group: list[int]) -> Fraction:
        won, lost = self.added(entry, "games", 0), self.added(entry, "games", 1)
        return Fraction(won, max(won + lost, 1))

    def point_difference(self, entry: int, _group: list[int]) -> int:
        return self.gap(self.rows[entry])

    def points_scored(self, entry: int, _group: list[int]) -> int:
        return self.added(entry, "points", 0)

    def points_conceded(self, entry: int, _group: list[int]) -> int:
        return -self.added(entry, "points", 1)

    def buchholz(self, entry: int, _group: list[int]) -> int:
        return sum(self.opponents(entry))

    def buchholz_cut(self, entry: int, _group: list[int]) -> int:
        return sum(sorted(self.opponents(entry))[1:])

    def buchholz_median(self, entry: int, _group: list[int]) -> int:
        return sum(sorted(self.opponents(entry))[1:-1])

    def sonneborn_berger(self, entry: int, _group: list[int]) -> int:
        met = [row for row in self.rows[entry] if row.opponent is not None]
        return sum(self.total[row.opponent] * (2 * row.won + (row.match.winner == -1)) for row in met)

    def progressive(self, entry: int, _group: list[int]) -> int:
        """A round without a match leaves the running total as it was, and adds it all the same."""
        running = added = 0
        for number in range(1, self.last + 1):
            running += sum(worth(row, self.rules) for row in self.rows[entry] if row.match.round == number)
            added += running
        return added

    def wins(self, entry: int, _group: list[int]) -> int:
        return sum(row.won for row in self.rows[entry])

    def wins_second_dealer(self, entry: int, _group: list[int]) -> int:
        return sum(row.won and row.played and row.match.first_dealer != row.side for row in self.rows[entry])

    def decided(self, entry: int, _group: list[int]) -> int:
        return -self.rules.decided.get(entry, len(self.entries) + 1)


def recount(entries: Sequence[int], matches: Sequence[Any], rules: Rules) -> list[tuple[int, int, int]]:
    return Count(entries, matches, rules).lines()


def split(group: list[int], measure: Callable[[int, list[int]], Any]) -> list[list[int]]:
    values = {entry: measure(entry, group) for entry in group}
    return [[entry for entry in group if values[entry] == value] for value in sorted(set(values.values()), reverse=True)]


def split_until_still(group: list[int], measure: Callable[[int, list[int]], Any]) -> list[list[int]]:
    """Counted again whenever fewer remain tied."""
    if len(group) < 2:
        return [group]
    parts = split(group, measure)
    return [group] if len(parts) == 1 else [smaller for part in parts for smaller in split_until_still(part, measure)]
