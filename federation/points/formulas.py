"""A formula of points: numbers, the four words, + - * /, brackets, min and max; evaluated exactly, and explained number by number."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _

WORDS = ("base", "share", "place", "entries")
MAX_LENGTH = 200
LARGEST = 10**9
_SIGNS: dict[type[ast.operator], tuple[str, Callable[[Fraction, Fraction], Fraction]]] = {
    ast.Add: ("+", lambda left, right: left + right),
    ast.Sub: ("−", lambda left, right: left - right),
    ast.Mult: ("×", lambda left, right: left * right),
    ast.Div: ("÷", lambda left, right: left / right),
}
_FUNCTIONS: dict[str, Callable[..., Fraction]] = {"min": min, "max": max}


class FormulaRefused(ValueError):
    """The text is no formula; the message says why."""


@dataclass(frozen=True)
class PointRule:
    """How a union counts: what a class is worth, percent by place, and the formula. Beyond the table a place has a share of 0."""

    bases: Mapping[str, int]
    shares: Sequence[int]
    formula: str

    def compute_points(self, event_class: str, place: int, entries: int) -> int:
        """The points in hundredths, halves rounded up; 0 where the formula divides by nothing or gives less."""
        try:
            value = _evaluate(parse_formula(self.formula), self._read_words(event_class, place, entries))
        except (ZeroDivisionError, FormulaRefused):
            return 0
        return min(max(int(value * 100 + Fraction(1, 2)), 0), LARGEST)

    def explain_points(self, event_class: str, place: int, entries: int) -> str:
        """“40 × 80 ÷ 100 = 32”."""
        text = _explain(parse_formula(self.formula), self._read_words(event_class, place, entries))
        return f"{text} = {format_hundredths(self.compute_points(event_class, place, entries))}"

    def _read_words(self, event_class: str, place: int, entries: int) -> dict[str, int]:
        share = self.shares[place - 1] if place <= len(self.shares) else 0
        return {"base": self.bases.get(event_class, 0), "share": share, "place": place, "entries": entries}


def format_hundredths(points: int) -> str:
    """“32”, “7.5”."""
    return f"{points / 100:.2f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=64)
def parse_formula(text: str) -> ast.expr:
    """Raises: FormulaRefused."""
    if len(text) > MAX_LENGTH:
        raise FormulaRefused(_("A formula has at most 200 characters."))
    try:
        tree = ast.parse(text.strip().replace("×", "*").replace("÷", "/").replace("−", "-"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaRefused(_("This is no formula. For example: base * share / 100 + entries / 10")) from None
    _check(tree)
    return tree


def _check(node: ast.expr) -> None:
    """Raises: FormulaRefused."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool) and abs(value) < LARGEST:
            parts: list[ast.expr] = []
        case ast.Name(id=name) if name in WORDS:
            parts = []
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            parts = [operand]
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
            parts = [left, right]
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS and len(arguments) > 1:
            parts = arguments
        case _:
            raise FormulaRefused(_("A formula has numbers, base, share, place, entries, + - * / and brackets, min and max. Nothing else."))
    for part in parts:
        _check(part)


def _evaluate(node: ast.expr, words: Mapping[str, int]) -> Fraction:
    match node:
        case ast.Constant(value=value):
            return Fraction(str(value))
        case ast.Name(id=name):
            return Fraction(words[name])
        case ast.UnaryOp(operand=operand):
            return -_evaluate(operand, words)
        case ast.BinOp(left=left, op=sign, right=right):
            return _SIGNS[type(sign)][1](_evaluate(left, words), _evaluate(right, words))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _FUNCTIONS[name](*(_evaluate(argument, words) for argument in arguments))
    raise FormulaRefused(ast.dump(node))


def _explain(node: ast.expr, words: Mapping[str, int]) -> str:
    match node:
        case ast.Name(id=name):
            return str(words[name])
        case ast.UnaryOp(operand=operand):
            return f"−{_bracket(operand, words, always=True)}"
        case ast.BinOp(left=left, op=sign, right=right):
            is_sum = isinstance(sign, ast.Add | ast.Sub)
            first = _explain(left, words) if is_sum else _bracket(left, words, always=False)
            return f"{first} {_SIGNS[type(sign)][0]} {_bracket(right, words, always=not is_sum or isinstance(sign, ast.Sub))}"
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return f"{name}({', '.join(_explain(argument, words) for argument in arguments)})"
    return str(getattr(node, "value", ""))


def _bracket(node: ast.expr, words: Mapping[str, int], *, always: bool) -> str:
    """With brackets where it is a sum, or `always` where it is any sum or product."""
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)
    text = _explain(node, words)
    return f"({text})" if is_sum or (always and isinstance(node, ast.BinOp)) else text
