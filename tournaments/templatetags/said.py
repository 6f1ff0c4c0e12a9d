"""Translation of the rules engine's English msgids in the visitor's language."""

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def said(message: str) -> str:
    """The translated msgid; empty for an empty one."""
    return gettext(message) if message else ""
