"""From evenings to places: the best so many are added, and tie-breaks divide whoever has the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pairing.lots import Lots
from standings.season.rule import SeasonOptions
from standings.season.scores import Record, Score
from standings.season.season_measures import season_tie_break

_LOTS = 10**12


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's line. `rank` is shared by those who stay tied, all of whom are `tied`; `counted` are the evenings that make the points;
    `cells` follow the tie-breaks."""

    rank: int
    record: Record
    points: Fraction
    counted: frozenset[int]
    cells: tuple[Fraction | int, ...]
    tied: tuple[str, ...]

    @property
    def player(self) -> str:
        return self.record.player


def season_standings(
    scores: Mapping[str, Sequence[Score]], options: SeasonOptions, *, evenings: Sequence[int], seed: str = ""
) -> tuple[SeasonLine, ...]:
    """Every player's line, the first place first; who stays tied stands in the order of `scores`.

    `evenings` are those that are in, in their order; a player has one score an evening at most.
    """
    lots = _lots(list(scores), seed)
    breaks = [season_tie_break(key) for key in options.tie_breaks]
    found = []
    for player, earned in scores.items():
        in_order = sorted(earned, key=lambda score: evenings.index(score.evening))
        record = Record(player, tuple(in_order), evenings[-1] if evenings else 0, lots[player])
        counted = best_of(record.scores, options.best)
        points = sum((score.points for score in counted), Fraction(0))
        cells = tuple(one.measure(record) for one in breaks)
        key = (-points, *(cell if one.lowest_first else -cell for one, cell in zip(breaks, cells, strict=True)))
        found.append((key, SeasonLine(0, record, points, frozenset(score.evening for score in counted), cells, ())))
    return tuple(_placed(found))


def best_of(scores: Sequence[Score], most: int) -> tuple[Score, ...]:
    """The best `most`, all of them for 0; of equal ones the earlier counts."""
    return tuple(sorted(scores, key=lambda score: -score.points)[: most or len(scores)])


def _placed(found: list[tuple[tuple[Fraction | int, ...], SeasonLine]]) -> list[SeasonLine]:
    lines: list[SeasonLine] = []
    for _key, together in groupby(sorted(found, key=lambda one: one[0]), key=lambda one: one[0]):
        level = [line for _same, line in together]
        tied = tuple(line.player for line in level)
        rank = len(lines) + 1
        lines += [SeasonLine(rank, line.record, line.points, line.counted, line.cells, tied) for line in level]
    return lines


def _lots(players: list[str], seed: str) -> dict[str, int]:
    """Each player's place in an order that depends on the seed only: whoever joins later leaves the others as they stood."""
    drawn = sorted(players, key=lambda player: (Lots(seed, f"season {player}").below(_LOTS), player))
    return {player: place for place, player in enumerate(drawn, start=1)}
