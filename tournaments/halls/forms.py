"""Forms for the tables of the hall."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.pages.fields import MAX_TABLE_NUMBER, NameField

_PART = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


class TableNumbersField(forms.CharField):
    """Numbers and ranges as people write them: “3, 7, 12-15”; cleaned to a sorted tuple of numbers."""

    def clean(self, value: Any) -> tuple[int, ...]:
        text = super().clean(value)
        numbers: set[int] = set()
        for part in re.split(r"\s*[,;]\s*|(?<=\d)\s+(?=\d)", text.strip()):
            range_match = _PART.fullmatch(part)
            if range_match is None:
                raise ValidationError(_("“%(part)s” is not a table. Write numbers and ranges: 3, 7, 12-15."), params={"part": part[:40]})
            first, last = int(range_match[1]), int(range_match[2] or range_match[1])
            if not 1 <= first <= last <= MAX_TABLE_NUMBER:
                raise ValidationError(
                    _("Tables have numbers from 1 to %(most)d, the smaller one first."), params={"most": MAX_TABLE_NUMBER}
                )
            numbers.update(range(first, last + 1))
        return tuple(sorted(numbers))


class PlaceForm(forms.Form):
    """The place of tables that do not stand in the main hall."""

    numbers = TableNumbersField(
        label=_("Tables"),
        help_text=_("Numbers and ranges, for example 1-8."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 200}),
        max_length=200,
    )
    place = NameField(label=_("Venue"), required=False, help_text=_("A room, a bar, a village. Empty: no venue."))


class TablesForm(forms.Form):
    numbers = TableNumbersField(
        label=_("Tables"),
        help_text=_("Numbers and ranges, for example 3, 7, 12-15."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 200}),
        max_length=200,
    )
    in_use = forms.TypedChoiceField(
        label=_("What to do with them"),
        choices=[("no", _("out of use: they get no match")), ("yes", _("in use again"))],
        coerce=lambda value: value == "yes",
        initial="no",
        widget=forms.RadioSelect,
    )
