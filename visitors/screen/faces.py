"""What stands on the faces of the hall's screen, as frozen values."""

from collections.abc import Iterator
from dataclasses import dataclass

from rankings.standings_pages.queries import StandingLine
from scoring.clocks.queries import RoundClock
from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow
from visitors.screen.bracket_face import BracketColumn, ScreenBracket
from visitors.screen.face_layouts import FaceLayout, FaceRoom
from visitors.screen.persons import ScreenPerson, split_persons
from visitors.screen.told_face import ScreenTold
from visitors.tournament_pages.directory import PersonLine

NO_LAYOUT = FaceLayout(0)


@dataclass(frozen=True, slots=True)
class ScreenSide:
    """A side with games won and points of the game being played, each None where there are none."""

    name: str
    won: bool = False
    points: int | None = None
    games: int | None = None

    @property
    def persons(self) -> tuple[ScreenPerson, ...]:
        return split_persons(self.name)


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A match: sides, table and result. `place` is where the table stands, if it has a place of its own."""

    table: int | None
    sides: tuple[ScreenSide, ...]
    result: str = ""
    place: str = ""
    rests: bool = False
    label: str = ""
    doubt: str = ""
    """"submitted" or "disputed" where the result is not official yet."""

    @property
    def rows(self) -> int:
        """Rows of names, two of them side by side."""
        return max(1, -(-self._names // 2))

    @property
    def stacked_rows(self) -> int:
        """Rows of names, one below the other."""
        return max(1, self._names)

    @property
    def _names(self) -> int:
        return len(self.sides) + self.rests


@dataclass(frozen=True, slots=True)
class ScreenTile:
    row: MatchRow
    sides: tuple[ScreenSide, ...]


@dataclass(frozen=True, slots=True)
class ScreenRankLine:
    place: str
    side: ScreenSide
    points: int | float


@dataclass(frozen=True, slots=True)
class ScreenRanking:
    """Places below each other under the name of their pool, if they have one."""

    name: str
    lines: tuple[ScreenRankLine, ...]

    @property
    def height(self) -> int:
        return len(self.lines) + (1 if self.name else 0)


@dataclass(frozen=True, slots=True)
class ScreenFace:
    """One page of the screen. `kind` selects the template; `key` stays the same while the rows change, so that the screen does not jump.

    `stage` is the name of the stage of which it tells; empty for what belongs to the whole tournament.
    """

    kind: str
    key: str
    title: str
    note: str = ""
    stage: str = ""
    layout: FaceLayout = NO_LAYOUT
    lines: tuple[ScreenLine, ...] = ()
    columns: tuple[tuple[ScreenRanking, ...], ...] = ()
    tiles: tuple[ScreenTile, ...] = ()
    people: tuple[PersonLine, ...] = ()
    bracket: ScreenBracket | None = None
    told: tuple[ScreenTold, ...] = ()
    page: int = 1
    pages: int = 1
    clock: RoundClock | None = None

    @property
    def has_unconfirmed(self) -> bool:
        return State.SUBMITTED in self._states

    @property
    def has_disputed(self) -> bool:
        return State.DISPUTED in self._states

    @property
    def _states(self) -> set[str]:
        return {line.doubt for line in self.lines} | {tile.row.state for tile in self.tiles}


@dataclass(frozen=True, slots=True)
class HallScreen:
    """All faces as they fit. `asked` are the letters that the farthest seat needs, 0 where none is stated; `room` has those it got."""

    faces: tuple[ScreenFace, ...]
    room: FaceRoom
    asked: float = 0.0
    seconds: int = 0
    """How long a face stays."""
    is_busy: bool = False
    leaves_people_out: bool = False

    @property
    def letter(self) -> float:
        """The smallest letters of a name or a table on any face."""
        return min((face.layout.letter for face in self.faces if face.layout.letter), default=self.room.need)

    @property
    def is_met(self) -> bool:
        return self.letter >= self.asked

    @property
    def turn(self) -> int:
        """Seconds until every face was seen."""
        return self.seconds * len(self.faces)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is being played: `pairings` as they are posted, `running` with games and points, `tiles` of the same tables."""

    key: str
    title: str
    note: str
    stage: str
    pairings: tuple[ScreenLine, ...]
    running: tuple[ScreenLine, ...]
    tiles: tuple[ScreenTile, ...]
    has_begun: bool


@dataclass(frozen=True, slots=True)
class ScreenList:
    """A list of matches of any length, before it is cut into faces."""

    key: str
    title: str
    note: str
    stage: str
    lines: tuple[ScreenLine, ...]


@dataclass(frozen=True, slots=True)
class ScreenStandings:
    key: str
    note: str
    stage: str
    groups: tuple[ScreenRanking, ...]


@dataclass(frozen=True, slots=True)
class ScreenBracketRounds:
    key: str
    stage: str
    columns: tuple[BracketColumn, ...]


@dataclass(frozen=True, slots=True)
class ScreenContents:
    """All that the screen tells, before it is cut into faces. `people` is empty where nobody looks for a table any more."""

    waiting: tuple[ScreenLine, ...] = ()
    rounds: tuple[PlayedRound, ...] = ()
    people: tuple[PersonLine, ...] = ()
    results: tuple[ScreenList, ...] = ()
    brackets: tuple[ScreenBracketRounds, ...] = ()
    standings: tuple[ScreenStandings, ...] = ()
    told: tuple[ScreenTold, ...] = ()
    message: str = ""
    address: str = ""
    wifi: str = ""
    """The name of the network, where it is shown."""


def list_names(line: ScreenLine) -> Iterator[str]:
    return (side.name for side in line.sides)


def build_rank_line(line: StandingLine, name: str) -> ScreenRankLine:
    return ScreenRankLine(line.place, ScreenSide(name), line.points)
