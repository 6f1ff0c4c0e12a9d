"""Finite fields of p and p² elements, for the constructions of movements. Elements are 0 … order − 1; 0 and 1 are what they are."""

from dataclasses import dataclass
from functools import lru_cache

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
_SQUARES = {4: (1, 1), 9: (2, 0), 25: (2, 0), 49: (3, 0)}
"""Orders p² with (n, m): a + b·w is written a + p·b, and w² = n + m·w has no solution modulo p."""


@dataclass(frozen=True, slots=True)
class FiniteField:
    """Tables of a field and the powers of a number that gives all elements but 0."""

    order: int
    sums: tuple[tuple[int, ...], ...]
    products: tuple[tuple[int, ...], ...]
    powers: tuple[int, ...]

    def power(self, exponent: int) -> int:
        return self.powers[exponent % (self.order - 1)]

    def find_exponent(self, element: int) -> int:
        """Raises: ValueError for 0."""
        return self.powers.index(element)


@lru_cache(maxsize=32)
def build_field(order: int) -> FiniteField | None:
    """The field of `order` elements; None where none is known here."""
    if order not in _PRIMES and order not in _SQUARES:
        return None
    prime, n, m = (order, 0, 0) if order in _PRIMES else (round(order**0.5), *_SQUARES[order])
    elements = range(order)

    def add(one: int, other: int) -> int:
        return (one % prime + other % prime) % prime + prime * ((one // prime + other // prime) % prime)

    def multiply(one: int, other: int) -> int:
        a, b, c, d = one % prime, one // prime, other % prime, other // prime
        return (a * c + n * b * d) % prime + prime * ((a * d + b * c + m * b * d) % prime)

    sums = tuple(tuple(add(one, other) for other in elements) for one in elements)
    products = tuple(tuple(multiply(one, other) for other in elements) for one in elements)
    return FiniteField(order, sums, products, _find_powers(order, products))


def _find_powers(order: int, products: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    for root in range(1, order):
        powers = [1]
        while (following := products[powers[-1]][root]) != 1:
            powers.append(following)
        if len(powers) == order - 1:
            return tuple(powers)
    raise AssertionError(order)
