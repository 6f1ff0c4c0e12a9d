"""A stored Swiss draw as a TRF file, so that another program can pair the same round."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from pairing.swiss.acceleration import acceleration_from_certificate, count_accelerated_rounds
from pairing.trf.report import MET_CODES, WON_CODES, ResultCode, TrfCell, TrfReport, TrfScoring
from pairing.trf.writing import MOST_ENTRIES
from pairing.values import DrawnRound, DrawRequest, EntrantStanding, MatchOutcome, PlayedMatch

_POSSIBLE_SCORINGS = [
    TrfScoring(win=2 * win, draw=draw, loss=2 * loss, bye=2 * bye)
    for win, draw, loss, bye in product((1, 2, 3), (0, 1, 2), (0, 1), (0, 1, 2, 3))
    if 2 * loss <= draw <= 2 * win and bye <= win
]
"""Points for a win, a draw, a loss and a bye that TRF can express."""


def build_report(draw: DrawnRound, *, name: str, names: Mapping[int, str]) -> TrfReport | None:
    """What was known before the draw; None where TRF cannot express the scores (points per game, penalties) or so many entries.

    The entries' numbers are those of the draw; `names` are by id. Rounds of earlier stages, whose points are carried, come before those
    of the stage; who played only there has the last numbers, and is absent.
    """
    request = draw.request
    drawn = list(draw.groups[0].members)
    before = count_rounds_before(request.history)
    gone = sorted({side for played in request.history for side in played.sides} - set(drawn)) if before else []
    order = [*drawn, *gone]
    number = {entry: place for place, entry in enumerate(order, start=1)}
    cells = build_cells(request.history, order, before + request.round - 1, before)
    accelerated = _list_accelerated(draw, number)
    scoring = _choose_scoring(request, cells, is_accelerated=bool(accelerated))
    if scoring is None or len(order) > MOST_ENTRIES:
        return None
    return TrfReport(
        name=name,
        rounds=before + int(request.options["rounds"]),
        names=tuple(names.get(entry, str(entry)) for entry in order),
        cells=tuple(tuple(cells[entry]) for entry in order),
        scoring=scoring,
        forbidden=tuple((number[first], number[second]) for first, second in request.forbidden if first in number and second in number),
        games=_list_game_scores(request.standings, order),
        absent=frozenset(number[entry] for entry in (*gone, *(entrant.id for entrant in request.entrants if entrant.withdrawn))),
        accelerated=accelerated,
    )


def _choose_scoring(request: DrawRequest, cells: Mapping[int, Sequence[TrfCell]], *, is_accelerated: bool) -> TrfScoring | None:
    """The scoring that explains the scores; virtual points are worth a win of it, which before the first result only the request says."""
    scoring = find_scoring({line.entrant: line.primary for line in request.standings}, cells)
    win = 2 * request.win_points
    if not is_accelerated or scoring is None or scoring.win == win:
        return scoring
    return TrfScoring(win=win, draw=request.win_points, bye=win) if request.round == 1 else None


def _list_accelerated(draw: DrawnRound, number: Mapping[int, int]) -> tuple[frozenset[int], ...]:
    """The numbers with virtual points, for every round up to that of the draw."""
    members = acceleration_from_certificate(draw.certificate).members or draw.request.accelerated
    if not members:
        return ()
    rounds = min(draw.request.round, count_accelerated_rounds(int(draw.request.options["rounds"])))
    return (frozenset(number[entrant] for entrant in members if entrant in number),) * rounds


def count_rounds_before(history: Iterable[PlayedMatch]) -> int:
    """How many rounds of earlier stages a history has: those numbered 0, -1 and so on."""
    return 1 - min((played.round for played in history), default=1)


def build_cells(history: Iterable[PlayedMatch], order: Sequence[int], rounds: int, before: int = 0) -> dict[int, list[TrfCell]]:
    """Every entry's rounds by its id, with `before` rounds of earlier stages among the `rounds`.

    The numbers of the opponents are the places in `order`.
    """
    number = {entry: place for place, entry in enumerate(order, start=1)}
    cells = {entry: [TrfCell(ResultCode.ABSENT)] * rounds for entry in order}
    for played in history:
        for side, entry in enumerate(played.sides):
            if entry in cells:
                cells[entry][before + played.round - 1] = _build_cell(played, side, number)
    return cells


def _list_game_scores(standings: Sequence[EntrantStanding], order: Sequence[int]) -> tuple[int, ...]:
    """Game scores in halves; empty where the draw had none."""
    score_by_entry = {line.entrant: line.secondary for line in standings}
    return tuple(2 * score_by_entry.get(entry, 0) for entry in order) if any(score_by_entry.values()) else ()


def _build_cell(played: PlayedMatch, side: int, number: Mapping[int, int]) -> TrfCell:
    if played.outcome is MatchOutcome.BYE or len(played.sides) == 1:
        return TrfCell(ResultCode.BYE)
    opponent = number.get(played.sides[1 - side], 0)
    won = played.winner == side
    if played.outcome is MatchOutcome.PLAYED:
        code = ResultCode.WIN if won else ResultCode.DRAW if played.winner < 0 else ResultCode.LOSS
    else:
        code = ResultCode.FORFEIT_WIN if won else ResultCode.FORFEIT_LOSS
    return TrfCell(code, opponent, first=side == played.first_dealer)


def find_scoring(points: Mapping[int, int], cells: Mapping[int, Sequence[TrfCell]], known: Sequence[TrfScoring] = ()) -> TrfScoring | None:
    """The scoring that gives every entry these points for matches, by its id; None when there is none.

    Where several do, because nobody has drawn yet, the first of those `known` is it.
    """
    lines = [(scored, cells[entry]) for entry, scored in points.items() if entry in cells]
    if any(cell.code in MET_CODES | WON_CODES for _points, entry_cells in lines for cell in entry_cells):
        return next(
            (
                scoring
                for scoring in (*known, *_POSSIBLE_SCORINGS)
                if all(2 * scored == sum(scoring.get_points(cell.code) for cell in entry_cells) for scored, entry_cells in lines)
            ),
            None,
        )
    return TrfScoring() if not any(scored for scored, _cells in lines) else None
