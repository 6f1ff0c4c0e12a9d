"""A place in a document in words: which entry, match or line, and which of its fields."""

import re
from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from exchange.fields import SECTIONS
from exchange.stored_rows import StoredRows
from exchange.values import BrokenCopy
from tournaments.people.names import NAME_SEPARATOR

Json = Any
_OF_ENTRIES = {("entries",), ("persons", "entries")}
_NAMED_BY = {
    ("persons", "people"): (gettext_noop("person “%(value)s”"), "name"),
    ("persons", "cash"): (gettext_noop("line %(value)s of the cash book"), "number"),
    ("persons", "enrolments"): (gettext_noop("enrolment %(value)s"), "number"),
    ("stages",): (gettext_noop("stage “%(value)s”"), "name"),
    ("stages", "rounds"): (gettext_noop("round %(value)s"), "number"),
    ("stages", "rounds", "matches"): (gettext_noop("match %(value)s"), "code"),
    ("standings",): (gettext_noop("standings of stage %(value)s"), "stage"),
    ("ledger",): (gettext_noop("ledger entry %(value)s"), "seq"),
}
"""What an object of a list is called, and the name of the value that tells it from others."""
_PART = re.compile(r"([a-z_0-9]+)|\[(\d+)\]")


def break_document(document: Json, place: str, sentence: str) -> BrokenCopy:
    """What is raised for a fault of a document: the place in words, and what to do."""
    words = describe_place(document, place)
    if words == place:
        return BrokenCopy(place, sentence)
    text = _("%(words)s: %(sentence)s (%(place)s). Save the file again on the other computer.")
    return BrokenCopy(place, sentence, text % {"words": capfirst(words), "sentence": sentence, "place": place})


def describe_place(document: Json, place: str) -> str:
    """“entry 3, Rossi – Bianchi, “Paid, in euros”” for `entries[2].fee_paid_cents`; the place itself where no words are known for it.

    The document is untrusted: what is missing or of another kind is left out.
    """
    path = [name or int(number) for name, number in _PART.findall(place)]
    words: list[str] = []
    section: list[str] = []
    part = document
    for step in path:
        part = _get(part, step)
        if isinstance(step, int):
            words += _describe_item(document, tuple(section), step, part)
            if not words:
                return place
        else:
            section.append(step)
    if not words:
        return place
    if isinstance(path[-1], str):
        words.append(_("“%(field)s”") % {"field": _find_label(tuple(section[:-1]), str(path[-1]))})
    return ", ".join(words)


def _get(part: Json, step: str | int) -> Json:
    if isinstance(step, str):
        return part.get(step) if isinstance(part, dict) else None
    return part[step] if isinstance(part, list | StoredRows) and step < len(part) else None


def _describe_item(document: Json, section: tuple[str, ...], position: int, item: Json) -> list[str]:
    """The words for one object of a list, none for what has no name; later lists lie inside of those described before."""
    values: dict[str, Json] = item if isinstance(item, dict) else {}
    if section in _OF_ENTRIES:
        return _describe_entry(document, values.get("number"), position)
    if section not in _NAMED_BY:
        return []
    sentence, name = _NAMED_BY[section]
    return [_(sentence) % {"value": values.get(name, position + 1)}]


def _describe_entry(document: Json, number: Json, position: int) -> list[str]:
    if type(number) is not int:
        return [_("entry in place %(position)d of the list") % {"position": position + 1}]
    entries, named, people = (_list(document, *path) for path in (("entries",), ("persons", "entries"), ("persons", "people")))
    team = next((str(row.get("name") or "") for row in named if row.get("number") == number), "")
    persons = next((row.get("persons") for row in entries if row.get("number") == number), None)
    names = {row.get("id"): str(row.get("name") or "") for row in people if isinstance(persons, list) and row.get("id") in persons}
    name = team or NAME_SEPARATOR.join(filter(None, names.values()))
    return [_("entry %(number)d") % {"number": number}, *([name] if name else [])]


def _list(document: Json, *path: str) -> Sequence[dict[str, Json]]:
    for name in path:
        document = _get(document, name)
    return [row for row in document if isinstance(row, dict)] if isinstance(document, list | StoredRows) else []


def _find_label(section: tuple[str, ...], name: str) -> str:
    """What forms call a declared field; else its name in the file."""
    return next((str(field.label) for field in SECTIONS.get(section, ()) if field.name == name), name)
