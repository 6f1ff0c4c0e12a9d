"""Values of declared fields as people read them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.fields.declaration import DeclaredField, ValueKind
from tournaments.pages.fields import euros

YES = _("yes")
NOTHING, SEPARATOR = "–", " / "


def format_value(field: DeclaredField, value: Any) -> str:
    """One value; empty where there is none."""
    if field.kind is ValueKind.MONEY:
        return euros(value)
    if field.kind is ValueKind.YES_NO:
        return str(YES) if value else ""
    if field.kind is ValueKind.CHOICE:
        return str(dict(field.choices).get(value, value))
    return "" if value is None else str(value)


def format_values(field: DeclaredField, values: Sequence[Any]) -> str:
    """The values of several persons: “333 1234567 / –”; empty where nobody has one."""
    texts = [format_value(field, value) for value in values]
    return SEPARATOR.join(text or NOTHING for text in texts) if any(texts) else ""
