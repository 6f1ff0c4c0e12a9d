"""Numbers on pages."""

from django import template

register = template.Library()


@register.filter
def signed(number: object) -> str:
    """A negative number with a minus sign, which is as wide as a digit and is read aloud as minus, instead of a hyphen."""
    return str(number).replace("-", "−")
