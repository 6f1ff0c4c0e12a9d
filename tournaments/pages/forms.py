"""One generator for every form that a game or a format declares: rule options, and what a table writes after a hand.

The boxes are plain: what was typed goes to the engine as it is, and the engine's problems come back beside their boxes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from django import forms
from django.utils.functional import Promise, lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from rules.options import FieldSpec, Kind
from rules.problems import Problem, RuleViolation, describe
from rules.texts import SIDE_LETTERS

MOST_RADIOS = 5
"""More choices than this are a list to open."""
WIDTHS = {Kind.INTEGER: 8, Kind.POINTS: 10, Kind.POINTS_EXACT: 10, Kind.CARD: 6, Kind.SEAT: 4, Kind.SIDE: 4}


class ReadsOptions(Protocol):
    """A game or a format."""

    def options_from(self, typed: dict[str, object], /) -> Any:
        """Raises: RuleViolation."""


class Box(forms.CharField):
    """A box to write in. `required` only shows; whether it may stay empty is for the engine to say."""

    def validate(self, value: Any) -> None:
        """Left to the engine."""


class Tick(forms.BooleanField):
    """A box to tick; never “optional”, because not ticked says no. The engine writes its answers as yes and no."""

    def prepare_value(self, value: Any) -> Any:
        return {"yes": True, "no": False}.get(value, value)

    def to_python(self, value: Any) -> bool:
        return bool(super().to_python(self.prepare_value(value)))

    def validate(self, value: Any) -> None:
        """Both answers are answers."""


class Pick(forms.ChoiceField):
    """One of the choices offered; whether one must be chosen is for the engine to say."""

    def validate(self, value: Any) -> None:
        if value:
            super().validate(value)


class SidePick(Pick):
    """A side, chosen by its index; the engine writes its letter (`Game.typed_from`, repaired boxes of a slip), which means the same."""

    def to_python(self, value: Any) -> str:
        return _side_index(super().to_python(value))

    def prepare_value(self, value: Any) -> Any:
        return _side_index(value)


def _side_index(value: Any) -> Any:
    return str(SIDE_LETTERS.index(value)) if value in SIDE_LETTERS else value


class DeclaredForm(forms.Form):
    """One box for each declared field, in the order of the declaration; one for each side where a field is written per side.

    `sides` and `seats` are what people call them at this table (names of the pairs, “A1 Rossi”); without them they are letters,
    and a seat is typed. `values` fills the boxes: resolved options as JSON, or texts.
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
        super().__init__(data, prefix=prefix, initial=dict(_initial(specs, values or {}, len(sides))))
        self.specs = tuple(specs)
        self.sides = tuple(sides)
        for spec in specs:
            for side, box in enumerate(spec.boxes(len(sides))):
                self.fields[box] = _field(spec, _label(spec, sides[side] if spec.per_side else ""), sides, seats)

    def typed(self) -> dict[str, object]:
        """What was typed, by box, for the engine to read. Call it on a valid form; nothing chosen is an empty text."""
        return {box: "" if value in (None, []) else value for box, value in self.cleaned_data.items()}

    def holds_for(self, declaring: ReadsOptions) -> bool:
        """Let the game or format read the options; whether it found nothing wrong. What it found stands beside the boxes."""
        if not self.is_valid():
            return False
        try:
            declaring.options_from(self.typed())
        except RuleViolation as violation:
            self.add_problems(violation.problems)
        return not self.errors

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put what the engine says beside the boxes it speaks of, in the visitor's language."""
        for problem in problems:
            box = problem.field if problem.field in self.fields else None
            label = f"{self.fields[box].label}: " if box else ""
            self.add_error(box, describe(problem, gettext, self.sides).removeprefix(label))


def shown_value(spec: FieldSpec, value: Any) -> Any:
    """A stored value as its box shows it; several integers are written with blanks between them."""
    if spec.kind in (Kind.BOOLEAN, Kind.SEVERAL):
        return value
    if isinstance(value, list | tuple):
        return " ".join(str(part) for part in value)
    return "" if value is None else str(value)


def _initial(specs: Sequence[FieldSpec], values: Mapping[str, Any], sides: int) -> Iterator[tuple[str, Any]]:
    for spec in specs:
        whole = values.get(spec.name, spec.default)
        per_side = whole if spec.per_side and isinstance(whole, list | tuple) and len(whole) == sides else None
        for side, box in enumerate(spec.boxes(sides)):
            value = per_side[side] if per_side is not None else whole
            yield box, shown_value(spec, values.get(box, value))


def _label(spec: FieldSpec, side: str) -> str | Promise:
    label = gettext_lazy(spec.label)
    return format_lazy("{label} · {side}", label=label, side=side) if side else label


def _field(spec: FieldSpec, label: str | Promise, sides: Sequence[str], seats: Sequence[str]) -> forms.Field:
    common: dict[str, Any] = {"label": label, "help_text": gettext_lazy(spec.sentence) if spec.sentence else ""}
    choices = _choices(spec, sides, seats)
    if spec.kind is Kind.BOOLEAN and not choices:
        return Tick(**common)
    if spec.kind is Kind.SEVERAL:
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, required=False, **common)
    if choices and spec.kind is not Kind.CARD:
        return _choice_field(spec, choices, common)
    attributes = {"inputmode": spec.keyboard(), "autocomplete": "off", "maxlength": 80, "size": WIDTHS.get(spec.kind, 24)}
    return Box(required=spec.required or spec.default is not None, widget=forms.TextInput(attrs=attributes), **common)


def _choice_field(spec: FieldSpec, choices: list[tuple[str, str | Promise]], common: dict[str, Any]) -> forms.Field:
    """Radio buttons for few choices. Where nothing need be chosen, the first choice is a dash."""
    must = spec.required or spec.default is not None
    offered = choices if must else [("", lazystr("–")), *choices]
    widget = forms.RadioSelect if len(offered) <= MOST_RADIOS else forms.Select
    pick = SidePick if spec.kind is Kind.SIDE else Pick
    return pick(choices=offered, widget=widget, required=must, **common)


def _choices(spec: FieldSpec, sides: Sequence[str], seats: Sequence[str]) -> list[tuple[str, str | Promise]]:
    if spec.kind is Kind.SIDE:
        return [(str(side), name) for side, name in enumerate(sides)]
    if spec.kind is Kind.SEAT:
        return [(str(seat), name) for seat, name in enumerate(seats)]
    return [(str(choice.value), gettext_lazy(choice.label)) for choice in spec.choices]
