"""What all formats do with their pairings: the order of the tables, and who deals first."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from pairing.lots import Lots
from pairing.values import Pairing, Request


def in_order(pairings: Iterable[Pairing]) -> list[Pairing]:
    """Numbered as they come, byes after all matches."""
    ordered = sorted(pairings, key=lambda pairing: pairing.bye)
    return [replace(pairing, order=order) for order, pairing in enumerate(ordered, start=1)]


def first_dealers(request: Request) -> Callable[[tuple[int, ...]], int]:
    """For the sides of a match, the index of the one that deals first.

    Whoever dealt first less often so far; by lot where all did equally often.
    """
    dealt = Counter(played.sides[played.first_dealer] for played in request.history if len(played.sides) > 1)

    def dealer(sides: tuple[int, ...]) -> int:
        fewest = min(dealt[side] for side in sides)
        equal = [index for index, side in enumerate(sides) if dealt[side] == fewest]
        return Lots(request.seed, f"dealer {request.round} {min(sides)}").pick(equal)

    return dealer
