"""The form that says which evenings a final takes its entries from, and how many."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rankings.qualifying.queries import Rule
from rankings.qualifying.selection import Measure
from tournaments.models import Tournament
from tournaments.pages.fields import COUNT_ATTRIBUTES
from tournaments.templatetags.days import day

MOST_ENTRIES = 5000


def build_count_field(label: Any, help_text: Any) -> forms.IntegerField:
    """A number of entries; empty for none."""
    attributes = forms.TextInput(attrs=COUNT_ATTRIBUTES)
    return forms.IntegerField(label=label, help_text=help_text, min_value=0, max_value=MOST_ENTRIES, required=False, widget=attributes)


class QualifyingForm(forms.Form):
    evenings = forms.TypedMultipleChoiceField(
        label=_("Evenings"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Finished tournaments of this game that you direct. Import the file of another desk first."),
    )
    of_each = build_count_field(_("The first of every evening"), _("How many."))
    best_others = build_count_field(_("Plus the best of the rest"), _("How many. On its own: all evenings are ranked as one."))
    measure = forms.ChoiceField(
        label=_("Evenings are compared"),
        choices=[(Measure.PLACE, _("by place, then by points per match")), (Measure.AVERAGE, _("by points per match, then by place"))],
        widget=forms.RadioSelect,
        initial=Measure.PLACE,
        help_text=_("Points of the first stage, where everybody plays."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, evenings: Iterable[Tournament]) -> None:
        super().__init__(data)
        self.offered = {evening.pk: evening for evening in evenings}
        field = self.fields["evenings"]
        if isinstance(field, forms.TypedMultipleChoiceField):
            field.choices = [(pk, f"{evening.name}, {day(evening.date)}") for pk, evening in self.offered.items()]

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("of_each") and not self.cleaned_data.get("best_others"):
            raise forms.ValidationError(_("Say how many go on: the first of every evening, the best of the rest, or both."))
        return self.cleaned_data

    def list_evenings(self) -> list[Tournament]:
        """Requires a valid form."""
        return [self.offered[pk] for pk in self.cleaned_data["evenings"]]

    def build_rule(self) -> Rule:
        """Requires a valid form."""
        cleaned = self.cleaned_data
        return Rule(cleaned["of_each"] or 0, cleaned["best_others"] or 0, Measure(cleaned["measure"]))
