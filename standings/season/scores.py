"""What an evening brought somebody."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Score:
    """`place` of `entries`, with `sharing` on it, and what the place brings; `times` is more than 1 for a final."""

    evening: int
    place: int
    sharing: int
    entries: int
    by_place: Fraction
    taking_part: int
    times: Fraction = Fraction(1)

    @property
    def points(self) -> Fraction:
        return (self.by_place + self.taking_part) * self.times


@dataclass(frozen=True, slots=True)
class Record:
    """A player's season: all scores in the order of the evenings, the season's latest evening, and the lot drawn."""

    player: str
    scores: Sequence[Score]
    latest: int
    lot: int
