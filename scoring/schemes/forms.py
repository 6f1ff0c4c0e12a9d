"""The form of a director's decision about an entry of a stage."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.standings_pages.decisions import PENALTY, PLACE
from tournaments.models import Entry


class DecisionForm(forms.Form):
    entry = forms.TypedChoiceField(label=_("Entry"), coerce=int)
    what = forms.ChoiceField(
        label=_("Decision"),
        choices=[(PENALTY, _("points taken off in the standings")), (PLACE, _("place among the tied, decided at the table"))],
        widget=forms.RadioSelect,
        initial=PENALTY,
    )
    amount = forms.IntegerField(
        label=_("How many points, or which place"),
        min_value=0,
        max_value=10_000,
        help_text=_("0 cancels an earlier decision."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "autocomplete": "off"}),
    )
    words = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Only the staff can read it; it is kept with the ledger."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, entries: Iterable[Entry]) -> None:
        super().__init__(data)
        field = self.fields["entry"]
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", "–"), *((entry.number, str(entry)) for entry in entries)]
