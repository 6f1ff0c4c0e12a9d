"""The boxes of a hand as the desk fills them in: the generator of declared forms, laid out like a line of the sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext

from rules import Event, HandEntry, declared_fields
from rules.options import FieldSpec, Kind, Options
from scoring.ledger.match_log import AnyGame
from scoring.matches.sides import SideView
from tournaments.pages.forms import Box, DeclaredForm

EVENT_KINDS = ("hand", "game", "match", "penalty", "claim", "void")
"""What can be entered, in the order in which the page offers it."""
WRITTEN = (forms.TextInput, forms.Select)
"""Where the writing can begin; what is ticked stands as it mostly is."""


@dataclass(frozen=True, slots=True)
class SideBoxes:
    """The boxes that one side has a value of its own in."""

    side: SideView
    boxes: tuple[tuple[str, forms.BoundField], ...]
    """Each with its label without the side's name, which stands above them."""


class EventForm(DeclaredForm):
    """Boxes of one kind of event. `shared` are those of the whole table, `of_sides` those of each side, `more` what is rarely typed.

    Cards are typed, because a letter is faster than a list. Each box of a side knows its partner and what the two make together, so that
    static/entry.js can show the other side's value before it is sent. Where scores can fall below zero the keyboard has a minus.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: AnyGame,
        options: Options,
        kind: str,
        sides: tuple[SideView, ...],
        values: Mapping[str, Any] | None = None,
        prefix: str | None = None,
    ) -> None:
        self.declaration = game.event_types[kind]
        self.kind = kind
        self.side_views = sides
        self.kept = _rare(self.declaration)
        self.falls = game.plan(options).falls
        specs = _asked(game, options, kind, values or {})
        super().__init__(data, specs=specs, sides=[side.name for side in sides], values=values, prefix=prefix)
        for spec in self.specs:
            self._refine(spec)

    def shared(self) -> Iterator[forms.BoundField]:
        return (self[spec.name] for spec in self.specs if not spec.per_side and spec.name not in self.kept)

    def of_sides(self) -> tuple[SideBoxes, ...]:
        paired = [spec for spec in self.specs if spec.per_side and spec.name not in self.kept]
        if not paired:
            return ()
        return tuple(
            SideBoxes(side, tuple((gettext(spec.label), self[spec.box(side.index)]) for spec in paired)) for side in self.side_views
        )

    def more(self) -> Iterator[forms.BoundField]:
        for spec in self.specs:
            if spec.name in self.kept:
                yield from (self[box] for box in spec.boxes(len(self.side_views)))

    def has_more(self) -> bool:
        return any(spec.name in self.kept for spec in self.specs)

    def title(self) -> str:
        return gettext(self.declaration.label)

    def more_is_filled(self) -> bool:
        return any(field.value() or field.errors for field in self.more())

    def focus(self, wrong: Sequence[str] = ()) -> None:
        """Put the cursor where the writing begins: the first box that is wrong, else the first to type in that nothing has filled.

        A seat that need not be written is no beginning: where a table writes seats, the next one stands there already.
        """
        boxes: list[forms.BoundField] = [*self.shared(), *(pair[1] for side in self.of_sides() for pair in side.boxes)]
        texts = [box for box in boxes if type(box.field.widget) in WRITTEN]
        named = [box for box in texts if box.name in wrong]
        seats = {box for spec in self.specs if spec.kind is Kind.SEAT and not spec.required for box in spec.boxes(len(self.side_views))}
        empty = [box for box in texts if not box.value() and box.name not in seats]
        for box in (named or empty or texts)[:1]:
            box.field.widget.attrs["autofocus"] = True

    def _refine(self, spec: FieldSpec) -> None:
        if spec.kind is Kind.CARD:
            hint = {"inputmode": "text", "autocomplete": "off", "maxlength": 8, "size": 4, "autocapitalize": "characters"}
            field = self.fields[spec.name]
            self.fields[spec.name] = Box(required=False, label=field.label, help_text=field.help_text, widget=forms.TextInput(attrs=hint))
        for box in spec.boxes(len(self.side_views)):
            if isinstance(self.fields[box].widget, forms.TextInput) and spec.kind is not Kind.CARD:
                typed_in = {"autocapitalize": "characters", "spellcheck": "false"} if spec.kind is Kind.SEAT else {}
                self.fields[box].widget.attrs |= {"inputmode": spec.keyboard(falls=self.falls), **typed_in}
        if spec.kind is Kind.SIDE:
            self._letter(self.fields[spec.name], spec)
        names = spec.boxes(len(self.side_views))
        for place, name in enumerate(names):
            if spec.per_side:
                self._pair(name, names[1 - place] if len(names) == 2 else "", spec.complement)

    def _letter(self, field: forms.Field, spec: FieldSpec) -> None:
        """Sides are chosen by their letters, which stand beside the names above; a line of the sheet has no room for names."""
        if isinstance(field, forms.ChoiceField):
            offered = [("", "–"), *((str(side.index), side.letter) for side in self.side_views)]
            field.choices = offered[1:] if spec.required else offered

    def _pair(self, name: str, other: str, together: int | None) -> None:
        attributes = self.fields[name].widget.attrs
        if other and together is not None:
            attributes |= {"data-partner": self.add_prefix(other), "data-together": str(together)}


def _asked(game: AnyGame, options: Options, kind: str, values: Mapping[str, Any]) -> tuple[FieldSpec, ...]:
    """The boxes that this tournament has, and those in which something stands all the same, to be corrected."""
    asked = {spec.name: spec for spec in game.boxes_of(kind, options)}
    declared = declared_fields(game.event_types[kind])
    return tuple(asked.get(spec.name, spec) for spec in declared if spec.name in asked or _stands(spec, values, game.side_count))


def _stands(spec: FieldSpec, values: Mapping[str, Any], sides: int) -> bool:
    return any(values.get(box) not in (None, "", "no") for box in spec.boxes(sides))


def _rare(declaration: type[Event]) -> frozenset[str]:
    """Boxes of a hand that change no score: those that are only understood when typed, and choices that nobody need make."""
    if not issubclass(declaration, HandEntry):
        return frozenset()
    typed = {spec.name for spec in declaration.also_typed}
    specs = declared_fields(declaration)
    return frozenset(typed | {spec.name for spec in specs if spec.rare or (spec.kind is Kind.CHOICE and not spec.required)})


def box_names(game: AnyGame, kind: str) -> tuple[str, ...]:
    """The boxes of the form, known without making one."""
    return tuple(box for spec in declared_fields(game.event_types[kind]) for box in spec.boxes(game.side_count))


def swapped(form: EventForm, boxes: Mapping[str, str]) -> dict[str, str]:
    """The same boxes with the two sides' columns exchanged."""
    exchanged = dict(boxes)
    for spec in form.specs:
        names = spec.boxes(len(form.side_views))
        if spec.per_side and len(names) == 2:
            exchanged |= {names[0]: boxes.get(names[1], ""), names[1]: boxes.get(names[0], "")}
    return exchanged
