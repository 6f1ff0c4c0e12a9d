"""The forms of a match: the boxes of a hand, generated from the declared fields, the reason of a change, and a referee’s ruling."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import Event, HandEntry, Penalty, declared_fields
from rules.options import FieldKind, FieldSpec, Options
from scoring.ledger.match_log import AnyGame
from scoring.matches.sides import SideView
from scoring.models import LedgerEntry
from tournaments.pages.forms import DeclaredForm, TextBox

EVENT_KINDS = ("hand", "game", "match", "penalty", "claim", "void")
"""What can be entered, in the order in which the page offers it."""
TYPED_WIDGETS = (forms.TextInput, forms.Select)
"""The widgets in which typing can begin; ticked boxes mostly keep their preset value."""
Reason = LedgerEntry.Reason
CORRECTION_REASONS = (Reason.TYPED_WRONG, Reason.PAPER, Reason.SHEET_WRONG, Reason.WRONG_SIDE, Reason.REFEREE)
CANCEL_REASONS = (Reason.TYPED_WRONG, Reason.PAPER, Reason.WRONG_TABLE, Reason.SHEET_WRONG, Reason.REFEREE)
VOID_REASONS = (Reason.NOT_FINISHED, Reason.REFEREE)
REOPEN_REASONS = (Reason.SHEET_WRONG, Reason.PAPER, Reason.TYPED_WRONG, Reason.DISPUTED, Reason.REFEREE)


@dataclass(frozen=True, slots=True)
class SideBoxes:
    """The boxes in which one side has its own value."""

    side: SideView
    boxes: tuple[tuple[str, forms.BoundField], ...]
    """Each with its label without the side's name, which stands above them."""


class EventForm(DeclaredForm):
    """Boxes of one kind of event: those shared by the whole table, those of each side, and those rarely typed.

    Cards are typed, because a letter is faster than a list. Each box of a side knows its partner and the total of both, so that
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
        self.kept = _find_rare_names(self.declaration)
        self.falls = game.build_plan(options).falls
        specs = _select_fields(game, options, kind, values or {})
        super().__init__(data, specs=specs, sides=[side.name for side in sides], values=values, prefix=prefix)
        for spec in self.specs:
            self._adapt_widgets(spec)

    def build_query(self) -> str:
        """The boxes that were filled in, as the query of an address."""
        return urlencode({name: self.data[name] for name in self.fields if self.data.get(name)})

    def list_shared_boxes(self) -> Iterator[forms.BoundField]:
        return (self[spec.name] for spec in self.specs if not spec.per_side and spec.name not in self.kept)

    def list_side_boxes(self) -> tuple[SideBoxes, ...]:
        paired = [spec for spec in self.specs if spec.per_side and spec.name not in self.kept]
        if not paired:
            return ()
        return tuple(
            SideBoxes(side, tuple((gettext(spec.label), self[spec.box_name(side.index)]) for spec in paired)) for side in self.side_views
        )

    def list_rare_boxes(self) -> Iterator[forms.BoundField]:
        for spec in self.specs:
            if spec.name in self.kept:
                yield from (self[box] for box in spec.box_names(len(self.side_views)))

    def has_more(self) -> bool:
        return any(spec.name in self.kept for spec in self.specs)

    def title(self) -> str:
        return gettext(self.declaration.label)

    def more_is_filled(self) -> bool:
        return any(field.value() or field.errors for field in self.list_rare_boxes())

    def set_focus(self, wrong_names: Sequence[str] = ()) -> None:
        """Set the focus to the first wrong box, else to the first empty box in which text is typed.

        An optional seat is skipped: where a table writes seats, the next one is already filled in.
        """
        boxes: list[forms.BoundField] = [
            *self.list_shared_boxes(),
            *(label_and_box[1] for side in self.list_side_boxes() for label_and_box in side.boxes),
        ]
        texts = [box for box in boxes if type(box.field.widget) in TYPED_WIDGETS]
        wrong_boxes = [box for box in texts if box.name in wrong_names]
        seats = {
            box for spec in self.specs if spec.kind is FieldKind.SEAT and not spec.required for box in spec.box_names(len(self.side_views))
        }
        empty = [box for box in texts if not box.value() and box.name not in seats]
        for box in (wrong_boxes or empty or texts)[:1]:
            box.field.widget.attrs["autofocus"] = True

    def _adapt_widgets(self, spec: FieldSpec) -> None:
        if spec.kind is FieldKind.CARD:
            hint = {"inputmode": "text", "autocomplete": "off", "maxlength": 8, "size": 4, "autocapitalize": "characters"}
            field = self.fields[spec.name]
            self.fields[spec.name] = TextBox(
                required=False, label=field.label, help_text=field.help_text, widget=forms.TextInput(attrs=hint)
            )
        for box in spec.box_names(len(self.side_views)):
            if isinstance(self.fields[box].widget, forms.TextInput) and spec.kind is not FieldKind.CARD:
                attributes = {"autocapitalize": "characters", "spellcheck": "false"} if spec.kind is FieldKind.SEAT else {}
                attributes |= {"placeholder": spec.example} if spec.example else {}
                self.fields[box].widget.attrs |= {"inputmode": spec.input_mode(falls=self.falls), **attributes}
        if spec.kind is FieldKind.SIDE:
            self._offer_letters(self.fields[spec.name], spec)
        names = spec.box_names(len(self.side_views))
        for place, name in enumerate(names):
            if spec.per_side:
                self._link_partner(name, names[1 - place] if len(names) == 2 else "", spec.complement)

    def _offer_letters(self, field: forms.Field, spec: FieldSpec) -> None:
        """Sides are chosen by their letters: the names stand above, and a line of the sheet has no room for them. A penalty has."""
        if isinstance(field, forms.ChoiceField):
            named = self.kind == Penalty.kind
            labels = [f"{side.letter} · {side.name}" if named else side.letter for side in self.side_views]
            choices = [("", "–"), *((str(side.index), label) for side, label in zip(self.side_views, labels, strict=True))]
            field.choices = choices[1:] if spec.required else choices

    def _link_partner(self, name: str, partner: str, total: int | None) -> None:
        attributes = self.fields[name].widget.attrs
        if partner and total is not None:
            attributes |= {"data-partner": self.add_prefix(partner), "data-together": str(total)}


def _select_fields(game: AnyGame, options: Options, kind: str, values: Mapping[str, Any]) -> tuple[FieldSpec, ...]:
    """The boxes that this tournament uses, and other boxes that hold a value, so that it can be corrected."""
    active_fields = {spec.name: spec for spec in game.boxes_of(kind, options)}
    declared = game.fields_of(game.event_types[kind])
    return tuple(
        active_fields.get(spec.name, spec) for spec in declared if spec.name in active_fields or _has_value(spec, values, game.side_count)
    )


def _has_value(spec: FieldSpec, values: Mapping[str, Any], sides: int) -> bool:
    return any(values.get(box) not in (None, "", "no") for box in spec.box_names(sides))


def _find_rare_names(declaration: type[Event]) -> frozenset[str]:
    """Boxes of a hand that change no score: those that are only accepted when typed, and optional choices."""
    if not issubclass(declaration, HandEntry):
        return frozenset()
    typed = {spec.name for spec in declaration.also_typed}
    specs = declared_fields(declaration)
    return frozenset(typed | {spec.name for spec in specs if spec.rare or (spec.kind is FieldKind.CHOICE and not spec.required)})


def swap_columns(form: EventForm, boxes: Mapping[str, str]) -> dict[str, str]:
    """The same boxes with the two sides' columns exchanged."""
    exchanged = dict(boxes)
    for spec in form.specs:
        names = spec.box_names(len(form.side_views))
        if spec.per_side and len(names) == 2:
            exchanged |= {names[0]: boxes.get(names[1], ""), names[1]: boxes.get(names[0], "")}
    return exchanged


class RulingForm(forms.Form):
    """What a referee states with a penalty: what happened, the rule, and who ruled. It is kept beside the ledger and can be erased."""

    use_required_attribute = False
    prefix = "ruling"

    words = forms.CharField(
        label=_("What happened"), required=False, max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off", "size": 40})
    )
    law = forms.CharField(
        label=_("Rule or article"), required=False, max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off", "size": 12})
    )
    referee = forms.CharField(label=_("Referee"), required=False, max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def read_text(self) -> str:
        """Everything in one line; empty when nothing happened or something is too long, which is refused without an offence."""
        if not self.is_valid():
            return ""
        referee = gettext("referee: %(name)s") % {"name": self.cleaned_data["referee"]} if self.cleaned_data["referee"] else ""
        return " · ".join(text for text in (self.cleaned_data["words"], self.cleaned_data["law"], referee) if text)


class ReasonForm(forms.Form):
    """A reason from a list, and free words that can be erased later; `signed` asks for the referee's name in the words."""

    use_required_attribute = False

    reason = forms.ChoiceField(label=_("Why"))
    words = forms.CharField(label=_("Notes"), required=False, max_length=500, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, data: Any = None, *, reasons: Sequence[Reason], signed: bool = False, **options: Any) -> None:
        super().__init__(data, **options)
        if signed:
            self.fields["words"].label = _("Signed by the referee (name)")
            self.fields["words"].widget.attrs["required"] = True
        self.fields["reason"].choices = [(reason.value, reason.label) for reason in reasons]  # type: ignore[attr-defined]  # a ChoiceField
        self.fields["reason"].initial = reasons[0].value

    def read_reason(self) -> tuple[str, str]:
        """Reason and words; an empty reason when the form is not valid, which the service refuses."""
        return (self.cleaned_data["reason"], self.cleaned_data["words"]) if self.is_valid() else ("", "")
