"""What a director chooses of a rating."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.fields import COUNT_ATTRIBUTES


class DayForm(forms.Form):
    day = forms.DateField(label=_("As it was on"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class StrengthForm(forms.Form):
    count = forms.IntegerField(
        label=_("How many seeds"),
        min_value=1,
        max_value=1024,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("The strongest entries by the rating of their players together."),
    )
