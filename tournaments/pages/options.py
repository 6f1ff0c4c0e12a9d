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
