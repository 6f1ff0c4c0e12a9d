"""QR codes as integers, many at once.

Codes of one version, level and mask are affine over GF(2) in the bits of their text: a text that differs from another of the
same length only in its last characters has the code of the other, XOR one precomputed integer for every bit that differs.
So a thousand sheets cost a few dozen codes by segno and some XORs each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import segno

LEVEL = "m"
"""Survives 15 % of damage: a fold, a coffee cup."""


class Qr(NamedTuple):
    side: int
    """Modules in a row."""
    bits: int
    """Rows from the top, each padded to whole bytes, most significant bit first; 1 is dark."""

    @property
    def row_bits(self) -> int:
        return (self.side + 7) // 8 * 8

    @property
    def hexadecimal(self) -> str:
        return f"{self.bits:0{self.row_bits * self.side // 4}x}"

    def rows(self) -> tuple[tuple[bool, ...], ...]:
        width = self.row_bits
        return tuple(
            tuple(bool(self.bits >> (width * (self.side - row) - 1 - column) & 1) for column in range(self.side))
            for row in range(self.side)
        )


def qr_codes(texts: Sequence[str]) -> tuple[Qr, ...]:
    """One code for each text, in order. Equal to segno's code of the same version, level and mask; ASCII texts only."""
    encoded = [text.encode("ascii") for text in texts]
    alike: dict[int, list[bytes]] = {}
    for text in encoded:
        alike.setdefault(len(text), []).append(text)
    families = {length: _family(_common_start(group), length) for length, group in alike.items()}
    return tuple(families[len(text)].code(text) for text in encoded)


def _common_start(texts: Sequence[bytes]) -> bytes:
    """What all texts begin with; it is enough to compare the two that sort furthest apart."""
    first, last = min(texts), max(texts)
    same = next((place for place, (one, other) in enumerate(zip(first, last, strict=True)) if one != other), len(first))
    return first[:same]


class _Family:
    """All codes of texts of one length that begin alike."""

    def __init__(self, prefix: bytes, length: int) -> None:
        self._start = len(prefix)
        self._zero = prefix + bytes(length - len(prefix))
        chosen = segno.make(self._zero, mode="byte", error=LEVEL, boost_error=False, micro=False)
        self._version, self._mask = chosen.version, chosen.mask
        self._side = len(chosen.matrix)
        self._base = self._bits(self._zero)
        self._changes = [self._change(place) for place in range(self._start, length)]

    def code(self, text: bytes) -> Qr:
        bits = self._base
        for byte, changes in zip(text[self._start :], self._changes, strict=True):
            bits ^= changes[byte]
        return Qr(self._side, bits)

    def _change(self, place: int) -> list[int]:
        """What each of the 128 characters at this place changes in the code of the zero text."""
        changes = [0]
        for bit in range(7):
            altered = bytearray(self._zero)
            altered[place] = 1 << bit
            effect = self._bits(bytes(altered)) ^ self._base
            changes += [change ^ effect for change in changes]
        return changes

    def _bits(self, text: bytes) -> int:
        made = segno.make(text, mode="byte", error=LEVEL, boost_error=False, micro=False, version=self._version, mask=self._mask)
        padding = bytes(-self._side % 8)
        digits = b"".join(bytes(row) + padding for row in made.matrix)
        return int(digits.translate(_DIGITS), 2)


_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


@lru_cache(maxsize=64)
def _family(prefix: bytes, length: int) -> _Family:
    return _Family(prefix, length)
