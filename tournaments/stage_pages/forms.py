"""Forms about stages and draws."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Stage
from tournaments.pages.fields import NameField
from tournaments.pages.forms import Tick
from tournaments.stages.chains import Source


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
