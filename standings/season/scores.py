"""The score of an evening, and a player's scores of a season."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class EveningScore:
    """`place` among `entries`, shared by `sharing` entries, and what the place brings; `times` is more than 1 for a final."""

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
class SeasonRecord:
    """A player's season: all scores in the order of the evenings, the season's latest evening, and the player's lot."""

    player: str
    scores: Sequence[EveningScore]
    latest: int
    lot: int
