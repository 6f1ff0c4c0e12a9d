"""QR codes as integers, many at once.

Codes of one version, level and mask are affine over GF(2) in the bits of their text: if two texts of the same length differ only in
their last characters, the code of one is the code of the other XOR a precomputed integer for each bit that differs. A thousand sheets
therefore need a few dozen codes by segno and some XORs each.
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
    def hex_digits(self) -> str:
        return f"{self.bits:0{self.row_bits * self.side // 4}x}"

    def build_rows(self) -> tuple[tuple[bool, ...], ...]:
        width = self.row_bits
        return tuple(
            tuple(bool(self.bits >> (width * (self.side - row) - 1 - column) & 1) for column in range(self.side))
            for row in range(self.side)
        )


def build_qr_codes(texts: Sequence[str]) -> tuple[Qr, ...]:
    """One code for each text, in order; equal to the code that segno makes with the same version, level and mask. ASCII texts only."""
    encoded = [text.encode("ascii") for text in texts]
    texts_by_length: dict[int, list[bytes]] = {}
    for text in encoded:
        texts_by_length.setdefault(len(text), []).append(text)
    families = {length: _load_family(_find_common_prefix(group), length) for length, group in texts_by_length.items()}
    return tuple(families[len(text)].build_code(text) for text in encoded)


def _find_common_prefix(texts: Sequence[bytes]) -> bytes:
    """The longest common prefix; the first and the last text in sorting order suffice to find it."""
    first, last = min(texts), max(texts)
    common_length = next(
        (index for index, (first_byte, last_byte) in enumerate(zip(first, last, strict=True)) if first_byte != last_byte), len(first)
    )
    return first[:common_length]


class _CodeFamily:
    """All codes of texts of one length with a common prefix."""

    def __init__(self, prefix: bytes, length: int) -> None:
        self._start = len(prefix)
        self._zero = prefix + bytes(length - len(prefix))
        zero_code = segno.make(self._zero, mode="byte", error=LEVEL, boost_error=False, micro=False)
        self._version, self._mask = zero_code.version, zero_code.mask
        self._side = len(zero_code.matrix)
        self._base = self._compute_bits(self._zero)
        self._changes = [self._compute_changes(index) for index in range(self._start, length)]

    def build_code(self, text: bytes) -> Qr:
        bits = self._base
        for byte, changes in zip(text[self._start :], self._changes, strict=True):
            bits ^= changes[byte]
        return Qr(self._side, bits)

    def _compute_changes(self, place: int) -> list[int]:
        """For each of the 128 characters at this place, the bits that it changes in the code of the zero text."""
        changes = [0]
        for bit in range(7):
            altered = bytearray(self._zero)
            altered[place] = 1 << bit
            effect = self._compute_bits(bytes(altered)) ^ self._base
            changes += [change ^ effect for change in changes]
        return changes

    def _compute_bits(self, text: bytes) -> int:
        code = segno.make(text, mode="byte", error=LEVEL, boost_error=False, micro=False, version=self._version, mask=self._mask)
        padding = bytes(-self._side % 8)
        digits = b"".join(bytes(row) + padding for row in code.matrix)
        return int(digits.translate(_DIGITS), 2)


_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


@lru_cache(maxsize=64)
def _load_family(prefix: bytes, length: int) -> _CodeFamily:
    return _CodeFamily(prefix, length)
