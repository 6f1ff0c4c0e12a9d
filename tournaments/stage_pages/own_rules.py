"""The rules in which stages differ from their tournament, in words."""

from dataclasses import dataclass

from django.utils.translation import ngettext

from rules.options import declared_fields
from tournaments.models import Stage, Tournament
from tournaments.pages.options import OptionLine, build_option_lines
from tournaments.stages.match_rules import resolve_last_rules, resolve_rules


@dataclass(frozen=True, slots=True)
class OwnRules:
    """What some matches do differently; `matches` says which: “Final stage”, “Final stage, the last 2 rounds”."""

    matches: str
    lines: tuple[OptionLine, ...]


def list_own_rules(stage: Stage) -> tuple[OwnRules, ...]:
    """What the stage does differently, then what its last rounds do. No query."""
    specs = {spec.name: spec for spec in declared_fields(stage.tournament.game.Options)}
    parts = []
    if stage.rules:
        lines = build_option_lines([specs[name] for name in specs if name in stage.rules], resolve_rules(stage))
        parts.append(OwnRules(stage.name, lines))
    if stage.last_rounds:
        sentence = ngettext("%(stage)s, the last round", "%(stage)s, the last %(count)d rounds", stage.last_rounds)
        lines = build_option_lines([specs[name] for name in specs if name in stage.last_rules], resolve_last_rules(stage))
        parts.append(OwnRules(sentence % {"stage": stage.name, "count": stage.last_rounds}, lines))
    return tuple(parts)


def read_own_rules(tournament: Tournament) -> tuple[OwnRules, ...]:
    """What all stages of the tournament do differently. One query."""
    return tuple(part for stage in tournament.stages.order_by("number") for part in list_own_rules(stage))
