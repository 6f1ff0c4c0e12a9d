"""Tie-breaks that no match decides: the lot, and what was decided at the table."""

from collections.abc import Collection

import numpy as np

from rules.texts import _
from standings.cell_parts import CellPart, PartKind, build_extra_part
from standings.results import Values
from standings.tally import Tally
from standings.tie_breaks.base import ForAll


class Lot(ForAll):
    key = "lots"
    title = _("Lots")
    sentence = _("By lot, from the draw key saved with the tournament: the lowest number comes first.")
    lowest_first = True

    def compute_values(self, tally: Tally) -> Values:
        return tally.lots

    def list_parts(self, tally: Tally, entrant: int, tied: Collection[int]) -> list[CellPart]:
        return [build_extra_part(PartKind.LOT, int(tally.lots[tally.board.find_index(entrant)]))]


class DecidedAtTable(ForAll):
    """Who has no decided place comes after all who have one, and its cell has no parts."""

    key = "decided"
    title = _("Decided at the table")
    sentence = _("The order decided by a play-off, by drawing a card, or by the referee.")
    lowest_first = True

    def compute_values(self, tally: Tally) -> Values:
        last = len(tally.board.ids) + 1
        return np.array([tally.decided.get(int(entrant), last) for entrant in tally.board.ids], dtype=np.int64)

    def list_parts(self, tally: Tally, entrant: int, tied: Collection[int]) -> list[CellPart]:
        return [build_extra_part(PartKind.DECIDED, tally.decided[entrant])] if entrant in tally.decided else []
