"""What is told of a match: curves, chances, the turning point. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from records.match_stories.chances import WinningChances
from records.told_matches.curves import CurveFrame
from records.told_matches.telling import ToldHand, ToldMatch

WIDTH, SCORE_HEIGHT, CHANCE_HEIGHT = 640, 220, 150
EVEN = 0.5
"""A side with at least so much of a chance is not behind."""
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class StoryHand:
    """A line of the table: number in the match, game, score after it, and the chance of the first side in percent (None without)."""

    number: int
    game: int
    score: tuple[int, ...]
    chance: int | None


@dataclass(frozen=True, slots=True)
class GameCurves:
    """The curves of a game: a path for each side, where it begins and ends, and where the target is (None without one)."""

    number: int
    paths: tuple[str, ...]
    start: float
    end: float
    target_line: float | None
    target: int | None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The hand after which the winner was never level or behind again: number, side, and the chance before and after it in percent."""

    number: int
    side: int
    before: int
    after: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MatchStory:
    """`chance_path` is empty where the chance of such a match is not computed; `hands` has a line for each that changed the score."""

    hands: tuple[StoryHand, ...]
    games: tuple[GameCurves, ...]
    chance_path: str
    turning: TurningPoint | None

    @property
    def now(self) -> int | None:
        """The chance of the first side after the last hand, in percent."""
        return self.hands[-1].chance


def tell_story(match: ToldMatch, chances: WinningChances | None) -> MatchStory:
    """The story of the hands that are known; `match` may still be running, and has at least one."""
    values = list_chances(match, chances) if chances else []
    lines = tuple(
        StoryHand(number, hand.game, hand.after, to_percent(values[number]) if values else None)
        for number, hand in enumerate(match.hands, start=1)
    )
    frame = CurveFrame(WIDTH, CHANCE_HEIGHT, 0, 1, margin=10)
    path = frame.draw_line(values) if values else ""
    return MatchStory(lines, tuple(_draw_games(match.hands)), path, _find_turn(match, values, frame) if values else None)


def list_chances(match: ToldMatch, chances: WinningChances) -> list[float]:
    """The chance of the first side before the first hand and after every one."""
    won = [0, 0]
    first = match.hands[0].before
    values = [chances.compute_chance((0, 0), 1, (first[0], first[1]))]
    for hand in match.hands:
        if hand.ends_game:
            if hand.game_winner is not None:
                won[hand.game_winner] += 1
            values.append(chances.compute_chance((won[0], won[1]), hand.game + 1, (0, 0)))
        else:
            score = (0, 0) if hand.plays_again else (hand.after[0], hand.after[1])
            values.append(chances.compute_chance((won[0], won[1]), hand.game, score))
    return values


def to_percent(chance: float) -> int:
    """In whole percent; 0 and 100 only where it is certain."""
    return round(chance) * 100 if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def _find_turn(match: ToldMatch, values: Sequence[float], frame: CurveFrame) -> TurningPoint | None:
    """Of a match that is over the hand after which the winner’s chance was above even until the end."""
    if match.winner is None:
        return None
    own = [value if match.winner == 0 else 1 - value for value in values]
    number = next((place for place in range(len(own) - 1, 0, -1) if own[place - 1] <= EVEN + ROUNDING), None)
    if number is None:
        return None
    x, y = frame.place_x(number, len(values)), frame.place_y(values[number])
    return TurningPoint(number, match.winner, to_percent(own[number - 1]), to_percent(own[number]), x, y)


def _draw_games(hands: Sequence[ToldHand]) -> Iterator[GameCurves]:
    """The curves of each game, one beside the other, all in one scale."""
    highest = max([*(max(hand.after) for hand in hands), *(hand.target or 0 for hand in hands)])
    lowest = min([0, *(min(hand.after) for hand in hands)])
    frame = CurveFrame(WIDTH, SCORE_HEIGHT, lowest, highest, margin=16)
    numbers = sorted({hand.game for hand in hands})
    places, count = 0, len(hands) + len(numbers)
    for number in numbers:
        in_game = [hand for hand in hands if hand.game == number]
        rows = [in_game[0].before, *(hand.after for hand in in_game)]
        xs = [frame.place_x(places + place, count) for place in range(len(rows))]
        paths = tuple(
            "M" + " L".join(f"{x} {frame.place_y(row[side])}" for x, row in zip(xs, rows, strict=True)) for side in range(len(rows[0]))
        )
        target = in_game[0].target
        line = None if target is None else frame.place_y(target)
        yield GameCurves(number, paths, xs[0], xs[-1], line, target)
        places += len(rows)
