"""The losers who come back after the first turn of a knockout with repechage: how many, in which order, and who declined."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pairing.bracket import winner_and_loser
from pairing.lots import Lots
from pairing.values import DrawnRound, DrawReason, DrawRequest, PlayedMatch, Position

FIRST_TURN, REPECHAGE = "first", "repechage"
REPECHAGE_ROUND = 2
"""The round in which losers come back."""


@dataclass(frozen=True, slots=True)
class RepechageNumbers:
    """The numbers of a field: `winners` of the first turn, the `width` of the bracket, and how many losers come `back`."""

    winners: int
    width: int
    back: int


def compute_repechage_numbers(entrant_count: int) -> RepechageNumbers:
    """The numbers with as many losers back as are needed to fill the next power of two."""
    winners = entrant_count - entrant_count // 2
    width = 1 << (winners - 1).bit_length()
    return RepechageNumbers(winners, width, min(width - winners, entrant_count // 2))


@dataclass(frozen=True, slots=True)
class RepechageCandidate:
    """A loser in the order of the lots. One who neither `comes` back nor has `declined` waits until somebody declines."""

    entrant: int
    comes: bool
    declined: bool


def list_candidates(way: str, request: DrawRequest) -> tuple[RepechageCandidate, ...]:
    """All who may be drawn back in the round of `request`, in the order of the lots; empty in other rounds."""
    if request.round != REPECHAGE_ROUND or not compute_repechage_numbers(len(request.entrants)).back:
        return ()
    coming = set(list_willing_losers(request)[: _count_places(way, request, len(list_willing_losers(request)))])
    return tuple(RepechageCandidate(entrant, entrant in coming, entrant in request.declined) for entrant in draw_losers_order(request))


def draw_losers_order(request: DrawRequest) -> list[int]:
    """Losers of the first turn who have not withdrawn, in the order in which they are drawn back, including those who declined."""
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    return [
        loser for loser in Lots(request.seed, "repechage").draw_order(sorted(find_losers(request.history, FIRST_TURN))) if loser not in gone
    ]


def list_willing_losers(request: DrawRequest) -> list[int]:
    """The same order without those who declined; the first of them get the places."""
    return [loser for loser in draw_losers_order(request) if loser not in request.declined]


def build_replacement_reasons(way: str, request: DrawRequest) -> Callable[[tuple[int, ...]], list[DrawReason]]:
    """A function that gives the reasons for sides that come back in place of somebody who declined."""
    declined_by_entrant = _find_replaced(way, request) if request.declined and request.round == REPECHAGE_ROUND else {}
    return lambda sides: [
        DrawReason.of("drawn_back_instead", entrant=side, other=declined_by_entrant[side]) for side in sides if side in declined_by_entrant
    ]


def _find_replaced(way: str, request: DrawRequest) -> dict[int, int]:
    """By each entrant who comes back as a replacement, the one who last declined that place."""
    order = draw_losers_order(request)
    places = _count_places(way, request, len(order))
    waiting = iter(order[places:])
    declined_by_entrant: dict[int, int] = {}
    for first in order[:places]:
        holder = first
        while holder in request.declined and (following := next(waiting, None)) is not None:
            declined_by_entrant[following] = holder
            holder = following
    return {entrant: declined for entrant, declined in declined_by_entrant.items() if entrant not in request.declined}


def _count_places(way: str, request: DrawRequest, losers: int) -> int:
    """How many of so many losers are drawn back: to the bracket, or to the matches for its places and the places without a match."""
    back = compute_repechage_numbers(len(request.entrants)).back
    matches = min(back, max(0, losers - back)) if way == "played" else 0
    return min(losers, matches + back)


def find_losers(history: Sequence[PlayedMatch], bracket: str) -> set[int]:
    own = [played for played in history if played.position and played.position.bracket == bracket]
    return {entrant for played in own for entrant in played.sides if entrant != winner_and_loser(played)[0]}


def find_winners(history: Sequence[PlayedMatch], bracket: str) -> set[int]:
    own = [played for played in history if played.position and played.position.bracket == bracket]
    return {winner for played in own if (winner := winner_and_loser(played)[0]) is not None}


def exchange_turned(drawn: DrawnRound, today: DrawRequest) -> dict[Position, tuple[int, ...]]:
    """The sides of a round drawn by lot, with the two of every match exchanged that ended the other way round after all.

    Where nobody has won such a match any more, who came from it by winning has no seat. Two who both have a seat keep them.
    """
    seated = {side for pairing in drawn.pairings for side in pairing.sides}
    now: dict[tuple[int, Position | None], PlayedMatch] = {(played.round, played.position): played for played in today.history}
    exchanged: dict[int, int | None] = {}
    for played in drawn.request.history:
        winner, loser = winner_and_loser(played)
        new_winner = winner_and_loser(now.get((played.round, played.position), replace(played, winner=-1)))[0]
        if winner == new_winner or winner is None:
            continue
        exchanged |= _exchange(winner, loser, seated) if new_winner is not None else _drop(winner, seated)
    return {
        pairing.position: tuple(due for side in pairing.sides if (due := exchanged.get(side, side)) is not None)
        for pairing in drawn.pairings
        if pairing.position is not None
    }


def _exchange(winner: int, loser: int | None, seated: set[int]) -> dict[int, int | None]:
    if loser is None or (winner in seated) == (loser in seated):
        return {}
    return {winner: loser, loser: winner}


def _drop(winner: int, seated: set[int]) -> dict[int, int | None]:
    return {winner: None} if winner in seated else {}
