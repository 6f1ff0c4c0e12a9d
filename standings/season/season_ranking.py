"""From evenings to places: the best evenings are added up, and tie-breaks separate players with the same points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pairing.lots import Lots
from standings.season.rule import BESIDES, LIKE_OTHERS, SeasonOptions
from standings.season.scores import EveningScore, SeasonRecord, season_tie_break_by_key

_LOTS = 10**12


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's line. Tied players share a `rank` and are listed in `tied`; `counted` are the evenings that make the points;
    `cells` follow the tie-breaks.
    """

    rank: int
    record: SeasonRecord
    points: Fraction
    counted: frozenset[int]
    cells: tuple[Fraction | int, ...]
    tied: tuple[str, ...]

    @property
    def player(self) -> str:
        return self.record.player


def compute_season_standings(
    scores: Mapping[str, Sequence[EveningScore]], options: SeasonOptions, *, evenings: Sequence[int], seed: str = ""
) -> tuple[SeasonLine, ...]:
    """Every player's line, the first place first; players that stay tied stand in the order of `scores`.

    `evenings` are those counted so far, in their order; a player has at most one score an evening.
    """
    lots = _draw_lots(list(scores), seed)
    breaks = [season_tie_break_by_key(key) for key in options.tie_breaks]
    keyed_lines = []
    for player, earned in scores.items():
        in_order = sorted(earned, key=lambda score: evenings.index(score.evening))
        record = SeasonRecord(player, tuple(in_order), evenings[-1] if evenings else 0, lots[player])
        counted = select_best(record.scores, options)
        points = sum((score.points for score in counted), Fraction(0))
        cells = tuple(tie_break.measure(record) for tie_break in breaks)
        key = (-points, *(cell if tie_break.lowest_first else -cell for tie_break, cell in zip(breaks, cells, strict=True)))
        keyed_lines.append((key, SeasonLine(0, record, points, frozenset(score.evening for score in counted), cells, ())))
    return tuple(_assign_ranks(keyed_lines))


def select_best(scores: Sequence[EveningScore], options: SeasonOptions) -> tuple[EveningScore, ...]:
    """The best scores as the rule counts them, all of them where it sets no number; of equal ones the earlier counts."""
    most = options.best or len(scores)
    finals = [score for score in scores if score.final and options.final_counts != LIKE_OTHERS]
    rest = sorted((score for score in scores if score not in finals), key=lambda score: -score.points)
    if options.final_counts == BESIDES:
        return (*finals, *rest[:most])
    finals = sorted(finals, key=lambda score: -score.points)[:most]
    return (*finals, *rest[: most - len(finals)])


def _assign_ranks(keyed_lines: list[tuple[tuple[Fraction | int, ...], SeasonLine]]) -> list[SeasonLine]:
    lines: list[SeasonLine] = []
    for _key, together in groupby(sorted(keyed_lines, key=lambda keyed: keyed[0]), key=lambda keyed: keyed[0]):
        level = [line for _same, line in together]
        tied = tuple(line.player for line in level)
        rank = len(lines) + 1
        lines += [SeasonLine(rank, line.record, line.points, line.counted, line.cells, tied) for line in level]
    return lines


def _draw_lots(players: list[str], seed: str) -> dict[str, int]:
    """Each player's place in an order that depends on the seed only: a player who joins later does not change the order of the
    rest.
    """
    drawn = sorted(players, key=lambda player: (Lots(seed, f"season {player}").draw_number(_LOTS), player))
    return {player: place for place, player in enumerate(drawn, start=1)}
