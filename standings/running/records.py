"""What is known of one entry while standings are kept: the plain-number twin of `Tally`."""

from dataclasses import dataclass, field

from standings.results import NOBODY, ResultRow


@dataclass(slots=True)
class Season:
    """What all entries share: the last round, what a drawn match is worth, and whether rounds without an opponent count."""

    draw: int
    rounds_missed_count: bool
    rounds: int = 0


@dataclass(slots=True)
class Record:
    """One entry; `points`, `adjusted`, `fictitious` and `missed` as in `Tally`.

    By match, in one order: `rows`; what it `earned`; its `weights` in the Sonneborn-Berger; the points of whom it `faced`. `met`: the
    rows by opponent.
    """

    entrant: int
    lot: int
    place: int
    """Decided at the table; one more than there are entries where nothing was."""
    penalty: int = 0
    rows: dict[int, ResultRow] = field(default_factory=dict)
    earned: dict[int, int] = field(default_factory=dict)
    weights: dict[int, int] = field(default_factory=dict)
    faced: dict[int, int] = field(default_factory=dict)
    met: dict[int, list[ResultRow]] = field(default_factory=dict)
    points: int = 0
    adjusted: int = 0
    fictitious: int = 0
    missed: int = 0
    stayed_away: bool = False
    """From some round."""

    @property
    def strength(self) -> tuple[int, int]:
        """What the tie-breaks of others depend on, and its own that add up opponents."""
        return self.adjusted, self.points

    def put(self, row: ResultRow, earned: int, season: Season) -> None:
        self.rows[row.match], self.earned[row.match], self.faced[row.match] = row, earned, 0
        bye = (min(2, earned // season.draw) if season.draw else 2) if row.bye else 0
        self.weights[row.match] = 2 * row.won + row.drawn + bye
        self._look(row)

    def take(self, match: int) -> tuple[ResultRow, int]:
        """The row of a match that counts no more, and what it earned."""
        for column in (self.weights, self.faced):
            del column[match]
        taken = self.rows.pop(match), self.earned.pop(match)
        self.met, self.stayed_away = {}, False
        for row in self.rows.values():
            self._look(row)
        return taken

    def _look(self, row: ResultRow) -> None:
        if row.opponent != NOBODY:
            self.met.setdefault(row.opponent, []).append(row)
        self.stayed_away = self.stayed_away or stayed_away(row)

    def count(self, season: Season) -> None:
        self.points = sum(self.earned.values()) - self.penalty
        self.missed = season.rounds - len(self.rows) if season.rounds_missed_count else 0
        self.adjusted = self.points + self._rounds_after(season) * season.draw
        self.fictitious = min(self.points, season.draw * season.rounds) if season.draw else self.points

    def _rounds_after(self, season: Season) -> int:
        """Rounds since it left, or did not come any more: they count as drawn for its opponents."""
        if not season.draw or not season.rounds_missed_count:
            return 0
        last = max((row.round for row in self.rows.values() if not stayed_away(row)), default=0)
        return season.rounds - last - sum(row.round > last for row in self.rows.values())

    def face(self, match: int, records: "list[Record]", season: Season) -> None:
        """The points of the opponent of a match, or of a fictitious one where nobody was met."""
        row = self.rows[match]
        if row.opponent != NOBODY:
            self.faced[match] = records[row.opponent].adjusted
        elif season.rounds_missed_count:
            self.faced[match] = self.fictitious if row.drawn_against == NOBODY else min(self.points, records[row.drawn_against].adjusted)


def stayed_away(row: ResultRow) -> bool:
    """Lost without playing."""
    return not (row.met or row.bye or row.won)
