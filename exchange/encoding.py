"""JSON of documents: parsed strictly, and spelled piece by piece: rows are read while they are written, no list of them is ever held.

The spelling is that of `json.dumps(…, ensure_ascii=False, indent=1, sort_keys=True)`, byte for byte, at a third of its time.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from json.encoder import encode_basestring as _quote
from typing import Any

Json = Any
ITEM_BREAK = ","


class Rows:
    """A list of a document whose items are read when they are asked for, each time anew; `nested` when its items hold such lists."""

    def __init__(self, read: Callable[[], Iterable[Json]], *, nested: bool = False) -> None:
        self._read = read
        self.nested = nested

    def __iter__(self) -> Iterator[Json]:
        return iter(self._read())


def iterate_json(value: Json, margin: str = "\n") -> Iterator[str]:
    """The text of `value` in pieces; `margin` is the line feed and the indentation of the line on which it begins."""
    inner = f"{margin} "
    if isinstance(value, dict) and value:
        yield from _iterate_parts("{}", margin, ((f"{_quote(name)}: ", value[name]) for name in sorted(value)))
    elif isinstance(value, Rows) and not value.nested:
        yield from _join_pieces("[]", margin, (format_json(item, inner) for item in value))
    elif isinstance(value, list | tuple | Rows):
        yield from _iterate_parts("[]", margin, (("", item) for item in value))
    else:
        yield format_json(value, margin)


def _iterate_parts(brackets: str, margin: str, parts: Iterable[tuple[str, Json]]) -> Iterator[str]:
    inner, empty = f"{margin} ", True
    for name, part in parts:
        yield f"{brackets[0] if empty else ITEM_BREAK}{inner}{name}"
        yield from iterate_json(part, inner)
        empty = False
    yield brackets if empty else margin + brackets[1]


def _join_pieces(brackets: str, margin: str, pieces: Iterable[str]) -> Iterator[str]:
    inner, empty = f"{margin} ", True
    for piece in pieces:
        yield f"{brackets[0] if empty else ITEM_BREAK}{inner}{piece}"
        empty = False
    yield brackets if empty else margin + brackets[1]


def format_json(value: Json, margin: str = "\n") -> str:
    """The whole text of a value without `Rows`."""
    kind = type(value)
    if kind is str:
        return _quote(value)
    if kind is int:
        return str(value)
    inner = f"{margin} "
    if kind is dict:
        lines = [f"{_quote(name)}: {format_json(value[name], inner)}" for name in sorted(value)]
        return f"{{{inner}{f'{ITEM_BREAK}{inner}'.join(lines)}{margin}}}" if lines else "{}"
    if kind is list or kind is tuple:
        lines = [format_json(item, inner) for item in value]
        return f"[{inner}{f'{ITEM_BREAK}{inner}'.join(lines)}{margin}]" if lines else "[]"
    return json.dumps(value, ensure_ascii=False)


def parse_json(content: bytes | str) -> Json:
    """JSON without a name twice in an object, fractions and NaN. Raises ValueError, UnicodeDecodeError among them, and RecursionError."""
    text = content if isinstance(content, str) else content.decode("utf-8-sig")
    return json.loads(text, object_pairs_hook=_build_unique_object, parse_float=_refuse_number, parse_constant=_refuse_number)


def _build_unique_object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return result


def _refuse_number(text: str) -> None:
    raise ValueError(f"{text[:20]} is no integer")
