"""Options of a game or a format in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from rules.options import FieldKind, FieldSpec


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option with its value; `usual` when the value is the default."""

    label: str
    value: str
    sentence: str
    usual: bool


def build_option_lines(specs: Sequence[FieldSpec], values: Mapping[str, Any]) -> tuple[OptionLine, ...]:
    return tuple(_build_option_line(spec, values.get(spec.name, spec.default)) for spec in specs)


@dataclass(frozen=True, slots=True)
class RuleSentences:
    """The options of a game as players read them: `changed` from what is usual, then `usual`, then what does not hold here."""

    changed: tuple[str, ...]
    usual: tuple[str, ...]
    excluded: tuple[str, ...]


def build_rule_sentences(specs: Sequence[FieldSpec], values: Mapping[str, Any]) -> RuleSentences:
    """A sentence that holds or does not, and for each other option what was chosen."""
    option_lines = [(spec, _build_option_line(spec, values.get(spec.name, spec.default))) for spec in specs]
    off = [line.sentence for spec, line in option_lines if spec.kind is FieldKind.BOOLEAN and not values.get(spec.name, spec.default)]
    lines = [(line.sentence if spec.kind is FieldKind.BOOLEAN else f"{line.label}: {line.value}.", line) for spec, line in option_lines]
    said = [(sentence, line.usual) for sentence, line in lines if sentence not in off]
    return RuleSentences(
        changed=tuple(sentence for sentence, usual in said if not usual),
        usual=tuple(sentence for sentence, usual in said if usual),
        excluded=tuple(off),
    )


def _build_option_line(spec: FieldSpec, value: Any) -> OptionLine:
    default = list(spec.default) if isinstance(spec.default, tuple) else spec.default
    same = (list(value) if isinstance(value, tuple) else value) == default
    return OptionLine(gettext(spec.label), _format_value(spec, value), gettext(spec.sentence), usual=same)


def _format_value(spec: FieldSpec, value: Any) -> str:
    if spec.kind is FieldKind.BOOLEAN:
        return gettext("yes") if value else gettext("no")
    labels = {str(choice.value): gettext(choice.label) for choice in spec.choices}
    if isinstance(value, list | tuple):
        separator = ", " if labels else " / "
        return separator.join(labels.get(str(part), str(part)) for part in value) or "–"
    return labels.get(str(value), str(value))
