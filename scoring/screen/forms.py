"""What the director writes on the screen in the hall."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.forms import TickBox
from tournaments.people.names import validate_name


class ScreenForm(forms.Form):
    message = forms.CharField(
        label=_("Message"),
        required=False,
        max_length=120,
        validators=[validate_name],
        help_text=_("It is shown above every page of the screen, for example “The kitchen is open”. Empty: no message."),
    )
    logo = TickBox(label=_("Show the logo"))
