"""What a director types to have something told to an address."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from webhooks.calling.guarding import AddressRefusedError, may_be_called, parse_address
from webhooks.models import MAX_ADDRESS_LENGTH, EventKind
from webhooks.subscribing.troubles import find_sentence


class SubscriptionForm(forms.Form):
    address = forms.CharField(
        label=_("Address"),
        max_length=MAX_ADDRESS_LENGTH,
        help_text=_("Where the program listens that is to be told, for example https://example.org/hook."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What is told"), choices=EventKind.choices, initial=EventKind.values, widget=forms.CheckboxSelectMultiple
    )

    def clean_address(self) -> str:
        """What can be judged without a question to the network; the rest is judged at every call."""
        address: str = self.cleaned_data["address"].strip()
        try:
            parsed = parse_address(address, local=settings.WEBHOOKS_LOCAL)
        except AddressRefusedError as refusal:
            raise forms.ValidationError(find_sentence(refusal.reason)) from refusal
        if _is_refused_number(parsed.host):
            raise forms.ValidationError(find_sentence("private"))
        return address

    def get_values(self) -> dict[str, Any]:
        return {"address": self.cleaned_data["address"], "kinds": self.cleaned_data["kinds"]}


def _is_refused_number(host: str) -> bool:
    try:
        return not may_be_called(host, local=settings.WEBHOOKS_LOCAL)
    except ValueError:
        return False  # a name: it is asked for when it is called
