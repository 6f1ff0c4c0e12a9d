"""Tie-breaks that look at the strength of the opponents (FIDE C.07)."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from rules.texts import _
from standings.cell_parts import CellPart, PartKind, build_extra_part, build_match_parts
from standings.results import Numbers, Values
from standings.tally import Tally
from standings.tie_breaks.base import ForAll, MatchSum


class Buchholz(ForAll):
    """`cut_count` is how many opponents are left out: the weakest, then the strongest."""

    key = "buchholz"
    title = _("Buchholz")
    sentence = _("The points of all opponents, added.")
    in_points = True
    grows_with_matches = True
    needs_one_opponent = True
    cut_count = 0

    def compute_values(self, tally: Tally) -> Values:
        values = tally.opponents_total
        for cut in tally.cuts[: self.cut_count] if self.cut_count else ():
            values = values - cut
        return values

    def list_parts(self, tally: Tally, entrant: int, tied: Collection[int]) -> list[CellPart]:
        """All opponents, then the missed rounds as round 0. In pools only opponents can be cut."""
        index = tally.board.find_index(entrant)
        rows = tally.board.list_rows(index)
        parts = build_match_parts(tally, entrant, tally.opponent_points)
        parts += [build_extra_part(PartKind.MISSED, int(tally.fictitious_points[index]))] * int(tally.missed_rounds[index])
        away = [*tally.stayed_away[rows].tolist(), *[True] * int(tally.missed_rounds[index])]
        candidates = [place for place, part in enumerate(parts) if tally.rounds_missed_count or part.kind is PartKind.MATCH]
        # FIDE C.07, 16.5: the rounds that the entry stayed away from are cut before any opponent.
        weakest, *rest = sorted(candidates, key=lambda place: (not away[place], parts[place].value)) or [-1]
        strongest = sorted(rest, key=lambda place: parts[place].value)[-1:]
        cut = [weakest, *strongest][: self.cut_count]
        return [replace(part, counted=place not in cut) for place, part in enumerate(parts)]


class BuchholzCut(Buchholz):
    key = "buchholz_cut"
    title = _("Buchholz cut 1")
    sentence = _("The points of all opponents but the weakest, added.")
    cut_count = 1


class BuchholzMedian(Buchholz):
    key = "buchholz_median"
    title = _("Median Buchholz")
    sentence = _("The points of all opponents but the weakest and the strongest, added.")
    cut_count = 2


class SonnebornBerger(MatchSum):
    """Doubled, so that half the points of an opponent one drew with is an integer. A bye weighs as much as it is worth."""

    key = "sonneborn_berger"
    title = _("Sonneborn-Berger")
    sentence = _("Twice the points of the opponents beaten, plus once those of the opponents tied with.")
    in_points = True
    needs_one_opponent = True

    def get_gains(self, tally: Tally) -> Numbers:
        byes = tally.board.bye * (2 if not tally.draw else np.minimum(2, tally.earned // tally.draw))
        weight: Numbers = 2 * tally.board.won.astype(np.int64) + tally.board.drawn + byes
        return weight * tally.opponent_points
