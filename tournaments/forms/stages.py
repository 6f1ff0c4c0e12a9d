"""Forms about stages and draws."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Stage
from tournaments.names import MAX_NAME_LENGTH
from tournaments.queries.rounds import SeatLine
from tournaments.services.chains import Source
from tournaments.services.seeds import LONGEST

from .declared import Tick
from .tournaments import NameField

MAX_SEED_LENGTH = 64


class StageForm(forms.Form):
    name = NameField(label=_("Name"), required=False, help_text=_("Empty: the name of the format."))
    seeded = Tick(
        label=_("The entered seeds count"),
        initial=True,
        help_text=_("Seeds are kept apart as long as possible. Without seeds everybody is drawn by lot."),
    )


class SourceForm(forms.Form):
    """Whom the stage takes: everybody, or some of another stage."""

    stage = forms.TypedChoiceField(label=_("Who plays"), coerce=int, required=False)
    takes = forms.ChoiceField(
        label=_("Of that stage"),
        choices=[("first", _("those who go on")), ("rest", _("everybody else")), ("lost", _("whoever loses in these rounds"))],
        initial="first",
        required=False,
    )
    of_each = forms.IntegerField(label=_("The first of every pool"), min_value=0, max_value=500, required=False, help_text=_("How many."))
    best_others = forms.IntegerField(
        label=_("And the best of all others"),
        min_value=0,
        max_value=5000,
        required=False,
        help_text=_("How many; alone, it is the first so many of the standings."),
    )

    lost_from = forms.IntegerField(
        label=_("Loses in rounds from"),
        min_value=1,
        max_value=20,
        required=False,
        help_text=_("Of a knockout: this stage can be drawn as soon as these rounds are closed, while the knockout goes on."),
    )
    lost_until = forms.IntegerField(
        label=_("to round"), min_value=1, max_value=20, required=False, help_text=_("Empty: only that one round; both empty: the first.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, stages: Sequence[Stage], initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="source", initial=dict(initial or {}))
        self.stages = {stage.number: stage for stage in stages}
        field = self.fields["stage"]
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", _("everybody who is entered")), *((number, stage.name) for number, stage in self.stages.items())]

    def source(self) -> Source | None:
        """Call it on a valid form."""
        told = self.cleaned_data
        stage = self.stages.get(told["stage"] or 0)
        if stage is None:
            return None
        if told["takes"] == Stage.Takes.LOST:
            first = told["lost_from"] or told["lost_until"] or 1
            return Source(stage, lost=(first, told["lost_until"] or first))
        return Source(stage, told["of_each"] or 0, told["best_others"] or 0, told["takes"] == Stage.Takes.REST)


class DrawForm(forms.Form):
    """The seed from which everything random in the draw comes; empty lets the desk take one."""

    seed = forms.CharField(
        label=_("Seed of the draw"),
        required=False,
        max_length=MAX_SEED_LENGTH,
        help_text=_("Any text, for example digits called out in the hall. The same seed gives the same draw. Empty: the desk takes one."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AnnounceForm(forms.Form):
    """The secret seed of a draw that is announced; empty lets the desk take one."""

    announced = forms.CharField(
        label=_("Secret seed"),
        required=False,
        max_length=LONGEST,
        help_text=_("Twelve characters at least; the more haphazard, the better. Empty: the desk takes one."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RedrawForm(forms.Form):
    """Why an announced draw is made again."""

    why = forms.CharField(label=_("Because"), max_length=MAX_NAME_LENGTH, help_text=_("Everybody will read it."))


class OldDraftForm(forms.Form):
    """Why a draft is published although it is out of date."""

    old = NameField(label=_("Because"), help_text=_("Everybody will read it."))


class ApartForm(forms.Form):
    """Two entries that must not meet, and why."""

    first = forms.TypedChoiceField(label=_("This entry"), coerce=int)
    second = forms.TypedChoiceField(label=_("must not meet"), coerce=int)
    reason = forms.CharField(
        label=_("Because"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("Only the desk reads it: brothers, one car, a quarrel. That the two are kept apart stands in the draw."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, entries: Sequence[tuple[int, str]], **settings: Any) -> None:
        super().__init__(data, **settings)
        for name in ("first", "second"):
            field = self.fields[name]
            if isinstance(field, forms.TypedChoiceField):
                field.choices = [("", "–"), *entries]


class ChangeForm(forms.Form):
    """Two entries of a draft that change places, and why."""

    first = forms.TypedChoiceField(label=_("This entry"), coerce=int)
    second = forms.TypedChoiceField(label=_("changes places with"), coerce=int)
    reason = forms.CharField(label=_("Because"), max_length=MAX_NAME_LENGTH, help_text=_("It will be shown with the round."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, entrants: Sequence[SeatLine]) -> None:
        super().__init__(data)
        choices = [("", "–"), *((seat.number, f"{seat.number} {seat.name}") for seat in entrants)]
        for name in ("first", "second"):
            field = self.fields[name]
            if isinstance(field, forms.TypedChoiceField):
                field.choices = choices
