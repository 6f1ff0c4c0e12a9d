"""The boxes of a hand on a phone: each says which keys static/keys.js offers for it; without script they are boxes like any other."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.options import FieldKind, FieldSpec
from scoring.entry.forms import EventForm, SideBoxes
from scoring.matches.boxes import name_box
from scoring.matches.queries import MatchView
from tournaments.pages.forms import ChoiceBox
from visitors.phones.viewpoint import call_side, name_seats

MOST_KEYS = 24
"""A number with more values is typed digit by digit."""
NUMBERS = frozenset({FieldKind.INTEGER, FieldKind.POINTS, FieldKind.POINTS_EXACT})
TYPED_NUMBERS = NUMBERS | {FieldKind.INTEGERS}
DIGITS = "digits"
AS_SAID = ("declarer", "caller", "bid", "amico", "partner", "won", "points")
"""How a table of more than two says a hand: who called, what, with whom, how it ended; every other box comes after these."""
OF_THE_CALLER = {"points": _("Points of the caller’s side"), "tricks": _("Tricks of the caller’s side")}
"""Whose a number is that the whole table writes once."""
PREPARED = ("dealer", "first")
"""What follows from the hand before: it is seldom written."""


class PhoneForm(EventForm):
    """Boxes in the order of a thumb: the own side's before the others', what must be written before what may be.

    `own` is the side that holds the phone. Sides are called we and they at a table of two; at a larger one you, and the others by `names`,
    the short names of all sides. Seats carry the names of the players.
    """

    def __init__(self, *arguments: Any, own: int, names: Sequence[str] = (), **settings: Any) -> None:
        self.own = own
        self.names = names
        super().__init__(*arguments, **settings)
        self.crowded = len(self.side_views) > 2
        self.kept |= {spec.name for spec in self.specs if self._is_aside(spec)}
        for spec in self.specs:
            if self.crowded and not spec.per_side and spec.name in OF_THE_CALLER:
                self.fields[spec.name].label = OF_THE_CALLER[spec.name]
            if spec.kind is FieldKind.BOOLEAN and spec.choices:
                self.fields[spec.name].label = name_box(spec)
            if spec.per_side:
                self._name_sides(spec)
            if spec.kind is FieldKind.SEAT:
                self._name_seats(spec)
            for name in spec.box_names(len(self.side_views)):
                self._describe_keys(spec, name)

    def more_is_filled(self) -> bool:
        """Whether something stands there that somebody wrote, and not only what follows from the hand before."""
        return any(field.errors or (field.value() and field.name not in PREPARED) for field in self.list_rare_boxes())

    def list_said_boxes(self) -> list[forms.BoundField]:
        """What a table of more than two writes once for all, in the order in which it is said."""
        order = {name: place for place, name in enumerate(AS_SAID)}
        return sorted(self.list_shared_boxes(), key=lambda field: order.get(field.name, len(order)))

    def list_named_boxes(self) -> tuple[tuple[SideBoxes, str], ...]:
        """The boxes of each side with what it is called there."""
        return tuple((boxes, self._call_shortly(boxes.side.index)) for boxes in self.list_side_boxes())

    def list_side_boxes(self) -> tuple[SideBoxes, ...]:
        return tuple(sorted(super().list_side_boxes(), key=lambda boxes: boxes.side.index != self.own))

    def read_shared_labels(self) -> dict[str, str]:
        """What the boxes of the whole table are called here, by their names."""
        return {spec.name: str(self.fields[spec.name].label) for spec in self.specs if not spec.per_side}

    def list_rare_boxes(self) -> Iterator[forms.BoundField]:
        """Of the boxes that each side has, the own one first."""
        sides = sorted(range(len(self.side_views)), key=lambda side: side != self.own)
        for spec in self.specs:
            if spec.name in self.kept:
                names = spec.box_names(len(self.side_views))
                yield from (self[names[side]] for side in (sides if spec.per_side else range(len(names))))

    def list_needed_boxes(self) -> list[forms.BoundField]:
        """What the whole table must write, or what is tapped with one key: before the boxes of the sides."""
        return [field for field in self.list_shared_boxes() if "data-keys" in field.field.widget.attrs]

    def list_further_boxes(self) -> list[forms.BoundField]:
        return [field for field in self.list_shared_boxes() if "data-keys" not in field.field.widget.attrs]

    def _is_aside(self, spec: FieldSpec) -> bool:
        """Whether a box can wait behind “more”: an optional seat, and numbers that say the same as the main one in another way."""
        if spec.required:
            return False
        if self.crowded and spec.name in PREPARED:
            return True
        repeats = spec.per_side and spec.kind in NUMBERS and (self.crowded or not spec.lone)
        return spec.kind is FieldKind.SEAT or (repeats and spec is not self._main)

    @cached_property
    def _main(self) -> FieldSpec | None:
        """The number of each side that decides a hand: a required one, else that of the greatest sum of both sides."""
        numbers = [spec for spec in self.specs if spec.per_side and spec.kind in NUMBERS and not spec.rare]
        return max(numbers, key=lambda spec: (spec.required, spec.complement or 0), default=None)

    def _offer_letters(self, field: forms.Field, spec: FieldSpec) -> None:
        """A side is called we or they; at a table of more it is tapped by its name. The own one is always the first."""
        if not isinstance(field, forms.ChoiceField):
            return
        sides = sorted((side.index for side in self.side_views), key=lambda side: side != self.own)
        named = [(str(side), self._call_shortly(side)) for side in sides]
        if len(self.side_views) > 2:
            field.widget = forms.RadioSelect()
        field.choices = named if spec.required else [("", "–"), *named]

    def _call_shortly(self, side: int) -> str:
        return self.names[side] if self.names and side != self.own else call_side(self.side_views, side, self.own)

    def _name_sides(self, spec: FieldSpec) -> None:
        """Say of each side's box whose it is as the form does everywhere."""
        for side, name in enumerate(spec.box_names(len(self.side_views))):
            called = self._call_shortly(side)
            self.fields[name].label = f"{gettext(spec.label)} · {called[:1].upper()}{called[1:]}"

    def _name_seats(self, spec: FieldSpec) -> None:
        """Offer the seats with the players who sit there: the first player of a side on its first seat."""
        seats = name_seats(self.side_views)
        choices = [(seat, f"{seat} {name}".strip()) for seat, name in seats.items()]
        value, old = str(self.initial.get(spec.name, "")), self.fields[spec.name]
        self.initial[spec.name] = value if value in seats else next((seat for seat in seats if value and seat.startswith(value)), "")
        self.fields[spec.name] = ChoiceBox(choices=[("", "–"), *choices], required=False, label=old.label, widget=forms.Select())

    def _describe_keys(self, spec: FieldSpec, name: str) -> None:
        widget = self.fields[name].widget
        if not isinstance(widget, forms.TextInput):
            return
        keys: object
        if spec.kind is FieldKind.CARD and spec.choices:
            keys = [[str(choice.value), gettext(choice.label).split(":")[0]] for choice in spec.choices]
        elif spec.kind in NUMBERS and spec.lowest == 0 and spec.highest is not None and spec.highest <= MOST_KEYS:
            keys = [[str(value), str(value)] for value in range(spec.highest + 1)]
        elif spec.kind in TYPED_NUMBERS:
            keys = DIGITS
        else:
            return
        widget.attrs |= {"data-keys": json.dumps(keys), "data-name": str(self.fields[name].label)}
        if spec.kind in (FieldKind.POINTS, FieldKind.POINTS_EXACT):
            widget.attrs["data-thirds"] = "1"
        if spec.kind is FieldKind.INTEGERS:
            widget.attrs["data-several"] = "1"
        elif spec.lowest is None or spec.lowest < 0:
            widget.attrs["data-minus"] = "1"
        if spec is self._main or spec.required or spec.kind is FieldKind.CARD:
            widget.attrs["data-needed"] = "1"


def list_other_kinds(view: MatchView) -> list[tuple[str, str]]:
    """The kinds besides a hand that players may enter, with their labels."""
    kinds = [kind for kind in ("game", "match", "claim") if kind in view.game.event_types]
    return [(kind, gettext(view.game.event_types[kind].label)) for kind in kinds if kind != "claim" or view.log.state.plan.claims]
