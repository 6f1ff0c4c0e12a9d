"""What the next draw needs to know of the results so far."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pairing.values import EntrantStanding, MatchOutcome, PlayedMatch, Position
from standings.points import compute_earned_points, point_system_by_key
from standings.ranking import CountingScheme, RankedLine
from standings.results import NOBODY, StandingResult
from standings.tally import Tally


def build_pairing_standings(
    tally: Tally,
    lines: Sequence[RankedLine],
    results: Iterable[StandingResult],
    scheme: CountingScheme,
    virtual: Mapping[int, int] | None = None,
) -> tuple[EntrantStanding, ...]:
    """An `EntrantStanding` for every line, in their order, with the other score as the secondary one; penalties reduce the primary
    score only. Scores are in the units of their point systems. `virtual` are the virtual points with which the last round was drawn, in
    halves of a unit: who met another score with them has floated.
    """
    ids = tally.board.ids.tolist()
    primary = dict(zip(ids, tally.points.tolist(), strict=True))
    secondary = dict(zip(ids, _compute_secondary_scores(tally, scheme), strict=True))
    counted = sorted(results, key=lambda result: (result.round, result.match))
    opponents, byes, forfeits = _collect_meetings(counted)
    floated = _find_floaters(tally, counted, virtual or {})
    return tuple(
        EntrantStanding(
            entrant=line.entrant,
            rank=line.rank,
            primary=primary[line.entrant],
            secondary=secondary[line.entrant],
            opponents=tuple(opponents[line.entrant]),
            byes=byes[line.entrant],
            forfeit_wins=forfeits[line.entrant],
            floated=line.entrant in floated,
        )
        for line in lines
    )


def _compute_secondary_scores(tally: Tally, scheme: CountingScheme) -> list[int]:
    secondary_system = point_system_by_key(point_system_by_key(scheme.points).secondary_system)
    scores: list[int] = tally.board.sum_by_entrant(compute_earned_points(tally.board, secondary_system)).tolist()
    return scores


def build_played_history(results: Iterable[StandingResult], positions: Mapping[int, Position] | None = None) -> tuple[PlayedMatch, ...]:
    """The results as the history of a draw; `positions` gives the place in the bracket by the id of the match."""
    return tuple(
        PlayedMatch(
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


def _collect_meetings(results: Sequence[StandingResult]) -> tuple[dict[int, list[int]], Counter[int], Counter[int]]:
    opponents: dict[int, list[int]] = defaultdict(list)
    byes: Counter[int] = Counter()
    forfeits: Counter[int] = Counter()
    for result in results:
        if result.outcome is MatchOutcome.BYE:
            byes.update(result.sides)
        elif result.outcome is MatchOutcome.WALKOVER and result.winner != NOBODY:
            forfeits.update(_split_sides(result)[result.winner])
        elif result.outcome is MatchOutcome.PLAYED:
            for side in _split_sides(result):
                for entrant in side:
                    opponents[entrant] += [opponent for opponent in result.sides if opponent not in side]
    return opponents, byes, forfeits


def _split_sides(result: StandingResult) -> list[tuple[int, ...]]:
    """The entries on each side; an opponent is an entry on another side."""
    size = result.side_size
    return [result.sides[start : start + size] for start in range(0, len(result.sides), size)]


def _find_floaters(tally: Tally, results: Sequence[StandingResult], virtual: Mapping[int, int]) -> set[int]:
    """Entries that met, in the last round, an opponent with another score before that round."""
    last = max((result.round for result in results), default=0)
    board = tally.board
    before = board.sum_by_entrant(tally.earned * (board.round < last)) - tally.penalties
    score = {entrant: 2 * points + virtual.get(entrant, 0) for entrant, points in zip(board.ids.tolist(), before.tolist(), strict=True)}
    return {
        entrant
        for result in results
        if result.round == last and result.outcome is MatchOutcome.PLAYED
        if len({score.get(side) for side in result.sides}) > 1
        for entrant in result.sides
    }
