"""Places evening by evening, and meetings. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from standings.season import EveningScore, SeasonOptions, compute_season_standings

WIDTH, LEFT, RIGHT, ROW, TOP = 720, 36, 470, 34, 28
"""The drawing: its width, where the first and the last evening stand, the height of a place, and where the first place is."""
Ranks = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PlaceCourse:
    """A player’s course: places by evening (None before the first one), the path, and where the name is written."""

    name: str
    ranks: Ranks
    path: str
    dots: tuple[tuple[float, float], ...]
    label_y: float
    shade: int


def trace_places(
    earned: Mapping[str, Sequence[EveningScore]], options: SeasonOptions, evenings: Sequence[int], seed: str
) -> dict[str, Ranks]:
    """By player the place in the ranking after each evening; None before the player’s first one."""
    traced: dict[str, list[int | None]] = {player: [] for player in earned}
    for count in range(1, len(evenings) + 1):
        so_far = list(evenings[:count])
        scores = {player: [score for score in listed if score.evening in so_far] for player, listed in earned.items()}
        lines = compute_season_standings({player: rows for player, rows in scores.items() if rows}, options, evenings=so_far, seed=seed)
        ranks = {line.player: line.rank for line in lines}
        for player, listed in traced.items():
            listed.append(ranks.get(player))
    return {player: tuple(listed) for player, listed in traced.items()}


def draw_places(names: Sequence[tuple[str, Ranks]], most: int) -> tuple[PlaceCourse, ...]:
    """The courses of players in the order of the ranking; places beyond `most` leave a gap. Names of one place are written one below the
    other.
    """
    lines = []
    for number, (name, ranks) in enumerate(names):
        step = (RIGHT - LEFT) / max(1, len(ranks) - 1)
        points = [(round(LEFT + step * place, 1), find_y(rank)) if rank and rank <= most else None for place, rank in enumerate(ranks)]
        path, pen_down = "", False
        for point in points:
            if point is not None:
                path += f"{'L' if pen_down else 'M'}{point[0]} {point[1]} "
            pen_down = point is not None
        lines.append(PlaceCourse(name, ranks, path.strip(), tuple(filter(None, points)), find_y(number + 1), number % 5))
    return tuple(lines)


def find_y(rank: int) -> float:
    return TOP + ROW * (rank - 1)


def count_meetings(
    matches: Sequence[Sequence[Sequence[str]]],
) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How often two met as opponents and how often as partners, both ways round; a match is the players of each of its sides."""
    against, together = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for sides in matches:
        for index, side in enumerate(sides):
            for player in side:
                against.update((player, opponent) for place, opponents in enumerate(sides) if place != index for opponent in opponents)
                together.update((player, partner) for partner in side if partner != player)
    return against, together
