"""What a match gave as a few numbers that can be stored. Pure."""

from collections import Counter
from typing import Any, NamedTuple

from records.told_matches.telling import ToldMatch

Json = Any


class TalliedMatch(NamedTuple):
    """A match: code, entries of each side, winner, and a number a side of games, points and hands won.

    `hands` counts all of them, `targets` says to how many points its games go by the rules, `declared` has by seat (hands, hands in which
    the side of the declarer gained most). A card has a thousand of these, and a tuple is made three times as fast as an object.
    """

    code: str
    sides: tuple[tuple[int, ...], ...]
    winner: int | None
    games: tuple[int, ...]
    points: tuple[int, ...]
    hands: int
    hands_won: tuple[int, ...]
    targets: str
    declared: tuple[tuple[int, int, int], ...] = ()


def tally_match(match: ToldMatch) -> TalliedMatch:
    """The numbers of a told match."""
    hands, won = Counter[int](), Counter[int]()
    sides = max(1, len(match.sides))
    for hand in match.played:
        if hand.declarer is not None:
            hands[hand.declarer] += 1
            won[hand.declarer] += hand.best == hand.declarer % sides
    best = Counter(hand.best for hand in match.played)
    return TalliedMatch(
        code=match.code,
        sides=match.sides,
        winner=match.winner,
        games=match.games_won if match.games else (0,) * sides,
        points=match.points or (0,) * sides,
        hands=len(match.played),
        hands_won=tuple(best[side] for side in range(sides)),
        targets=" ".join(map(str, match.targets[:1] if len(set(match.targets)) == 1 else match.targets)),
        declared=tuple((seat, hands[seat], won[seat]) for seat in sorted(hands)),
    )


def write_tally(match: TalliedMatch) -> Json:
    """The match as JSON, an inverse of `read_tally`."""
    declared = [list(row) for row in match.declared]
    sides = [list(side) for side in match.sides]
    counts = [list(match.games), list(match.points), list(match.hands_won)]
    return [match.code, sides, match.winner, *counts, match.hands, match.targets, declared]


def read_tally(numbers: Json) -> TalliedMatch:
    code, sides, winner, games, points, hands_won, hands, targets, declared = numbers
    rows = tuple(map(tuple, sides)), tuple(map(tuple, declared))
    return TalliedMatch(code, rows[0], winner, tuple(games), tuple(points), hands, tuple(hands_won), targets, rows[1])
