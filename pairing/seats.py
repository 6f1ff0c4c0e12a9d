"""Steps that all formats share: numbering the pairings in the order of the tables, and choosing who deals first."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from pairing.lots import Lots
from pairing.values import DrawRequest, Pairing


def number_pairings(pairings: Iterable[Pairing]) -> list[Pairing]:
    """The pairings with `order` 1, 2, 3 … as they come, byes after all matches."""
    ordered = sorted(pairings, key=lambda pairing: pairing.bye)
    return [replace(pairing, order=order) for order, pairing in enumerate(ordered, start=1)]


def build_dealer_picker(request: DrawRequest) -> Callable[[tuple[int, ...]], int]:
    """A function that gives, for the sides of a match, the index of the side that deals first.

    That is the side that has dealt first least often so far; equal sides draw lots.
    """
    dealt = Counter(played.sides[played.first_dealer] for played in request.history if len(played.sides) > 1)

    def pick_dealer(sides: tuple[int, ...]) -> int:
        fewest = min(dealt[side] for side in sides)
        equal = [index for index, side in enumerate(sides) if dealt[side] == fewest]
        return Lots(request.seed, f"dealer {request.round} {min(sides)}").draw_item(equal)

    return pick_dealer
