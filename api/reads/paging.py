"""Parts of lists by cursors: opaque texts that say where the next part begins."""

import base64
import binascii
import json
from typing import Any

from django.utils.translation import gettext as _

from api.callers.problems import Refused

MOST = 200


def encode_cursor(*place: Any) -> str:
    """Where a part begins, as a text that nobody takes apart."""
    return base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":"), default=str).encode()).decode().rstrip("=")


def decode_cursor(text: str, kinds: tuple[type, ...]) -> tuple[Any, ...] | None:
    """The place of a cursor, None for the first part. Raises: Refused for one that this list did not give."""
    if not text:
        return None
    try:
        place = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        place = None
    fits = isinstance(place, list) and len(place) == len(kinds)
    if not fits or not all(type(value) is kind for value, kind in zip(place, kinds, strict=True)):
        raise _build_refusal()
    if any(isinstance(value, int) and not 0 <= value < 2**31 for value in place):
        raise _build_refusal()
    return tuple(place)


def _build_refusal() -> Refused:
    return Refused("invalid", errors=[("query.cursor", _("This list gave no such cursor: take it from next in the part before."))])


def read_offset(cursor: str) -> int:
    """The first line of the part, of a list that is cut by position."""
    place = decode_cursor(cursor, (int,))
    return place[0] if place else 0


def find_next(offset: int, limit: int, count: int) -> str | None:
    return encode_cursor(offset + limit) if offset + limit < count else None
