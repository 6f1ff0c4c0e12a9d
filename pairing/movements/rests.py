"""How often everybody rests where a table stays incomplete: known before the draw, from the numbers alone."""

from dataclasses import dataclass
from math import gcd

LESS, MORE = 1, 3
"""Rounds less and more that a director may find worth it for fairer rests."""


@dataclass(frozen=True, slots=True)
class RestPlan:
    """`resting` players have no table in each of `rounds` rounds: `more` of all `players` rest once more than `rests` times.

    No plan is more equal: all rests together are `rounds` × `resting`, and that is divided as evenly as whole numbers allow.
    """

    players: int
    resting: int
    rounds: int

    @property
    def rests(self) -> int:
        """How often everybody rests at least."""
        return self.rounds * self.resting // self.players

    @property
    def more(self) -> int:
        """How many players rest once more."""
        return self.rounds * self.resting % self.players

    @property
    def equal_rounds(self) -> int:
        """The smallest number of rounds in which everybody rests equally often."""
        return self.players // gcd(self.players, self.resting)

    @property
    def differing(self) -> int:
        """How many players differ from the majority; 0 where all rest equally often."""
        return min(self.more, self.players - self.more) if self.more else 0

    def find_fairer_rounds(self) -> int | None:
        """The number of rounds nearby in which the fewest differ from the majority; None where that is this one."""
        numbers = range(max(2, self.rounds - LESS), self.rounds + MORE + 1)
        best = min(numbers, key=lambda rounds: (RestPlan(self.players, self.resting, rounds).differing, abs(rounds - self.rounds), -rounds))
        return None if best == self.rounds else best


def plan_rests(players: int, table_size: int, rounds: int) -> RestPlan | None:
    """None where every table is complete, or nobody plays."""
    resting = players % table_size
    return RestPlan(players, resting, rounds) if resting and players > table_size else None
