"""Reading a stored draw that somebody else may have written: what it is not is said in a sentence."""

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin

from pairing.codec import draw_from_json
from pairing.formats import FORMATS
from pairing.reasons import Unreadable
from pairing.values import Draw, Json
from rules.texts import _


def read_draw(text: str) -> Json:
    """The JSON of a draw whose parts are all there and of the right kind; nothing is said about whether it is right.

    Raises: Unreadable.
    """
    try:
        data = json.loads(text)
    except ValueError as fault:
        raise Unreadable(_("This is not a stored draw: it is no JSON.")) from fault
    if not isinstance(data, dict):
        raise Unreadable(_("This is not a stored draw: the JSON is no object."))
    try:
        draw = draw_from_json(data)
    except KeyError as missing:
        raise Unreadable(_("This is not a stored draw: {what} is missing."), what=missing) from missing
    except (TypeError, ValueError, AttributeError) as fault:
        raise Unreadable(_("This is not a stored draw: {fault}."), fault=fault) from fault
    wrong = _wrong(draw, Draw, "draw")
    if wrong:
        raise Unreadable(_("This is not a stored draw: {what} is not of the right kind."), what=wrong)
    known = [entry.key for entry in FORMATS]
    if draw.request.format not in known:
        raise Unreadable(_("The format “{given}” is not known here; known are {known}."), given=draw.request.format, known=", ".join(known))
    return data


def _wrong(value: Any, kind: Any, name: str) -> str:
    """The name of the first part that is not of its kind; empty when all are."""
    if is_dataclass(kind):
        if not isinstance(value, kind if isinstance(kind, type) else object):
            return name
        return next(filter(None, (_wrong(getattr(value, one.name), one.type, f"{name}.{one.name}") for one in fields(kind))), "")
    if get_origin(kind) is tuple:
        return _wrong_tuple(value, get_args(kind), name)
    if isinstance(kind, UnionType):
        return "" if any(not _wrong(value, one, name) for one in get_args(kind)) else name
    if kind in (int, bool, str) or (isinstance(kind, type) and issubclass(kind, Enum | type(None))):
        return "" if type(value) is kind else name
    return "" if get_origin(kind) is not dict or isinstance(value, dict) else name


def _wrong_tuple(value: Any, kinds: tuple[Any, ...], name: str) -> str:
    if not isinstance(value, tuple):
        return name
    each = [kinds[0]] * len(value) if kinds[1:] == (...,) else kinds
    if len(each) != len(value):
        return name
    return next(
        filter(None, (_wrong(one, kind, f"{name}[{place}]") for place, (one, kind) in enumerate(zip(value, each, strict=True)))), ""
    )
