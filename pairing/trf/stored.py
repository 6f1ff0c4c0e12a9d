"""A stored Swiss draw as a TRF file, so that a program of somebody else can pair the same round."""

from collections.abc import Mapping, Sequence
from itertools import product

from pairing.trf.report import MET, WON, Cell, Mark, Report, Scoring
from pairing.trf.writing import MOST_ENTRIES
from pairing.values import Draw, Outcome, Played, Standing

_SCORES = [
    Scoring(win=2 * win, draw=draw, loss=2 * loss, bye=2 * bye)
    for win, draw, loss, bye in product((1, 2, 3), (0, 1, 2), (0, 1), (0, 1, 2, 3))
    if 2 * loss <= draw <= 2 * win and bye <= win
]
"""Points for a win, a draw, a lost match and a rest that TRF can tell."""


def report_of(draw: Draw, *, name: str, names: Mapping[int, str]) -> Report | None:
    """What was known before the draw; None where TRF cannot tell the scores (points per game, penalties) or so many entries.

    The entries' numbers are those of the draw; `names` are by id.
    """
    request = draw.request
    order = list(draw.groups[0].members)
    number = {entry: place for place, entry in enumerate(order, start=1)}
    cells = {entry: [Cell(Mark.ABSENT)] * (request.round - 1) for entry in order}
    for played in request.history:
        for side, entry in enumerate(played.sides):
            if entry in cells:
                cells[entry][played.round - 1] = _cell(played, side, number)
    scoring = _scoring(request.standings, cells)
    if scoring is None or len(order) > MOST_ENTRIES:
        return None
    return Report(
        name=name,
        rounds=int(request.options["rounds"]),
        names=tuple(names.get(entry, str(entry)) for entry in order),
        cells=tuple(tuple(cells[entry]) for entry in order),
        scoring=scoring,
        forbidden=tuple((number[one], number[other]) for one, other in request.forbidden if one in number and other in number),
        games=_games(request.standings, order),
        absent=frozenset(number[entrant.id] for entrant in request.entrants if entrant.withdrawn),
    )


def _games(standings: Sequence[Standing], order: Sequence[int]) -> tuple[int, ...]:
    """In halves; none where the draw was told none."""
    told = {line.entrant: line.secondary for line in standings}
    return tuple(2 * told.get(entry, 0) for entry in order) if any(told.values()) else ()


def _cell(played: Played, side: int, number: Mapping[int, int]) -> Cell:
    if played.outcome is Outcome.BYE or len(played.sides) == 1:
        return Cell(Mark.BYE)
    other = number.get(played.sides[1 - side], 0)
    won = played.winner == side
    if played.outcome is Outcome.PLAYED:
        mark = Mark.WIN if won else Mark.DRAW if played.winner < 0 else Mark.LOSS
    else:
        mark = Mark.FORFEIT_WIN if won else Mark.FORFEIT_LOSS
    return Cell(mark, other, first=side == played.first_dealer)


def _scoring(standings: Sequence[Standing], cells: Mapping[int, Sequence[Cell]]) -> Scoring | None:
    """The scoring that gives everybody the score that the draw was made from."""
    lines = [(line.primary, cells[line.entrant]) for line in standings if line.entrant in cells]
    if any(cell.mark in MET | WON for _points, told in lines for cell in told):
        return next((one for one in _SCORES if all(2 * points == sum(one.of(cell.mark) for cell in told) for points, told in lines)), None)
    return Scoring() if not any(points for points, _told in lines) else None
