"""Who stays in a category, who goes up and who goes down, and where only the director can tell. Pure."""

from collections.abc import Sequence
from enum import StrEnum


class Fate(StrEnum):
    """What its last season makes of an entry; tied for a line that would divide those who share a place."""

    STAYS = "stays"
    UP = "up"
    DOWN = "down"
    TIED_UP = "tied_up"
    TIED_DOWN = "tied_down"
    TIED_BOTH = "tied_both"


def judge_category(order: Sequence[Sequence[int]], *, up: int, down: int) -> dict[int, Fate]:
    """The fate of every entry, by its id: of the first `up` and of the last `down` of an order, best first, in which those who share a
    place stand together.

    Where more share the last place that moves than there is room for, none of them moves by the order of a list: they are tied.
    """
    total = sum(map(len, order))
    fates: dict[int, Fate] = {}
    place = 0
    for together in order:
        better, place = place, place + len(together)
        rises = _judge_line(before=better, size=len(together), room=up)
        falls = _judge_line(before=total - place, size=len(together), room=down)
        fates |= dict.fromkeys(together, _FATES[rises, falls])
    return fates


def _judge_line(*, before: int, size: int, room: int) -> bool | None:
    """Whether those who share a place move, when as many as `before` move ahead of them; None where the line divides them."""
    if before >= room:
        return False
    return True if before + size <= room else None


_FATES = {
    (False, False): Fate.STAYS,
    (True, False): Fate.UP,
    (False, True): Fate.DOWN,
    (None, False): Fate.TIED_UP,
    (False, None): Fate.TIED_DOWN,
    (None, None): Fate.TIED_BOTH,
    (True, None): Fate.TIED_DOWN,
    (None, True): Fate.TIED_UP,
    (True, True): Fate.TIED_BOTH,
}
