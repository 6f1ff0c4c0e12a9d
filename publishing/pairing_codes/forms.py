"""What a club chooses when it makes a code for a desk."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Season


class CodeForm(forms.Form):
    one_tournament = forms.BooleanField(
        label=_("The desk shows one tournament alone"),
        required=False,
        help_text=_("For a guest’s computer. Unticked: every public tournament of that desk."),
    )
    season = forms.ChoiceField(
        label=_("What it shows counts in the season"),
        required=False,
        help_text=_("Heats in several places: a code of one season for each desk makes one page and one ranking. Empty: in none."),
    )

    def __init__(self, *arguments: Any, seasons: Iterable[Season] = (), **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.offered = {str(season.pk): season for season in seasons}
        field = self.fields["season"]
        if self.offered and isinstance(field, forms.ChoiceField):
            field.choices = [("", "–"), *((key, season.name) for key, season in self.offered.items())]
        else:
            del self.fields["season"]

    def find_season(self) -> Season | None:
        """Requires a valid form."""
        return self.offered.get(self.cleaned_data.get("season", ""))
