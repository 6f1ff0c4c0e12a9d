"""What the handbook shows of cards: the whole pack, and one hand that was really played by the rules, with its score."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules import HandEntry, MatchState
from rules import record as records
from rules.record import HandRecord
from scoring.evidence.replay import CardView, HandView, build_card_view, build_hand_view, build_suit_view
from scoring.ledger.match_log import AnyGame

ATTEMPTS = 400
"""Hands that are played to find one which shows what is usual: every side takes something, and nothing is remarkable."""


def build_card_rows(game: AnyGame) -> tuple[tuple[CardView, ...], ...]:
    """The cards of each suit, strongest first."""
    pack = game.pack
    return tuple(tuple(build_card_view(pack, name) for name in pack.names_in(mask)) for mask in pack.suit_masks)


@dataclass(frozen=True, slots=True)
class ExampleHand:
    """A hand before its first card, with all tricks and what the table writes; `trump` is the suit that became trump."""

    hand: HandView
    trump: CardView | None


def build_example_hand(game: AnyGame) -> ExampleHand:
    """The example of a game, in the language of the request."""
    record, state = choose_example(game), game.start(game.options_from({}))
    deal = records.replay_record(game, record, state).deal
    trump = None if deal.trump is None else build_suit_view(deal.pack, deal.trump)
    return ExampleHand(build_hand_view(game, record, state, 0), trump)


@cache
def choose_example(game: AnyGame) -> HandRecord:
    """A hand of legal cards drawn by lot, always the same for a game: the first usual one, else the first that was played out.

    Raises: LookupError when no hand was.
    """
    rng = random.Random(f"handbook {game.key}")  # noqa: S311 - an example, and the same for everybody
    state = game.start(game.options_from({}))
    first: HandRecord | None = None
    for _attempt in range(ATTEMPTS):
        deal = game.random_play(game.random_deal(state, rng), rng)
        if not deal.tricks:
            continue
        record = records.build_record(game, deal)
        first = first or record
        if _is_usual(game, state, record):
            return record
    if first is None:
        raise LookupError(game.key)
    return first


def _is_usual(game: AnyGame, state: MatchState[Any], record: HandRecord) -> bool:
    replay = records.replay_record(game, record, state)
    winners = {game.sitting.side_of(trick.winner) for trick in replay.deal.tricks}
    event = replay.event
    return isinstance(event, HandEntry) and len(winners) == game.side_count and not game.problems(state, event)
