"""Reading a stored draw from an untrusted file; every fault is described in a sentence."""

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin

from pairing.codec import draw_from_json
from pairing.formats import FORMATS
from pairing.reasons import UnreadableInput
from pairing.values import DrawnRound, Json
from rules.texts import _


def parse_stored_draw(text: str) -> Json:
    """The JSON of a draw in which every part is present and of the right type; whether the draw is correct is not checked.

    Raises: UnreadableInput.
    """
    try:
        data = json.loads(text)
    except ValueError as fault:
        raise UnreadableInput(_("This is not a saved draw: it is not JSON.")) from fault
    if not isinstance(data, dict):
        raise UnreadableInput(_("This is not a saved draw: the JSON is not an object."))
    try:
        draw = draw_from_json(data)
    except KeyError as missing:
        raise UnreadableInput(_("This is not a saved draw: {what} is missing."), what=missing) from missing
    except (TypeError, ValueError, AttributeError) as fault:
        raise UnreadableInput(_("This is not a saved draw: {fault}."), fault=fault) from fault
    wrong_part = _find_wrong_part(draw, DrawnRound, "draw")
    if wrong_part:
        raise UnreadableInput(_("This is not a saved draw: {what} is not of the right kind."), what=wrong_part)
    format_keys = [entry.key for entry in FORMATS]
    if draw.request.format not in format_keys:
        raise UnreadableInput(
            _("The format “{given}” is not known here; known are {known}."), given=draw.request.format, known=", ".join(format_keys)
        )
    return data


def _find_wrong_part(value: Any, kind: Any, name: str) -> str:
    """The name of the first part that is not of its declared type; empty when all are."""
    if is_dataclass(kind):
        if not isinstance(value, kind if isinstance(kind, type) else object):
            return name
        return next(
            filter(None, (_find_wrong_part(getattr(value, part.name), part.type, f"{name}.{part.name}") for part in fields(kind))), ""
        )
    if get_origin(kind) is tuple:
        return _find_wrong_item(value, get_args(kind), name)
    if isinstance(kind, UnionType):
        return "" if any(not _find_wrong_part(value, option, name) for option in get_args(kind)) else name
    if kind in (int, bool, str) or (isinstance(kind, type) and issubclass(kind, Enum | type(None))):
        return "" if type(value) is kind else name
    return "" if get_origin(kind) is not dict or isinstance(value, dict) else name


def _find_wrong_item(value: Any, kinds: tuple[Any, ...], name: str) -> str:
    if not isinstance(value, tuple):
        return name
    each = [kinds[0]] * len(value) if kinds[1:] == (...,) else kinds
    if len(each) != len(value):
        return name
    return next(
        filter(
            None, (_find_wrong_part(item, kind, f"{name}[{place}]") for place, (item, kind) in enumerate(zip(value, each, strict=True)))
        ),
        "",
    )
