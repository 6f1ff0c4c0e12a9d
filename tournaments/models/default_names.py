"""What a stage is called that nobody named: it is stored in the language of whoever planned it, and read in that of whoever reads."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override

from pairing import format_by_key

STAGE_LABELS: Mapping[str, str] = {"final": gettext_noop("Final"), "consolation": gettext_noop("Consolation")}
"""What a plan of an evening calls its later stages, by their part in it."""


def translate_stage_name(stored: str, format_key: str) -> str:
    """The name in the reader's language where it is a default in any language; else as it was typed."""
    source = _list_defaults(format_key).get(stored)
    return stored if source is None else gettext(source)


def list_spellings(stored: str, format_key: str) -> frozenset[str]:
    """The name as somebody may have written it, in small letters: a default in every language, anything else as it was typed."""
    defaults = _list_defaults(format_key)
    if stored not in defaults:
        return frozenset({stored.casefold()})
    return frozenset(name.casefold() for name, source in defaults.items() if source == defaults[stored])


@cache
def _list_defaults(format_key: str) -> Mapping[str, str]:
    """The source text of each default, by what it is in each language."""
    defaults: dict[str, str] = {}
    for source in (*STAGE_LABELS.values(), *_find_format_name(format_key)):
        for language, _name in settings.LANGUAGES:
            with override(language):
                defaults.setdefault(gettext(source), source)
    return MappingProxyType(defaults)


def _find_format_name(format_key: str) -> tuple[str, ...]:
    """Nothing for a format of a plug-in that is no longer there."""
    try:
        return (format_by_key(format_key).name,)
    except KeyError:
        return ()
