"""Amounts of money on pages."""

from django import template

from tournaments.fields.euros import format_euros

register = template.Library()


@register.filter
def euro(cents: int) -> str:
    return format_euros(cents)
