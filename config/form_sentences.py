"""What a form says when a field cannot be read: our own sentences in the place of Django's, for every form, once when the site starts.

A sentence says what to write, with an example where one helps (docs/style.md). A field with better words of its own keeps them.
"""

from typing import Any

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _

CHOOSE_AGAIN = _("This choice is not there any more. Choose again.")

FIELD_SENTENCES: dict[type[forms.Field], dict[str, Any]] = {
    forms.Field: {"required": _("Fill this in.")},
    forms.BooleanField: {"required": _("Tick this box.")},
    forms.ChoiceField: {"required": _("Choose one."), "invalid_choice": CHOOSE_AGAIN},
    forms.MultipleChoiceField: {"required": _("Choose at least one."), "invalid_choice": CHOOSE_AGAIN, "invalid_list": CHOOSE_AGAIN},
    forms.ModelChoiceField: {"invalid_choice": CHOOSE_AGAIN},
    forms.ModelMultipleChoiceField: {"invalid_choice": CHOOSE_AGAIN, "invalid_list": CHOOSE_AGAIN, "invalid_pk_value": CHOOSE_AGAIN},
    forms.IntegerField: {"invalid": _("Write a whole number, for example 12.")},
    forms.FloatField: {"invalid": _("Write a number, for example 12.")},
    forms.DecimalField: {"invalid": _("Write a number, for example 12.")},
    forms.DateField: {"invalid": _("Write a date as 31/12/2026.")},
    forms.TimeField: {"invalid": _("Write a time as 21:30.")},
    forms.DateTimeField: {"invalid": _("Write day and time as 31/12/2026 21:30.")},
    forms.URLField: {"invalid": _("Write the whole address, for example https://example.org.")},
    forms.FileField: {
        "required": _("Choose a file first."),
        "missing": _("Choose a file first."),
        "invalid": _("Choose a file first."),
        "empty": _("The file is empty."),
        "max_length": _("The name of the file is too long: shorten it."),
    },
}
VALIDATOR_SENTENCES: dict[Any, Any] = {
    validators.MinValueValidator: _("Write %(limit_value)s or more."),
    validators.MaxValueValidator: _("Write %(limit_value)s or less."),
    validators.MinLengthValidator: _("Too short: write at least %(limit_value)s characters."),
    validators.MaxLengthValidator: _("Too long: write at most %(limit_value)s characters."),
    validators.EmailValidator: _("Write an e-mail address, for example anna@example.org."),
    validators.URLValidator: _("Write the whole address, for example https://example.org."),
}
DIGIT_SENTENCES: dict[str, Any] = {
    "invalid": _("Write a number, for example 12."),
    "max_digits": _("Write at most %(max)s digits."),
    "max_decimal_places": _("Write at most %(max)s decimals."),
    "max_whole_digits": _("Write at most %(max)s digits before the decimals."),
}


def speak_plainly() -> None:
    """Give every kind of field its sentences. Fields copy them when they are made, so this comes before any form is loaded."""
    for field, sentences in FIELD_SENTENCES.items():
        field.default_error_messages = vars(field).get("default_error_messages", {}) | sentences
    for validator, sentence in VALIDATOR_SENTENCES.items():
        validator.message = sentence
    validators.validate_email.message = VALIDATOR_SENTENCES[validators.EmailValidator]
    validators.validate_slug.message = _("Write letters, digits, - and _, without spaces.")
    validators.DecimalValidator.messages = dict(DIGIT_SENTENCES)
