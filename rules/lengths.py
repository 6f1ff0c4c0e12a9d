"""How many hands a match takes: random legal hands played to the end of the match, again and again."""

import random
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.options import Options
from rules.simulate import random_match


def hands_per_match(game: Game[Any, Any], options: Options, matches: int, seed: str) -> tuple[int, ...]:
    """The number of hands of so many random matches, in the order in which they were played; the same seed gives the same numbers."""
    rng = random.Random(seed)  # noqa: S311  # chance for card games, not for secrets
    return tuple(sum(isinstance(event, HandEntry) for event in random_match(game, options, rng)) for _match in range(matches))
