"""The reason of a decision about seats."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class SeatReasonForm(forms.Form):
    words = forms.CharField(
        label=_("Reason"), max_length=80, help_text=_("It stays in the ledger and is shown with the round, for example: result corrected.")
    )


class UnpublishReasonForm(SeatReasonForm):
    """The reason may stay empty where nothing is annulled."""

    def __init__(self, *typed: Any, annuls: bool) -> None:
        super().__init__(*typed)
        self.fields["words"].required = annuls
