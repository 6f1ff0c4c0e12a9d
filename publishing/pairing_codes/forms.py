"""What a club chooses when it makes a code for a desk."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    one_tournament = forms.BooleanField(
        label=_("The desk shows one tournament alone"),
        required=False,
        help_text=_("For a guest’s computer. Unticked: every public tournament of that desk."),
    )
