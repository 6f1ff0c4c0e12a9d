"""The rules by which the matches of a stage are played: those of the tournament, and what the stage does differently."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing import Format, format_by_key
from pairing.format import Family
from rules import Game, RuleViolation
from rules.match_options import LENGTH_OPTIONS
from rules.options import FieldSpec
from tournaments.models import Round, Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused

MOST_LAST_ROUNDS = 9
AnyGame = Game[Any, Any]
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TypedRules:
    """What a director chose for a stage, typed or stored: options of all its matches, and those of its last `last_rounds` rounds."""

    rules: Values = field(default_factory=dict)
    last_rules: Values = field(default_factory=dict)
    last_rounds: int = 0


AS_IN_TOURNAMENT = TypedRules()


@dataclass(frozen=True, slots=True)
class RulesReader:
    """Reads options over those that stand already, so that a form may hold some of a game's options only."""

    game: AnyGame
    base: Values

    def options_from(self, typed: Values, /) -> Any:
        """Raises: rules.problems.RuleViolation."""
        return self.game.options_from({**self.base, **typed})

    def read_changes(self, typed: Values) -> dict[str, Any]:
        """The resolved options that differ from those that stand, as JSON. Raises: rules.problems.RuleViolation."""
        standing = self.game.options_to_json(self.game.options_from(self.base))
        resolved = self.game.options_to_json(self.options_from(typed))
        return {name: value for name, value in resolved.items() if value != standing[name]}


def list_stage_specs(game: AnyGame) -> tuple[FieldSpec, ...]:
    """The options that a stage can choose."""
    return tuple(spec for spec in game.option_specs if spec.name not in game.naming_options)


def list_length_specs(game: AnyGame) -> tuple[FieldSpec, ...]:
    """The options that the last rounds of a stage can choose: how long their matches are."""
    return tuple(spec for spec in game.option_specs if spec.name in LENGTH_OPTIONS)


def can_last_rounds_differ(chosen: Format) -> bool:
    """Whether the last rounds of this format are special: a final is played by few, while many wait in a Swiss or in pools."""
    return chosen.family is Family.BRACKET


def resolve_rules(stage: Stage) -> dict[str, Any]:
    """The stored options of the matches of a stage, before its last rounds."""
    return {**stage.tournament.rules, **stage.rules}


def resolve_last_rules(stage: Stage) -> dict[str, Any]:
    """The stored options of the matches of its last rounds."""
    return {**resolve_rules(stage), **stage.last_rules}


def resolve_round_rules(stage: Stage, number: int) -> dict[str, Any]:
    """The stored options of the matches of a round. One query where the last rounds of the stage have rules of their own."""
    return resolve_last_rules(stage) if is_among_last(stage, number) else resolve_rules(stage)


def is_among_last(stage: Stage, number: int) -> bool:
    """Whether a round is one of those with rules of their own. One query where the stage has such rounds."""
    if not stage.last_rounds:
        return False
    chosen = format_by_key(stage.format_key)
    entries = StageEntry.objects.filter(stage=stage).count()
    return number > chosen.count_rounds(chosen.options_from(stage.options), max(entries, chosen.fewest)) - stage.last_rounds


def read_stage_options(stage: Stage) -> Any:
    """The options of the game for matches of this stage before its last rounds."""
    return _require_winner(stage, resolve_rules(stage))


def read_match_options(round_: Round) -> Any:
    """The options of the game for matches of this round: where the loser is out, a tied match goes on to a decider."""
    return _require_winner(round_.stage, resolve_round_rules(round_.stage, round_.number))


def _require_winner(stage: Stage, rules: Values) -> Any:
    game = stage.tournament.game
    options = game.options_from(rules)
    stays = not game.may_end_tied(options) or format_by_key(stage.format_key).family is not Family.BRACKET
    return options if stays else game.require_winner(options)


def needs_decider(chosen: Format, tournament: Tournament, rules: Values | None = None) -> bool:
    """Whether matches that could end tied under these rules go on in a stage of this format; without rules under the tournament's."""
    game = tournament.game
    return chosen.family is Family.BRACKET and game.may_end_tied(game.options_from(rules or tournament.rules))


def build_rule_columns(tournament: Tournament, chosen: Format, typed: TypedRules) -> dict[str, Any]:
    """What is stored with a stage. Raises: rules.problems.RuleViolation; ChangeRefused."""
    game = tournament.game
    rules = RulesReader(game, tournament.rules).read_changes(typed.rules)
    last_rules = RulesReader(game, {**tournament.rules, **rules}).read_changes(typed.last_rules) if typed.last_rounds else {}
    if typed.last_rounds and not can_last_rounds_differ(chosen):
        raise ChangeRefused("no_last_rounds", _("Only the last rounds of a bracket can have rules of their own."))
    if typed.last_rounds and not last_rules:
        raise ChangeRefused(
            "last_rules_same", _("The last rounds would be played as the rest: change their rules, or leave their number empty.")
        )
    return {"rules": rules, "last_rules": last_rules, "last_rounds": typed.last_rounds}


def check_stage_rules(tournament: Tournament, rules: Values) -> None:
    """Refuse rules of the tournament with which a stage's own rules cannot be played. Raises: ChangeRefused."""
    game = tournament.game
    for stage in Stage.objects.filter(tournament=tournament):
        try:
            for changes in (stage.rules, {**stage.rules, **stage.last_rules}):
                game.options_from({**rules, **changes})
        except RuleViolation as violation:
            sentence = _("Nothing was changed: “%(stage)s” has rules of its own that do not fit these. %(problem)s")
            raise ChangeRefused("stage_rules_broken", sentence % {"stage": stage.name, "problem": violation}) from violation
