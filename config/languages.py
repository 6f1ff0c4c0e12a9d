"""The languages that the site offers: English, and every one that has a catalogue in locale/<package>/<locale>/."""

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language

SOURCE_LANGUAGE = "en"
PARTIAL = '"X-Partial: yes\\n"'
"""The line of a catalogue's head that says that the language is not complete."""

HEAD_LENGTH = 1000
"""Characters in which a catalogue's head ends."""


def list_locales(folder: Path) -> list[str]:
    """The locales that have a catalogue in `folder`, by name: fr, it, pt_BR."""
    return sorted({path.parents[1].name for path in folder.glob("*/*/LC_MESSAGES/django.po")})


def list_languages(folder: Path) -> list[tuple[str, str]]:
    """Code and name of each language, the source language first: Django's setting LANGUAGES."""
    codes = [SOURCE_LANGUAGE, *(to_language(locale) for locale in list_locales(folder))]
    return [(code, get_language_name(code)) for code in codes]


def list_partial_languages(folder: Path) -> frozenset[str]:
    """The codes of the languages of which a catalogue says that it is not complete: pages say so where one reads them."""
    paths = folder.glob("*/*/LC_MESSAGES/django.po")
    return frozenset(to_language(path.parents[1].name) for path in paths if PARTIAL in path.read_text(encoding="utf-8")[:HEAD_LENGTH])


def get_language_name(code: str) -> str:
    """What the language calls itself, as Django knows it; the code of a language that Django does not know."""
    name: str = LANG_INFO.get(code, {}).get("name_local", code)
    return name[:1].upper() + name[1:]
