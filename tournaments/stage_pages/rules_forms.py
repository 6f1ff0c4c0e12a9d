"""The forms of a stage's own rules: those of all its matches, and those of its last rounds."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from pairing import Format
from rules.contract import Preset
from tournaments.models import Stage, Tournament
from tournaments.pages.fields import COUNT_ATTRIBUTES
from tournaments.pages.forms import DeclaredForm
from tournaments.stages.match_rules import (
    AS_IN_TOURNAMENT,
    MOST_LAST_ROUNDS,
    RulesReader,
    TypedRules,
    can_last_rounds_differ,
    list_length_specs,
    list_stage_specs,
    resolve_last_rules,
    resolve_rules,
)

RULES, LAST_RULES = "rules", "last_rules"
PRESET, FILL_IN = "preset", "fill_in"
"""The list of presets, and the button that fills the rules with those of one without saving anything."""
AS_TOURNAMENT = ""


class LastRoundsForm(forms.Form):
    last_rounds = forms.IntegerField(
        label=_("How many rounds"),
        required=False,
        min_value=1,
        max_value=MOST_LAST_ROUNDS,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("1: the final, with the match for third place; 2: the semi-finals too. Empty: all rounds alike."),
    )


def find_chosen_preset(presets: Iterable[Preset], data: Mapping[str, Any] | None) -> Preset | None:
    """The preset with which the rules are to be filled; None where the form is to be saved."""
    if not data or FILL_IN not in data:
        return None
    return next((preset for preset in presets if preset.key == data.get(PRESET)), None)


class StageRulesForms:
    """Filled with the rules that hold now, or with a preset of the game that data choose; `last` and `rounds` are None where the
    format has no special last rounds.

    Data without any of these boxes leave the rules as they are.
    """

    def __init__(
        self, tournament: Tournament, chosen: Format, data: Mapping[str, Any] | None = None, *, stage: Stage | None = None
    ) -> None:
        game = tournament.game
        self._reader = RulesReader(game, tournament.rules)
        self._stored = TypedRules(stage.rules, stage.last_rules, stage.last_rounds) if stage else AS_IN_TOURNAMENT
        self._is_sent = any(name.startswith(f"{RULES}-") for name in data or ())
        data = data if self._is_sent else None
        values, last_values = (resolve_rules(stage), resolve_last_rules(stage)) if stage else (tournament.rules, tournament.rules)
        self.presets = (Preset(AS_TOURNAMENT, gettext_noop("as in the tournament"), tournament.rules), *game.presets)
        self.preset = find_chosen_preset(self.presets, data)
        if self.preset is not None:
            values = game.options_to_json(game.options_from(self.preset.options))
        self.rules = DeclaredForm(None if self.preset else data, specs=list_stage_specs(game), prefix=RULES, values=values)
        self.last: DeclaredForm | None = None
        self.rounds: LastRoundsForm | None = None
        if can_last_rounds_differ(chosen):
            self.last = DeclaredForm(data, specs=list_length_specs(game), prefix=LAST_RULES, values=last_values)
            self.rounds = LastRoundsForm(data, prefix=LAST_RULES, initial={"last_rounds": (stage and stage.last_rounds) or None})

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        return tuple(form for form in (self.rules, self.rounds, self.last) if form is not None)

    @property
    def has_typed_changes(self) -> bool:
        """Whether somebody typed other rules; a form that nobody sent has none, although Django calls it changed."""
        return self.preset is not None or (self._is_sent and self.rules.has_changed())

    @property
    def has_errors(self) -> bool:
        return any(form.errors for form in self.forms)

    @property
    def has_last_errors(self) -> bool:
        return any(form.errors for form in self.forms[1:])

    def is_valid(self) -> bool:
        """Whether the game accepts both sets of rules; its problems stand beside their boxes."""
        if not self._is_sent:
            return True
        if self.has_errors or not self.rules.is_valid_for(self._reader):
            return False
        return self.last is None or self._check_last(self.last)

    def _check_last(self, last: DeclaredForm) -> bool:
        if self.rounds is None or not self.rounds.cleaned_data["last_rounds"]:
            if last.has_changed() and self.rounds is not None:
                self.rounds.add_error("last_rounds", _("Enter how many rounds are played by these rules, for example 1 for the final."))
            return not self.has_errors
        changes = self._reader.read_changes(self.rules.get_typed_values())
        return last.is_valid_for(RulesReader(self._reader.game, {**self._reader.base, **changes}))

    def build_typed(self) -> TypedRules:
        """Requires valid forms."""
        if not self._is_sent:
            return self._stored
        count = self.rounds.cleaned_data["last_rounds"] or 0 if self.rounds else 0
        last = self.last.get_typed_values() if self.last and count else {}
        return TypedRules(self.rules.get_typed_values(), last, count)
