"""What officials and clubs type."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.models import EventFacts, PlannedEvent, PointSeries, Union
from federation.points.formulas import FormulaRefused, parse_formula
from federation.points.plugged import list_choices

MOST_PLACES = 500
WORST_BASE = 1_000_000
DAY = {"type": "date"}


class UnionFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        error_messages={"empty": gettext_lazy("The file is empty."), "required": gettext_lazy("Choose a file first.")},
    )


class RuleForm(forms.ModelForm):
    """How the union counts; the table of places as one line of numbers."""

    club = forms.IntegerField(label=gettext_lazy("Worth of a club tournament"), min_value=0, max_value=WORST_BASE)
    provincial = forms.IntegerField(label=gettext_lazy("Worth of a provincial one"), min_value=0, max_value=WORST_BASE)
    regional = forms.IntegerField(label=gettext_lazy("Worth of a regional one"), min_value=0, max_value=WORST_BASE)
    national = forms.IntegerField(label=gettext_lazy("Worth of a national one"), min_value=0, max_value=WORST_BASE)
    places = forms.CharField(
        label=gettext_lazy("Percent by place"),
        help_text=gettext_lazy("From the first place down, for example 100 80 65 50. Places beyond get 0."),
        max_length=3000,
    )

    class Meta:
        model = Union
        fields = ("issuer", "plugin", "formula", "best_of", "days_due", "public")
        help_texts: ClassVar[dict[str, Any]] = {
            "issuer": gettext_lazy("As result files name it, for example FIBUR. Empty: every card counts."),
            "formula": gettext_lazy("Of base (worth of the class), share (percent by place), place and entries. Also min and max."),
            "best_of": gettext_lazy("How many results of a year count for each person, the best ones. 0: all."),
        }

    def __init__(self, data: Any = None, *, instance: Union) -> None:
        initial = {**instance.bases, "places": " ".join(map(str, instance.shares))}
        super().__init__(data, instance=instance, initial=initial)
        choices = list_choices(instance)
        if choices:
            first = ("", gettext_lazy("the formula below"))
            self.fields["plugin"] = forms.ChoiceField(label=gettext_lazy("Points by"), choices=[first, *choices], required=False)
        else:
            del self.fields["plugin"]

    def clean_formula(self) -> str:
        try:
            parse_formula(self.cleaned_data["formula"])
        except FormulaRefused as refusal:
            raise ValidationError(str(refusal)) from refusal
        return str(self.cleaned_data["formula"])

    def clean_places(self) -> list[int]:
        words = self.cleaned_data["places"].replace(",", " ").replace(";", " ").split()
        if len(words) > MOST_PLACES or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
            raise ValidationError(_("Write whole numbers with spaces between them, for example 100 80 65."))
        return [int(word) for word in words]

    def read_values(self) -> dict[str, Any]:
        """The columns of the union."""
        bases = {name: self.cleaned_data[name] for name in EventFacts.EventClass.values}
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.cleaned_data} | {
            "bases": bases,
            "shares": self.cleaned_data["places"],
        }


class SeriesForm(forms.ModelForm):
    class Meta:
        model = PointSeries
        fields = ("name", "game_key", "event_class", "first_day", "last_day", "best_of", "qualifies")
        widgets: ClassVar[dict[str, Any]] = {"first_day": forms.DateInput(attrs=DAY), "last_day": forms.DateInput(attrs=DAY)}
        help_texts: ClassVar[dict[str, Any]] = {
            "game_key": gettext_lazy("As result files write it, for example burraco. Empty: every game."),
            "best_of": gettext_lazy("How many results count for each person, the best ones. 0: all."),
            "qualifies": gettext_lazy("0: nobody. Who shares the last of these places goes on too."),
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("first_day") and values.get("last_day") and values["last_day"] < values["first_day"]:
            raise ValidationError(_("The last day lies before the first one."))
        return values


class AskForm(forms.ModelForm):
    """An event that a club asks for."""

    class Meta:
        model = PlannedEvent
        fields = ("name", "date", "event_class")
        widgets: ClassVar[dict[str, Any]] = {"date": forms.DateInput(attrs=DAY)}
