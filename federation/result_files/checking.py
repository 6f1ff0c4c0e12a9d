"""The validator: everything that is wrong in a result file, by line and in words."""

import datetime as dt
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from exchange.conformance import iterate_faults
from exchange.encoding import parse_json
from federation.result_files.documents import FORMAT, VERSION, compute_matches_digest, is_signature_right, load_checks
from federation.result_files.lines import find_line, find_lines
from federation.result_files.tables import read_table

Json = Any
MAX_SIZE = 32 * 1024 * 1024
"""Bytes."""
MOST_FAULTS = 50


class Signed(StrEnum):
    """What the signature of a file says."""

    NOT = "not"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ResultFault:
    """A fault on a line, from 1; `place` names the field, empty for the whole file."""

    line: int
    place: str
    sentence: str

    def __str__(self) -> str:
        where = _("line %(line)d, %(place)s") if self.place else _("line %(line)d")
        return f"{where % {'line': self.line, 'place': self.place}}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class CheckedResult:
    """A result file that was read. Without faults `document` conforms to the format; `is_table` where it came as CSV."""

    document: Json
    faults: tuple[ResultFault, ...]
    signed: Signed = Signed.NOT
    is_table: bool = False

    @property
    def is_sound(self) -> bool:
        return not self.faults


def check_result_file(content: bytes) -> CheckedResult:
    """Read a file that anybody may have written, as JSON or CSV, and list what is wrong: fifty faults at most."""
    if len(content) > MAX_SIZE:
        return _refuse(1, _("The file is too large: a result has at most 32 MB."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _refuse(content.count(b"\n", 0, error.start) + 1, _("The file is no text in UTF-8: save it again as UTF-8."))
    if not text.strip():
        return _refuse(1, _("The file is empty."))
    return _check_json(content, text) if text.lstrip()[0] in "{[" else _check_table(text)


def _refuse(line: int, sentence: str) -> CheckedResult:
    return CheckedResult(None, (ResultFault(line, "", sentence),))


def _check_json(content: bytes, text: str) -> CheckedResult:
    try:
        document = parse_json(content)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            return _refuse(error.lineno, _("The file ends too early: part of it was lost on the way. Send it again."))
        return _refuse(error.lineno, _("The file is damaged or was changed by hand here. Make it again."))
    except (ValueError, RecursionError):
        return _refuse(1, _("The file has a name twice, a fraction, or too many brackets. Make it again."))
    if refusal := _check_origin(document):
        return refusal
    lines = find_lines(text)
    faults = tuple(ResultFault(find_line(lines, place), place, sentence) for place, sentence in islice(_find_faults(document), MOST_FAULTS))
    return CheckedResult(document, faults, _read_signature(document, faults))


def _check_table(text: str) -> CheckedResult:
    table = read_table(text)
    if not table.document and not table.faults:
        return _refuse(1, _("The table has no lines: a result names at least one entry."))
    if not table.faults and (refusal := _check_origin(table.document)):
        return refusal
    unreadable = tuple(ResultFault(fault.line, fault.place, fault.sentence) for fault in table.faults[:MOST_FAULTS])
    if unreadable:
        return CheckedResult(None, unreadable, is_table=True)
    problems = islice(_find_faults(table.document), MOST_FAULTS)
    faults = tuple(ResultFault(find_line({"": 2} | table.lines, place), place, sentence) for place, sentence in problems)
    return CheckedResult(table.document, faults, _read_signature(table.document, faults), is_table=True)


def _check_origin(document: Json) -> CheckedResult | None:
    """The refusal of what is no result file, or of one of a newer version."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return _refuse(1, _("This is no result file: its field “format” is not “card-result”."))
    version = document.get("version")
    if type(version) is int and version > VERSION:
        sentence = _("The file has version %(version)d, and this program reads up to version %(known)d. Update the program.")
        return _refuse(1, sentence % {"version": version, "known": VERSION})
    return None


def _read_signature(document: Json, faults: tuple[ResultFault, ...]) -> Signed:
    """Whether the signature is right. A wrong one is a fault; where others are too, nobody can say what it was over."""
    if any(fault.place == "signature" for fault in faults):
        return Signed.WRONG
    return Signed.RIGHT if not faults and document["signature"] is not None else Signed.NOT


def _find_faults(document: Json) -> Iterator[tuple[str, str]]:
    """Place and sentence: of the shape, and only where that is right, of what the values say together."""
    shape = list(islice(iterate_faults(document, load_checks()), MOST_FAULTS))
    yield from shape
    if not shape:
        yield from _find_bad_dates(document)
        yield from _find_bad_persons(document)
        yield from _find_bad_entries(document)
        yield from _find_bad_places(document)
        yield from _find_stray_matches(document)
        if document["signature"] is not None and not is_signature_right(document):
            yield "signature", _("does not fit: the file was changed after it was signed. Ask the organizer for it again.")


def _find_bad_dates(document: Json) -> Iterator[tuple[str, str]]:
    dates = [("event.date", document["event"]["date"]), ("made_at", document["made_at"][:10])]
    cards = [(f"persons[{place}].card.valid_until", person["card"]) for place, person in enumerate(document["persons"]) if person["card"]]
    dates += [(place, card["valid_until"]) for place, card in cards if card["valid_until"] is not None]
    for place, text in dates:
        try:
            dt.date.fromisoformat(text)
        except ValueError:
            yield place, _("is no date")
    try:
        dt.datetime.fromisoformat(document["made_at"])
    except ValueError:
        yield "made_at", _("is no time of day")


def _find_bad_persons(document: Json) -> Iterator[tuple[str, str]]:
    """Persons that appear twice or play nowhere, and a card of two of them."""
    ids = [person["id"] for person in document["persons"]]
    times, seen_cards = Counter(ids), dict[tuple[str, str], str]()
    for place, person in enumerate(document["persons"]):
        if times[person["id"]] > 1:
            yield f"persons[{place}].id", _("appears twice")
        if person["card"] is not None:
            card = (person["card"]["issuer"].casefold(), person["card"]["number"].casefold())
            if seen_cards.setdefault(card, person["id"]) != person["id"]:
                yield f"persons[{place}].card.number", _("is the card of two persons")
    playing = {key for entry in document["entries"] for key in entry["persons"]}
    for place in (place for place, person in enumerate(document["persons"]) if person["id"] not in playing):
        yield f"persons[{place}]", _("is in no entry")


def _find_bad_entries(document: Json) -> Iterator[tuple[str, str]]:
    """Entries that appear twice, and persons of theirs that are not there."""
    repeated, ids = _("appears twice"), {person["id"] for person in document["persons"]}
    numbers = Counter(entry["number"] for entry in document["entries"])
    for place, entry in enumerate(document["entries"]):
        if numbers[entry["number"]] > 1:
            yield f"entries[{place}].number", repeated
        for position, key in enumerate(entry["persons"]):
            if key not in ids:
                yield f"entries[{place}].persons[{position}]", _("refers to a person who is not in the file")
        if len(set(entry["persons"])) != len(entry["persons"]):
            yield f"entries[{place}].persons", repeated


def _find_bad_places(document: Json) -> Iterator[tuple[str, str]]:
    """Places begin with 1 and leave out none but those that others share; who shares one is not alone there."""
    if not document["entries"]:
        yield "entries", _("names nobody: a result has at least one entry")
    at_place: defaultdict[int, list[int]] = defaultdict(list)
    for position, entry in enumerate(document["entries"]):
        if entry["place"] is not None:
            at_place[entry["place"]].append(position)
        elif entry["shared"]:
            yield f"entries[{position}].shared", _("says that a place is shared, and there is none")
    before = 0
    for place in sorted(at_place):
        holders = at_place[place]
        if place > before + 1:
            sentence = _("skips places: %(count)d entries stand before it") % {"count": before}
            yield f"entries[{holders[0]}].place", sentence
        before += len(holders)
        if len(holders) == 1 and document["entries"][holders[0]]["shared"]:
            yield f"entries[{holders[0]}].shared", _("says that the place is shared, and nobody else holds it")


def _find_stray_matches(document: Json) -> Iterator[tuple[str, str]]:
    if document["matches"] is None:
        return  # a table never has them, and its digest is that of the file
    numbers = {entry["number"] for entry in document["entries"]}
    for place, match in enumerate(document["matches"]):
        if any(number not in numbers for side in match["sides"] for number in side):
            yield f"matches[{place}].sides", _("refers to an entry that is not in the file")
        if match["winner"] is not None and match["winner"] >= len(match["sides"]):
            yield f"matches[{place}].winner", _("is no side of the match")
    if document["matches_sha256"] and document["matches_sha256"] != compute_matches_digest(document["matches"]):
        yield "matches_sha256", _("does not fit: the matches were changed afterwards")
