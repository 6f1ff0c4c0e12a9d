"""What the desk says to the overlay of a stream."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import PaperStyle
from tournaments.people.names import validate_name
from visitors.screen.services import OverlayChoice


class OverlayForm(forms.Form):
    """`matches`: codes and names of the matches that can be shown."""

    match = forms.ChoiceField(
        label=_("Match"),
        required=False,
        help_text=_("Empty: the first table that plays. When its match is over, the next one follows."),
    )
    title = forms.CharField(
        label=_("Title of the caption"),
        required=False,
        max_length=60,
        validators=[validate_name],
        help_text=_("For example who speaks, or “Final”. Empty: the name of the tournament."),
    )
    text = forms.CharField(
        label=_("Text of the caption"),
        required=False,
        max_length=120,
        validators=[validate_name],
        help_text=_("For example a sponsor. The logo of the screen is beside it."),
    )

    def __init__(self, *args: Any, matches: tuple[tuple[str, str], ...] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["match"].choices = [("", _("the first that is played")), *matches]  # type: ignore[attr-defined]  # a ChoiceField

    def build_choice(self, scene: str) -> OverlayChoice:
        """Of a valid form; an unknown scene is none."""
        return OverlayChoice(scene if scene in PaperStyle.Scene.values else PaperStyle.Scene.NOTHING, **self.cleaned_data)
