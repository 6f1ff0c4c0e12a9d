"""Forms about draws and drafts."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draws.queries import SeatLine
from tournaments.draws.seeds import MAX_ANNOUNCED_SEED
from tournaments.pages.fields import NameField
from tournaments.people.names import MAX_NAME_LENGTH

MAX_SEED_LENGTH = 64


class DrawForm(forms.Form):
    """The seed of all random choices in the draw; empty: the desk chooses one."""

    seed = forms.CharField(
        label=_("Seed of the draw"),
        required=False,
        max_length=MAX_SEED_LENGTH,
        help_text=_("Any text, for example digits called out in the hall. The same seed gives the same draw. Empty: the desk takes one."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AnnounceForm(forms.Form):
    """The secret seed of an announced draw; empty: the desk chooses one."""

    announced = forms.CharField(
        label=_("Secret seed"),
        required=False,
        max_length=MAX_ANNOUNCED_SEED,
        help_text=_("Twelve characters at least; the more haphazard, the better. Empty: the desk takes one."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RedrawForm(forms.Form):
    """The reason why an announced draw is made again."""

    why = forms.CharField(label=_("Because"), max_length=MAX_NAME_LENGTH, help_text=_("Everybody will read it."))


class OldDraftForm(forms.Form):
    """The reason why a draft is published although it is out of date."""

    old = NameField(label=_("Because"), help_text=_("Everybody will read it."))


class ChangeDraftForm(forms.Form):
    """Two entries of a draft that exchange places, and why."""

    first = forms.TypedChoiceField(label=_("This entry"), coerce=int)
    second = forms.TypedChoiceField(label=_("changes places with"), coerce=int)
    reason = forms.CharField(label=_("Because"), max_length=MAX_NAME_LENGTH, help_text=_("It will be shown with the round."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, entrants: Sequence[SeatLine]) -> None:
        super().__init__(data)
        choices = [("", "–"), *((seat.number, f"{seat.number} {seat.name}") for seat in entrants)]
        for name in ("first", "second"):
            field = self.fields[name]
            if isinstance(field, forms.TypedChoiceField):
                field.choices = choices
