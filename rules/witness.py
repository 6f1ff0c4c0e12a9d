"""A whole legal hand for a sheet: found by exchanging cards, then replayed and checked by the card-by-card engine.

Simulated annealing over layouts (`rules.layouts`). A hand that it finds is certain, because it was replayed; finding none proves nothing.
"""

import math
import random
from collections.abc import Callable
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.layouts import HandSearch, Layout
from rules.record import HandRecord, build_record
from rules.scorebook import MatchState, sum_steps

EXCHANGES_PER_ATTEMPT = 20_000
"""Exchanges in one attempt, while the search cools down from the first temperature to the last."""
FIRST_TEMPERATURE, LAST_TEMPERATURE = 1.5, 0.2
CHECK_INTERVAL = 500
"""Exchanges between two looks at whether to go on."""

MayContinue = Callable[[], bool]


def find_witness(
    game: Game[Any, Any], state: MatchState[Any], entry: HandEntry, rng: random.Random, may_continue: MayContinue
) -> HandRecord | None:
    """A hand that ends exactly as `entry`, which the game must accept in this `state`.

    None when `may_continue` stops the search, or when the game has no search for it.
    """
    while may_continue():
        search = game.build_search(state, entry, rng)
        if search is None:
            return None
        layout = anneal_layout(search, rng, may_continue)
        record = None if layout is None else build_witness(game, state, entry, search, layout)
        if record is not None:
            return record
    return None


def limit_attempts(number: int) -> MayContinue:
    """A `may_continue` that allows `number` attempts: a limit that is the same on every machine."""
    ticks = iter(range(number * (EXCHANGES_PER_ATTEMPT // CHECK_INTERVAL + 1)))
    return lambda: next(ticks, None) is not None


def anneal_layout(search: HandSearch, rng: random.Random, may_continue: MayContinue) -> Layout | None:
    """A layout whose cost is 0; None when one attempt finds none or `may_continue` stops it."""
    layout, groups = search.draw_layout(rng), search.exchange_groups
    cost = search.compute_cost(layout)
    draw_random, temperature = rng.random, FIRST_TEMPERATURE
    cooling_factor = (LAST_TEMPERATURE / FIRST_TEMPERATURE) ** (1 / EXCHANGES_PER_ATTEMPT)
    for step in range(EXCHANGES_PER_ATTEMPT):
        if not cost:
            return layout
        if step % CHECK_INTERVAL == CHECK_INTERVAL - 1 and not may_continue():
            return None
        group = groups[0] if len(groups) == 1 else groups[int(draw_random() * len(groups))]
        first, second = group[int(draw_random() * len(group))], group[int(draw_random() * len(group))]
        layout[first], layout[second] = layout[second], layout[first]
        changed = search.compute_cost(layout)
        temperature *= cooling_factor
        if changed <= cost or draw_random() < math.exp((cost - changed) / temperature):
            cost = changed
        else:
            layout[first], layout[second] = layout[second], layout[first]
    return None


def build_witness(game: Game[Any, Any], state: MatchState[Any], entry: HandEntry, search: HandSearch, layout: Layout) -> HandRecord | None:
    """The record of the hand if it is legal, ends as the sheet says and scores the same; else None."""
    dealt_cards, actions = search.build_hand(layout)
    played = game.replay_actions(game.open_deal(state, dealt_cards), actions)
    if played.event is None or not search.is_satisfied_by(played.event):
        return None
    scores = [sum_steps(game.compute_steps(state, event), game.side_count) for event in (entry, played.event)]
    return build_record(game, played.deal) if scores[0] == scores[1] else None
