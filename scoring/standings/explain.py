"""How a cell of the standings came about, match by match."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from .ranking import Line
from .results import NOBODY, Flags, Numbers
from .tally import Tally
from .tiebreaks import TieBreak, berger_weight, tie_break_by_key


@dataclass(frozen=True, slots=True)
class Part:
    """One match's share of a cell. `opponent` is an entry id, None for a bye or a table of several.

    `counted` is false for what the tie-break leaves out.
    """

    round: int
    match: int
    opponent: int | None
    value: int
    against: int = 0
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sentence of the column and the parts of the cell; a cell of the whole tournament has no parts."""

    sentence: str
    parts: tuple[Part, ...]


def explain_points(tally: Tally, sentence: str, entrant: int) -> Explanation:
    return Explanation(sentence, tuple(_parts(tally, entrant, tally.earned)))


def explain_cell(tally: Tally, key: str, line: Line, tied: Sequence[int] = ()) -> Explanation:
    """`tied` are the ids among whom a direct encounter was counted: all with as many points when none are given."""
    tie_break = tie_break_by_key(key)
    return Explanation(tie_break.sentence, tuple(_cell_parts(tally, tie_break, line, tied)))


def tied_on_points(tally: Tally, entrant: int) -> tuple[int, ...]:
    same = tally.points == tally.points[tally.board.index_of(entrant)]
    return tuple(tally.board.ids[same].tolist())


def _cell_parts(tally: Tally, tie_break: TieBreak, line: Line, tied: Sequence[int]) -> list[Part]:
    match tie_break.key:
        case "direct_encounter" | "direct_games" | "direct_difference":
            group = set(tied or tied_on_points(tally, line.entrant))
            found = _parts(tally, line.entrant, *_COLUMNS[tie_break.key](tally))
            return [part for part in found if part.opponent in group]
        case "buchholz" | "buchholz_cut" | "buchholz_median":
            return _cut(tally, line.entrant, tie_break.key)
        case "sonneborn_berger":
            return _parts(tally, line.entrant, berger_weight(tally) * tally.opponent_points)
        case key if key in _COLUMNS:
            return _parts(tally, line.entrant, *_COLUMNS[key](tally))
    return []


_COLUMNS: Mapping[str, Callable[[Tally], tuple[Numbers | Flags, ...]]] = {
    "direct_encounter": lambda tally: (tally.earned,),
    "direct_games": lambda tally: (tally.board.games_won, tally.board.games_lost),
    "direct_difference": lambda tally: (tally.board.scored, tally.board.conceded),
    "games_won": lambda tally: (tally.board.games_won,),
    "games_ratio": lambda tally: (tally.board.games_won, tally.board.games_lost),
    "point_difference": lambda tally: (tally.board.scored, tally.board.conceded),
    "points_scored": lambda tally: (tally.board.scored,),
    "points_conceded": lambda tally: (tally.board.conceded,),
    "progressive": lambda tally: (tally.earned,),
    "wins": lambda tally: (tally.board.won,),
    "wins_second_dealer": lambda tally: (tally.board.won & tally.board.second_dealer,),
}


def _parts(tally: Tally, entrant: int, value: Numbers | Flags, against: Numbers | Flags | None = None) -> list[Part]:
    board = tally.board
    return [
        Part(
            int(board.round[row]),
            int(board.match[row]),
            None if board.opponent[row] == NOBODY else int(board.ids[board.opponent[row]]),
            int(value[row]),
            0 if against is None else int(against[row]),
        )
        for row in board.rows_of(board.index_of(entrant))
    ]


def _cut(tally: Tally, entrant: int, key: str) -> list[Part]:
    """All opponents, the missed rounds at the end as round 0; what the cuts leave out is marked."""
    index = tally.board.index_of(entrant)
    rows = tally.board.rows_of(index)
    parts = _parts(tally, entrant, tally.opponent_points)
    parts += [Part(0, 0, None, int(tally.fictitious[index]))] * int(tally.missed[index])
    away = [*tally.stayed_away[rows].tolist(), *[True] * int(tally.missed[index])]
    order = sorted(range(len(parts)), key=lambda place: (not away[place], parts[place].value))
    out = set(order[:1]) if key != "buchholz" else set()
    if key == "buchholz_median":
        out |= set(sorted(order[1:], key=lambda place: parts[place].value)[-1:])
    return [replace(part, counted=place not in out) for place, part in enumerate(parts)]
