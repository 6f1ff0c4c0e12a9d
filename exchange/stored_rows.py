"""A large file of a tournament without all of its rows in memory: it is split by its lines, and a row is parsed whenever it is asked for.

Only the spelling of `exchange.encoding` can be split: an object of a list begins and ends on lines of its own with the indentation of
its list. Whatever is spelled otherwise is parsed as a whole by the caller.
"""

import re
import secrets
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, overload

Json = Any
Parse = Callable[[bytes], Json]
_HEADER = re.compile(rb'( +)"(?:people|entries|enrolments|words|cash|matches|links|ledger|standings|entrants|history|pairings)": \[\n')
"""The first line of a list that grows with the field."""


class StoredRows(Sequence[Json]):
    """The objects of a list, each read from the file, which stays open, and parsed anew whenever it is asked for."""

    def __init__(self, file: IO[bytes], parse: Parse) -> None:
        self._file = file
        self._parse = parse
        self._places = array("Q")

    def add(self, start: int, content: bytes) -> None:
        """Take in the object that begins at the byte `start` of the file. Raises ValueError where the content is none."""
        self._parse(content)
        self._places.extend((start, start + len(content)))

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
        start, end = self._places[2 * position : 2 * position + 2]
        self._file.seek(start)
        return self._parse(self._file.read(end - start))


def split_document(file: IO[bytes], parse: Parse) -> Json:
    """The document of a file in our spelling, its long lists as `StoredRows`; every row was parsed once. `parse` makes a value of JSON.

    Raises ValueError or RecursionError for any other file, also for a damaged one.
    """
    placeholder = secrets.token_hex(16)
    skeleton: list[bytes] = []
    lists: dict[str, StoredRows] = {}
    file.seek(0)
    while line := file.readline():
        skeleton.append(line)
        if header := _HEADER.fullmatch(line):
            start, first = file.tell(), file.readline()
            if first.startswith(header[1] + b" {"):
                name = f"{placeholder}-{len(lists)}"
                lists[name], rest = _split_list(file, start, first, header[1], parse)
                skeleton += (f'"{name}"'.encode(), rest)
            else:
                file.seek(start)
    document = _put_in(parse(b"".join(skeleton)), lists)
    if lists:
        raise ValueError("a list stands where none can be")
    return document


def _split_list(file: IO[bytes], start: int, first: bytes, margin: bytes, parse: Parse) -> tuple[StoredRows, bytes]:
    """The rows of the list whose first object begins with the line `first` at `start`, and what follows the last one on its line."""
    rows, closing, lines = StoredRows(file, parse), margin + b" }", [first]
    while line := file.readline():
        if not line.startswith(closing):
            lines.append(line)
            continue
        content = b"".join((*lines, closing))
        rows.add(start, content)
        rest = line[len(closing) :]
        if rest != b",\n":
            return rows, rest
        start, lines = start + len(content) + len(rest), []
    raise ValueError("the file ends inside a list")


def _put_in(value: Json, lists: dict[str, StoredRows]) -> Json:
    """The skeleton with each list in the place of its placeholder, which leaves `lists`."""
    if isinstance(value, dict):
        return {name: _put_in(part, lists) for name, part in value.items()}
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], str) and value[0] in lists:
            return lists.pop(value[0])
        return [_put_in(part, lists) for part in value]
    return value
