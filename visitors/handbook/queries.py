"""What the handbook shows of cards: the whole pack, and one hand that was really played by the rules, with its score."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules import HandEntry
from rules import record as records
from rules.deals import Deal
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
    deals = (game.random_play(game.random_deal(state, rng), rng) for _attempt in range(ATTEMPTS))
    first: Deal | None = None
    for deal in deals:
        if deal.tricks:
            first = first or deal
            usual = next((ending for ending in list_endings(game, deal) if _is_usual(game, ending)), None)
            if usual:
                return records.build_record(game, usual)
    if first is None:
        raise LookupError(game.key)
    return records.build_record(game, first)


def list_endings(game: AnyGame, deal: Deal) -> Iterator[Deal]:
    """The hand played to its last card; then as each voluntary action, a claim for example, would have ended it, soonest first."""
    yield deal
    if not _has_every_side_won(game, deal):
        return
    voluntary = {verb.name for verb in game.verbs if verb.voluntary}
    played = game.open_deal(deal.state, deal.dealt)
    for action in deal.actions:
        claims = [claim for claim in game.legal_actions(played) if claim.verb in voluntary]
        yield from (ending for ending in (game.apply_action(played, claim) for claim in claims) if ending.over)
        played = game.apply_action(played, action)


def _is_usual(game: AnyGame, deal: Deal) -> bool:
    event = game.build_outcome(deal)
    return isinstance(event, HandEntry) and _has_every_side_won(game, deal) and not game.problems(deal.state, event)


def _has_every_side_won(game: AnyGame, deal: Deal) -> bool:
    """Whether each side has a trick."""
    return len({game.sitting.side_of(trick.winner) for trick in deal.tricks}) == game.side_count
