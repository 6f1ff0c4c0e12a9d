"""Numbers as they are shown."""

from django import template

register = template.Library()


@register.filter
def signed(number: object) -> str:
    """A number below zero has a minus, which is as wide as a digit and read as a minus; a hyphen is neither."""
    return str(number).replace("-", "−")
