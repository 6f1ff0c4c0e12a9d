"""A tournament as a TRF file knows it: pairing numbers, rounds and results, nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pairing.values import Entrant, Pair, Played, Request, Standing
from pairing.values import Outcome as Ending


class Mark(StrEnum):
    """How a round ended for one entry, as TRF writes it."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    BYE = "U"
    ABSENT = "Z"


MET = frozenset({Mark.WIN, Mark.DRAW, Mark.LOSS})
WON = frozenset({Mark.WIN, Mark.FORFEIT_WIN})


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entry. `opponent` is a pairing number, 0 without one; `first` tells whether it dealt first (white)."""

    mark: Mark
    opponent: int = 0
    first: bool = False


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points in halves, so that 0.5 is an integer: a win of one point is 2."""

    win: int = 4
    draw: int = 2
    loss: int = 0
    bye: int = 4

    def of(self, mark: Mark) -> int:
        if mark in WON:
            return self.win
        return {Mark.DRAW: self.draw, Mark.LOSS: self.loss, Mark.BYE: self.bye}.get(mark, 0)


@dataclass(frozen=True, slots=True)
class Report:
    """`cells[number - 1]` are the finished rounds of the entry with that pairing number.

    `absent` are numbers that are not to be paired in the next round; `forbidden` pairs of numbers are never to meet. `games` is the other
    score of every entry in halves, where it is told and is not what a team of one makes of its matches.
    """

    name: str
    rounds: int
    names: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    scoring: Scoring = field(default_factory=Scoring)
    forbidden: tuple[Pair, ...] = ()
    absent: frozenset[int] = frozenset()
    games: tuple[int, ...] = ()

    @property
    def finished(self) -> int:
        """Rounds that have been played."""
        return max((len(cells) for cells in self.cells), default=0)

    def score(self, number: int, rounds: int | None = None) -> int:
        """Points in halves after so many rounds, after all without."""
        return sum(self.scoring.of(cell.mark) for cell in self.cells[number - 1][:rounds])

    def other_score(self, number: int) -> int:
        return self.games[number - 1] if self.games else self.games_of_one(number)

    def games_of_one(self, number: int) -> int:
        """What its matches come to as the games of a team of one, in halves."""
        return sum({Mark.WIN: 2, Mark.FORFEIT_WIN: 2, Mark.DRAW: 1, Mark.BYE: 1}.get(cell.mark, 0) for cell in self.cells[number - 1])


def standing_of(report: Report, number: int) -> Standing:
    cells = report.cells[number - 1]
    last = cells[-1] if len(cells) == report.finished and cells else Cell(Mark.ABSENT)
    before = report.finished - 1
    floated = last.mark in MET and report.score(number, before) != report.score(last.opponent, before)
    return Standing(
        entrant=number,
        rank=number,
        primary=report.score(number),
        secondary=report.other_score(number),
        opponents=tuple(cell.opponent for cell in cells if cell.mark in MET),
        byes=sum(cell.mark is Mark.BYE for cell in cells),
        forfeit_wins=sum(cell.mark is Mark.FORFEIT_WIN for cell in cells),
        floated=floated,
    )


def history_of(report: Report) -> tuple[Played, ...]:
    """Every match once, told by the side that dealt first, or by the smaller number when neither did."""
    found = []
    for number, cells in enumerate(report.cells, start=1):
        for round_number, cell in enumerate(cells, start=1):
            told_here = cell.mark is not Mark.ABSENT and (not cell.opponent or cell.first)
            if told_here:
                found.append(_played(number, round_number, cell))
    return tuple(sorted(found, key=lambda played: (played.round, played.sides)))


def _played(number: int, round_number: int, cell: Cell) -> Played:
    if not cell.opponent:
        return Played(round_number, (number,), 0, Ending.BYE)
    ending = Ending.PLAYED if cell.mark in MET else Ending.WALKOVER if cell.mark in WON else Ending.ABSENT
    winner = 0 if cell.mark in WON else -1 if cell.mark is Mark.DRAW or ending is Ending.ABSENT else 1
    return Played(round_number, (number, cell.opponent), winner, ending)


def request_of(report: Report, seed: str = "") -> Request:
    """The request for the next round of the Swiss system; entry ids are the pairing numbers."""
    numbers: Sequence[int] = range(1, len(report.names) + 1)
    return Request(
        format="swiss",
        round=report.finished + 1,
        seed=seed,
        entrants=tuple(Entrant(number, number, withdrawn=number in report.absent) for number in numbers),
        options={"rounds": report.rounds, "numbers": "given", "rematches": "refused"},
        history=history_of(report),
        standings=tuple(standing_of(report, number) for number in numbers),
        forbidden=report.forbidden,
    )
