"""Parse a request about a match: actor, idempotency key, version."""

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils import timezone

from rules import declared_fields
from scoring.entry.forms import RulingForm
from scoring.entry.rows import TypedRow
from scoring.entry.services import FilledBoxes, Override
from scoring.ledger.appending import Actor, Submission, build_staff_actor, build_submission
from scoring.ledger.match_log import AnyGame
from tournaments.permissions import get_user

KEY = re.compile(r"[0-9A-Za-z_-]{1,40}")
"""Shorter than the column, because the parts of a request are numbered behind it (`Submission.derive_part`)."""
TECHNICAL_FIELDS = frozenset({"csrfmiddlewaretoken", "key", "place"})
MOST_ROWS = 40
"""More rows than anybody types while one request is on its way."""


def generate_key() -> str:
    """Short enough for the longest part that a form puts behind it."""
    return secrets.token_hex(12)


def read_submission(request: HttpRequest, actor: Actor | None = None) -> Submission:
    """Build the submission of a POST request; all posted fields are its body. A request without a key gets a new one, and then cannot be
    repeated safely. A key that cannot be kept is refused: the ledger stores it for ever, and a tournament's file admits plain keys only.

    Without `actor` it is the logged-in member of the staff. Raises PermissionDenied; BadRequest.
    """
    body = {name: value for name, value in request.POST.items() if name not in TECHNICAL_FIELDS}
    sent_key = request.POST.get("key", "")
    if sent_key and not KEY.fullmatch(sent_key):
        raise BadRequest("the key of a request has 1 to 40 letters, digits, - and _")
    key = sent_key or generate_key()
    return build_submission(actor or build_staff_actor(get_user(request)), key, {"path": request.path, **body}, timezone.now())


def read_version(request: HttpRequest) -> int:
    """The version that the page had; 0 for a page without one, which conflicts with every match that has a result."""
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def read_override(request: HttpRequest) -> Override:
    overrule = request.POST.get("overrule", "").strip()[:500]
    ruling = RulingForm(request.POST).read_text() if "ruling-words" in request.POST else ""
    return Override(sure="sure" in request.POST, reason=overrule, leaves_out="leave_out" in request.POST, ruling=ruling)


def read_boxes(request: HttpRequest, names: Iterable[str]) -> dict[str, str]:
    """The values of the named boxes; other fields are ignored."""
    return {name: request.POST[name].strip()[:80] for name in names if name in request.POST}


def read_event_boxes(request: HttpRequest, game: AnyGame, kind: str) -> dict[str, str]:
    """The values of the boxes that this kind of event has in the game, without building its form."""
    return read_boxes(request, list_box_names(game, kind))


def list_box_names(game: AnyGame, kind: str) -> tuple[str, ...]:
    """The names of all boxes of an event of that kind."""
    return tuple(box for spec in declared_fields(game.event_types[kind]) for box in spec.box_names(game.side_count))


def list_all_box_names(game: AnyGame) -> frozenset[str]:
    """The names of the boxes of every kind of event."""
    return frozenset(name for kind in game.event_types for name in list_box_names(game, kind))


def read_rows(request: HttpRequest, game: AnyGame, kind: str) -> tuple[TypedRow, ...]:
    """The rows of a sheet that a script sends: the first as the fields of its form, those that were typed meanwhile as JSON in `following`.

    What was filled in beforehand is no part of what a row asks for: it differs with the rows before it. `typed` names the boxes of the
    first row that a person filled in. Raises BadRequest.
    """
    typed = request.POST.get("typed", "").split()
    boxes = read_event_boxes(request, game, kind)
    first = _build_row(request, kind, boxes, {name: boxes[name] for name in typed if name in boxes}, request.POST.get("key", ""))
    names = frozenset(list_box_names(game, kind))
    rows = [first]
    for sent in _read_following(request):
        boxes = {name: text.strip()[:80] for name, text in sent["boxes"].items() if name in names}
        rows.append(_build_row(request, kind, boxes, boxes, sent["key"]))
    return tuple(rows)


def _build_row(request: HttpRequest, kind: str, boxes: Mapping[str, str], typed: Mapping[str, str], key: str) -> TypedRow:
    if not KEY.fullmatch(key):
        raise BadRequest("the key of a row has 1 to 40 letters, digits, - and _")
    body = {"path": request.path, "kind": kind, **typed}
    origin = build_submission(build_staff_actor(get_user(request)), key, body, timezone.now())
    return TypedRow(FilledBoxes(kind, boxes, fills_rest=True), origin, read_override(request))


def _read_following(request: HttpRequest) -> list[dict[str, Any]]:
    try:
        rows = json.loads(request.POST.get("following", "[]"))
    except ValueError:
        raise BadRequest("the rows that follow are no JSON") from None
    if not isinstance(rows, list) or len(rows) > MOST_ROWS or not all(_is_row(row) for row in rows):
        raise BadRequest("a row that follows has a key and the texts of its boxes")
    return rows


def _is_row(row: object) -> bool:
    if not isinstance(row, dict) or not isinstance(row.get("key"), str) or not isinstance(row.get("boxes"), dict):
        return False
    return all(isinstance(text, str) for text in row["boxes"].values())
