"""Form fields that several rooms use: names, amounts, dates."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.fields.euros import parse_cents
from tournaments.pages.forms import TickBox
from tournaments.people.names import MAX_NAME_LENGTH, clean_name, validate_name

MAX_CENTS = 100_000_00


MAX_TABLE_NUMBER = 20_000
"""The highest number that a table can have, wherever one is typed."""


COUNT_ATTRIBUTES = {"inputmode": "numeric", "size": 6, "autocomplete": "off"}


class NameField(forms.CharField):
    """A name of anything: spaces normalized, invisible characters refused."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MAX_NAME_LENGTH, "validators": [validate_name], **options})

    def to_python(self, value: Any) -> str:
        return clean_name(super().to_python(value) or "")


class EuroField(forms.CharField):
    """An amount as people write it, “10”, “7,50”, “€ 7.50”; cleaned to cents. Empty is 0."""

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "size": 8, "autocomplete": "off"}
        super().__init__(**{"required": False, "widget": forms.TextInput(attrs=attributes), **options})

    def clean(self, value: Any) -> int:
        if value and re.fullmatch(r"\D*\d{1,3},\d{3}\D*", value):
            sentence = _("Write the amount with two decimals or with none: “%(amount)s” may mean thousands, or be a slip.")
            raise ValidationError(sentence, params={"amount": value.strip()})
        try:
            cents = parse_cents(value) if value and value.strip(" €") else 0
        except ValueError:
            raise ValidationError(_("Write an amount in euros, for example 10 or 7,50.")) from None
        if cents > MAX_CENTS:
            raise ValidationError(_("Write an amount in euros between 0 and 100,000, with two decimals at most."))
        return cents


def euros(cents: int) -> str:
    """What an `EuroField` shows; empty for nothing."""
    return f"{cents // 100},{cents % 100:02d}" if cents else ""


class DateInput(forms.DateInput):
    input_type = "date"


class EnteringForm(forms.Form):
    """Whether players enter singly; for games of two against two while nobody is entered."""

    individual = TickBox(
        label=_("Players enter alone, partners change every round"),
        help_text=_("Partners and opponents change every round and everybody is ranked alone. If off, fixed pairs enter."),
    )
