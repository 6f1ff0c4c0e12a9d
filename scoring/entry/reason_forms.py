"""Small forms about a match: the reason for a change, and the side that was present."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import LedgerEntry

Reason = LedgerEntry.Reason

CORRECTION_REASONS = (Reason.TYPED_WRONG, Reason.PAPER, Reason.SHEET_WRONG, Reason.WRONG_SIDE, Reason.REFEREE)
CANCEL_REASONS = (Reason.TYPED_WRONG, Reason.PAPER, Reason.WRONG_TABLE, Reason.SHEET_WRONG, Reason.REFEREE)
VOID_REASONS = (Reason.NOT_FINISHED, Reason.REFEREE)
REOPEN_REASONS = (Reason.SHEET_WRONG, Reason.PAPER, Reason.TYPED_WRONG, Reason.DISPUTED, Reason.REFEREE)


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
