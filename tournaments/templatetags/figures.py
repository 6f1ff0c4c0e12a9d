"""Numbers on pages."""

import re

from django import template
from django.utils.formats import localize
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()
_JOINED = re.compile(r"[\d⅓⅔·−]+(?:–[\d⅓⅔·−]+)+")


@register.filter
def signed(number: object) -> str:
    """A negative number with a minus sign, which is as wide as a digit and is read aloud as minus, instead of a hyphen."""
    return str(localize(number)).replace("-", "−")


@register.filter
def unbroken(text: object) -> SafeString:
    """A sentence whose scores, 41–38, are not divided at the end of a line."""
    return SafeString(_JOINED.sub(r'<span class="unbroken">\g<0></span>', escape(str(text))))
