"""Lengths of random matches, played once for every process of every run: rows of sheets and forecasts follow from them.

They depend on the engine and on the rules of a tournament alone, and take a second for each; the tests of lengths themselves play on.
"""

import functools
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "simulations"


def keep_simulations() -> None:
    """Let the site read lengths that any process has played; Django must be set up."""
    import scoring.clocks.forecast
    import scoring.matches.sheet_grid

    for module, name in ((scoring.matches.sheet_grid, "count_hands_per_game"), (scoring.clocks.forecast, "count_hands_per_match")):
        setattr(module, name, _keep_lengths(getattr(module, name)))


def _keep_lengths(count: Callable) -> Callable:
    @functools.wraps(count)
    def read_or_count(game, options, matches, seed):
        words = repr((digest_engine(), count.__name__, game.key, game.options_to_json(options), matches, seed))
        path = PLACE / hashlib.sha256(words.encode()).hexdigest()
        try:
            return _read_tuples(json.loads(path.read_text()))
        except FileNotFoundError:
            lengths = count(game, options, matches, seed)
        PLACE.mkdir(parents=True, exist_ok=True)
        written = path.with_suffix(f".{os.getpid()}")
        written.write_text(json.dumps(lengths))
        written.replace(path)
        return lengths

    return read_or_count


def _read_tuples(value):
    return tuple(map(_read_tuples, value)) if isinstance(value, list) else value


@functools.cache
def digest_engine() -> str:
    """What the engine is now: any change of a file of it and everything is played anew."""
    sources = sorted((ROOT / "rules").rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
