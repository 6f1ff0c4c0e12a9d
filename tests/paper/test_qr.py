"""Codes by XOR against segno's own."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from paper.layout import build_qr_codes

pytestmark = pytest.mark.turns(4)

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CAPITALS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def by_segno(text: str, side: int) -> Iterator[tuple[tuple[bool, ...], ...]]:
    """The codes that segno makes of this text and size, for every mask and every level that holds it."""
    mode = "alphanumeric" if set(text) <= set(CAPITALS) else "byte"
    for level, mask in product("mqh", range(8)):
        with suppress(segno.DataOverflowError):
            code = segno.make(text.encode(), mode=mode, error=level, boost_error=False, version=(side - 17) // 4, mask=mask)
            yield tuple(tuple(bool(module & 1) for module in row) for row in code.matrix)


@pytest.mark.parametrize("start", ["http://192.168.178.20:8000/s/", "HTTP://192.168.178.20:8000/S/", "HTTP://10.0.0.2:8000/S/"])
def test_a_hundred_codes_equal_segnos(start: str) -> None:
    dice = random.Random(7)
    texts = [start + "".join(dice.choices(ALPHABET, k=8)) + "-1" for _ in range(100)]
    for text, code in zip(texts, build_qr_codes(texts), strict=True):
        assert code.build_rows() in by_segno(text, code.side)


def test_capitals_make_larger_modules() -> None:
    (small,) = build_qr_codes(["HTTP://192.168.1.20:8000/S/K3QX7A2B-2"])
    (large,) = build_qr_codes(["http://192.168.1.20:8000/s/K3QX7A2B-2"])
    assert (small.side, large.side) == (25, 29)


@given(st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=60), min_size=1, max_size=4))
def test_any_ascii_texts_in_any_company(texts: list[str]) -> None:
    for text, code in zip(texts, build_qr_codes(texts), strict=True):
        assert code.build_rows() in by_segno(text, code.side)


@given(st.lists(st.text(CAPITALS, min_size=1, max_size=60), min_size=1, max_size=4))
def test_any_capitals_in_any_company(texts: list[str]) -> None:
    for text, code in zip(texts, build_qr_codes(texts), strict=True):
        assert code.build_rows() in by_segno(text, code.side)


def test_codes_of_one_length_share_version_and_mask() -> None:
    one, other = build_qr_codes(["http://a/s/AAAA", "http://a/s/AAAB"])
    assert one.side == other.side
    assert one.bits != other.bits
    assert build_qr_codes(["http://a/s/AAAA", "http://a/s/AAAB"]) == (one, other)
