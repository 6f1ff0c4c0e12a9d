"""What a cell of the standings is made of, match by match."""

from dataclasses import dataclass
from enum import StrEnum

from standings.results import NOBODY, Flags, Numbers
from standings.tally import Tally


class PartKind(StrEnum):
    """What a part of a cell comes from."""

    MATCH = "match"
    REST = "rest"
    UNPLAYED_WON = "unplayed_won"
    UNPLAYED_LOST = "unplayed_lost"
    MISSED = "missed"
    PENALTY = "penalty"
    CARRIED = "carried"
    GIVEN = "given"
    LOT = "lot"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class CellPart:
    """One match's share of a cell. `opponent` is an entry id, None without one and at a table of several.

    `counted` is false for what the tie-break leaves out; `match` and `round` are 0 for a part that is not a match.
    """

    round: int
    match: int
    opponent: int | None
    value: int
    against: int = 0
    counted: bool = True
    kind: PartKind = PartKind.MATCH


def build_extra_part(kind: PartKind, value: int) -> CellPart:
    """A part that is not a match."""
    return CellPart(0, 0, None, value, kind=kind)


def build_match_parts(tally: Tally, entrant: int, gains: Numbers | Flags, losses: Numbers | Flags | None = None) -> list[CellPart]:
    """A part for each match of an entry in order of rounds; `gains` and `losses` have one value for each row of the scoreboard."""
    board = tally.board
    return [
        CellPart(
            int(board.round[row]),
            int(board.match[row]),
            None if board.drawn_against[row] == NOBODY else int(board.ids[board.drawn_against[row]]),
            int(gains[row]),
            0 if losses is None else int(losses[row]),
            kind=_classify_row(tally, int(row)),
        )
        for row in board.list_rows(board.find_index(entrant))
    ]


def _classify_row(tally: Tally, row: int) -> PartKind:
    board = tally.board
    if board.met[row]:
        return PartKind.MATCH
    if board.bye[row]:
        return PartKind.REST
    return PartKind.UNPLAYED_WON if board.won[row] else PartKind.UNPLAYED_LOST
