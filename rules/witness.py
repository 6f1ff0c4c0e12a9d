"""A whole legal hand for what a sheet says: found by exchanging cards, then played by the referee, who has the last word.

Simulated annealing over layouts (`rules.layouts`). What it finds is certain, as it was replayed; that it found nothing proves nothing.
"""

import math
import random
from collections.abc import Callable
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.layouts import Layout, Quest
from rules.record import Record, record_of
from rules.scorebook import MatchState, total

STEPS = 20_000
"""Exchanges in one attempt, while the search cools down from the first temperature to the last."""
WARM, COLD = 1.5, 0.2
BREATH = 500
"""Exchanges between two looks at whether to go on."""

GoOn = Callable[[], bool]


def find(game: Game[Any, Any], state: MatchState[Any], entry: HandEntry, rng: random.Random, go_on: GoOn) -> Record | None:
    """A hand that ends exactly as `entry`, which the game must accept in this `state`; None when `go_on` said no before one was found."""
    while go_on():
        quest = game.quest(state, entry, rng)
        if quest is None:
            return None
        layout = anneal(quest, rng, go_on)
        record = None if layout is None else witnessed(game, state, entry, quest, layout)
        if record is not None:
            return record
    return None


def attempts(number: int) -> GoOn:
    """Go on for so many attempts: a bound that is the same on every machine."""
    left = iter(range(number * (STEPS // BREATH + 1)))
    return lambda: next(left, None) is not None


def anneal(quest: Quest, rng: random.Random, go_on: GoOn) -> Layout | None:
    """A layout without cost, if one attempt finds it."""
    layout, groups = quest.begin(rng), quest.groups
    cost = quest.cost(layout)
    chance, temperature = rng.random, WARM
    cooling = (COLD / WARM) ** (1 / STEPS)
    for step in range(STEPS):
        if not cost:
            return layout
        if step % BREATH == BREATH - 1 and not go_on():
            return None
        group = groups[0] if len(groups) == 1 else groups[int(chance() * len(groups))]
        first, second = group[int(chance() * len(group))], group[int(chance() * len(group))]
        layout[first], layout[second] = layout[second], layout[first]
        changed = quest.cost(layout)
        temperature *= cooling
        if changed <= cost or chance() < math.exp((cost - changed) / temperature):
            cost = changed
        else:
            layout[first], layout[second] = layout[second], layout[first]
    return None


def witnessed(game: Game[Any, Any], state: MatchState[Any], entry: HandEntry, quest: Quest, layout: Layout) -> Record | None:
    """The record of the hand, when the referee finds it legal, it ends as the sheet says, and it scores the same."""
    dealt, actions = quest.hand(layout)
    played = game.replay(game.open_deal(state, dealt), actions)
    if played.event is None or not quest.agrees(played.event):
        return None
    scored = [total(game.steps(state, event), game.side_count) for event in (entry, played.event)]
    return record_of(game, played.deal) if scored[0] == scored[1] else None
