"""How a cell of the standings came about, match by match."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from standings.ranking import Line
from standings.results import NOBODY, Flags, Numbers
from standings.tally import Tally
from standings.tiebreaks import TieBreak, berger_weight, tie_break_by_key


class Kind(StrEnum):
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
class Part:
    """One match's share of a cell. `opponent` is an entry id, None without one and at a table of several.

    `counted` is false for what the tie-break leaves out; `match` and `round` are 0 for what is not a match.
    """

    round: int
    match: int
    opponent: int | None
    value: int
    against: int = 0
    counted: bool = True
    kind: Kind = Kind.MATCH


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sentence of the column and the parts of the cell, in points of the standings' unit where the column has points."""

    sentence: str
    parts: tuple[Part, ...]


def explain_points(tally: Tally, sentence: str, entrant: int) -> Explanation:
    """What every round brought, and what was taken off; a penalty below nothing is given, for rounds before an entry joined."""
    penalty = int(tally.penalties[tally.board.index_of(entrant)])
    fined = [_apart(Kind.PENALTY if penalty > 0 else Kind.GIVEN, -penalty)] if penalty else []
    return Explanation(sentence, (*_parts(tally, entrant, tally.earned), *fined))


def explain_cell(tally: Tally, key: str, line: Line, tied: Collection[int]) -> Explanation:
    """`tied` are the ids among whom a direct encounter was counted, as `tied_before` gives them; nobody else needs them."""
    tie_break = tie_break_by_key(key)
    return Explanation(tie_break.sentence, tuple(_cell_parts(tally, tie_break, line, tied)))


def _cell_parts(tally: Tally, tie_break: TieBreak, line: Line, tied: Collection[int]) -> list[Part]:
    match tie_break.key:
        case "direct_encounter" | "direct_games" | "direct_difference":
            found = _parts(tally, line.entrant, *_COLUMNS[tie_break.key](tally))
            return [part for part in found if part.opponent in tied and part.kind is Kind.MATCH]
        case "buchholz" | "buchholz_cut" | "buchholz_median":
            return _cut(tally, line.entrant, tie_break.key)
        case "sonneborn_berger":
            return _parts(tally, line.entrant, berger_weight(tally) * tally.opponent_points)
        case "progressive":
            return _parts(tally, line.entrant, tally.earned * (tally.rounds + 1 - tally.board.round))
        case "lots":
            return [_apart(Kind.LOT, int(tally.lots[tally.board.index_of(line.entrant)]))]
        case "decided":
            return [_apart(Kind.DECIDED, tally.decided[line.entrant])] if line.entrant in tally.decided else []
    return _parts(tally, line.entrant, *_COLUMNS[tie_break.key](tally))


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


def _apart(kind: Kind, value: int) -> Part:
    return Part(0, 0, None, value, kind=kind)


def _parts(tally: Tally, entrant: int, value: Numbers | Flags, against: Numbers | Flags | None = None) -> list[Part]:
    board = tally.board
    return [
        Part(
            int(board.round[row]),
            int(board.match[row]),
            None if board.drawn_against[row] == NOBODY else int(board.ids[board.drawn_against[row]]),
            int(value[row]),
            0 if against is None else int(against[row]),
            kind=_kind(tally, int(row)),
        )
        for row in board.rows_of(board.index_of(entrant))
    ]


def _kind(tally: Tally, row: int) -> Kind:
    board = tally.board
    if board.met[row]:
        return Kind.MATCH
    if board.bye[row]:
        return Kind.REST
    return Kind.UNPLAYED_WON if board.won[row] else Kind.UNPLAYED_LOST


def _cut(tally: Tally, entrant: int, key: str) -> list[Part]:
    """All opponents, the missed rounds at the end as round 0; what the cuts leave out is marked. In pools only opponents can be cut."""
    index = tally.board.index_of(entrant)
    rows = tally.board.rows_of(index)
    parts = _parts(tally, entrant, tally.opponent_points)
    parts += [_apart(Kind.MISSED, int(tally.fictitious[index]))] * int(tally.missed[index])
    away = [*tally.stayed_away[rows].tolist(), *[True] * int(tally.missed[index])]
    could_be = [place for place, part in enumerate(parts) if tally.rounds_missed_count or part.kind is Kind.MATCH]
    order = sorted(could_be, key=lambda place: (not away[place], parts[place].value))
    out = set(order[:1]) if key != "buchholz" else set()
    if key == "buchholz_median":
        out |= set(sorted(order[1:], key=lambda place: parts[place].value)[-1:])
    return [replace(part, counted=place not in out) for place, part in enumerate(parts)]
