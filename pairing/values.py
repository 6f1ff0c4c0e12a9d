"""The values that go into a draw and come out of it. They are immutable and know no database.

An entry is identified by the integer `id` of its row; people know it by its `number`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

Json: TypeAlias = Any
Pair: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as a draw sees it.

    `number` is fixed for the whole stage (FIDE: tournament pairing number). `seed` counts from 1; 0 means not seeded.
    An empty `club` means no club. A stronger entry has a higher `strength`; 0 means unknown. `pool` is the pool or venue of the stage
    before from which it comes; those of one pool are kept apart.
    """

    id: int
    number: int
    seed: int = 0
    club: str = ""
    strength: int = 0
    withdrawn: bool = False
    pool: str = ""

    @property
    def affinity(self) -> str:
        """What an entry shares with those from whom a draw keeps it apart: its pool in the stage before, else its club."""
        return self.pool or self.club


class MatchOutcome(StrEnum):
    """How a drawn match ended, as far as the next draw must know."""

    PLAYED = "played"
    WALKOVER = "walkover"
    ABSENT = "absent"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Position:
    """The place of a match in a bracket: `width` entrants play in its round for `place` and the places after it; `slot` counts from
    0.

    `Position(1, 8, 2)` is the third quarter-final, `Position(3, 2, 0)` the match for third place.
    `bracket` names a part other than the main one: "losers" (there `place` is the number of its round), "final" and
    "reset" of a double elimination; "first" and "repechage" before a bracket to which losers are drawn back.
    """

    place: int
    width: int
    slot: int
    bracket: str = "main"

    @property
    def is_for_one_place(self) -> bool:
        """Whether the winner has the place and plays no more: a final, a match for third place."""
        return self.width == 2 and self.bracket in {"main", "final", "reset"}


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match.

    `sides` and `side_size` as in `Pairing`; `winner` is the index of the winning side, -1 when nobody won.
    """

    round: int
    sides: tuple[int, ...]
    winner: int = -1
    outcome: MatchOutcome = MatchOutcome.PLAYED
    position: Position | None = None
    side_size: int = 1
    first_dealer: int = 0

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return tuple(_split_sides(self.sides, self.side_size))


@dataclass(frozen=True, slots=True)
class EntrantStanding:
    """An entry's line after the rounds played so far, as the next draw needs it.

    `primary` and `secondary` are scores as integers of one unit. `opponents` lists only opponents really met, in order of
    rounds.
    `byes` counts byes given by the draw, `forfeit_wins` matches won without playing.
    `floated` is true when the opponent of the previous round had another primary score before that round.
    """

    entrant: int
    rank: int
    primary: int
    secondary: int = 0
    opponents: tuple[int, ...] = ()
    byes: int = 0
    forfeit_wins: int = 0
    floated: bool = False


@dataclass(frozen=True, slots=True)
class DrawReason:
    """The reason for a pairing, a refusal or an objection: a code of `reasons.SENTENCES` and the values of its sentence."""

    code: str
    params: tuple[tuple[str, int | str], ...] = ()

    @classmethod
    def of(cls, code: str, **params: int | str) -> "DrawReason":
        return cls(code, tuple(sorted(params.items())))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a round, or one bye.

    `sides` are entry ids in the order of the sides: two, the five players of a Trionfo table, or with `side_size` 2
    the four persons of a match between partners of one round. A bye has one side.
    `order` counts from 1 in the order of the tables; byes come last. `first_dealer` is the index of the side that
    deals first. `group` is the name of the pool, line or heat, empty where there is only one.
    """

    order: int
    sides: tuple[int, ...]
    bye: bool = False
    reasons: tuple[DrawReason, ...] = ()
    first_dealer: int = 0
    position: Position | None = None
    group: str = ""
    side_size: int = 1

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return tuple(_split_sides(self.sides, self.side_size))


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """A pool, line or heat: its name and the ids of its entries in the order of their numbers in the group."""

    name: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything a draw depends on. Equal requests give equal draws on every machine.

    `options` are the resolved values of the format's options as JSON. `forbidden` are pairs of ids that must not meet.
    `groups` are those of the stage's first draw, empty when they are still to be drawn. `declined` are ids of entries that were
    drawn back and do not want the place. `ahead` says that earlier rounds are still being played: only the matches of a bracket
    are drawn whose sides are certain.
    Accelerated draws need `win_points`, what a match won is worth in units of the primary score, and after the first round
    `accelerated`, the ids of those who have virtual points.
    """

    format: str
    round: int
    seed: str
    entrants: tuple[Entrant, ...]
    options: dict[str, Json] = field(default_factory=dict)
    history: tuple[PlayedMatch, ...] = ()
    standings: tuple[EntrantStanding, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    groups: tuple[EntryGroup, ...] = ()
    declined: tuple[int, ...] = ()
    ahead: bool = False
    win_points: int = 0
    accelerated: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawResult:
    """The result of `Format.draw_pairings`: the pairings of the round, what is proven about them, and the groups if any."""

    pairings: tuple[Pairing, ...]
    certificate: dict[str, Json] = field(default_factory=dict)
    groups: tuple[EntryGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A drawn round with everything that is needed to repeat the draw.

    `version` is the format's version, `digest` the SHA-256 of the request as canonical JSON.
    """

    request: DrawRequest
    version: int
    digest: str
    pairings: tuple[Pairing, ...]
    certificate: dict[str, Json]
    groups: tuple[EntryGroup, ...]

    @property
    def matches(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if not pairing.bye)

    @property
    def byes(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.bye)


def _split_sides(sides: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    for start in range(0, len(sides), size):
        yield sides[start : start + size]
