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
"""Survives 15 % of damage: a fold, a coffee cup; a higher level is taken where it needs no larger code."""
BYTE, ALPHANUMERIC = "byte", "alphanumeric"
ALPHABET = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""Characters of the alphanumeric mode, which needs 5½ bits for each: an address in capitals is a code with larger modules."""


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
    groups: dict[tuple[int, str], list[bytes]] = {}
    for text in encoded:
        groups.setdefault((len(text), _choose_mode(text)), []).append(text)
    families = {key: _load_family(_find_common_prefix(group), *key) for key, group in groups.items()}
    return tuple(families[len(text), _choose_mode(text)].build_code(text) for text in encoded)


def _choose_mode(text: bytes) -> str:
    return ALPHANUMERIC if text and not text.translate(None, ALPHABET) else BYTE


def _find_common_prefix(texts: Sequence[bytes]) -> bytes:
    """The common prefix up to its last slash, so that every round finds what the one before worked out; the first and the last text in
    sorting order suffice to find it.
    """
    first, last = min(texts), max(texts)
    common_length = next(
        (index for index, (first_byte, last_byte) in enumerate(zip(first, last, strict=True)) if first_byte != last_byte), len(first)
    )
    return first[: min(common_length, first.rfind(b"/") + 1 or common_length)]


class _CodeFamily:
    """All codes of texts of one length with a common prefix.

    The text is cut into units that the mode writes as one number: a byte, or in alphanumeric mode two characters (11 bits; 6 for the last
    of an odd number). In each bit of these numbers the code is affine.
    """

    def __init__(self, prefix: bytes, length: int, mode: str) -> None:
        self._mode = mode
        self._step = 2 if mode == ALPHANUMERIC else 1
        self._start = len(prefix) // self._step * self._step
        filler = b"0" if mode == ALPHANUMERIC else b"\0"
        self._zero = prefix[: self._start] + filler * (length - self._start)
        zero_code = segno.make(self._zero, mode=mode, error=LEVEL, boost_error=True, micro=False)
        self._version, self._level, self._mask = zero_code.version, zero_code.error, zero_code.mask
        self._side = len(zero_code.matrix)
        self._base = self._compute_bits(self._zero)
        self._changes = [self._compute_changes(place) for place in range(self._start, length, self._step)]

    def build_code(self, text: bytes) -> Qr:
        bits = self._base
        for place, changes in zip(range(self._start, len(text), self._step), self._changes, strict=True):
            bits ^= changes[self._compute_number(text[place : place + self._step])]
        return Qr(self._side, bits)

    def _compute_number(self, unit: bytes) -> int:
        if self._mode != ALPHANUMERIC:
            return unit[0]
        number = 0
        for character in unit:
            number = 45 * number + ALPHABET.index(character)
        return number

    def _compute_changes(self, place: int) -> list[int]:
        """For each number of the unit at this place, the bits that it changes in the code of the zero text."""
        width = len(self._zero[place : place + self._step])
        changes = [0]
        for bit in range({1: 6, 2: 11}[width] if self._mode == ALPHANUMERIC else 7):
            altered = self._zero[:place] + self._write_number(1 << bit, width) + self._zero[place + width :]
            effect = self._compute_bits(altered) ^ self._base
            changes += [change ^ effect for change in changes]
        return changes

    def _write_number(self, number: int, width: int) -> bytes:
        if self._mode != ALPHANUMERIC:
            return bytes([number])
        high, low = divmod(number, 45)
        return bytes([ALPHABET[high], ALPHABET[low]][-width:])

    def _compute_bits(self, text: bytes) -> int:
        code = segno.make(text, mode=self._mode, error=self._level, boost_error=False, micro=False, version=self._version, mask=self._mask)
        padding = bytes(-self._side % 8)
        digits = b"".join(bytes(row) + padding for row in code.matrix)
        return int(digits.translate(_DIGITS), 2)


_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


@lru_cache(maxsize=64)
def _load_family(prefix: bytes, length: int, mode: str) -> _CodeFamily:
    return _CodeFamily(prefix, length, mode)
