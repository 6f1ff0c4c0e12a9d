"""Changes that a director makes by hand to a draw, and the objections to them."""

from collections.abc import Sequence
from itertools import combinations

from pairing.values import DrawnRound, DrawReason, MatchOutcome, Pairing


def find_objections(draw: DrawnRound, pairings: Sequence[Pairing]) -> tuple[DrawReason, ...]:
    """The objections to those of the pairings that the engine did not draw; none of them forbids the pairing."""
    drawn = {_entries_of(pairing) for pairing in draw.pairings}
    return tuple(_find_pair_objections(draw, [pairing for pairing in pairings if _entries_of(pairing) not in drawn]))


def _entries_of(pairing: Pairing) -> frozenset[int]:
    return frozenset(pairing.sides)


def _find_pair_objections(draw: DrawnRound, changed: Sequence[Pairing]) -> list[DrawReason]:
    """Objections for every pair of a changed table that was not drawn together; clubs count only where two sides meet."""
    met = {
        frozenset(pair)
        for played in draw.request.history
        if played.outcome is MatchOutcome.PLAYED
        for pair in combinations(sorted(played.sides), 2)
    }
    met |= {frozenset((line.entrant, opponent)) for line in draw.request.standings for opponent in line.opponents}
    forbidden = {frozenset(pair) for pair in draw.request.forbidden}
    rested = {line.entrant for line in draw.request.standings if line.byes or line.forfeit_wins}
    club = {entrant.id: entrant.club for entrant in draw.request.entrants}
    pool = {entrant.id: entrant.pool for entrant in draw.request.entrants}
    drawn = {frozenset(pair) for pairing in draw.pairings for pair in combinations(pairing.sides, 2)}
    objections = []
    for pairing in changed:
        if pairing.bye:
            objections += [DrawReason.of("would_rest_again", entrant=side) for side in pairing.sides if side in rested]
        for first, second in combinations(pairing.sides, 2):
            pair = frozenset((first, second))
            if pair in drawn:
                continue
            objections += [DrawReason.of("would_meet_again", entrant=first, other=second)] if pair in met else []
            objections += [DrawReason.of("would_meet_forbidden", entrant=first, other=second)] if pair in forbidden else []
            for shared, code in ((pool, "would_meet_pool"), (club, "would_meet_club")):
                mates = len(pairing.sides) == 2 and shared.get(first) and shared.get(first) == shared.get(second)
                objections += [DrawReason.of(code, entrant=first, other=second)] if mates else []
    return objections
