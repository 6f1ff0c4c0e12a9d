"""The explanation of a cell of the standings, match by match."""

from collections.abc import Collection
from dataclasses import dataclass

from standings.cell_parts import CellPart, PartKind, build_extra_part, build_match_parts
from standings.tally import Tally
from standings.tie_breaks import tie_break_by_key


@dataclass(frozen=True, slots=True)
class CellExplanation:
    """The sentence of the column and the parts of the cell, in the point system's unit where the column has points."""

    sentence: str
    parts: tuple[CellPart, ...]


def explain_points(tally: Tally, sentence: str, entrant: int) -> CellExplanation:
    """What every round brought and what was taken off; a negative penalty is a gift, for the rounds before an entry joined."""
    penalty = int(tally.penalties[tally.board.find_index(entrant)])
    fined = [build_extra_part(PartKind.PENALTY if penalty > 0 else PartKind.GIVEN, -penalty)] if penalty else []
    return CellExplanation(sentence, (*build_match_parts(tally, entrant, tally.earned), *fined))


def explain_cell(tally: Tally, key: str, entrant: int, tied: Collection[int]) -> CellExplanation:
    """`tied` are the ids among whom a direct encounter was counted, as `find_tied_before` gives them; no other tie-break uses them."""
    tie_break = tie_break_by_key(key)
    return CellExplanation(tie_break.sentence, tuple(tie_break.list_parts(tally, entrant, tied)))
