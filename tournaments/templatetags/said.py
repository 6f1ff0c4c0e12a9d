"""The rules engine speaks English msgids; pages say them in the visitor's language."""

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def said(message: str) -> str:
    """The msgid in the visitor's language; nothing for nothing."""
    return gettext(message) if message else ""
