"""The forms of the match page: an empty one, one with what was typed, one with a line to correct."""

from collections.abc import Mapping
from typing import Any

from scoring.entry.forms import EventForm
from scoring.entry.reason_forms import CANCEL_REASONS, CORRECTION_REASONS, Reason, ReasonForm
from scoring.entry.suggestions import suggest_boxes
from scoring.ledger.match_log import unwrap_overruled
from scoring.match_page.grid import GridForm
from scoring.matches.queries import MatchView
from tournaments.models import Tournament

KINDS_BY_ENTRY: dict[str, str] = {
    Tournament.ResultEntry.HANDS: "hand",
    Tournament.ResultEntry.GAMES: "game",
    Tournament.ResultEntry.RESULT: "match",
}
"""What the page of a match offers first, by what the tournament enters."""


def build_event_form(view: MatchView, kind: str, values: Mapping[str, str] | None = None) -> EventForm:
    """An empty form of that kind; a hand is a row of the grid and prefilled from the hand before, anything else holds `values`."""
    values = suggest_boxes(view.game, view.log.state, view.match, kind) if kind == "hand" else values or {}
    return _choose_form(kind)(game=view.game, options=view.log.state.options, kind=kind, sides=view.sides, values=values)


def _choose_form(kind: str) -> type[EventForm]:
    return GridForm if kind == "hand" else EventForm


def build_filled_form(view: MatchView, kind: str, boxes: Mapping[str, str]) -> EventForm:
    form = _choose_form(kind)(boxes, game=view.game, options=view.log.state.options, kind=kind, sides=view.sides, values=boxes)
    form.is_valid()
    return form


def build_correction_context(view: MatchView, seq: int, sheet: str = "") -> dict[str, Any]:
    """The line to correct, its boxes as they were typed, and the reasons; empty when there is no such line.

    `sheet` is the serial of a printed sheet that differs, when the person comes from its page.
    """
    progress = next((candidate for candidate in view.log.counted_lines if candidate.line.seq == seq), None)
    if progress is None:
        return {}
    event = unwrap_overruled(progress.event)
    values = view.game.typed_from(event)
    form = EventForm(game=view.game, options=view.log.state.options, kind=event.kind, sides=view.sides, values=values)
    form.set_focus()
    lines = {line.seq: line for game in view.games for line in game.lines}
    initial = {"reason": Reason.PAPER, "words": f"{view.match.code}-{sheet}"} if sheet.isdecimal() else {}
    reason_form = ReasonForm(reasons=CORRECTION_REASONS, initial=initial)
    return {"form": form, "correcting": lines[seq], "reason_form": reason_form, "cancel_form": ReasonForm(reasons=CANCEL_REASONS)}
