"""A request about a match, read once: who asks, under which key, against which version."""

import re
import secrets
from collections.abc import Iterable

from django.http import HttpRequest
from django.utils import timezone

from scoring.entry.services import Insistence
from scoring.ledger.actors import Actor, staff_actor
from scoring.ledger.appending import Submission, submission
from tournaments.permissions import user_of

_KEY = re.compile(r"[0-9A-Za-z_-]{1,40}")
"""Shorter than the column, because the parts of a request are numbered behind it (`Submission.part`)."""
OWN_NAMES = frozenset({"csrfmiddlewaretoken", "key"})


def new_key() -> str:
    return secrets.token_hex(16)


def read_submission(request: HttpRequest, actor: Actor | None = None) -> Submission:
    """Everything that was posted is the body; a request without a key gets one, and can then not be repeated safely. So does one whose key
    is none of ours: the ledger keeps it for ever, and a tournament's file knows plain ones only.

    Without an actor it is the member of the staff who is logged in. Raises PermissionDenied.
    """
    body = {name: value for name, value in request.POST.items() if name not in OWN_NAMES}
    asked = request.POST.get("key", "")
    key = asked if _KEY.fullmatch(asked) else new_key()
    return submission(actor or staff_actor(user_of(request)), key, {"path": request.path, **body}, timezone.now())


def read_version(request: HttpRequest) -> int:
    """The version that the page had; a page that says none has seen nothing, and conflicts with everything but an untouched match."""
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def read_insistence(request: HttpRequest) -> Insistence:
    return Insistence(sure="sure" in request.POST, overrule=request.POST.get("overrule", "").strip()[:500])


def read_boxes(request: HttpRequest, names: Iterable[str]) -> dict[str, str]:
    """What was typed in the boxes that exist; everything else in the request is not ours."""
    return {name: request.POST[name].strip()[:80] for name in names if name in request.POST}
