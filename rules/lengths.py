"""How many hands a match takes, measured on random matches with legal hands, and how many rows a sheet needs for them.

python -m rules.lengths [--matches 2000]
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product
from operator import le, mul
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.options import Options
from rules.simulate import play_random_match, play_random_steps

LEAST_FITTING = 0.992
"""Share of the random matches of which every hand must have a row."""

Lengths = tuple[int, ...]
"""Hands of each game of a match, in order; a single number where points run on from game to game or every hand is a game."""


def count_hands_per_match(game: Game[Any, Any], options: Options, matches: int, seed: str) -> tuple[int, ...]:
    """The number of hands of each random match, in the order played. The same seed gives the same numbers."""
    rng = random.Random(seed)  # noqa: S311  # chance for card games, not for secrets
    return tuple(sum(isinstance(event, HandEntry) for event in play_random_match(game, options, rng)) for _match in range(matches))


def count_hands_per_game(game: Game[Any, Any], options: Options, matches: int, seed: str) -> tuple[Lengths, ...]:
    """The hands of each game of each random match. The same seed gives the same numbers."""
    rng = random.Random(seed)  # noqa: S311  # chance for card games, not for secrets
    return tuple(_count_hands(game, options, rng) for _match in range(matches))


def _count_hands(game: Game[Any, Any], options: Options, rng: random.Random) -> Lengths:
    state = game.start(options)
    runs_on = state.plan.carries or state.plan.has_games_of_one_hand
    counts: dict[int, int] = {}
    for event, after in play_random_steps(game, options, rng):
        number = 1 if runs_on else state.game_number
        counts[number] = counts.get(number, 0) + isinstance(event, HandEntry)
        state = after
    return tuple(counts.values())


def choose_rows(lengths: Sequence[Lengths], targets: Sequence[int | None], share: float = LEAST_FITTING) -> Lengths:
    """The fewest rows in all so that at least `share` of the matches fit whole; games to the same target get the same number.

    `targets` has one value a game. Of equal sums, the one with which most matches fit.
    """
    distinct = tuple(dict.fromkeys(targets))
    missing = max(map(max, lengths))  # of a decider that no random match needed
    longest = Counter(tuple(_find_longest(match, targets, target) for target in distinct) for match in lengths)
    ranges = [range(1, max(1, *(match[place] for match in longest)) + 1) for place in range(len(distinct))]
    counts = [targets.count(target) for target in distinct]
    fitting = ((_count_fitting(longest, rows), rows) for rows in product(*ranges))
    enough = [(sum(map(mul, rows, counts)), -matches, rows) for matches, rows in fitting if matches >= share * len(lengths) - 1e-9]
    played = [any(match[place] for match in longest) for place in range(len(distinct))]
    best = {target: rows if was_played else missing for target, rows, was_played in zip(distinct, min(enough)[2], played, strict=True)}
    return tuple(best[target] for target in targets)


def _find_longest(match: Lengths, targets: Sequence[int | None], target: int | None) -> int:
    """Hands of the longest game to this target."""
    return max((hands for hands, game_target in zip(match, targets, strict=False) if game_target == target), default=0)


def _count_fitting(longest: Counter[Lengths], rows: Lengths) -> int:
    """How many matches have no game that is longer than its rows."""
    return sum(count for match, count in longest.items() if all(map(le, match, rows)))
