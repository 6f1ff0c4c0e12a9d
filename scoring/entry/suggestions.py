"""What an empty form of a match is filled in with."""

from typing import Any

from rules import HandEntry, MatchState
from rules.texts import SIDE_LETTERS
from scoring.ledger.match_log import AnyGame
from tournaments.models import Match


def suggest_boxes(game: AnyGame, state: MatchState[Any], match: Match, kind: str) -> dict[str, str]:
    """What an empty form of that kind is filled in with: of a hand, the player whose turn it is, at first the dealer of the sheet."""
    if kind != HandEntry.kind or state.over:
        return {}
    names_dealer = any(spec.name == "dealer" for spec in game.boxes_of(kind, state.options))
    first = {"dealer": SIDE_LETTERS[match.first_dealer]} if names_dealer and not state.hands else {}
    return first | game.suggest_boxes(state)
