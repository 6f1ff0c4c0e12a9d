"""Random hands through play, entry and validation, in numbers: what the long form of a proof runs in several processes."""

import random
import time
from dataclasses import dataclass

from rules import HandEntry, RuleViolation, game_by_key

REMEMBERED = 100_000
"""Different sheets that a run remembers, so as not to judge them again: judging depends on nothing else."""


@dataclass(frozen=True)
class Judged:
    hands: int
    different: int
    """Sheets that were judged; some of them more than once when there are very many."""
    void: int
    refused: tuple[str, ...]
    seconds: float


def judge_hands(key: str, hands: int, seed: int) -> Judged:
    """So many random hands of a game, every one the first of a match."""
    start = time.process_time()
    game, rng = game_by_key(key), random.Random(seed)
    state = game.start(game.options_from({}))
    seen, different, void = set(), 0, 0
    refused: list[str] = []
    for _hand in range(hands):
        event = game.random_hand(state, rng)
        if event in seen:
            continue
        if len(seen) < REMEMBERED:
            seen.add(event)
        different += 1
        void += not isinstance(event, HandEntry)
        refused += refusals(game, state, event)
    return Judged(hands, different, void, tuple(refused), time.process_time() - start)


def refusals(game, state, event):
    """What goes wrong on the way from the table to the score and back; nothing when all is well."""
    try:
        if isinstance(event, HandEntry) and game.entry_from(state, game.typed_from(event)) != event:
            yield f"typed again it is another sheet: {event}"
        if game.event_from_json(game.event_to_json(event)) != event:
            yield f"stored it is another event: {event}"
        game.advance(state, event)
    except RuleViolation as violation:
        yield f"{event}: {[problem.code for problem in violation.problems]}"


def halves(key: str, hands: int, seed: int) -> tuple[tuple[str, int, int], tuple[str, int, int]]:
    """The work of two processes, each with its own seed."""
    return (key, hands // 2, seed), (key, hands - hands // 2, seed + 1)
