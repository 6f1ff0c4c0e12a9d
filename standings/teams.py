"""Team matches: the boards of two teams make one result, and these are ranked like results of entries."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.format import TeamDecision
from pairing.values import MatchOutcome
from standings.results import NOBODY, StandingResult


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board between two teams, known by their numbers. `points` are what each side scored, `games` what it won; `winner` is the index
    of its side.

    `is_over` is false while nothing counts; `is_played` for a board that somebody won without playing, or nobody. A board that was
    cancelled is over and counts for nobody.
    """

    match: int
    round: int
    teams: tuple[int, int]
    points: tuple[int, int] = (0, 0)
    winner: int = NOBODY
    is_over: bool = True
    is_played: bool = True
    games: tuple[int, int] = (0, 0)
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """All boards of two teams in a round, in their order."""

    round: int
    teams: tuple[int, int]
    boards: tuple[TeamBoard, ...]

    @property
    def won(self) -> tuple[int, int]:
        """The boards that each team has won so far."""
        return (sum(board.winner == 0 for board in self.boards), sum(board.winner == 1 for board in self.boards))

    @property
    def points(self) -> tuple[int, int]:
        """The points of each team on all boards so far."""
        return (sum(board.points[0] for board in self.boards), sum(board.points[1] for board in self.boards))

    @property
    def open_boards(self) -> int:
        return sum(not board.is_over for board in self.boards)

    @property
    def counts(self) -> bool:
        """Whether it has a result: all its boards are over, and one of them counts at least."""
        return not self.open_boards and not all(board.is_cancelled for board in self.boards)


def gather_team_matches(boards: Iterable[TeamBoard]) -> tuple[TeamMatch, ...]:
    """The boards by round and teams, in the order in which they come."""
    gathered: dict[tuple[int, tuple[int, int]], list[TeamBoard]] = {}
    for board in boards:
        gathered.setdefault((board.round, board.teams), []).append(board)
    return tuple(TeamMatch(number, teams, tuple(own)) for (number, teams), own in gathered.items())


def decide_team_match(match: TeamMatch, decided_by: TeamDecision) -> StandingResult:
    """The result of a team match whose boards are over: boards won as games, and all points."""
    compared = match.points if decided_by is TeamDecision.POINTS else match.won
    if decided_by is TeamDecision.BOARDS_THEN_POINTS and compared[0] == compared[1]:
        compared = match.points
    winner = NOBODY if compared[0] == compared[1] else int(compared[1] > compared[0])
    outcome = MatchOutcome.PLAYED
    if not any(board.is_played for board in match.boards):
        outcome = MatchOutcome.ABSENT if match.won == (0, 0) else MatchOutcome.WALKOVER
    return StandingResult(match.boards[0].match, match.round, match.teams, match.won, match.points, winner, outcome)
