"""What the next draw needs to know of the results so far."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pairing.values import Outcome, Played, Position, Standing
from standings.points import earned_points, point_system_by_key
from standings.ranking import Line, Scheme
from standings.results import NOBODY, Result
from standings.tally import Tally


def pairing_standings(tally: Tally, lines: Sequence[Line], results: Iterable[Result], scheme: Scheme) -> tuple[Standing, ...]:
    """A `Standing` for every line, in their order, with the other score as the secondary one; penalties are taken off the primary alone."""
    secondary = _other_scores(tally, scheme)
    counted = sorted(results, key=lambda result: (result.round, result.match))
    opponents, byes, forfeits = _meetings(counted)
    floated = _floaters(tally, counted)
    return tuple(
        Standing(
            entrant=line.entrant,
            rank=line.rank,
            primary=line.points,
            secondary=secondary[line.entrant],
            opponents=tuple(opponents[line.entrant]),
            byes=byes[line.entrant],
            forfeit_wins=forfeits[line.entrant],
            floated=line.entrant in floated,
        )
        for line in lines
    )


def _other_scores(tally: Tally, scheme: Scheme) -> dict[int, int]:
    beside = point_system_by_key(point_system_by_key(scheme.points).beside)
    return dict(zip(tally.board.ids.tolist(), tally.board.total(earned_points(tally.board, beside)).tolist(), strict=True))


def played_history(results: Iterable[Result], positions: Mapping[int, Position] | None = None) -> tuple[Played, ...]:
    """The results as the history of a draw; `positions` gives the place in the bracket by the id of the match."""
    return tuple(
        Played(
            round=result.round,
            sides=result.sides,
            winner=result.winner,
            outcome=result.outcome,
            position=(positions or {}).get(result.match),
            side_size=result.side_size,
            first_dealer=result.first_dealer,
        )
        for result in results
    )


def _meetings(results: Sequence[Result]) -> tuple[dict[int, list[int]], Counter[int], Counter[int]]:
    opponents: dict[int, list[int]] = defaultdict(list)
    byes: Counter[int] = Counter()
    forfeits: Counter[int] = Counter()
    for result in results:
        if result.outcome is Outcome.BYE:
            byes.update(result.sides)
        elif result.outcome is Outcome.WALKOVER and result.winner != NOBODY:
            forfeits.update(_teams(result)[result.winner])
        elif result.outcome is Outcome.PLAYED:
            for side in _teams(result):
                for entrant in side:
                    opponents[entrant] += [other for other in result.sides if other not in side]
    return opponents, byes, forfeits


def _teams(result: Result) -> list[tuple[int, ...]]:
    """Who sits on each side; an opponent is whoever sits on another one."""
    size = result.side_size
    return [result.sides[start : start + size] for start in range(0, len(result.sides), size)]


def _floaters(tally: Tally, results: Sequence[Result]) -> set[int]:
    """Who met, in the last round, somebody with other points than its own before that round."""
    last = max((result.round for result in results), default=0)
    board = tally.board
    before = board.total(tally.earned * (board.round < last)) - tally.penalties
    score = dict(zip(board.ids.tolist(), before.tolist(), strict=True))
    return {
        entrant
        for result in results
        if result.round == last and result.outcome is Outcome.PLAYED
        if len({score.get(side) for side in result.sides}) > 1
        for entrant in result.sides
    }
