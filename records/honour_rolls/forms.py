"""What is typed for a roll of honour."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from records.models import HonourLine, HonourRoll
from tournaments.models import Tournament
from tournaments.pages.fields import COUNT_ATTRIBUTES


class RollForm(forms.ModelForm):
    wins = forms.IntegerField(
        label=_("Wins that keep the trophy"),
        min_value=0,
        max_value=50,
        required=False,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("For example 3. Empty: no trophy is kept for good."),
    )

    class Meta:
        model = HonourRoll
        fields = ("name", "wins", "in_a_row", "public")

    def clean_wins(self) -> int:
        return self.cleaned_data["wins"] or 0


class TypedYearForm(forms.ModelForm):
    """A year before this program."""

    year = forms.IntegerField(label=_("Year"), min_value=1800, max_value=2200, widget=forms.TextInput(attrs=COUNT_ATTRIBUTES))
    winners = forms.CharField(label=_("Winners"), max_length=250, help_text=_("For example Rossi – Bianchi"))

    class Meta:
        model = HonourLine
        fields = ("year", "title", "winners", "remark")
        labels: ClassVar[dict[str, Any]] = {"title": _("Tournament"), "remark": _("Remark")}
        help_texts: ClassVar[dict[str, Any]] = {"title": _("As it was called. Empty: the name of the roll.")}


class AddTournamentForm(forms.Form):
    tournament = forms.ModelChoiceField(label=_("Tournament"), queryset=Tournament.objects.none(), empty_label=None)
