"""One generator for every form that a game or a format declares: rule options, and what a table writes after a hand.

The boxes only collect text: it goes to the engine as typed, and the engine's problems are shown beside their boxes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from django import forms
from django.utils.functional import Promise, lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from rules.options import FieldKind, FieldSpec
from rules.problems import Problem, RuleViolation, describe
from rules.texts import SIDE_LETTERS

MAX_RADIOS = 5
"""More choices than this are a list to open."""
BOX_WIDTHS = {
    FieldKind.INTEGER: 8,
    FieldKind.POINTS: 10,
    FieldKind.POINTS_EXACT: 10,
    FieldKind.CARD: 6,
    FieldKind.SEAT: 4,
    FieldKind.SIDE: 4,
}


class OptionsReader(Protocol):
    """A game or a format."""

    def options_from(self, typed: dict[str, object], /) -> Any:
        """Raises: RuleViolation."""


class TextBox(forms.CharField):
    """A text box. `required` is only displayed; the engine decides whether the box may stay empty."""

    def validate(self, value: Any) -> None:
        """Left to the engine."""


class TickBox(forms.BooleanField):
    """A checkbox, never displayed as optional, because not ticked means no. The engine writes the values as "yes" and "no"."""

    def prepare_value(self, value: Any) -> Any:
        return {"yes": True, "no": False}.get(value, value)

    def to_python(self, value: Any) -> bool:
        return bool(super().to_python(self.prepare_value(value)))

    def validate(self, value: Any) -> None:
        """Ticked and not ticked are both valid."""


class ChoiceBox(forms.ChoiceField):
    """A choice among those offered; the engine decides whether something must be chosen."""

    def validate(self, value: Any) -> None:
        if value:
            super().validate(value)


class SideBox(ChoiceBox):
    """A side, chosen by its index; a letter, which the engine writes (`Game.typed_from`, repaired boxes of a slip), means the same."""

    def to_python(self, value: Any) -> str:
        return _to_side_index(super().to_python(value))

    def prepare_value(self, value: Any) -> Any:
        return _to_side_index(value)


def _to_side_index(value: Any) -> Any:
    return str(SIDE_LETTERS.index(value)) if value in SIDE_LETTERS else value


class DeclaredForm(forms.Form):
    """One box for each declared field, in the order of the declaration; one for each side where a field is written per side.

    `sides` and `seats` are the names in use at this table (names of the pairs, “A1 Rossi”); without them sides are letters, and a seat
    is typed. `values` fills the boxes: resolved options as JSON, or texts.
    """

    use_required_attribute = False

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        specs: Sequence[FieldSpec],
        sides: Sequence[str] = SIDE_LETTERS[:2],
        seats: Sequence[str] = (),
        values: Mapping[str, Any] | None = None,
        prefix: str | None = None,
    ) -> None:
        super().__init__(data, prefix=prefix, initial=dict(_build_initial_values(specs, values or {}, len(sides))))
        self.specs = tuple(specs)
        self.sides = tuple(sides)
        for spec in specs:
            for side, box in enumerate(spec.box_names(len(sides))):
                self.fields[box] = _build_field(spec, _format_label(spec, sides[side] if spec.per_side else ""), sides, seats)

    def get_typed_values(self) -> dict[str, object]:
        """The typed values by box, for the engine to read; nothing chosen is an empty text. Requires a valid form."""
        return {box: "" if value in (None, []) else value for box, value in self.cleaned_data.items()}

    def is_valid_for(self, declaring: OptionsReader) -> bool:
        """Whether the game or format accepts the options. Problems that it finds are added beside their boxes."""
        if not self.is_valid():
            return False
        try:
            declaring.options_from(self.get_typed_values())
        except RuleViolation as violation:
            self.add_problems(violation.problems)
        return not self.errors

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show the engine's problems beside the boxes they belong to, in the visitor's language."""
        for problem in problems:
            box = problem.field if problem.field in self.fields else None
            label = f"{self.fields[box].label}: " if box else ""
            self.add_error(box, describe(problem, gettext, self.sides).removeprefix(label))


def format_box_value(spec: FieldSpec, value: Any) -> Any:
    """A stored value as its box shows it; several integers are separated by spaces."""
    if spec.kind in (FieldKind.BOOLEAN, FieldKind.SEVERAL):
        return value
    if isinstance(value, list | tuple):
        return " ".join(str(part) for part in value)
    return "" if value is None else str(value)


def _build_initial_values(specs: Sequence[FieldSpec], values: Mapping[str, Any], sides: int) -> Iterator[tuple[str, Any]]:
    for spec in specs:
        field_value = values.get(spec.name, spec.default)
        per_side = field_value if spec.per_side and isinstance(field_value, list | tuple) and len(field_value) == sides else None
        for side, box in enumerate(spec.box_names(sides)):
            value = per_side[side] if per_side is not None else field_value
            yield box, format_box_value(spec, values.get(box, value))


def _format_label(spec: FieldSpec, side: str) -> str | Promise:
    label = gettext_lazy(spec.label)
    return format_lazy("{label} · {side}", label=label, side=side) if side else label


def _build_field(spec: FieldSpec, label: str | Promise, sides: Sequence[str], seats: Sequence[str]) -> forms.Field:
    common_arguments: dict[str, Any] = {"label": label, "help_text": gettext_lazy(spec.sentence) if spec.sentence else ""}
    choices = _list_choices(spec, sides, seats)
    if spec.kind is FieldKind.BOOLEAN and not choices:
        return TickBox(**common_arguments)
    if spec.kind is FieldKind.SEVERAL:
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, required=False, **common_arguments)
    if choices and spec.kind is not FieldKind.CARD:
        return _build_choice_field(spec, choices, common_arguments)
    attributes = {"inputmode": spec.input_mode(), "autocomplete": "off", "maxlength": 80, "size": BOX_WIDTHS.get(spec.kind, 24)}
    return TextBox(required=spec.required or spec.default is not None, widget=forms.TextInput(attrs=attributes), **common_arguments)


def _build_choice_field(spec: FieldSpec, choices: list[tuple[str, str | Promise]], common: dict[str, Any]) -> forms.Field:
    """Radio buttons for few choices, else a list. Where nothing has to be chosen, the first choice is a dash."""
    required = spec.required or spec.default is not None
    offered = choices if required else [("", lazystr("–")), *choices]
    widget = forms.RadioSelect if len(offered) <= MAX_RADIOS else forms.Select
    field_class = SideBox if spec.kind is FieldKind.SIDE else ChoiceBox
    return field_class(choices=offered, widget=widget, required=required, **common)


def _list_choices(spec: FieldSpec, sides: Sequence[str], seats: Sequence[str]) -> list[tuple[str, str | Promise]]:
    if spec.kind is FieldKind.SIDE:
        return [(str(side), name) for side, name in enumerate(sides)]
    if spec.kind is FieldKind.SEAT:
        return [(str(seat), name) for seat, name in enumerate(seats)]
    return [(str(choice.value), gettext_lazy(choice.label)) for choice in spec.choices]
