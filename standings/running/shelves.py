"""A sorted list in short pieces, so that putting one in or taking one out moves some hundred others and not all."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

_LENGTH = 256
"""Of a piece that was just cut; it is cut in two when it is twice as long."""


class Shelves:
    def __init__(self, values: Iterable[Any] = ()) -> None:
        ordered = sorted(values)
        self._pieces = [ordered[start : start + _LENGTH] for start in range(0, len(ordered), _LENGTH)] or [[]]
        self._lasts = [piece[-1] for piece in self._pieces if piece]

    def __len__(self) -> int:
        return sum(map(len, self._pieces))

    def put(self, value: Any) -> None:
        at = min(bisect_left(self._lasts, value), len(self._pieces) - 1)
        piece = self._pieces[at]
        insort(piece, value)
        if len(piece) > 2 * _LENGTH:
            self._pieces[at : at + 1] = [piece[:_LENGTH], piece[_LENGTH:]]
            self._lasts.insert(at, piece[_LENGTH - 1])
            at += 1
        self._lasts[at : at + 1] = [self._pieces[at][-1]]

    def take(self, value: Any) -> None:
        """Out with a value that is there."""
        at = bisect_left(self._lasts, value)
        piece = self._pieces[at]
        del piece[bisect_left(piece, value)]
        if piece:
            self._lasts[at] = piece[-1]
        else:
            del self._lasts[at]
            if len(self._pieces) > 1:
                del self._pieces[at]

    def below(self, value: Any) -> int:
        """How many come before such a value, be it there or not."""
        at = bisect_left(self._lasts, value)
        return sum(map(len, self._pieces[:at])) + (bisect_left(self._pieces[at], value) if at < len(self._pieces) else 0)

    def slice(self, first: int, last: int | None = None) -> Iterator[Any]:
        """Those from a place on, to before another."""
        at = 0
        while at < len(self._pieces) - 1 and len(self._pieces[at]) <= first:
            first -= len(self._pieces[at])
            last = None if last is None else last - len(self._pieces[at])
            at += 1
        return islice(chain.from_iterable(self._pieces[at:]), first, last)
