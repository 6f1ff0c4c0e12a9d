"""The language of the command line, from `--language` or from the system, for our own texts and for those of argparse."""

import argparse
import gettext
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rules.texts import Translate, _

PACKAGE = Path(__file__).resolve().parents[1]
LOCALE = PACKAGE / "locale" if (PACKAGE / "locale").is_dir() else PACKAGE.parent / "locale"
"""Inside the package where the engine is installed alone, else beside it."""
DOMAIN = "django"
OWN_PACKAGE = "rules"
"""The package whose catalogue has the words of argparse."""
PARTIAL = '"X-Partial: yes'
"""Stands in the head of a catalogue that does not have every sentence."""
ARGPARSE_MESSAGES = (
    _("usage: "),
    _("options"),
    _("positional arguments"),
    _("show this help message and exit"),
    _("argument %(argument_name)s: %(message)s"),
    _("%(prog)s: error: %(message)s\n"),
    _("the following arguments are required: %s"),
    _("unrecognized arguments: %s"),
    _("expected one argument"),
    _("expected at least one argument"),
    _("ignored explicit argument %r"),
    _("ambiguous option: %(option)s could match %(matches)s"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    _("invalid %(type)s value: %(value)r"),
)
"""What it says to people; it looks for them in the current domain of gettext."""


def list_languages(folder: Path, *, partial: bool = True) -> tuple[str, ...]:
    """English, and every language with a catalogue in `folder`; on request without those whose catalogue calls itself partial."""
    catalogues = sorted((folder / OWN_PACKAGE).glob("*/LC_MESSAGES/django.po"))
    return ("en", *(path.parents[1].name for path in catalogues if partial or PARTIAL not in path.read_text(encoding="utf-8")))


LANGUAGES = list_languages(LOCALE)


def load_translation(language: str, package: str = OWN_PACKAGE) -> Translate:
    """The translating function of a compiled catalogue; English when there is none."""
    return gettext.translation(DOMAIN, LOCALE / package, [language], fallback=True).gettext


def detect_language(environment: Mapping[str, str]) -> str:
    """The language of the system from its environment variables, if it is supported; else English."""
    locale_name = next((environment[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    language = re.split("[^a-z]", locale_name)[0]
    return language if language in LANGUAGES else LANGUAGES[0]


def parse_language(argv: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of help and error messages, which is needed before the arguments are parsed."""
    language_parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    language_parser.add_argument("--language")
    try:
        language = language_parser.parse_known_args(argv)[0].language
    except argparse.ArgumentError:
        language = None
    return language if language in LANGUAGES else detect_language(environment)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """A context in which argparse uses a language; the previous language is restored at the end."""
    previous_domain, previous_folder, previous_language = gettext.textdomain(), gettext.bindtextdomain(DOMAIN), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALE / OWN_PACKAGE))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.bindtextdomain(DOMAIN, previous_folder)
        gettext.textdomain(previous_domain)
        if previous_language is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = previous_language
