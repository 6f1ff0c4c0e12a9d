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
    """The points carried from the stages before, if any, what every round brought, what those without a place cost, and what was
    taken off; a negative penalty is a gift, for the rounds before an entry joined.
    """
    index = tally.board.find_index(entrant)
    before = 0 if tally.carried_penalties is None else int(tally.carried_penalties[index])
    penalty = int(tally.penalties[index]) - before
    parts = build_match_parts(tally, entrant, tally.earned)
    own = [part for part in parts if part.round > tally.carried_rounds]
    earlier = sum(part.value for part in parts if part.round <= tally.carried_rounds)
    carried = [build_extra_part(PartKind.CARRIED, earlier - before)] if tally.carried_rounds else []
    absences = 0 if tally.absences is None else int(tally.absences[index])
    missed = [build_extra_part(PartKind.MISSED, tally.absence_worth)] * absences
    fined = [build_extra_part(PartKind.PENALTY if penalty > 0 else PartKind.GIVEN, -penalty)] if penalty else []
    return CellExplanation(sentence, (*carried, *own, *missed, *fined))


def explain_cell(tally: Tally, key: str, entrant: int, tied: Collection[int]) -> CellExplanation:
    """`tied` are the ids among whom a direct encounter was counted, as `find_tied_before` gives them; no other tie-break uses them."""
    tie_break = tie_break_by_key(key)
    return CellExplanation(tie_break.sentence, tuple(tie_break.list_parts(tally, entrant, tied)))
