"""Which formats suit a game: its matches have so many sides, its sides so many persons, and these entered together or singly."""

from pairing.format import Format
from pairing.values import Reason


def why_not(chosen: Format, *, sides: int, side_persons: int, entry_size: int) -> Reason | None:
    """What keeps a format from a game whose matches have `sides` sides of `side_persons`, entered by `entry_size`; None when it suits."""
    if chosen.sides != sides:
        return Reason.of("other_sides", wanted=chosen.sides, sides=sides)
    together = side_persons // entry_size
    if chosen.side_size == together:
        return None
    if together > 1:
        return Reason.of("entered_singly")
    if chosen.side_size == side_persons:
        return Reason.of("entered_together")
    return Reason.of("other_side_size", wanted=chosen.side_size, persons=side_persons)
