"""Translation catalogues: `python -m config.messages [--check] [PACKAGE …]` extracts, updates and compiles them.

Every package has its own catalogue in each language; `site` holds this package and the base templates. Catalogues carry no line numbers
and are sorted, so that a diff shows only changed messages. `--check` writes nothing and fails on an entry that is missing, fuzzy or stale,
or whose translation has other placeholders than its source. `--begin fr` makes the empty catalogues of a new language.
Entries, and whole catalogues, may be missing in a partial language: one with the line `X-Partial: yes` in the head of a catalogue.
"""

import argparse
import datetime as dt
import io
import re
import string
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config.languages import PARTIAL, SOURCE_LANGUAGE, list_locales

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
SITE = "site"
NO_DATE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""In the head of every compiled catalogue, so that the same sentences are the same bytes whenever they are compiled."""
PACKAGES = (
    *("rules", "pairing", "standings", "paper", "jobs"),
    *("tournaments", "accounts", "scoring", "rankings", "printing", "visitors", "desk", "evenings"),
    *("exchange", "publishing", "federation", "api", "backup", SITE),
)
SOURCES = {package: package for package in PACKAGES} | {SITE: "config"}

HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: La Bella\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms};\\n"
{partial}
"""
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
TEMPLATES = (".html", ".svg")
UNTRANSLATED = MISSING, NOT_TRANSLATED = "missing", "not translated"
"""What may happen in a partial language: such a sentence stands there in English."""
PERCENT_FIELD = re.compile(r"%\(\w+\)[sdif]|%[sdif]")


def get_catalogue_path(package: str, language: str) -> Path:
    return LOCALE / package / language / "LC_MESSAGES" / "django.po"


def is_partial(language: str) -> bool:
    """Whether any catalogue of the language says that it is not complete."""
    paths = (get_catalogue_path(package, language) for package in PACKAGES)
    return any(path.exists() and PARTIAL in path.read_text(encoding="utf-8") for path in paths)


def list_source_files(package: str) -> Iterator[Path]:
    """Python files and templates whose strings belong to `package`, in a fixed order."""
    yield from sorted((ROOT / SOURCES[package]).rglob("*.py"))
    templates = ROOT / "templates"
    if package == SITE:
        package_folders = tuple(templates / name for name in PACKAGES)
        yield from (path for path in _list_templates(templates) if not any(folder in path.parents for folder in package_folders))
    else:
        yield from _list_templates(templates / package)


def _list_templates(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in TEMPLATES)


def extract_messages(package: str, language: str = SOURCE_LANGUAGE) -> Catalog:
    """All messages that `package` marks for translation, untranslated, with room for the plural forms of the language."""
    catalogue = create_catalogue(language)
    for path in list_source_files(package):
        text = path.read_text(encoding="utf-8")
        if path.suffix in TEMPLATES:
            text = _strip_indentation(templatize(text, origin=str(path)))
        entries = extract("python", io.BytesIO(text.encode()), KEYWORDS, comment_tags=("Translators:",), options={"encoding": "utf-8"})
        for _line, message, comments, context in entries:
            catalogue.add(message, auto_comments=comments, context=context)
    return catalogue


def _strip_indentation(templatized: str) -> str:
    """Django's Python-like text of a template without its meaningless indentation."""
    return "\n".join(line.strip() for line in templatized.splitlines())


def create_catalogue(language: str) -> Catalog:
    """An empty catalogue; a language that Babel does not know gets the plural forms of English."""
    try:
        return Catalog(locale=language)
    except UnknownLocaleError:
        return Catalog(locale=SOURCE_LANGUAGE)


def read_catalogue(package: str, language: str) -> Catalog:
    path = get_catalogue_path(package, language)
    if not path.exists():
        return create_catalogue(language)
    with path.open("rb") as file:
        return read_po(file, locale=create_catalogue(language).locale)


def build_updated_catalogue(package: str, language: str) -> Catalog:
    """The stored catalogue with new entries (empty) and without stale ones."""
    old, new = read_catalogue(package, language), extract_messages(package, language)
    for message in _list_messages(new):
        stored_message = old.get(message.id, message.context)
        if stored_message and _message_ids(stored_message) == _message_ids(message):
            message.string, message.flags = stored_message.string, stored_message.flags | message.flags
            message.user_comments = stored_message.user_comments
    return new


def format_catalogue(catalogue: Catalog, language: str, *, partial: bool) -> str:
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=120, no_location=True, omit_header=True, sort_output=True)
    header = HEADER.format(language=language, plural_forms=catalogue.plural_forms.rstrip(";"), partial=f"{PARTIAL}\n" if partial else "")
    return header + buffer.getvalue().decode()


def find_problems(package: str, language: str) -> list[str]:
    """Sentences that say why the catalogue is not complete, or in a partial language why it is wrong.

    A sentence that is gone is no fault of a partial language: who changes one need not speak it, and the next run leaves it out.
    """
    old, new = read_catalogue(package, language), extract_messages(package, language)
    place, allowed = f"{package}/{language}", UNTRANSLATED if is_partial(language) else ()
    problems = []
    for message in _list_messages(new):
        stored_message = old.get(message.id, message.context)
        faults = [problem for problem in _find_message_problems(message, stored_message) if problem not in allowed]
        problems += [f"{place}: {problem}: {_source_text(message)!r}" for problem in faults]
    if is_partial(language):
        return problems
    current_keys = {(_source_text(message), message.context) for message in _list_messages(new)}
    stale = [message for message in _list_messages(old) if (_source_text(message), message.context) not in current_keys]
    return problems + [f"{place}: stale: {_source_text(message)!r}" for message in stale]


def _find_message_problems(message: Message, stored_message: Message | None) -> Iterator[str]:
    if stored_message is None or _message_ids(stored_message) != _message_ids(message):
        yield MISSING
        return
    translations = stored_message.string if isinstance(stored_message.string, (tuple, list)) else (stored_message.string,)
    texts = [text for text in translations if text]
    if len(texts) < len(translations):
        yield NOT_TRANSLATED
        return
    if stored_message.fuzzy:
        yield "fuzzy"
    allowed = [_find_placeholders(text) for text in (message.id if isinstance(message.id, (tuple, list)) else (message.id,))]
    if any(_find_placeholders(text) not in allowed for text in texts):
        yield "placeholders differ"


def _find_placeholders(text: str) -> tuple[str, ...]:
    try:
        braces = sorted({name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name})
    except ValueError:
        braces = []
    return (*braces, *sorted(set(PERCENT_FIELD.findall(text.replace("%%", "")))))


def _list_messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _source_text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _message_ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def update_catalogue(package: str, language: str) -> None:
    path = get_catalogue_path(package, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = format_catalogue(build_updated_catalogue(package, language), language, partial=is_partial(language))
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")


def compile_catalogue(package: str, language: str) -> None:
    path = get_catalogue_path(package, language)
    if not path.exists():
        return
    draft = path.with_suffix(".mo.part")
    with draft.open("wb") as file:
        catalogue = read_catalogue(package, language)
        catalogue.creation_date = catalogue.revision_date = NO_DATE
        write_mo(file, catalogue)
    draft.replace(path.with_suffix(".mo"))


def begin_language(language: str, packages: Iterable[str]) -> None:
    """Make the catalogues of a new language: partial, with every sentence still to be translated."""
    for package in packages:
        path = get_catalogue_path(package, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_catalogue(extract_messages(package, language), language, partial=True), encoding="utf-8")


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.messages", description="Extract, update and compile the translations.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"one of {', '.join(PACKAGES)}; all without a name")
    parser.add_argument("--check", action="store_true", help="change nothing; fail when something is not translated")
    parser.add_argument("--compile", action="store_true", help="only compile what is stored")
    parser.add_argument("--begin", metavar="LANGUAGE", help="make the catalogues of a new language: fr, pt_BR")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    parser = _build_parser()
    arguments = parser.parse_args(argv)
    packages = arguments.packages or PACKAGES
    if unknown := set(packages) - set(PACKAGES):
        parser.error(f"no such package: {', '.join(sorted(unknown))}")
    if arguments.begin:
        if arguments.begin in {SOURCE_LANGUAGE, *list_locales(LOCALE)}:
            parser.error(f"{arguments.begin} has catalogues already")
        begin_language(arguments.begin, packages)
    catalogues = [(package, language) for language in list_locales(LOCALE) for package in packages]
    if not arguments.check:
        for catalogue in catalogues:
            if not arguments.compile:
                update_catalogue(*catalogue)
            compile_catalogue(*catalogue)
    if arguments.compile:
        return 0
    problems = [problem for catalogue in catalogues for problem in find_problems(*catalogue)]
    print(*problems, sep="\n", end="\n" if problems else "")  # noqa: T201 - a command line
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
