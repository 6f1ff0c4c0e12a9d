"""Forms about draws and drafts."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draws.queries import SeatLine
from tournaments.draws.seeds import MAX_ANNOUNCED_SEED
from tournaments.pages.choosing import ManyChoiceField
from tournaments.pages.fields import NameField
from tournaments.people.names import MAX_NAME_LENGTH

MAX_SEED_LENGTH = 64


class DrawForm(forms.Form):
    """The seed of all random choices in the draw; empty: the desk chooses one."""

    seed = forms.CharField(
        label=_("Draw key"),
        required=False,
        max_length=MAX_SEED_LENGTH,
        help_text=_("Any text, for example numbers called out in the hall. The same key gives the same draw. Empty: chosen for you."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AnnounceForm(forms.Form):
    """The secret seed of an announced draw; empty: the desk chooses one."""

    announced = forms.CharField(
        label=_("Secret draw key"),
        required=False,
        max_length=MAX_ANNOUNCED_SEED,
        help_text=_("At least 12 random characters. Empty: chosen for you."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RedrawForm(forms.Form):
    """The reason why an announced draw is made again."""

    why = forms.CharField(label=_("Reason"), max_length=MAX_NAME_LENGTH, help_text=_("It will be public."))


class OldDraftForm(forms.Form):
    """The reason why a draft is published although it is out of date."""

    old = NameField(label=_("Reason"), help_text=_("It will be public."))


class ChangeDraftForm(forms.Form):
    """Two entries of a draft that exchange places, and why."""

    first = ManyChoiceField(label=_("This entry"))
    second = ManyChoiceField(label=_("changes places with"))
    reason = forms.CharField(label=_("Reason"), max_length=MAX_NAME_LENGTH, help_text=_("It will be shown with the round."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, entrants: Sequence[SeatLine]) -> None:
        super().__init__(data)
        choices = [(seat.number, f"{seat.number} {seat.name}") for seat in entrants]
        for name in ("first", "second"):
            cast(ManyChoiceField, self.fields[name]).offer(choices)
