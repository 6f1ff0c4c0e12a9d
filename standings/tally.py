"""Results with their worth in points: the input of every tie-break."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from standings.results import NOBODY, Flags, Numbers, Scoreboard


@dataclass(frozen=True)
class Tally:
    """A scoreboard with the points of every row, and the values that belong to entries rather than to matches.

    `earned` has one value for each row; `penalties` and `lots` one for each entry, in the order of the board's ids.
    `decided` maps entry ids to their place in an order that was decided at the table, the first place being the lowest.
    `draw` is the worth of a drawn match. Where `rounds_missed_count` is false (everybody meets everybody), a round
    without an opponent adds nothing to any tie-break.

    Rounds 1 to `carried_rounds` were played in stages before, where `carried_penalties` of the penalties were given; `outsiders` are the
    entries that played there and are not ranked here, None where there is nobody. `absences` are the rounds of every entry that cost
    `absence_worth` because they gave it no place.
    """

    board: Scoreboard
    earned: Numbers
    penalties: Numbers
    lots: Numbers
    decided: Mapping[int, int] = field(default_factory=dict)
    draw: int = 0
    rounds_missed_count: bool = True
    carried_rounds: int = 0
    carried_penalties: Numbers | None = None
    outsiders: Flags | None = None
    absences: Numbers | None = None

    @property
    def ranked_count(self) -> int:
        """How many entries are ranked: all but the outsiders."""
        return self.board.size - (0 if self.outsiders is None else int(np.count_nonzero(self.outsiders)))

    @cached_property
    def points(self) -> Numbers:
        earned = self.board.sum_by_entrant(self.earned) - self.penalties
        return earned if self.absences is None else earned + self.absences * self.absence_worth

    @cached_property
    def absence_worth(self) -> int:
        """The most penalties of a match, negative."""
        return int(np.where(self.board.met, self.earned, 0).min(initial=0))

    @cached_property
    def rounds(self) -> int:
        return int(self.board.round.max(initial=0))

    @cached_property
    def missed_rounds(self) -> Numbers:
        """For every entry the number of rounds without any result, because it was absent or had withdrawn; 0 where they do not count."""
        return (self.rounds - self.board.row_counts) * self.rounds_missed_count

    @cached_property
    def stayed_away(self) -> Flags:
        """Rows of matches that were lost without playing."""
        return ~(self.board.met | self.board.bye | self.board.won)

    @cached_property
    def adjusted_points(self) -> Numbers:
        """Points as they count for opponents: the rounds after an entry has left count as drawn (FIDE C.07, 16.3)."""
        if not self.draw or not (self.missed_rounds.any() or self.stayed_away.any()):
            return self.points
        last = self.board.reduce_by_entrant(np.maximum, np.where(self.stayed_away, 0, self.board.round))
        after = self.board.sum_by_entrant(self.board.round > last[self.board.entrant])
        return self.points + self.draw * (self.rounds - last - after) * self.rounds_missed_count

    @cached_property
    def fictitious_points(self) -> Numbers:
        """For every entry the points of the fictitious opponent in a round without one (FIDE C.07, 16.4)."""
        return np.minimum(self.points, self.draw * self.rounds) if self.draw else self.points

    @cached_property
    def opponent_points(self) -> Numbers:
        """For every row the points of the opponent, or of a fictitious one where nobody was met."""
        board = self.board
        opponent_points = self.adjusted_points[board.opponent]
        unmet = np.flatnonzero(board.opponent == NOBODY)
        if not len(unmet):
            return opponent_points
        entrant, drawn_against = board.entrant[unmet], board.drawn_against[unmet]
        paired = np.minimum(self.points[entrant], self.adjusted_points[drawn_against])
        missing = np.where(drawn_against != NOBODY, paired, self.fictitious_points[entrant])
        opponent_points[unmet] = missing if self.rounds_missed_count else 0
        return opponent_points

    @cached_property
    def opponents_total(self) -> Numbers:
        """The sum of all opponents' points, with a fictitious one for every missed round."""
        return self.board.sum_by_entrant(self.opponent_points) + self.missed_rounds * self.fictitious_points

    @cached_property
    def cuts(self) -> tuple[Numbers, Numbers]:
        """For every entry its lowest opponent, and the highest of the rest: what cut 1 and the median leave out.

        A round that the entry itself stayed away from is cut before any opponent (FIDE C.07, 16.5). Where everybody meets everybody,
        a
        round without an opponent cannot be cut.
        """
        lowest = self.board.reduce_by_entrant(np.minimum, self.opponent_points)
        highest = np.where(self.board.row_counts > 1, self.board.reduce_by_entrant(np.maximum, self.opponent_points), 0)
        irregular = self.missed_rounds > 0
        irregular[self.board.entrant[self.stayed_away if self.rounds_missed_count else self.board.opponent == NOBODY]] = True
        for index in np.flatnonzero(irregular):
            lowest[index], highest[index] = self._compute_cuts(int(index))
        return lowest, highest

    def _compute_cuts(self, index: int) -> tuple[int, int]:
        """The cuts of an entry that stayed away from some rounds."""
        rows = np.flatnonzero(self.board.entrant == index)
        if not self.rounds_missed_count:
            met = sorted(self.opponent_points[rows[self.board.opponent[rows] != NOBODY]].tolist())
            return (met or [0])[0], (met[1:] or [0])[-1]
        values = [(bool(~away), int(value)) for away, value in zip(self.stayed_away[rows], self.opponent_points[rows], strict=True)]
        values += [(False, int(self.fictitious_points[index]))] * int(self.missed_rounds[index])
        (_there, lowest), *rest = sorted(values)
        return lowest, max((value for _there, value in rest), default=0)
