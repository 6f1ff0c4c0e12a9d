"""Parse a request about a match: actor, idempotency key, version."""

import re
import secrets
from collections.abc import Iterable

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils import timezone

from rules import declared_fields
from scoring.entry.reason_forms import RulingForm
from scoring.entry.services import Override
from scoring.ledger.appending import Actor, Submission, build_staff_actor, build_submission
from scoring.ledger.match_log import AnyGame
from tournaments.permissions import get_user

KEY = re.compile(r"[0-9A-Za-z_-]{1,40}")
"""Shorter than the column, because the parts of a request are numbered behind it (`Submission.derive_part`)."""
TECHNICAL_FIELDS = frozenset({"csrfmiddlewaretoken", "key"})


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
