"""Which formats suit a game, by its number of sides, of persons on a side, and of persons entered together."""

from pairing.format import Format
from pairing.values import DrawReason


def find_incompatibility(chosen: Format, *, sides: int, side_persons: int, entry_size: int) -> DrawReason | None:
    """The reason why a format does not suit a game whose matches have `sides` sides of `side_persons` persons, entered by
    `entry_size`; None when it suits.
    """
    if chosen.sides != sides:
        return DrawReason.of("other_sides", wanted=chosen.sides, sides=sides)
    together = side_persons // entry_size
    if chosen.side_size == together:
        return None
    if together > 1:
        return DrawReason.of("entered_singly")
    if chosen.side_size == side_persons:
        return DrawReason.of("entered_together")
    return DrawReason.of("other_side_size", wanted=chosen.side_size, persons=side_persons)
