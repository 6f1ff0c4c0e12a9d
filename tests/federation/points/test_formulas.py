"""The formula of points. If this failed, a ranking would be wrong, or a typed formula could run something else."""

import ast
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from federation.points.formulas import FormulaRefused, PointRule, format_hundredths, parse_formula

BASES = {"club": 10, "provincial": 20, "regional": 40, "national": 80}
TERMS = some.recursive(
    some.sampled_from(["base", "share", "place", "entries", "2", "0.5", "100"]),
    lambda inner: some.one_of(
        some.tuples(inner, some.sampled_from("+-*/"), inner).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
        some.tuples(some.sampled_from(["min", "max"]), inner, inner).map(lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"),
    ),
    max_leaves=6,
)


def build_rule(formula):
    return PointRule(BASES, [100, 70, 50], formula)


@given(TERMS, some.sampled_from(sorted(BASES)), some.integers(1, 5), some.integers(1, 60))
@settings(max_examples=150, deadline=None)
def test_points_are_what_python_computes_with_fractions_and_the_explanation_computes_to_them(formula, event_class, place, entries):
    words = {"base": BASES[event_class], "share": [100, 70, 50, 0, 0][place - 1], "place": place, "entries": entries}
    numbers = {name: Fraction(number) for name, number in words.items()}
    text = formula.replace("0.5", "half").replace("100", "hundred")
    try:
        value = eval(text, {"min": min, "max": max, "half": Fraction(1, 2), "hundred": Fraction(100), **numbers})
    except ZeroDivisionError:
        value = 0
    wanted = min(max(int(value * 100 + Fraction(1, 2)), 0), 10**9)
    rule = build_rule(formula)
    assert rule.compute_points(event_class, place, entries) == wanted
    shown, _equals, total = rule.explain_points(event_class, place, entries).rpartition(" = ")
    assert total == format_hundredths(wanted)
    again = ast.unparse(ast.parse(shown.replace("×", "*").replace("÷", "/").replace("−", "-"), mode="eval"))
    try:
        recomputed = eval(again, {"min": min, "max": max})
    except ZeroDivisionError:
        recomputed = 0
    assert abs(float(recomputed) - float(value)) < 1e-6 * max(1, abs(float(value)))


NO_FORMULAS = (
    *("", "base +", "base ** 9", "__import__('os')", "base.real", "[1]", "lambda: 1", "open", "x", "min(base)", "1e400", "True", "'a'"),
    *("base if place else 1", "base % 2", "max(base, place=1)", "(" * 190, "9" * 201),
)


@pytest.mark.parametrize("text", NO_FORMULAS)
def test_what_is_no_formula_is_refused(text):
    with pytest.raises(FormulaRefused):
        parse_formula(text)


def test_a_sum_is_explained_with_its_numbers():
    rule = build_rule("(base + entries / 2) * share / 100")
    assert rule.explain_points("regional", 2, 24) == "(40 + 24 ÷ 2) × 70 ÷ 100 = 36.4"
