"""How many hands a match takes, measured on random matches with legal hands."""

import random
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.options import Options
from rules.simulate import play_random_match


def count_hands_per_match(game: Game[Any, Any], options: Options, matches: int, seed: str) -> tuple[int, ...]:
    """The number of hands of each random match, in the order played. The same seed gives the same numbers."""
    rng = random.Random(seed)  # noqa: S311  # chance for card games, not for secrets
    return tuple(sum(isinstance(event, HandEntry) for event in play_random_match(game, options, rng)) for _match in range(matches))
