"""What a TRF file says, record by record, before it is put together."""

from dataclasses import dataclass, field

from pairing.trf.report import ResultCode
from pairing.values import Pair


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round of a player's line as written; `is_blank` where it is left empty, `result` is empty where only the pairing stands."""

    code: ResultCode
    opponent: int = 0
    color: str = ""
    result: str = ""
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A 001 record. `points` are in halves, None where the file leaves them out."""

    line: int
    number: int
    name: str
    points: int | None
    cells: tuple[RoundCell, ...]
    federation: str = ""
    fide_id: str = ""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A 310 (or 013) record. Match and game points are in halves, None where the file leaves them out."""

    line: int
    number: int
    name: str
    members: tuple[int, ...]
    match_points: int | None = None
    game_points: int | None = None


@dataclass(frozen=True, slots=True)
class TeamForfeit:
    """A 330 record: a match for which a whole team did not come."""

    line: int
    round: int
    teams: Pair
    codes: tuple[ResultCode, ResultCode]


@dataclass(frozen=True, slots=True)
class TrfRest:
    """A round without a match in a 320 or 240 record: the bye, or a rest that was wished."""

    line: int
    round: int
    number: int
    code: ResultCode


@dataclass(frozen=True, slots=True)
class Restriction:
    """Numbers that must not meet in these rounds; `last` 0 is for ever."""

    numbers: tuple[int, ...]
    first: int = 1
    last: int = 0


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """A 250 or XXA record: points, in halves, that numbers have in some rounds for the draw only."""

    line: int
    points: int
    rounds: range
    numbers: range


@dataclass(slots=True)
class TrfRecords:
    """Everything that the file says, with the line of what may have to be refused."""

    name: str = ""
    rounds: int = 0
    system: str = ""
    system_line: int = 0
    colours_line: int = 0
    players: list[PlayerLine] = field(default_factory=list)
    teams: list[TeamLine] = field(default_factory=list)
    teams_of_2016: list[TeamLine] = field(default_factory=list)
    """The same once more where there are records 310."""
    forfeits: list[TeamForfeit] = field(default_factory=list)
    single_points: dict[str, int] = field(default_factory=dict)
    team_points: dict[str, int] = field(default_factory=dict)
    bye_games: int | None = None
    rests: list[TrfRest] = field(default_factory=list)
    restrictions: list[Restriction] = field(default_factory=list)
    next_absent: set[int] = field(default_factory=set)
    virtual: list[VirtualPoints] = field(default_factory=list)
    mentions: list[tuple[int, int]] = field(default_factory=list)
    """A line, and a number that it names: of an entry that must be in the file."""
