"""Hands played to their end, and how many of them a sheet has no row for."""

import random
from collections.abc import Sequence
from typing import Any

from rules.deals import Deal
from rules.game import Game
from rules.lengths import Lengths
from rules.options import Options


def play_random_deal(game: Game[Any, Any], options: Options, rng: random.Random) -> Deal:
    """One hand at the start of a match, played to its end card by card."""
    return game.random_play(game.random_deal(game.start(options), rng), rng)


def compute_overflow(lengths: Sequence[Lengths], rows: Sequence[int]) -> float:
    """Share of the matches of which at least one game needs more than its rows."""
    return sum(any(hands > room for hands, room in zip(match, rows, strict=False)) for match in lengths) / len(lengths)
