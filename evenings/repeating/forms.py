"""When an evening is repeated, and what is carried forward."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from desk.rehearsal.copying import EveningPart
from evenings.repeating.dates import Recurrence
from evenings.repeating.services import RepeatPlan
from tournaments.models import Season
from tournaments.pages.fields import DateInput, NameField
from tournaments.pages.forms import TickBox
from tournaments.templatetags.days import day


class RecurrenceForm(forms.Form):
    """Asked in the address, so that looking at dates changes nothing."""

    use_required_attribute = False

    recurrence = forms.ChoiceField(
        label=gettext_lazy("How often"), choices=Recurrence.choices, initial=Recurrence.WEEKLY, widget=forms.RadioSelect
    )
    until = forms.DateField(
        label=gettext_lazy("Date, or last day"),
        widget=DateInput(format="%Y-%m-%d"),
        help_text=gettext_lazy("With one date: that day. Otherwise the last day that is possible."),
    )


class PlanForm(forms.Form):
    """The dates that were found, each with a tick, and what the new evenings are called."""

    use_required_attribute = False

    dates = forms.MultipleChoiceField(
        label=gettext_lazy("Evenings to create"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Holidays are not known here: untick the dates on which nobody plays."),
    )
    name = NameField(label=gettext_lazy("Name"))
    dated = TickBox(label=gettext_lazy("The date is behind the name"))
    seasons = forms.MultipleChoiceField(label=gettext_lazy("Seasons"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any = None, *, dates: Sequence[dt.date], seasons: Sequence[Season], initial: Mapping[str, Any]) -> None:
        values = [date.isoformat() for date in dates]
        super().__init__(data, initial={"dates": values, "seasons": [season.slug for season in seasons], **initial})
        self._seasons = {season.slug: season for season in seasons}
        self.fields["dates"].choices = [(value, _format(date)) for value, date in zip(values, dates, strict=True)]  # type: ignore[attr-defined]  # a choice field
        self.fields["seasons"].choices = [  # type: ignore[attr-defined]  # a choice field
            (season.slug, _("count for “%(season)s”") % {"season": season}) for season in seasons
        ]
        if not seasons:
            del self.fields["seasons"]

    def build_plan(self) -> RepeatPlan:
        cleaned = self.cleaned_data
        dates = tuple(dt.date.fromisoformat(value) for value in cleaned["dates"])
        return RepeatPlan(dates, cleaned["name"], cleaned["dated"], tuple(self._seasons[slug] for slug in cleaned.get("seasons", ())))


def _format(date: dt.date) -> str:
    """“Thursday 3 December 2026”."""
    return f"{capfirst(date_format(date, 'l'))} {day(date)}"


class CarryForm(forms.Form):
    """Which groups are carried forward; offered are those in which an evening differs."""

    use_required_attribute = False

    groups = forms.MultipleChoiceField(label=gettext_lazy("What is to be the same"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any = None, *, offered: Mapping[EveningPart, int], wanted: str = "") -> None:
        """`offered`: at how many evenings each group differs; `wanted`: the group that is ticked at first."""
        super().__init__(data, initial={"groups": [wanted]})
        choices = [(group.value, _describe(group, offered[group])) for group in EveningPart if group in offered]
        self.fields["groups"].choices = choices  # type: ignore[attr-defined]  # a choice field

    def list_groups(self) -> list[EveningPart]:
        return [EveningPart(value) for value in self.cleaned_data["groups"]]


def _describe(group: EveningPart, count: int) -> str:
    if not count:
        return capfirst(str(group.label))
    sentence = ngettext("%(group)s: different at %(count)d evening", "%(group)s: different at %(count)d evenings", count)
    return sentence % {"group": capfirst(str(group.label)), "count": count}
