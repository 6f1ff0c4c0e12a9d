"""A large file of a tournament without all of its rows in memory: it is split by its lines, and a row is parsed whenever it is asked for.

Only the spelling of `exchange.encoding` can be split: an object of a list begins and ends on lines of its own with the indentation of
its list. Whatever is spelled otherwise is parsed as a whole by the caller.
"""

import re
import secrets
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

Json = Any
Parse = Callable[[bytes], Json]
_LISTS = re.compile(
    rb'^( +)"(?:people|entries|words|cash|matches|links|ledger|standings|entrants|history|pairings)": \[\n(?=\1 \{)', re.MULTILINE
)
"""The beginnings of the lists that grow with the field."""


class StoredRows(Sequence[Json]):
    """The objects of a list, each from its bytes in the file, parsed anew whenever it is asked for."""

    def __init__(self, content: bytes, parse: Parse) -> None:
        self._content = content
        self._parse = parse
        self._places = array("Q")

    def add(self, start: int, end: int) -> None:
        """Take in the object between these bytes. Raises ValueError where they are none."""
        self._parse(self._content[start:end])
        self._places.extend((start, end))

    def __len__(self) -> int:
        return len(self._places) // 2

    @overload
    def __getitem__(self, place: int) -> Json: ...
    @overload
    def __getitem__(self, place: slice) -> list[Json]: ...
    def __getitem__(self, place: int | slice) -> Json:
        if isinstance(place, slice):
            return [self._read(position) for position in range(*place.indices(len(self)))]
        return self._read(range(len(self))[place])

    def __iter__(self) -> Iterator[Json]:
        return map(self._read, range(len(self)))

    def _read(self, position: int) -> Json:
        return self._parse(self._content[self._places[2 * position] : self._places[2 * position + 1]])


def split_document(content: bytes, parse: Parse) -> Json:
    """The document of a file in our spelling, its long lists as `StoredRows`; every row was parsed once. `parse` makes a value of JSON.

    Raises ValueError or RecursionError for any other file, also for a damaged one.
    """
    mark = secrets.token_hex(16)
    skeleton: list[bytes] = []
    lists: dict[str, StoredRows] = {}
    position = 0
    while header := _LISTS.search(content, position):
        rows, end = _split_list(content, header.end(), header[1], parse)
        name = f"{mark}-{len(lists)}"
        lists[name] = rows
        skeleton += (content[position : header.end()], f'"{name}"'.encode())
        position = end
    skeleton.append(content[position:])
    document = _put_in(parse(b"".join(skeleton)), lists)
    if lists:
        raise ValueError("a list stands where none can be")
    return document


def _split_list(content: bytes, start: int, margin: bytes, parse: Parse) -> tuple[StoredRows, int]:
    """The rows of the list whose first object begins on the line at `start`, and the end of the last one."""
    rows, closing = StoredRows(content, parse), b"\n" + margin + b" }"
    while True:
        end = content.index(closing, start) + len(closing)
        rows.add(start, end)
        if content[end : end + 2] != b",\n":
            return rows, end
        start = end + 2


def _put_in(value: Json, lists: dict[str, StoredRows]) -> Json:
    """The skeleton with each list in the place of its mark, which leaves `lists`."""
    if isinstance(value, dict):
        return {name: _put_in(part, lists) for name, part in value.items()}
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], str) and value[0] in lists:
            return lists.pop(value[0])
        return [_put_in(part, lists) for part in value]
    return value
