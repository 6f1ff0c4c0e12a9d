"""Results with what they are worth: what every tie-break looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from .results import NOBODY, Numbers, Scoreboard


@dataclass(frozen=True)
class Tally:
    """A scoreboard with the points of every row, and what belongs to entries rather than to matches.

    `earned` has one value for each row; `penalties` and `lots` one for each entry, in the order of the board's ids.
    `decided` maps entry ids to their place in an order that was decided at the table, the first place being the lowest.
    """

    board: Scoreboard
    earned: Numbers
    penalties: Numbers
    lots: Numbers
    decided: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def points(self) -> Numbers:
        return self.board.total(self.earned) - self.penalties

    @cached_property
    def opponent_points(self) -> Numbers:
        """For every row the points of the opponent.

        Where the entry met nobody, a fictitious opponent has the entry's own points (FIDE C.07, article 16.4).
        """
        known = self.board.opponent != NOBODY
        return self.points[np.where(known, self.board.opponent, self.board.entrant)]
