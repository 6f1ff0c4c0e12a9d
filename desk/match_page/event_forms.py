"""The forms of the match page: an empty one, one with what was typed, one with a line to correct."""

from collections.abc import Mapping
from typing import Any

from desk.match_page.checking import says_the_same
from desk.match_page.grid import GridForm
from rules.options import FieldKind
from scoring.entry.forms import CANCEL_REASONS, CORRECTION_REASONS, EventForm, Reason, ReasonForm
from scoring.ledger.match_log import CountedLine, unwrap_overruled
from scoring.matches.boxes import format_sheet_box, suggest_boxes
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
    """The line to correct, its boxes as the sheet has them, and the reasons; empty when there is no such line.

    `sheet` is the serial of a printed sheet that differs, when the person comes from its page.
    """
    progress = next((candidate for candidate in view.log.counted_lines if candidate.line.seq == seq), None)
    if progress is None:
        return {}
    event = unwrap_overruled(progress.event)
    values = _write_as_on_sheet(view, progress)
    form = EventForm(game=view.game, options=view.log.state.options, kind=event.kind, sides=view.sides, values=values)
    form.set_focus()
    lines = {line.seq: line for game in view.games for line in game.lines}
    initial = {"reason": Reason.PAPER, "words": f"{view.match.code}-{sheet}"} if sheet.isdecimal() else {}
    reason_form = ReasonForm(reasons=CORRECTION_REASONS, initial=initial)
    return {"form": form, "correcting": lines[seq], "reason_form": reason_form, "cancel_form": ReasonForm(reasons=CANCEL_REASONS)}


def _write_as_on_sheet(view: MatchView, counted_line: CountedLine) -> dict[str, str]:
    """The boxes of a line with seats and cards as the sheet has them, wherever that still means the same."""
    event = unwrap_overruled(counted_line.event)
    entered = view.game.typed_from(event)
    specs = [spec for spec in view.game.fields_of(type(event)) if spec.kind in (FieldKind.SEAT, FieldKind.CARD)]
    texts = {spec.name: format_sheet_box(spec, entered[spec.name]) for spec in specs if entered.get(spec.name)}
    return entered | {box: text for box, text in texts.items() if says_the_same(view.game, counted_line, box, text)}
