"""The answer to rows of the grid that a script sends while the next one is typed: JSON with the pieces of the page that change."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from desk.match_page.grid import build_grid
from rules import HandEntry
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.matches.boxes import suggest_boxes
from scoring.matches.former_matches import FormerView
from scoring.matches.queries import MatchView
from scoring.matches.situation import describe_situation
from tournaments.models import Tournament

JSON = "application/json"


def build_row_answer(
    request: HttpRequest, tournament: Tournament, view: MatchView, outcomes: Sequence[Outcome], *, directs: bool
) -> dict[str, Any]:
    """What has become of the rows: `rows` as HTML of those that were saved, with the `score` when all were; else the `message` about the
    last, and the `fields` of it that are wrong.
    """
    grid = build_grid(view)
    context = {"view": view, "match": view.match, "tournament": tournament, "grid": grid, "width": grid.width + len(view.sides) + 1}
    rows = [
        _render_row(request, {**context, "editable": True}, find_first_seq(view, outcome.entry.seq))
        for outcome in outcomes
        if isinstance(outcome, Created | Replayed)
    ]
    score = render_to_string("scoring/scoreboard.html", {**context, "situation": describe_situation(view)}, request)
    sent = {"saved": len(rows) == len(outcomes), "version": view.version, "rows": rows, "score": score, "next": build_next_row(view)}
    if not sent["saved"]:
        answer = build_outcome_message(outcomes[-1], view, directs=directs)
        message = render_to_string("desk/match_page/row_message.html", {**context, "answer": answer}, request)
        return {**sent, "message": message, "fields": answer.fields if answer else ()}
    return {
        **sent,
        "decided": view.is_decided,
        "game": render_to_string("desk/match_page/grid_game.html", {**context, "game": grid.next_game}, request) if grid.next_game else "",
    }


def build_former_answer(former: FormerView, version: str) -> dict[str, Any]:
    """The answer to rows of a match that was taken back: nothing is saved, and the rows stay where they were typed."""
    message = render_to_string("desk/match_page/former_row.html", {"former": former})
    return {"saved": False, "version": version, "rows": [], "score": "", "next": {}, "message": message, "fields": ()}


def _render_row(request: HttpRequest, context: dict[str, Any], seq: int) -> str:
    """The row of a line as HTML; empty when it counts no more."""
    row = next((row for row in context["grid"].rows if row.seq == seq), None)
    return render_to_string("desk/match_page/grid_row.html", {**context, "row": row}, request) if row else ""


def find_first_seq(view: MatchView, entry_seq: int) -> int:
    """The line to which an entry belongs."""
    lines = (line.seq for line in view.log.lines if any(revision.entry.seq == entry_seq for revision in line.revisions))
    return next(lines, entry_seq)


def build_next_row(view: MatchView) -> dict[str, Any]:
    """The number of the next hand, and the boxes that are filled in for it as the form shows them."""
    values = suggest_boxes(view.game, view.log.state, view.match, HandEntry.kind)
    return {"number": view.next_hand, "boxes": {name: text[:1] for name, text in values.items()}}
