"""Accelerated rounds: FIDE C.04.5.1, the Baku acceleration.

In the first half of the rounds the upper half of the field has virtual points, so that the strong meet the strong at once. Virtual
points count for the draw only, never in standings. Pairing scores are counted in halves of the unit of the scores, because the second
half of the accelerated rounds gives half of what a match won is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pairing.values import DrawRequest, Json

BAKU = "baku"


@dataclass(frozen=True, slots=True)
class Acceleration:
    """`members` have `halves` virtual points in this round; no members in a round that is not accelerated."""

    members: frozenset[int] = field(default_factory=frozenset)
    halves: int = 0

    @property
    def scale(self) -> int:
        """What one unit of a score is worth in a pairing score."""
        return 2 if self.halves else 1

    def compute_score(self, entrant: int, points: int) -> int:
        """The pairing score of an entrant with so many points."""
        return self.scale * points + (self.halves if entrant in self.members else 0)


def count_accelerated_rounds(rounds: int) -> int:
    """The first half of the rounds, rounded up."""
    return (rounds + 1) // 2


def compute_virtual_halves(rounds: int, round_number: int, win: int) -> int:
    """The virtual points of a round in halves of a unit: a match won in the first half (rounded up) of the accelerated rounds, half of it
    in the others, none afterwards.
    """
    accelerated = count_accelerated_rounds(rounds)
    if round_number <= (accelerated + 1) // 2:
        return 2 * win
    return win if round_number <= accelerated else 0


def count_upper_group(entrants: int) -> int:
    """How many of the entrants have virtual points: half of them, rounded up to an even number."""
    return 2 * -(-entrants // 4)


def build_acceleration(request: DrawRequest, rounds: int, numbers: Sequence[int]) -> Acceleration:
    """`numbers` are the ids of all entrants in the order of their pairing numbers; the upper group stays that of the first draw."""
    halves = compute_virtual_halves(rounds, request.round, request.win_points)
    if not halves:
        return Acceleration()
    if request.accelerated:
        return Acceleration(frozenset(request.accelerated), halves)
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    present = [entrant for entrant in numbers if entrant not in gone]
    return Acceleration(frozenset(present[: count_upper_group(len(present))]), halves)


def acceleration_to_json(acceleration: Acceleration, numbers: Sequence[int]) -> Json:
    return {"members": [entrant for entrant in numbers if entrant in acceleration.members], "halves": acceleration.halves}


def acceleration_from_certificate(certificate: dict[str, Json]) -> Acceleration:
    """What the certificate of a draw says; no acceleration where it says nothing."""
    data = certificate.get("acceleration")
    return Acceleration(frozenset(data["members"]), data["halves"]) if data else Acceleration()


def format_virtual_points(halves: int) -> str:
    """Halves as people write them: 1, ½, 1½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
