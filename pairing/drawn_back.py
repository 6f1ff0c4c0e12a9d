"""Who comes back after losing the first turn of a knockout with repechage: how many, in which order, and who declined."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairing.knockout import winner_and_loser
from pairing.lots import Lots
from pairing.values import Played, Reason, Request

FIRST, AGAIN = "first", "repechage"
FIRST_BACK = 2
"""The round in which losers come back."""


@dataclass(frozen=True, slots=True)
class Turnout:
    """The numbers of a field: `winners` of the first turn, the `width` of the bracket, and how many losers come `back`."""

    winners: int
    width: int
    back: int


def turnout(entrant_count: int) -> Turnout:
    """With as many losers as are needed to fill the next power of two."""
    winners = entrant_count - entrant_count // 2
    width = 1 << (winners - 1).bit_length()
    return Turnout(winners, width, min(width - winners, entrant_count // 2))


@dataclass(frozen=True, slots=True)
class Call:
    """A loser in the order of the lots. Who neither `comes` back nor `declined` waits for somebody to decline."""

    entrant: int
    comes: bool
    declined: bool


def calls(way: str, request: Request) -> tuple[Call, ...]:
    """All who may be drawn back in the round of `request`, in the order of the lots; nobody in other rounds."""
    if request.round != FIRST_BACK or not turnout(len(request.entrants)).back:
        return ()
    coming = set(who_comes_back(request)[: _places(way, request, len(who_comes_back(request)))])
    return tuple(Call(entrant, entrant in coming, entrant in request.declined) for entrant in order_of_lots(request))


def order_of_lots(request: Request) -> list[int]:
    """Losers of the first turn who are still here, in the order in which they are drawn back, those who declined among them."""
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    return [loser for loser in Lots(request.seed, "repechage").shuffled(sorted(losers_of(request.history, FIRST))) if loser not in gone]


def who_comes_back(request: Request) -> list[int]:
    """The same without those who declined: as many of the first as there are places."""
    return [loser for loser in order_of_lots(request) if loser not in request.declined]


def told_instead(way: str, request: Request) -> Callable[[tuple[int, ...]], list[Reason]]:
    """What is to be said of sides that come back in place of somebody who declined."""
    found = _instead(way, request) if request.declined and request.round == FIRST_BACK else {}
    return lambda sides: [Reason.of("drawn_back_instead", entrant=side, other=found[side]) for side in sides if side in found]


def _instead(way: str, request: Request) -> dict[int, int]:
    """By who comes back, who declined that place last."""
    order = order_of_lots(request)
    places = _places(way, request, len(order))
    waiting = iter(order[places:])
    found: dict[int, int] = {}
    for first in order[:places]:
        holder = first
        while holder in request.declined and (following := next(waiting, None)) is not None:
            found[following] = holder
            holder = following
    return {entrant: other for entrant, other in found.items() if entrant not in request.declined}


def _places(way: str, request: Request, losers: int) -> int:
    """How many of so many losers are drawn back: to the bracket, or to the matches for a place in it and to the places that need none."""
    back = turnout(len(request.entrants)).back
    matches = min(back, max(0, losers - back)) if way == "played" else 0
    return min(losers, matches + back)


def losers_of(history: Sequence[Played], bracket: str) -> set[int]:
    own = [played for played in history if played.position and played.position.bracket == bracket]
    return {entrant for played in own for entrant in played.sides if entrant != winner_and_loser(played)[0]}


def winners_of(history: Sequence[Played], bracket: str) -> set[int]:
    own = [played for played in history if played.position and played.position.bracket == bracket]
    return {winner for played in own if (winner := winner_and_loser(played)[0]) is not None}
