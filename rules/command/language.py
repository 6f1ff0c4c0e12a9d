"""The language of a command line, chosen by `--language` or by the system: for our own words, and for those of argparse."""

import argparse
import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rules.texts import Translate, _

LANGUAGES = ("en", "it")
LOCALE = Path(__file__).resolve().parents[2] / "locale"
DOMAIN = "django"
OWN = "rules"
"""The package whose catalogue has the words of argparse."""
OF_ARGPARSE = (
    _("usage: "),
    _("options"),
    _("positional arguments"),
    _("show this help message and exit"),
    _("argument %(argument_name)s: %(message)s"),
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


def translation(language: str, package: str = OWN) -> Translate:
    """The compiled catalogue of a language; English when there is none."""
    return gettext.translation(DOMAIN, LOCALE / package, [language], fallback=True).gettext


def own_language(environment: Mapping[str, str]) -> str:
    """The language of whoever runs the command, as the system says it, if it is spoken here; else English."""
    said = next((environment[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return said[:2] if said[:2] in LANGUAGES else LANGUAGES[0]


def asked_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of help and complaints, which are needed before the arguments are read."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--language")
    try:
        said = first.parse_known_args(words)[0].language
    except argparse.ArgumentError:
        said = None
    return said if said in LANGUAGES else own_language(environment)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Let argparse speak a language, and whatever it spoke before afterwards."""
    domain, folder, before = gettext.textdomain(), gettext.bindtextdomain(DOMAIN), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALE / OWN))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.bindtextdomain(DOMAIN, folder)
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
