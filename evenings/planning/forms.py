"""What is asked of an evening."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.fields import COUNT_ATTRIBUTES

MOST_ENTRIES = 512


class HourInput(forms.TimeInput):
    input_type = "time"


class PlannerForm(forms.Form):
    """It is sent by GET: the address of the page holds what was asked."""

    use_required_attribute = False

    entries = forms.IntegerField(
        label=_("Entries"),
        min_value=2,
        max_value=MOST_ENTRIES,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("Those entered, or a guess."),
    )
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=1000,
        required=False,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("Empty: as many as are needed."),
    )
    begins = forms.TimeField(label=_("Begins at"), widget=HourInput(format="%H:%M"))
    ends_by = forms.TimeField(label=_("Over by"), widget=HourInput(format="%H:%M"), help_text=_("Also after midnight."))

    def count_minutes(self) -> int:
        """From the beginning to the hour at which it must be over. Requires a valid form."""
        begins, ends = (dt.datetime.combine(dt.date.min, self.cleaned_data[name]) for name in ("begins", "ends_by"))
        return int((ends - begins).total_seconds() // 60) % (24 * 60) or 24 * 60

    def list_asked(self) -> dict[str, Any]:
        """The values as an address or a hidden field carries them. Requires a valid form."""
        cleaned = self.cleaned_data
        hours = {name: cleaned[name].strftime("%H:%M") for name in ("begins", "ends_by")}
        return {"entries": cleaned["entries"], "tables": cleaned["tables"] or "", **hours}
