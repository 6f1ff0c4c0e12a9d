"""A tournament as a TRF file holds it: pairing numbers, rounds and results, nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pairing.swiss.acceleration import BAKU, compute_virtual_halves
from pairing.swiss.format import Swiss
from pairing.values import DrawRequest, Entrant, EntrantStanding, Pair, PlayedMatch
from pairing.values import MatchOutcome as Ending


class ResultCode(StrEnum):
    """The result of a round for one entry, as TRF writes it."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ABSENT = "Z"


MET_CODES = frozenset({ResultCode.WIN, ResultCode.DRAW, ResultCode.LOSS})
WON_CODES = frozenset({ResultCode.WIN, ResultCode.FORFEIT_WIN})
GAMES_OF_ONE = {
    ResultCode.WIN: 2,
    ResultCode.FORFEIT_WIN: 2,
    ResultCode.DRAW: 1,
    ResultCode.BYE: 1,
    ResultCode.FULL_BYE: 2,
    ResultCode.HALF_BYE: 1,
}
"""Game points of a team of one, in halves."""
RESTS = frozenset({ResultCode.ABSENT, ResultCode.HALF_BYE})
"""Rounds without a match that are no bye in the sense of the rule: whoever had one can still get the bye."""


@dataclass(frozen=True, slots=True)
class TrfCell:
    """One round of one entry. `opponent` is a pairing number, 0 without one; `first` is true when the entry dealt first (white)."""

    code: ResultCode
    opponent: int = 0
    first: bool = False


@dataclass(frozen=True, slots=True)
class TrfScoring:
    """Points in halves, so that 0.5 is an integer: a win of one point is 2."""

    win: int = 4
    draw: int = 2
    loss: int = 0
    bye: int = 4
    forfeit_win: int | None = None
    forfeit_loss: int = 0
    full_bye: int | None = None
    half_bye: int | None = None
    absent: int = 0

    def get_points(self, code: ResultCode) -> int:
        """A walk-over and a full bye count like a win, a half bye like a draw, unless said otherwise."""
        points = {
            ResultCode.WIN: self.win,
            ResultCode.DRAW: self.draw,
            ResultCode.LOSS: self.loss,
            ResultCode.BYE: self.bye,
            ResultCode.FORFEIT_WIN: self.win if self.forfeit_win is None else self.forfeit_win,
            ResultCode.FORFEIT_LOSS: self.forfeit_loss,
            ResultCode.FULL_BYE: self.win if self.full_bye is None else self.full_bye,
            ResultCode.HALF_BYE: self.draw if self.half_bye is None else self.half_bye,
            ResultCode.ABSENT: self.absent,
        }
        return points[code]


@dataclass(frozen=True, slots=True)
class TrfEntry:
    """What a file says of an entry beside its rounds."""

    rank: int = 0
    identity: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class TrfReport:
    """`cells[number - 1]` are the finished rounds of the entry with that pairing number.

    `absent` are numbers that are not to be paired in the next round; `forbidden` are pairs of numbers that must not meet in it.
    `games` is the other score of every entry in halves, where it is given and differs from what a team of one makes of its matches.
    `boards[number - 1]` are the game points of a team with several boards in every round, in halves. With `by_games` the game points
    come first, the points for matches second. `entries` are places, numbers of membership and clubs, where they are known.
    `accelerated[round - 1]` are the numbers that have the virtual points of Baku's acceleration in that round.
    """

    name: str
    rounds: int
    names: tuple[str, ...]
    cells: tuple[tuple[TrfCell, ...], ...]
    scoring: TrfScoring = field(default_factory=TrfScoring)
    forbidden: tuple[Pair, ...] = ()
    absent: frozenset[int] = frozenset()
    games: tuple[int, ...] = ()
    boards: tuple[tuple[int, ...], ...] = ()
    by_games: bool = False
    entries: tuple[TrfEntry, ...] = ()
    accelerated: tuple[frozenset[int], ...] = ()

    @property
    def finished(self) -> int:
        """Rounds that have been played."""
        return max((len(cells) for cells in self.cells), default=0)

    def compute_score(self, number: int, rounds: int | None = None) -> int:
        """Points in halves after so many rounds; after all rounds when None."""
        return sum(self.scoring.get_points(cell.code) for cell in self.cells[number - 1][:rounds])

    def get_game_score(self, number: int) -> int:
        return self.games[number - 1] if self.games else self.compute_game_score(number)

    def compute_game_score(self, number: int, rounds: int | None = None) -> int:
        """Game points in halves after so many rounds: of its boards, or of its matches as those of a team of one."""
        if self.boards:
            return sum(self.boards[number - 1][:rounds])
        return sum(GAMES_OF_ONE.get(cell.code, 0) for cell in self.cells[number - 1][:rounds])

    def get_entry(self, number: int) -> TrfEntry:
        return self.entries[number - 1] if self.entries else TrfEntry(number)

    def compute_first_score(self, number: int, rounds: int | None = None) -> int:
        """The score by which the next round is drawn."""
        return self.compute_game_score(number, rounds) if self.by_games else self.compute_score(number, rounds)

    def list_accelerated(self, round_number: int) -> frozenset[int]:
        """The numbers with virtual points in a round."""
        return self.accelerated[round_number - 1] if round_number <= len(self.accelerated) else frozenset()

    def compute_pairing_score(self, number: int, round_number: int) -> int:
        """The score by which a round was drawn, virtual points included, in quarters of a point."""
        virtual = compute_virtual_halves(self.rounds, round_number, self.scoring.win)
        return 2 * self.compute_first_score(number, round_number - 1) + (virtual if number in self.list_accelerated(round_number) else 0)


def build_standing(report: TrfReport, number: int) -> EntrantStanding:
    cells = report.cells[number - 1]
    last = cells[-1] if len(cells) == report.finished and cells else TrfCell(ResultCode.ABSENT)
    was_met = last.code in MET_CODES
    floated = was_met and len({report.compute_pairing_score(side, report.finished) for side in (number, last.opponent)}) > 1
    scores = (report.compute_score(number), report.get_game_score(number))
    primary, secondary = reversed(scores) if report.by_games else scores
    return EntrantStanding(
        entrant=number,
        rank=number,
        primary=primary,
        secondary=secondary,
        opponents=tuple(cell.opponent for cell in cells if cell.code in MET_CODES),
        byes=sum(cell.code in {ResultCode.BYE, ResultCode.FULL_BYE} for cell in cells),
        forfeit_wins=sum(cell.code is ResultCode.FORFEIT_WIN for cell in cells),
        floated=floated,
    )


def build_history(report: TrfReport) -> tuple[PlayedMatch, ...]:
    """Every match once, from the side that dealt first, or from the smaller number when neither did."""
    matches = []
    for number, cells in enumerate(report.cells, start=1):
        for round_number, cell in enumerate(cells, start=1):
            is_reported_here = cell.code not in RESTS and (not cell.opponent or cell.first)
            if is_reported_here:
                matches.append(_build_played(number, round_number, cell))
    return tuple(sorted(matches, key=lambda played: (played.round, played.sides)))


def _build_played(number: int, round_number: int, cell: TrfCell) -> PlayedMatch:
    if not cell.opponent:
        return PlayedMatch(round_number, (number,), 0, Ending.BYE)
    ending = Ending.PLAYED if cell.code in MET_CODES else Ending.WALKOVER if cell.code in WON_CODES else Ending.ABSENT
    winner = 0 if cell.code in WON_CODES else -1 if cell.code is ResultCode.DRAW or ending is Ending.ABSENT else 1
    return PlayedMatch(round_number, (number, cell.opponent), winner, ending)


def build_request(report: TrfReport, seed: str = "") -> DrawRequest:
    """The request for the next round of the Swiss system; entry ids are the pairing numbers."""
    numbers: Sequence[int] = range(1, len(report.names) + 1)
    next_round = report.finished + 1
    accelerated = report.list_accelerated(next_round)
    options = {"rounds": report.rounds, "numbers": "given", "rematches": "refused"}
    return DrawRequest(
        format=Swiss.key,
        round=next_round,
        seed=seed,
        entrants=tuple(Entrant(number, number, withdrawn=number in report.absent) for number in numbers),
        options=options | {"acceleration": BAKU} if accelerated else options,
        history=build_history(report),
        standings=tuple(build_standing(report, number) for number in numbers),
        forbidden=report.forbidden,
        win_points=report.scoring.win if accelerated else 0,
        accelerated=tuple(sorted(accelerated)),
    )
