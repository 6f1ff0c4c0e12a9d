"""What a director changes by hand: compared with the engine's draw, with everything that speaks against it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .values import Draw, Outcome, Pairing, Reason


@dataclass(frozen=True, slots=True)
class Comparison:
    """`changed` are the new pairings that the engine did not draw, `dropped` those it drew and that are gone.

    `refused` must be put right first; `objections` may be overridden with a reason.
    """

    changed: tuple[Pairing, ...]
    dropped: tuple[Pairing, ...]
    refused: tuple[Reason, ...]
    objections: tuple[Reason, ...]


def compare(draw: Draw, pairings: Sequence[Pairing]) -> Comparison:
    """The pairings that the director wants, beside those of the draw."""
    drawn = {_who(pairing) for pairing in draw.pairings}
    wanted = {_who(pairing) for pairing in pairings}
    return Comparison(
        changed=tuple(pairing for pairing in pairings if _who(pairing) not in drawn),
        dropped=tuple(pairing for pairing in draw.pairings if _who(pairing) not in wanted),
        refused=tuple(_impossible(draw, pairings)),
        objections=tuple(_objections(draw, [pairing for pairing in pairings if _who(pairing) not in drawn])),
    )


def exchange(draw: Draw, one: int, other: int) -> tuple[Pairing, ...]:
    """The draw's pairings with two entries in each other's place; both pairings are marked as changed by hand."""
    swap = {one: other, other: one}
    return tuple(
        replace(pairing, sides=tuple(swap.get(side, side) for side in pairing.sides), reasons=(Reason.of("by_hand"),))
        if swap.keys() & set(pairing.sides)
        else pairing
        for pairing in draw.pairings
    )


def _who(pairing: Pairing) -> frozenset[int]:
    return frozenset(pairing.sides)


def _impossible(draw: Draw, pairings: Sequence[Pairing]) -> list[Reason]:
    """Nobody sits twice, nobody is forgotten, nobody comes from elsewhere."""
    seats = Counter(side for pairing in pairings for side in pairing.sides)
    expected = {side for pairing in draw.pairings for side in pairing.sides}
    return (
        [Reason.of("seated_twice", entrant=side) for side, times in sorted(seats.items()) if times > 1]
        + [Reason.of("not_seated", entrant=side) for side in sorted(expected - seats.keys())]
        + [Reason.of("not_in_round", entrant=side) for side in sorted(seats.keys() - expected)]
    )


def _objections(draw: Draw, changed: Sequence[Pairing]) -> list[Reason]:
    met = {frozenset(played.sides) for played in draw.request.history if played.outcome is Outcome.PLAYED and len(played.sides) == 2}
    met |= {frozenset((line.entrant, other)) for line in draw.request.standings for other in line.opponents}
    apart = {frozenset(pair) for pair in draw.request.forbidden}
    rested = {line.entrant for line in draw.request.standings if line.byes}
    club = {entrant.id: entrant.club for entrant in draw.request.entrants}
    found = []
    for pairing in changed:
        if pairing.bye:
            found += [Reason.of("would_rest_again", entrant=side) for side in pairing.sides if side in rested]
        elif len(pairing.sides) == 2:
            one, other = pairing.sides
            found += [Reason.of("would_meet_again", entrant=one, other=other)] if _who(pairing) in met else []
            found += [Reason.of("would_meet_forbidden", entrant=one, other=other)] if _who(pairing) in apart else []
            found += [Reason.of("would_meet_club", entrant=one, other=other)] if club.get(one) and club.get(one) == club.get(other) else []
    return found
