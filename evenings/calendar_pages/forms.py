"""The boxes by which the calendar is narrowed."""

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import GAMES

MOST_WORDS = 6


class DateBox(forms.DateInput):
    """The browser's own calendar, which sends a date as 2026-12-04."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class CalendarForm(forms.Form):
    """Every box is optional; what cannot be understood finds everything."""

    use_required_attribute = False

    since = forms.DateField(label=pgettext_lazy("of dates", "From"), required=False, widget=DateBox())
    until = forms.DateField(label=pgettext_lazy("of dates", "To"), required=False, widget=DateBox())
    place = forms.CharField(label=_("Town or venue"), required=False, max_length=80)
    game = forms.ChoiceField(label=pgettext_lazy("which is played", "Game"), required=False)
    club = forms.CharField(label=_("Club"), required=False, max_length=80)

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="calendar-%s", label_suffix="")
        games = [("", gettext("all")), *((game.key, gettext(game.name)) for game in GAMES)]
        self.fields["game"].widget = forms.Select(choices=games)
        self.fields["game"].choices = games  # type: ignore[attr-defined]  # a ChoiceField
