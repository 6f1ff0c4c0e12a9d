"""The score of an evening, and a player's scores of a season."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class EveningScore:
    """`place` among `entries`, shared by `sharing` entries, and what the place brings; `times` is more than 1 for a final.

    Of an entry in which somebody was substituted a player gets `share` of what the place brings, having played `rounds`, of which
    some may be halves; `rounds` is None where everybody played all of them. Taking part is counted in full.
    """

    evening: int
    place: int
    sharing: int
    entries: int
    by_place: Fraction
    taking_part: int
    times: Fraction = Fraction(1)
    final: bool = False
    share: Fraction = Fraction(1)
    rounds: Fraction | None = None

    @property
    def points(self) -> Fraction:
        return (self.by_place * self.share + self.taking_part) * self.times


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A player's season: all scores in the order of the evenings, the season's latest evening, and the player's lot."""

    player: str
    scores: Sequence[EveningScore]
    latest: int
    lot: int
