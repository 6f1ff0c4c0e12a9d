"""What a director changes by hand, and what speaks against it."""

from collections.abc import Sequence
from itertools import combinations

from pairing.values import Draw, Outcome, Pairing, Reason


def objections(draw: Draw, pairings: Sequence[Pairing]) -> tuple[Reason, ...]:
    """What speaks against those of the pairings that the engine did not draw; none of it forbids them."""
    drawn = {_who(pairing) for pairing in draw.pairings}
    return tuple(_objections(draw, [pairing for pairing in pairings if _who(pairing) not in drawn]))


def _who(pairing: Pairing) -> frozenset[int]:
    return frozenset(pairing.sides)


def _objections(draw: Draw, changed: Sequence[Pairing]) -> list[Reason]:
    """At a table of several everybody meets everybody; there, clubs are nobody's business."""
    met = {
        frozenset(pair)
        for played in draw.request.history
        if played.outcome is Outcome.PLAYED
        for pair in combinations(sorted(played.sides), 2)
    }
    met |= {frozenset((line.entrant, other)) for line in draw.request.standings for other in line.opponents}
    apart = {frozenset(pair) for pair in draw.request.forbidden}
    rested = {line.entrant for line in draw.request.standings if line.byes or line.forfeit_wins}
    club = {entrant.id: entrant.club for entrant in draw.request.entrants}
    drawn = {frozenset(pair) for pairing in draw.pairings for pair in combinations(pairing.sides, 2)}
    found = []
    for pairing in changed:
        if pairing.bye:
            found += [Reason.of("would_rest_again", entrant=side) for side in pairing.sides if side in rested]
        for one, other in combinations(pairing.sides, 2):
            pair = frozenset((one, other))
            if pair in drawn:
                continue
            found += [Reason.of("would_meet_again", entrant=one, other=other)] if pair in met else []
            found += [Reason.of("would_meet_forbidden", entrant=one, other=other)] if pair in apart else []
            mates = len(pairing.sides) == 2 and club.get(one) and club.get(one) == club.get(other)
            found += [Reason.of("would_meet_club", entrant=one, other=other)] if mates else []
    return found
