"""A form speaks in our words: no field keeps a sentence of Django's (config/form_sentences.py)."""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from django import forms
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation

STOCK = re.compile(r"Ensure |Enter a |Select a valid|This field is required|was submitted|not one of the available")
NOT_OURS = "django."
HIDDEN = {"key"}  # the key of a request: nobody types it


def _load_every_form(resolver: URLResolver) -> None:
    for pattern in resolver.url_patterns:
        if not isinstance(pattern, URLPattern):
            _load_every_form(pattern)


def _forms(of: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _forms(kind)


def test_no_field_says_a_sentence_of_the_framework():
    _load_every_form(get_resolver())
    said = [
        (kind.__name__, name, str(sentence))
        for kind in set(_forms())
        if not kind.__module__.startswith(NOT_OURS)
        for name, field in getattr(kind, "base_fields", {}).items()
        if name not in HIDDEN
        for sentence in (*field.error_messages.values(), *(getattr(check, "message", "") for check in field.validators))
        if STOCK.search(str(sentence))
    ]
    assert said == []


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        (forms.CharField(), "", "Da compilare."),
        (forms.BooleanField(), "", "Spunta questa casella."),
        (forms.IntegerField(min_value=0), "-5", "Scrivi 0 o più."),
        (forms.IntegerField(max_value=9), "12", "Scrivi 9 o meno."),
        (forms.IntegerField(), "zzz", "Scrivi un numero intero, per esempio 12."),
        (forms.DateField(), "zzz", "Scrivi una data come 31/12/2026."),
        (forms.ChoiceField(choices=[("a", "a")]), "b", "Questa scelta non c’è più. Scegli di nuovo."),
        (forms.CharField(min_length=8), "zzz", "Troppo corto: servono almeno 8 caratteri."),
        (forms.EmailField(), "zzz", "Scrivi un indirizzo e-mail, per esempio anna@example.org."),
    ],
)
def test_a_refused_value_is_told_what_to_write(field, typed, sentence):
    with translation.override("it"):
        with pytest.raises(forms.ValidationError) as refused:
            field.clean(typed)
        assert refused.value.messages == [sentence]


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_date_is_read_as_the_pages_write_it(language):
    with translation.override(language):
        assert forms.DateField(localize=True).clean("05/12/2026") == dt.date(2026, 12, 5)
