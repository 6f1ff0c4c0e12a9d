"""What a game tells the mass simulation: how its hands are set up, and what a hand's result is on the sheet. Plain data.

For four players in two pairs who follow suit, with trumps and, where it is a duty, beating an opponent.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.cards import Pack
from rules.events import HandEntry

TOP_BITS, LAST_BITS, POINT_BITS, TRICK_BITS, RANK_BITS = 3, 1, 6, 4, 4


@dataclass(frozen=True, slots=True)
class MassResult:
    """What a hand came to. `first` leads; `turned` is the strength of the last card of the seat before it."""

    first: int
    turned: int
    tricks: int
    """Of side A."""
    points: int
    """Card points of side A."""
    last: int
    top: int | None
    """Seat that was dealt all of the highest trumps, of so many as the game asks for."""


def packed(result: MassResult) -> int:
    """A result as one integer; the exact inverse of `unpacked`."""
    top = 0 if result.top is None else result.top + 1
    code = result.first
    for value, bits in (
        (result.turned, RANK_BITS),
        (result.tricks, TRICK_BITS),
        (result.points, POINT_BITS),
        (result.last, LAST_BITS),
        (top, TOP_BITS),
    ):
        code = code << bits | value
    return code


def unpacked(code: int) -> MassResult:
    fields = []
    for bits in (TOP_BITS, LAST_BITS, POINT_BITS, TRICK_BITS, RANK_BITS):
        fields.append(code & (1 << bits) - 1)
        code >>= bits
    top, last, points, tricks, turned = fields
    return MassResult(code, turned, tricks, points, last, top - 1 if top else None)


@dataclass(frozen=True, slots=True)
class MassPlay:
    """How the hands of a game are played by the million."""

    pack: Pack
    sheet: Callable[[MassResult], HandEntry]
    must_beat: bool = False
    turns_trump: bool = False
    """The last card of the seat before the leader makes trump; else the trump is a suit by lot."""
    first: int | None = None
    """Who leads; None: by lot, or the holder of `first_card`."""
    first_card: int | None = None
    top: int = 0
    """How many of the highest trumps in one hand the sheet speaks of."""
