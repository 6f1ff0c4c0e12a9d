"""Forms for stages and draws."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from pairing.chain import EVERYBODY
from tournaments.models import Stage
from tournaments.pages.fields import NameField
from tournaments.pages.forms import TickBox
from tournaments.stages.chains import StageSource

ALL = "all"
"""Of a source: everybody plays on."""


class StageForm(forms.Form):
    name = NameField(label=_("Name"), required=False, help_text=_("Empty: the name of the format."))
    seeded = TickBox(
        label=_("The entered seeds count"),
        initial=True,
        help_text=_("Seeds are kept apart as long as possible. Without seeds everybody is drawn by lot."),
    )


class SourceForm(forms.Form):
    """Who plays the stage: everybody, or some entries of another stage."""

    stage = forms.TypedChoiceField(label=_("Who plays"), coerce=int, required=False)
    takes = forms.ChoiceField(
        label=_("Of that stage"),
        choices=[
            ("first", _("those who go on")),
            (ALL, _("everybody")),
            ("rest", _("everybody else")),
            ("lost", _("losers of these rounds")),
        ],
        initial="first",
        required=False,
    )
    carries = TickBox(
        label=_("Points are carried"),
        required=False,
        help_text=_("Both stages make one ranking, by the points of the first. Draws follow it, and who has met is kept apart."),
    )
    of_each = forms.IntegerField(
        label=_("The first of every pool"),
        min_value=0,
        max_value=500,
        required=False,
        help_text=_("How many. In a stage without pools: the first of its standings."),
    )
    best_others = forms.IntegerField(
        label=_("Plus the best of the rest"),
        min_value=0,
        max_value=5000,
        required=False,
        help_text=_("How many. On its own: the top of the standings. Pools of different sizes are compared by points per match."),
    )

    lost_from = forms.IntegerField(
        label=_("Loses in rounds from"),
        min_value=1,
        max_value=20,
        required=False,
        help_text=_("Of a knockout: this stage can be drawn as soon as these rounds are closed, while the knockout goes on."),
    )
    lost_until = forms.IntegerField(
        label=_("to round"), min_value=1, max_value=20, required=False, help_text=_("Empty: that round only. Both empty: the first round.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, stages: Sequence[Stage], initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="source", initial=dict(initial or {}))
        self.stages = {stage.number: stage for stage in stages}
        field = self.fields["stage"]
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", _("everybody who is entered")), *((number, stage.name) for number, stage in self.stages.items())]
        if not any(format_by_key(stage.format_key).one_tree for stage in stages):
            self._leave_out_losers()

    def _leave_out_losers(self) -> None:
        """Without a knockout there are no losers of a round to take."""
        takes = self.fields["takes"]
        if isinstance(takes, forms.ChoiceField):
            takes.choices = [("first", _("those who go on")), (ALL, _("everybody")), ("rest", _("everybody else"))]
        del self.fields["lost_from"], self.fields["lost_until"]

    def build_source(self) -> StageSource | None:
        """The source that was chosen; None for everybody. Requires a valid form."""
        cleaned = self.cleaned_data
        stage = self.stages.get(cleaned["stage"] or 0)
        if stage is None:
            return None
        carries = bool(cleaned["carries"])
        if cleaned["takes"] == Stage.Takes.LOST:
            first = cleaned["lost_from"] or cleaned["lost_until"] or 1
            return StageSource(stage, lost=(first, cleaned["lost_until"] or first), carries=carries)
        if cleaned["takes"] == ALL:
            return StageSource(stage, best_others=EVERYBODY, carries=carries)
        is_rest = cleaned["takes"] == Stage.Takes.REST
        return StageSource(stage, cleaned["of_each"] or 0, cleaned["best_others"] or 0, is_rest, carries=carries)


def build_source_values(source: StageSource | None) -> dict[str, Any]:
    """What `SourceForm` shows of a source."""
    if source is None:
        return {}
    takes = ALL if source.takes_everybody else "lost" if source.lost else "rest" if source.rest else "first"
    first, last = source.lost or (None, None)
    counts = {} if takes == ALL else {"of_each": source.of_each or None, "best_others": source.best_others or None}
    return {"stage": source.stage.number, "takes": takes, "carries": source.carries, "lost_from": first, "lost_until": last, **counts}
