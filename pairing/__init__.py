"""Draws and pairings: pure, repeatable and explained. Nothing here uses a database, a clock or a page."""

from pairing.bracket import compute_seed_order, find_loser_target, find_winner_target
from pairing.codec import draw_from_json, draw_to_json, reason_from_json, reason_to_json
from pairing.draw import draw_request, draw_round, repeat_draw
from pairing.format import Format
from pairing.formats import FORMATS, format_by_key
from pairing.lots import compute_commitment
from pairing.reasons import DrawRefused, build_match_title, format_reason
from pairing.values import (
    DrawnRound,
    DrawReason,
    DrawRequest,
    Entrant,
    EntrantStanding,
    EntryGroup,
    MatchOutcome,
    Pairing,
    PlayedMatch,
    Position,
)

__all__ = [
    "FORMATS",
    "DrawReason",
    "DrawRefused",
    "DrawRequest",
    "DrawnRound",
    "Entrant",
    "EntrantStanding",
    "EntryGroup",
    "Format",
    "MatchOutcome",
    "Pairing",
    "PlayedMatch",
    "Position",
    "build_match_title",
    "compute_commitment",
    "compute_seed_order",
    "draw_from_json",
    "draw_request",
    "draw_round",
    "draw_to_json",
    "find_loser_target",
    "find_winner_target",
    "format_by_key",
    "format_reason",
    "reason_from_json",
    "reason_to_json",
    "repeat_draw",
]
