"""The form that says which category this was, and how many move between it and its neighbours."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rankings.promoting.queries import Category, Neighbour, Plan, count_categories
from rankings.qualifying.forms import build_count_field
from tournaments.templatetags.days import day

NEIGHBOURS = (("above", "fall", "rise"), ("below", "go_down", "come_up"))
"""The box of a category above or below, and those of how many go down and up between it and this one."""


class PromotionForm(forms.Form):
    last = forms.ChoiceField(label=_("This category, last season"), help_text=_("Who neither goes up nor down stays."))
    above = forms.ChoiceField(label=_("Category above"), required=False)
    fall = build_count_field(_("Come down from it"), _("How many of its last."))
    rise = build_count_field(_("Go up to it"), _("How many of the first of this category."))
    below = forms.ChoiceField(label=_("Category below"), required=False)
    come_up = build_count_field(_("Come up from it"), _("How many of its first."))
    go_down = build_count_field(_("Go down to it"), _("How many of the last of this category."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, categories: Iterable[Category]) -> None:
        super().__init__(data)
        self.offered = {category.key: category for category in categories}
        choices = [(key, f"{category.name}, {day(category.tournament.date)}") for key, category in self.offered.items()]
        for name in ("last", "above", "below"):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = choices if name == "last" else [("", _("– there is none –")), *choices]

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        for box, down, up in NEIGHBOURS:
            moves = [name for name in (down, up) if self.cleaned_data.get(name)]
            if moves and not self.cleaned_data[box]:
                self.add_error(box, _("Choose this category: entries move between it and this one."))
            elif self.cleaned_data[box] and not moves:
                self.add_error(down, _("Say how many go down, how many go up, or both."))
        chosen = [self.cleaned_data[box] for box in ("last", "above", "below") if self.cleaned_data.get(box)]
        if len(set(chosen)) < len(chosen):
            raise forms.ValidationError(_("The same category is chosen twice: choose another one, or none."))
        if not self.errors:
            self._check_sizes(self.build_plan())
        return self.cleaned_data

    def _check_sizes(self, plan: Plan) -> None:
        counts = count_categories(plan)
        moving = {category.key: 0 for category in plan.categories}
        if plan.above:
            moving[plan.above.category.key] += plan.above.down
            moving[plan.last.key] += plan.above.up
        if plan.below:
            moving[plan.below.category.key] += plan.below.up
            moving[plan.last.key] += plan.below.down
        for key, count in moving.items():
            if count > counts[key]:
                sentence = _("%(category)s had %(count)d entries: %(moving)d cannot leave it.")
                values = {"category": self.offered[key].name, "count": counts[key], "moving": count}
                self.add_error(None, forms.ValidationError(sentence, params=values))

    def build_plan(self) -> Plan:
        """Requires boxes without errors."""
        cleaned = self.cleaned_data
        above, below = (
            Neighbour(self.offered[cleaned[box]], up=cleaned[up] or 0, down=cleaned[down] or 0) if cleaned[box] else None
            for box, down, up in NEIGHBOURS
        )
        return Plan(self.offered[cleaned["last"]], above, below)
