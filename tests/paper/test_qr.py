"""Codes by XOR against segno's own."""

import random

import segno
from hypothesis import given
from hypothesis import strategies as st

from paper.layout import build_qr_codes

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def by_segno(text: str, version: int, mask: int) -> tuple[tuple[bool, ...], ...]:
    made = segno.make(text.encode(), mode="byte", error="m", boost_error=False, version=version, mask=mask)
    return tuple(tuple(bool(module & 1) for module in row) for row in made.matrix)


def test_three_hundred_codes_equal_segnos() -> None:
    dice = random.Random(7)
    texts = ["http://192.168.178.20:8000/s/" + "".join(dice.choices(ALPHABET, k=8)) for _ in range(300)]
    for text, code in zip(texts, build_qr_codes(texts), strict=True):
        base = segno.make(texts[0].encode(), mode="byte", error="m", boost_error=False)
        candidates = [by_segno(text, base.version, mask) for mask in range(8)]
        assert code.build_rows() in candidates


@given(st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=60), min_size=1, max_size=4))
def test_any_ascii_texts_in_any_company(texts: list[str]) -> None:
    codes = build_qr_codes(texts)
    for text, code in zip(texts, codes, strict=True):
        version = (code.side - 17) // 4
        assert code.build_rows() in [by_segno(text, version, mask) for mask in range(8)]


def test_codes_of_one_length_share_version_and_mask() -> None:
    one, other = build_qr_codes(["http://a/s/AAAA", "http://a/s/AAAB"])
    assert one.side == other.side
    assert one.bits != other.bits
    assert build_qr_codes(["http://a/s/AAAA", "http://a/s/AAAB"]) == (one, other)
