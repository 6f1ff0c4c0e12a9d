"""Catalogues of translations: `python -m config.messages [--check] [PACKAGE …]` extracts, updates and compiles them.

Every package has its own catalogue; `site` is what belongs to none (this package and the base templates). Catalogues carry no line
numbers and are sorted, so that a diff shows only what was said differently. `--check` changes nothing and fails on an entry that is
missing, fuzzy or stale, or whose translation names other placeholders than its source.
"""

import argparse
import io
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE = "it"
SITE = "site"
PACKAGES = ("rules", "pairing", "standings", "paper", "jobs", "tournaments", "scoring", "exchange", "backup", SITE)
SOURCES = {package: package for package in PACKAGES} | {SITE: "config"}

HEADER = f"""\
msgid ""
msgstr ""
"Project-Id-Version: La Bella\\n"
"Language: {LANGUAGE}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
TEMPLATES = (".html", ".svg")
PERCENT_FIELD = re.compile(r"%\(\w+\)[sdif]|%[sdif]")


def catalogue_path(package: str) -> Path:
    return ROOT / "locale" / package / LANGUAGE / "LC_MESSAGES" / "django.po"


def source_files(package: str) -> Iterator[Path]:
    """Python files and templates whose strings belong to `package`, in a fixed order."""
    yield from sorted((ROOT / SOURCES[package]).rglob("*.py"))
    templates = ROOT / "templates"
    if package == SITE:
        others = tuple(templates / name for name in PACKAGES)
        yield from (path for path in _templates_in(templates) if not any(other in path.parents for other in others))
    else:
        yield from _templates_in(templates / package)


def _templates_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in TEMPLATES)


def extracted(package: str) -> Catalog:
    """All that `package` marks for translation, untranslated."""
    catalogue = Catalog(locale=LANGUAGE)
    for path in source_files(package):
        text = path.read_text(encoding="utf-8")
        if path.suffix in TEMPLATES:
            text = _as_python(templatize(text, origin=str(path)))
        found = extract("python", io.BytesIO(text.encode()), KEYWORDS, comment_tags=("Translators:",), options={"encoding": "utf-8"})
        for _line, message, comments, context in found:
            catalogue.add(message, auto_comments=comments, context=context)
    return catalogue


def _as_python(templatized: str) -> str:
    """What Django makes of a template for a tool that reads Python, without the indentation that means nothing."""
    return "\n".join(line.strip() for line in templatized.splitlines())


def stored(package: str) -> Catalog:
    path = catalogue_path(package)
    if not path.exists():
        return Catalog(locale=LANGUAGE)
    with path.open("rb") as file:
        return read_po(file, locale=LANGUAGE)


def updated(package: str) -> Catalog:
    """What is stored, with new entries empty and stale ones gone."""
    old, new = stored(package), extracted(package)
    for message in _entries(new):
        known = old.get(message.id, message.context)
        if known and _shape(known) == _shape(message):
            message.string, message.flags = known.string, known.flags | message.flags
            message.user_comments = known.user_comments
    return new


def as_text(catalogue: Catalog) -> str:
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=120, no_location=True, omit_header=True, sort_output=True)
    return HEADER + buffer.getvalue().decode()


def complaints(package: str) -> list[str]:
    """What keeps the catalogue from being complete, one sentence each."""
    old, new = stored(package), extracted(package)
    found = []
    for message in _entries(new):
        known = old.get(message.id, message.context)
        found += [f"{package}: {what}: {_source(message)!r}" for what in _faults(message, known)]
    wanted = {(_source(message), message.context) for message in _entries(new)}
    stale = [message for message in _entries(old) if (_source(message), message.context) not in wanted]
    return found + [f"{package}: stale: {_source(message)!r}" for message in stale]


def _faults(message: Message, known: Message | None) -> Iterator[str]:
    if known is None or _shape(known) != _shape(message):
        yield "missing"
        return
    translations = known.string if isinstance(known.string, (tuple, list)) else (known.string,)
    texts = [text for text in translations if text]
    if len(texts) < len(translations):
        yield "not translated"
        return
    if known.fuzzy:
        yield "fuzzy"
    allowed = [_placeholders(text) for text in (message.id if isinstance(message.id, (tuple, list)) else (message.id,))]
    if any(_placeholders(text) not in allowed for text in texts):
        yield "placeholders differ"


def _placeholders(text: str) -> tuple[str, ...]:
    try:
        braces = sorted({name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name})
    except ValueError:
        braces = []
    return (*braces, *sorted(set(PERCENT_FIELD.findall(text.replace("%%", "")))))


def _entries(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _source(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _shape(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def update(package: str) -> None:
    path = catalogue_path(package)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = as_text(updated(package))
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def compile_catalogue(package: str) -> None:
    path = catalogue_path(package)
    if not path.exists():
        return
    draft = path.with_suffix(".mo.part")
    with draft.open("wb") as file:
        write_mo(file, stored(package))
    draft.rename(path.with_suffix(".mo"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m config.messages", description="Extract, update and compile the translations.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"one of {', '.join(PACKAGES)}; all without a name")
    parser.add_argument("--check", action="store_true", help="change nothing; fail when something is not translated")
    parser.add_argument("--compile", action="store_true", help="only compile what is stored")
    choice = parser.parse_args()
    packages = choice.packages or PACKAGES
    if unknown := set(packages) - set(PACKAGES):
        parser.error(f"no such package: {', '.join(sorted(unknown))}")
    if not choice.check:
        for package in packages:
            if not choice.compile:
                update(package)
            compile_catalogue(package)
    if choice.compile:
        return 0
    found = [complaint for package in packages for complaint in complaints(package)]
    print(*found, sep="\n", end="\n" if found else "")  # noqa: T201 - a command line
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
