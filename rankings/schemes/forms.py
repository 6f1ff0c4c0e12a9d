"""The forms of a director's decisions about entries of a stage: a penalty, a place, the order of tied entries."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.standings.decisions import PENALTY, PLACE
from tournaments.models import Entry
from tournaments.pages.choosing import ManyChoiceField


class DecisionForm(forms.Form):
    entry = ManyChoiceField(label=_("Entry"))
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
        cast(ManyChoiceField, self.fields["entry"]).offer([(entry.number, str(entry)) for entry in entries])


class TieForm(forms.Form):
    """Who of the tied entries goes on: of two the better one, of more a place for each."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, entries: Sequence[Entry], prefix: str) -> None:
        super().__init__(data, prefix=prefix)
        self.entries = entries
        names = [(entry.pk, str(entry)) for entry in entries]
        if len(entries) == 2:
            self.fields["first"] = forms.TypedChoiceField(label=_("Goes on"), coerce=int, choices=names, widget=forms.RadioSelect)
            return
        places = [(place, f"{place}.") for place in range(1, len(entries) + 1)]
        for entry in entries:
            self.fields[f"place_{entry.pk}"] = forms.TypedChoiceField(label=str(entry), coerce=int, choices=[("", "–"), *places])

    def clean(self) -> dict[str, Any]:
        places = [value for name, value in self.cleaned_data.items() if name.startswith("place_")]
        if len(places) == len(self.entries) and len(set(places)) < len(places):
            raise forms.ValidationError(_("Not saved: two of them have the same place. Give each place once."))
        return self.cleaned_data

    def list_order(self) -> tuple[int, ...]:
        """The ids of the entries, the best first. Requires a valid form."""
        if len(self.entries) == 2:
            first = self.cleaned_data["first"]
            return (first, *(entry.pk for entry in self.entries if entry.pk != first))
        return tuple(sorted((entry.pk for entry in self.entries), key=lambda pk: self.cleaned_data[f"place_{pk}"]))


class TableTieForm(TieForm):
    """The order of tied entries as decided at the table, with the reason."""

    words = forms.CharField(label=_("Reason"), max_length=200, help_text=_("For example: they cut the pack. Kept with the ledger."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, entries: Sequence[Entry], prefix: str) -> None:
        super().__init__(data, entries=entries, prefix=prefix)
        self.order_fields([*(name for name in self.fields if name != "words"), "words"])
