"""What goes into a draw and what comes out of it: immutable values that know nothing of a database.

Entries are named by the integer `id` of their row; people know them by their `number`.
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

    `number` is fixed for the whole stage (the tournament pairing number of FIDE); `seed` counts from 1, and 0 means
    not seeded; an empty `club` belongs to nobody; `strength` is higher for the stronger, and 0 is unknown.
    """

    id: int
    number: int
    seed: int = 0
    club: str = ""
    strength: int = 0
    withdrawn: bool = False


class Outcome(StrEnum):
    """How a drawn match ended, as far as the next draw must know."""

    PLAYED = "played"
    WALKOVER = "walkover"
    ABSENT = "absent"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands in a bracket: among `width` entrants who play for `place` and the places after it.

    `Position(1, 8, 2)` is the third quarter-final, `Position(3, 2, 0)` the match for third place.
    `bracket` tells apart what runs beside the main one: "losers" (where `place` is the number of its round), "final" and
    "reset" of a double elimination, "first" and "repechage" before a bracket that losers are drawn back to.
    """

    place: int
    width: int
    slot: int
    bracket: str = "main"


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over.

    `sides` and `side_size` as in `Pairing`; `winner` is the index of the winning side, -1 when nobody won.
    """

    round: int
    sides: tuple[int, ...]
    winner: int = -1
    outcome: Outcome = Outcome.PLAYED
    position: Position | None = None
    side_size: int = 1
    first_dealer: int = 0

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return tuple(_chunks(self.sides, self.side_size))


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry's line after the rounds played so far, as the next draw needs it.

    `primary` and `secondary` are scores as integers of one unit; `opponents` only those really met, in order of rounds;
    `byes` counts rests by the draw, `forfeit_wins` matches won without playing;
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
class Reason:
    """Why something is as it is: a code of `reasons.SENTENCES` and the values of its sentence."""

    code: str
    params: tuple[tuple[str, int | str], ...] = ()

    @classmethod
    def of(cls, code: str, **params: int | str) -> "Reason":
        return cls(code, tuple(sorted(params.items())))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a round, or one bye.

    `sides` are entry ids in the order of the sides: two of them, or the five players of a Trionfo table, or with
    `side_size` 2 the four persons of a match between partners of one round. A bye has one side.
    `order` counts from 1 and is the order of the tables; byes come last. `first_dealer` is the index of the side that
    deals first. `group` is the pool, the line or the heat, empty where there is only one.
    """

    order: int
    sides: tuple[int, ...]
    bye: bool = False
    reasons: tuple[Reason, ...] = ()
    first_dealer: int = 0
    position: Position | None = None
    group: str = ""
    side_size: int = 1

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return tuple(_chunks(self.sides, self.side_size))


@dataclass(frozen=True, slots=True)
class Group:
    """A pool or a line: its name and the ids of its entries in the order of their numbers in the group."""

    name: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """Everything a draw depends on. Two equal requests give equal draws, on every machine.

    `options` are the resolved values of the format's options as JSON; `forbidden` are pairs of ids that must not meet;
    `groups` are those of the stage's first draw, empty when they are still to be drawn; `declined` are ids of those who were drawn back
    and do not want the place.
    """

    format: str
    round: int
    seed: str
    entrants: tuple[Entrant, ...]
    options: dict[str, Json] = field(default_factory=dict)
    history: tuple[Played, ...] = ()
    standings: tuple[Standing, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    groups: tuple[Group, ...] = ()
    declined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a format's `draw` gives: the pairings of the round, what is proven about them, and the groups if any."""

    pairings: tuple[Pairing, ...]
    certificate: dict[str, Json] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round with all that is needed to repeat it.

    `version` is that of the format, `digest` the SHA-256 of the request as canonical JSON.
    """

    request: Request
    version: int
    digest: str
    pairings: tuple[Pairing, ...]
    certificate: dict[str, Json]
    groups: tuple[Group, ...]

    @property
    def matches(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if not pairing.bye)

    @property
    def byes(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.bye)


def _chunks(sides: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    for start in range(0, len(sides), size):
        yield sides[start : start + size]
