"""Cleaning and fitting."""

import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paper.layout import BOLD, REGULAR, clean_text, fit_text
from paper.layout.text import LEADING, LONGEST, TALLEST, wrap_text


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("  Anna \t Melis\n", "Anna Melis"),
        ("e\u0300", "è"),
        ("a\u202egnol\u202c b", "agnol b"),
        ("x\x00\x1b[31my", "x[31my"),
        ("\ud800z", "z"),
        ("<b>Anna</b>", "<b>Anna</b>"),
        ("ʼndrangʼ", "ʼndrangʼ"),
        ("שלום", "םולש"),
        ("Anna שלום 12 עולם Melis", "Anna םלוע 12 םולש Melis"),
        ("a" + "\u0301" * 50, "á" + "\u0301" * 3),
        ("Circolo 🎉 della Fortuna 🍀", "Circolo della Fortuna"),
        ("🎉", "🎉"),
    ],
)
def test_clean(written: str, drawn: str) -> None:
    assert clean_text(written) == drawn


def test_a_cut_shows() -> None:
    assert clean_text("m" * 200_000) == "m" * (LONGEST - 1) + "…"
    assert clean_text("m" * LONGEST) == "m" * LONGEST


def test_the_longest_word_costs_nothing() -> None:
    calls = Counter()
    sys.setprofile(lambda _frame, event, _argument: calls.update([event]))
    try:
        fit_text(clean_text("m" * 200_000), REGULAR, 100, 20, size=12, least=6, lines=3)
    finally:
        sys.setprofile(None)
    assert 0 < calls["call"] < 100_000


texts = st.text(max_size=300).map(clean_text)


@given(texts)
def test_clean_twice_is_clean_once_where_no_script_runs_backwards(text: str) -> None:
    if text.isascii():
        assert clean_text(text) == text


@given(texts, st.floats(20, 400), st.floats(6, 60), st.integers(1, 4))
def test_whatever_is_fitted_fits(text: str, width: float, height: float, lines: int) -> None:
    found = fit_text(text, BOLD, width, height, size=14, least=5, lines=lines)
    assert len(found.lines) <= lines
    assert all(BOLD.measure_width(line) * found.size <= width + 1e-6 for line in found.lines)
    assert found.size * (TALLEST + LEADING * (len(found.lines) - 1)) <= height + 1e-6


@given(texts, st.floats(20, 400), st.integers(1, 4))
def test_nothing_is_lost_unless_it_is_marked(text: str, width: float, lines: int) -> None:
    found = fit_text(text, REGULAR, width, 100, size=14, least=5, lines=lines)
    kept = "".join(found.lines).replace(" ", "")
    assert kept == text.replace(" ", "") or kept.endswith("…")


@given(texts, st.floats(1.5, 30))
def test_lines_are_never_wider_than_asked(text: str, width: float) -> None:
    assert all(REGULAR.measure_width(line) <= width or len(line) == 1 for line in wrap_text(text, REGULAR, width))


PAIR = "Antonia Addis – Efisio Marras"


@given(st.integers(20, 99))
def test_a_pair_too_long_for_one_line_is_broken_between_the_two(share: int) -> None:
    """At the least size half of them fits a line, and all of them does not: how much is missing must not matter."""
    least = 8.0
    half, whole = (BOLD.measure_width(text) * least for text in ("Antonia Addis –", PAIR))
    width = half + (whole - half) * share / 100
    assert fit_text(PAIR, BOLD, width, 20, size=9, least=least, lines=2, names=True).lines == ("Antonia Addis –", "Efisio Marras")
