"""Amounts of money on pages."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def euro(cents: int) -> str:
    """Cents as euros in the visitor's number format."""
    sign = "−" if cents < 0 else ""
    return f"{sign}€\N{NO-BREAK SPACE}{number_format(abs(cents) / 100, decimal_pos=2)}"
