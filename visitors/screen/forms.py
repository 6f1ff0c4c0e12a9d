"""What the director writes on the screen in the hall, and from where it must be read."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import PaperStyle
from tournaments.pages.forms import TickBox
from tournaments.people.names import validate_name

LEAST_CENTIMETRES, MOST_CENTIMETRES = 25, 1500
CENTIMETRES = {PaperStyle.LengthUnit.INCHES: 2.54, PaperStyle.LengthUnit.CENTIMETRES: 1.0}


class ScreenForm(forms.Form):
    message = forms.CharField(
        label=_("Message"),
        required=False,
        max_length=120,
        validators=[validate_name],
        help_text=_("It is shown above every page of the screen, for example “The kitchen is open”. Empty: no message."),
    )
    logo = TickBox(label=_("Show the logo"))
    diagonal = forms.DecimalField(
        label=_("Diagonal of the picture"),
        required=False,
        max_digits=5,
        decimal_places=1,
        help_text=_("From corner to corner, for example 55 inches or 250 cm. Empty: the usual letters."),
    )
    unit = forms.ChoiceField(label=_("Unit of the diagonal"), choices=PaperStyle.LengthUnit.choices)
    seat = forms.DecimalField(
        label=_("Farthest seat (metres)"),
        required=False,
        min_value=1,
        max_value=100,
        max_digits=4,
        decimal_places=1,
        help_text=_("Letters become as large as somebody there needs, and the screen turns more pages."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        diagonal, unit, seat = data.get("diagonal"), data.get("unit"), data.get("seat")
        if diagonal is None and seat is not None and "diagonal" not in self.errors:
            self.add_error("diagonal", gettext("Not saved: the distance alone is not enough. State the diagonal too."))
        if seat is None and diagonal is not None and "seat" not in self.errors:
            self.add_error("seat", gettext("Not saved: the diagonal alone is not enough. State the farthest seat too."))
        if diagonal is not None and unit and not LEAST_CENTIMETRES <= float(diagonal) * CENTIMETRES[unit] <= MOST_CENTIMETRES:
            self.add_error("diagonal", gettext("Not saved: a picture has 10 to 590 inches, or 25 to 1500 cm. Check the unit."))
        return data
