"""What a person, and a director about persons, may choose."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from federation.models import PersonPage

MOST_PARTS = 20


class ShownForm(forms.ModelForm):
    class Meta:
        model = PersonPage
        fields = ("shown",)
        widgets: ClassVar[dict[str, Any]] = {"shown": forms.RadioSelect}


def parse_parts(posted: Mapping[str, str], keys: Mapping[int, int]) -> dict[int, int] | None:
    """The part of each appearance from fields called `part-<key>`, where `keys` says under which field it is; None where one is missing or
    is no number from 1 to 20.
    """
    parts = {}
    for key, field in keys.items():
        text = posted.get(f"part-{field}", "")
        if not (text.isascii() and text.isdecimal() and 1 <= int(text[:3]) <= MOST_PARTS):
            return None
        parts[key] = int(text)
    return parts
