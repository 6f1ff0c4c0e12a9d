"""What a director says of a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from api.models import ApiToken
from tournaments.pages.fields import NameField
from tournaments.people.names import MAX_NAME_LENGTH

DAYS = ((1, _("a day")), (30, _("30 days")), (365, _("a year")))


class TokenForm(forms.Form):
    name = NameField(
        label=_("Which program"), max_length=MAX_NAME_LENGTH, help_text=_("So that you know later what it is for: “club site”.")
    )
    scope = forms.ChoiceField(label=_("What it may do"), choices=ApiToken.Scope, widget=forms.RadioSelect, initial=ApiToken.Scope.READ)
    days = forms.TypedChoiceField(label=_("For how long"), choices=DAYS, coerce=int, initial=30)
