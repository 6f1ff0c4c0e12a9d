"""The answer to a row of the grid that a script sends while the next one is typed: JSON with the pieces of the page that change."""

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from rules import HandEntry
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.services import suggest_boxes
from scoring.match_page.grid import build_grid
from scoring.matches.queries import MatchView, describe_situation
from tournaments.models import Tournament

JSON = "application/json"


def build_row_answer(request: HttpRequest, tournament: Tournament, view: MatchView, outcome: Outcome, *, directs: bool) -> dict[str, Any]:
    """What has become of the row: `row` and `score` as HTML when it was saved, else `message` and the `fields` that are wrong."""
    grid = build_grid(view)
    context = {"view": view, "match": view.match, "tournament": tournament, "grid": grid, "width": grid.width + len(view.sides) + 1}
    if not isinstance(outcome, Created | Replayed):
        answer = build_outcome_message(outcome, view, directs=directs)
        message = render_to_string("scoring/match_page/row_message.html", {**context, "answer": answer}, request)
        return {"saved": False, "version": view.version, "message": message, "fields": answer.fields if answer else ()}
    seq = find_first_seq(view, outcome.entry.seq)
    row = next((row for row in grid.rows if row.seq == seq), None)
    sent = {**context, "row": row, "editable": True}
    return {
        "saved": True,
        "version": view.version,
        "row": render_to_string("scoring/match_page/grid_row.html", sent, request) if row else "",
        "score": render_to_string("scoring/scoreboard.html", {**context, "situation": describe_situation(view)}, request),
        "decided": view.is_decided,
        "next": build_next_row(view),
        "game": render_to_string("scoring/match_page/grid_game.html", {**context, "game": grid.next_game, "width": grid.width}, request)
        if grid.next_game
        else "",
    }


def find_first_seq(view: MatchView, entry_seq: int) -> int:
    """The line to which an entry belongs."""
    lines = (line.seq for line in view.log.lines if any(revision.entry.seq == entry_seq for revision in line.revisions))
    return next(lines, entry_seq)


def build_next_row(view: MatchView) -> dict[str, Any]:
    """The number of the next hand, and the boxes that are filled in for it as the form shows them."""
    values = suggest_boxes(view.game, view.log.state, view.match, HandEntry.kind)
    return {"number": view.next_hand, "boxes": {name: text[:1] for name, text in values.items()}}
