"""Draws and pairings: pure, replayable, explained. Nothing here knows a database, a clock or a page."""

from pairing.bracket import loser_goes_to, seed_order, winner_goes_to
from pairing.codec import draw_from_json, draw_to_json, reason_from_json, reason_to_json
from pairing.draw import draw_request, draw_round, replay
from pairing.format import Format
from pairing.formats import FORMATS, format_by_key
from pairing.lots import commitment
from pairing.reasons import DrawRefused, describe, title_of
from pairing.values import Draw, Entrant, Group, Outcome, Pairing, Played, Position, Reason, Request, Standing

__all__ = [
    "FORMATS",
    "Draw",
    "DrawRefused",
    "Entrant",
    "Format",
    "Group",
    "Outcome",
    "Pairing",
    "Played",
    "Position",
    "Reason",
    "Request",
    "Standing",
    "commitment",
    "describe",
    "draw_from_json",
    "draw_request",
    "draw_round",
    "draw_to_json",
    "format_by_key",
    "loser_goes_to",
    "reason_from_json",
    "reason_to_json",
    "replay",
    "seed_order",
    "title_of",
    "winner_goes_to",
]
