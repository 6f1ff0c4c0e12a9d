"""The reason of a decision about seats."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SeatReasonForm(forms.Form):
    words = forms.CharField(
        label=_("Reason"), max_length=80, help_text=_("It stays in the ledger and is shown with the round, for example: result corrected.")
    )
