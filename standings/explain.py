"""The explanation of a cell of the standings, match by match."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from standings.ranking import RankedLine
from standings.results import NOBODY, Flags, Numbers
from standings.tally import Tally
from standings.tiebreaks import TieBreak, berger_weight, tie_break_by_key


class PartKind(StrEnum):
    """What a part of a cell comes from."""

    MATCH = "match"
    REST = "rest"
    UNPLAYED_WON = "unplayed_won"
    UNPLAYED_LOST = "unplayed_lost"
    MISSED = "missed"
    PENALTY = "penalty"
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


@dataclass(frozen=True, slots=True)
class CellExplanation:
    """The sentence of the column and the parts of the cell, in the point system's unit where the column has points."""

    sentence: str
    parts: tuple[CellPart, ...]


def explain_points(tally: Tally, sentence: str, entrant: int) -> CellExplanation:
    """What every round brought and what was taken off; a negative penalty is a gift, for the rounds before an entry joined."""
    penalty = int(tally.penalties[tally.board.find_index(entrant)])
    fined = [_build_extra_part(PartKind.PENALTY if penalty > 0 else PartKind.GIVEN, -penalty)] if penalty else []
    return CellExplanation(sentence, (*_build_match_parts(tally, entrant, tally.earned), *fined))


def explain_cell(tally: Tally, key: str, line: RankedLine, tied: Collection[int]) -> CellExplanation:
    """`tied` are the ids among whom a direct encounter was counted, as `find_tied_before` gives them; no other tie-break uses them."""
    tie_break = tie_break_by_key(key)
    return CellExplanation(tie_break.sentence, tuple(_build_cell_parts(tally, tie_break, line, tied)))


def _build_cell_parts(tally: Tally, tie_break: TieBreak, line: RankedLine, tied: Collection[int]) -> list[CellPart]:
    match tie_break.key:
        case "direct_encounter" | "direct_games" | "direct_difference":
            parts = _build_match_parts(tally, line.entrant, *_COLUMNS[tie_break.key](tally))
            return [part for part in parts if part.opponent in tied and part.kind is PartKind.MATCH]
        case "buchholz" | "buchholz_cut" | "buchholz_median":
            return _mark_cut_parts(tally, line.entrant, tie_break.key)
        case "sonneborn_berger":
            return _build_match_parts(tally, line.entrant, berger_weight(tally) * tally.opponent_points)
        case "progressive":
            return _build_match_parts(tally, line.entrant, tally.earned * (tally.rounds + 1 - tally.board.round))
        case "lots":
            return [_build_extra_part(PartKind.LOT, int(tally.lots[tally.board.find_index(line.entrant)]))]
        case "decided":
            return [_build_extra_part(PartKind.DECIDED, tally.decided[line.entrant])] if line.entrant in tally.decided else []
    return _build_match_parts(tally, line.entrant, *_COLUMNS[tie_break.key](tally))


_COLUMNS: Mapping[str, Callable[[Tally], tuple[Numbers | Flags, ...]]] = {
    "direct_encounter": lambda tally: (tally.earned,),
    "direct_games": lambda tally: (tally.board.games_won,),
    "direct_difference": lambda tally: (tally.board.scored, tally.board.conceded),
    "games_won": lambda tally: (tally.board.games_won,),
    "games_ratio": lambda tally: (tally.board.games_won, tally.board.games_lost),
    "point_difference": lambda tally: (tally.board.scored, tally.board.conceded),
    "points_scored": lambda tally: (tally.board.scored,),
    "points_conceded": lambda tally: (tally.board.conceded,),
    "wins": lambda tally: (tally.board.won,),
    "wins_second_dealer": lambda tally: (tally.board.won & tally.board.second_dealer,),
}


def _build_extra_part(kind: PartKind, value: int) -> CellPart:
    return CellPart(0, 0, None, value, kind=kind)


def _build_match_parts(tally: Tally, entrant: int, value: Numbers | Flags, against: Numbers | Flags | None = None) -> list[CellPart]:
    board = tally.board
    return [
        CellPart(
            int(board.round[row]),
            int(board.match[row]),
            None if board.drawn_against[row] == NOBODY else int(board.ids[board.drawn_against[row]]),
            int(value[row]),
            0 if against is None else int(against[row]),
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


def _mark_cut_parts(tally: Tally, entrant: int, key: str) -> list[CellPart]:
    """All opponents, then the missed rounds as round 0; what the cuts leave out is marked. In pools only opponents can be cut."""
    index = tally.board.find_index(entrant)
    rows = tally.board.list_rows(index)
    parts = _build_match_parts(tally, entrant, tally.opponent_points)
    parts += [_build_extra_part(PartKind.MISSED, int(tally.fictitious_points[index]))] * int(tally.missed_rounds[index])
    away = [*tally.stayed_away[rows].tolist(), *[True] * int(tally.missed_rounds[index])]
    could_be = [place for place, part in enumerate(parts) if tally.rounds_missed_count or part.kind is PartKind.MATCH]
    order = sorted(could_be, key=lambda place: (not away[place], parts[place].value))
    out = set(order[:1]) if key != "buchholz" else set()
    if key == "buchholz_median":
        out |= set(sorted(order[1:], key=lambda place: parts[place].value)[-1:])
    return [replace(part, counted=place not in out) for place, part in enumerate(parts)]
