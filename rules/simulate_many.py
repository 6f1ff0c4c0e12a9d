"""Frequencies over very many random hands: compiled where numba is installed and the game is of the plain kind, else hand by hand."""

import importlib
import importlib.util
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.masses import MassPlay, unpacked
from rules.options import Options
from rules.playout import build_pack_tables
from rules.scorebook import MatchState, Score, sum_steps

CHUNK = 100_000
"""Hands between two looks at the progress."""
Progress = Callable[[int], None]


def compiled() -> bool:
    """Whether the compiled kernel can be used."""
    return importlib.util.find_spec("numba") is not None


def score_frequencies(game: Game[Any, Any], options: Options, deals: int, seed: str, progress: Progress) -> Counter[Score]:
    """How often so many random hands, each the first of a match, score what. The same seed gives the same hands again.

    Hands that are void, or ended by a claim, are played and not counted. `progress` hears how many more hands are done.
    """
    rng = random.Random(seed)  # noqa: S311  # chance for card games, not for secrets
    state = game.start(options)
    mass = game.mass(state) if compiled() else None
    if mass is None:
        return _one_by_one(game, state, deals, rng, progress)
    counted: Counter[Score] = Counter()
    for code, count in _codes(mass, deals, rng, progress).items():
        counted[sum_steps(game.compute_steps(state, mass.sheet(unpacked(code))), game.side_count)] += count
    return counted


def _one_by_one(game: Game[Any, Any], state: MatchState[Any], deals: int, rng: random.Random, progress: Progress) -> Counter[Score]:
    counted: Counter[Score] = Counter()
    for done in range(1, deals + 1):
        event = game.random_hand(state, rng)
        if isinstance(event, HandEntry):
            counted[sum_steps(game.compute_steps(state, event), game.side_count)] += 1
        if done % 1000 == 0 or done == deals:
            progress(done % 1000 or 1000)
    return counted


def _codes(mass: MassPlay, deals: int, rng: random.Random, progress: Progress) -> Counter[int]:
    """How often each packed result came."""
    counted: Counter[int] = Counter()
    for codes in mass_results(mass, deals, rng):
        numpy = importlib.import_module("numpy")
        for code, count in zip(*map(numpy.ndarray.tolist, numpy.unique(codes, return_counts=True)), strict=True):
            counted[code] += count
        progress(len(codes))
    return counted


def mass_results(mass: MassPlay, deals: int, rng: random.Random) -> Iterator[Any]:
    """Arrays of packed results, `CHUNK` hands at a time. Needs numba."""
    numpy, kernel = importlib.import_module("numpy"), importlib.import_module("rules.simulate_kernel")
    power, values = table_arrays(mass)
    for start in range(0, deals, CHUNK):
        codes = numpy.empty(min(CHUNK, deals - start), numpy.int64)
        first, card = (-1 if value is None else value for value in (mass.first, mass.first_card))
        kernel.results(codes, numpy.uint64(rng.getrandbits(64)), power, values, mass.must_beat, mass.turns_trump, first, card, mass.top)
        yield codes


def table_arrays(mass: MassPlay) -> tuple[Any, Any]:
    """Power and points by trump and card, from the tables of `rules.playout`."""
    numpy = importlib.import_module("numpy")
    by_trump = [build_pack_tables(mass.pack, trump) for trump in range(len(mass.pack.suits))]
    power = numpy.array([table.power for table in by_trump], numpy.int16)
    return power, numpy.array([table.values for table in by_trump], numpy.int16)
