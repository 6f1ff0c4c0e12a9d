"""Forms about tables and times while a round is being played, and about exchanged or substituted people."""

import datetime as dt
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.clocks.queries import HallMatch
from tournaments.pages.choosing import ManyChoiceField
from tournaments.pages.fields import MAX_TABLE_NUMBER, NameField

HALF_A_DAY = dt.timedelta(hours=12)
NUMBER = {"inputmode": "numeric", "size": 5, "autocomplete": "off"}


class TimeInput(forms.TimeInput):
    input_type = "time"


def find_nearest_time(time: dt.time, now: dt.datetime) -> dt.datetime:
    """The date and time that “at 21:30” means: the one nearest to `now`, so that an evening may go on after midnight."""
    today = timezone.localtime(now).replace(hour=time.hour, minute=time.minute, second=0, microsecond=0)
    if today - now > HALF_A_DAY:
        return today - dt.timedelta(days=1)
    return today + dt.timedelta(days=1) if now - today > HALF_A_DAY else today


class TableForm(forms.Form):
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MAX_TABLE_NUMBER, widget=forms.TextInput(attrs=NUMBER))


class TimeForm(forms.Form):
    """An empty field removes the time: the match begins with its round, or the round begins now."""

    time = forms.TimeField(label=_("Time"), required=False, widget=TimeInput(format="%H:%M"))

    def compute_time(self, now: dt.datetime) -> dt.datetime | None:
        time: dt.time | None = self.cleaned_data["time"]
        return None if time is None else find_nearest_time(time, now)


class ExchangeForm(forms.Form):
    """Another match, and why."""

    use_required_attribute = False

    match = ManyChoiceField(label=_("With whom"), coerce=str)
    words = NameField(label=_("Why"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, data: Any = None, *, places: list[HallMatch], **options: Any) -> None:
        super().__init__(data, **options)
        choices = [(place.code, f"{place.table or '–'} · {' : '.join(place.names)}") for place in places]
        cast(ManyChoiceField, self.fields["match"]).offer(choices)


class TurnForm(forms.Form):
    use_required_attribute = False

    words = NameField(label=_("Why"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


class EntriesForm(forms.Form):
    """Two entries of a round, by their numbers, and why their seats differ from the draw."""

    use_required_attribute = False

    first = forms.IntegerField(label=_("Entry"), min_value=1, widget=forms.TextInput(attrs=NUMBER))
    second = forms.IntegerField(label=_("sat in the place of entry"), min_value=1, widget=forms.TextInput(attrs=NUMBER))
    words = NameField(label=_("Why"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


class SubstitutionForm(forms.Form):
    """The position in the entry of the player who leaves; the name of the player who comes."""

    use_required_attribute = False

    leaves = forms.TypedChoiceField(label=_("Leaves"), coerce=int)
    comes = NameField(label=_("Comes"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    words = NameField(label=_("Why"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    during_game = forms.BooleanField(label=_("During a game: who leaves cannot go on"), required=False)

    def __init__(self, data: Any = None, *, persons: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["leaves"].choices = persons  # type: ignore[attr-defined]  # a ChoiceField
