"""Standings between results.

What one result changes:

* its two entries: all their own sums, and so all their cells;
* their opponents, and whoever was drawn against them, if the points of the two are other than before: only the cells that add up
  opponents;
* the groups that these entries leave, join or stay in: what is counted among the tied only is counted again there, and among their parts.
  A group of more than twice as many entries as rounds is known to have no direct encounter that decides, and is not looked at;
* the order: those whose key is another now are taken out of a sorted list and put in where they belong. Nobody else is touched; a rank is
  the place in the list.

Everything is counted again when a result opens or empties the last round, because then every entry has missed a round more or less, and
when the most that one match was worth changes under a direct encounter. Each entry plays at most one match a round.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from standings.points import compute_row_points, point_system_by_key
from standings.ranking import CountingScheme, RankedLine, draw_lots
from standings.results import NOBODY, StandingResult, iterate_rows
from standings.running.measures import STRENGTH
from standings.running.meetings import ENCOUNTER, Table
from standings.running.order import Order
from standings.running.records import Record, Season


class RunningStandings:
    """The standings of `standings(entrants, results, scheme, …)`, kept up to date result by result, and always equal to them."""

    def __init__(
        self,
        entrants: Sequence[int],
        results: Iterable[StandingResult],
        scheme: CountingScheme,
        *,
        penalties: Mapping[int, int] | None = None,
        decided: Mapping[int, int] | None = None,
    ) -> None:
        self._scheme, self._system = scheme, point_system_by_key(scheme.points)
        self._index = {entrant: place for place, entrant in enumerate(entrants)}
        self._season = Season(self._system.draw, not scheme.everybody_meets)
        fined, places = penalties or {}, decided or {}
        self._records = [
            Record(entrant, lot, places.get(entrant, len(entrants) + 1), self._system.unit * fined.get(entrant, 0))
            for entrant, lot in zip(entrants, draw_lots(entrants, scheme.seed).tolist(), strict=True)
        ]
        self._seated: dict[int, tuple[int, ...]] = {}
        self._rounds: Counter[int] = Counter()
        self._worths: Counter[int] = Counter()
        self._table = Table(self._records)
        self._faces = any(key in STRENGTH for key in scheme.tie_breaks)
        for result in results:
            self._seat(result)
        self._order = Order(self._table, self._season, scheme.tie_breaks)
        self._count_everything()

    def record(self, result: StandingResult) -> None:
        """A result that is new, or says otherwise what the match with this id came to."""
        touched = {*self._unseat(result.match), *self._seat(result)}
        self._count(touched)

    def remove(self, match: int) -> None:
        """A match that counts no more; nothing happens when it never did."""
        self._count(set(self._unseat(match)))

    def decide(self, entrant: int, *, penalty: int = 0, place: int | None = None) -> None:
        """What the director decided about an entry: points taken off in all, and its place among the tied."""
        one = self._records[self._index[entrant]]
        one.penalty = self._system.unit * penalty
        one.place = len(self._records) + 1 if place is None else place
        self._count({self._index[entrant]})

    def line(self, entrant: int) -> RankedLine:
        """Raises: KeyError."""
        place = self._index[entrant]
        return self._line(place, *self._order.standing(place))

    def lines(self, first: int = 0, last: int | None = None) -> tuple[RankedLine, ...]:
        """Those in the places from `first` on (the top one is 0) to before `last`; without these everybody."""
        return tuple(self._line(place, rank, tied) for rank, place, tied in self._order.ranked(first, last))

    def played(self) -> dict[int, int]:
        """By entry the matches that count, rests apart; nobody of whom nothing counts."""
        return {one.entrant: sum(not row.bye for row in one.rows.values()) for one in self._records if one.rows}

    def _line(self, place: int, rank: int, tied: Sequence[int]) -> RankedLine:
        one = self._records[place]
        return RankedLine(rank, one.entrant, one.points, self._order.cells(place), tuple(self._records[other].entrant for other in tied))

    def _seat(self, result: StandingResult) -> tuple[int, ...]:
        """Give every entry of a result its row."""
        rows = list(iterate_rows(result, self._index))
        for row in rows:
            worth = compute_row_points(row, self._system, self._scheme.bye)
            self._records[row.entrant].put(row, worth, self._season)
            self._rounds[row.round] += 1
            self._worths[worth] += 1
        self._seated[result.match] = tuple(row.entrant for row in rows)
        return self._seated[result.match]

    def _unseat(self, match: int) -> tuple[int, ...]:
        places = self._seated.pop(match, ())
        for place in places:
            row, worth = self._records[place].take(match)
            _less(self._rounds, row.round)
            _less(self._worths, worth)
        return places

    def _count(self, touched: set[int]) -> None:
        if self._everything_moves():
            self._count_everything()
            return
        self._order.negative = min(self._worths, default=0) < 0
        unlike = set()
        for place in touched:
            one = self._records[place]
            before = one.strength
            one.count(self._season)
            if one.strength != before:
                unlike.add(place)
        self._order.move(touched, self._face(touched, unlike) - touched)

    def _face(self, touched: Iterable[int], unlike: Iterable[int]) -> set[int]:
        """Tell those who were touched whom they faced, and others about those who are unlike before; these others."""
        if not self._faces:
            return set()
        for place in touched:
            for match in self._records[place].rows:
                self._records[place].face(match, self._records, self._season)
        told = [(row.drawn_against, match) for place in unlike for match, row in self._records[place].rows.items()]
        for other, match in told:
            if other != NOBODY:
                self._records[other].face(match, self._records, self._season)
        return {other for other, _match in told} - {NOBODY}

    def _everything_moves(self) -> bool:
        most = ENCOUNTER in self._scheme.tie_breaks and self._table.most != max(self._worths, default=0)
        return most or self._season.rounds != max(self._rounds, default=0)

    def _count_everything(self) -> None:
        self._season.rounds = max(self._rounds, default=0)
        self._table.most = max(0, max(self._worths, default=0))
        for one in self._records:
            one.count(self._season)
        self._face(range(len(self._records)), ())
        self._order.negative = min(self._worths, default=0) < 0
        self._order.arrange()


def _less(counter: Counter[int], key: int) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
