"""Read an untrusted document: check its spelling, its shape and its chain."""

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from desk.verification.queries import format_fault
from exchange.announcing import find_stray_announcing, iterate_announcing_texts
from exchange.conformance import find_fault, inline_definitions
from exchange.encoding import parse_json
from exchange.fields import FORMAT, VERSION, complete_schema, iterate_texts
from exchange.places import break_document
from exchange.stored_rows import split_document
from exchange.treasury import find_stray_treasury, iterate_treasury_texts
from exchange.upgrades import upgrade_document
from exchange.values import BrokenCopy
from scoring.ledger.chain import GENESIS, ChainLink, Head, LedgerRecord, build_head, check_chain
from tournaments.people.names import clean_name, validate_name

Json = Any
SCHEMA = Path(__file__).with_name("tournament-file.schema.json")
_NOT_OURS = gettext_noop("is not a tournament file of La Bella: choose the one that “Save the file” made on the other computer")
MOST_AT_ONCE = 2 * 1024 * 1024
"""Bytes of a file that is parsed whole: two hundred pairs in some rounds."""
MAX_FILE_SIZE = 256 * 1024 * 1024
"""Bytes; 10,000 pairs make 50 MB in two rounds of a Swiss, nine rounds would make 235, and every copy has to come back."""


@cache
def load_schema() -> dict[str, Any]:
    """The schema of the file, with the declared fields."""
    return complete_schema(json.loads(SCHEMA.read_text("utf-8")))


@cache
def _load_checks() -> dict[str, Any]:
    return inline_definitions(load_schema())


def read_document(file: IO[bytes]) -> dict[str, Json]:
    """Parse a file and validate it against the schema. The long lists of a large one are `exchange.stored_rows.StoredRows`, which read on
    in it: it must stay open as long as the document is used.

    Raises BrokenCopy with the place; OSError.
    """
    file_place, size = _("the file"), file.seek(0, os.SEEK_END)
    if size > MAX_FILE_SIZE:
        raise BrokenCopy(file_place, _("is larger than %(most)d MB") % {"most": MAX_FILE_SIZE // 1024 // 1024})
    try:
        value = _parse_large(file) if size > MOST_AT_ONCE else parse_json(_read_whole(file))
    except UnicodeDecodeError as error:
        raise BrokenCopy(file_place, _(_NOT_OURS)) from error
    except (ValueError, RecursionError) as error:
        if f'"{FORMAT}"'.encode() not in _read_whole(file):
            raise BrokenCopy(file_place, _(_NOT_OURS)) from error
        raise BrokenCopy(file_place, _("is damaged or was changed by hand: save it again on the other computer")) from error
    _check_origin(value)
    value = upgrade_document(value)
    if fault := find_fault(value, _load_checks()):
        place, sentence = fault
        raise break_document(value, place or file_place, sentence)
    document: dict[str, Json] = value
    return document


def _parse_large(file: IO[bytes]) -> Json:
    """The document by its lines; one of an older version, or in another spelling, as a whole."""
    try:
        document = split_document(file, parse_json)
    except (ValueError, RecursionError):
        return parse_json(_read_whole(file))
    return document if isinstance(document, dict) and document.get("version") == VERSION else parse_json(_read_whole(file))


def _read_whole(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


def _check_origin(value: Json) -> None:
    """Raises BrokenCopy for what is no tournament file, and for one of a newer release."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BrokenCopy(_("the file"), _(_NOT_OURS))
    version = value.get("version")
    if type(version) is int and version > VERSION:
        raise BrokenCopy(_("the file"), _("was saved by a newer La Bella: update La Bella on this computer, then import it"))


def check_document(document: Mapping[str, Json]) -> Head:
    """Check what needs no database: chain, references, names. Return the head of its ledger. Raises BrokenCopy."""
    for fault in check_chain(iterate_links(document)):
        raise break_document(document, f"ledger[{fault.seq - 1}]", format_fault(fault.kind))
    for place, sentence in (*_find_stray_references(document), *_find_bad_names(document)):
        raise break_document(document, place, sentence)
    return compute_head(document)


def compute_head(document: Mapping[str, Json]) -> Head:
    last: dict[str, Json] = document["ledger"][-1] if document["ledger"] else {"seq": 0, "digest": GENESIS}
    return build_head(last["seq"], last["digest"])


def iterate_links(document: Mapping[str, Json]) -> Iterator[ChainLink]:
    for line in document["ledger"]:
        yield ChainLink(LedgerRecord(**{name: line[name] for name in LedgerRecord.__slots__}), line["prev"], line["digest"])


def iterate_matches(document: Mapping[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    """Every match with its place in the document."""
    for stage_place, stage in enumerate(document["stages"]):
        for round_place, round_ in enumerate(stage["rounds"]):
            for match_place, match in enumerate(round_["matches"]):
                yield f"stages[{stage_place}].rounds[{round_place}].matches[{match_place}]", match


def _find_stray_references(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Place and sentence of references to missing objects, and of numbers used twice."""
    repeated, unknown = _("appears twice"), _("refers to something that is not in the file")
    people = [person["id"] for person in document["persons"]["people"]]
    ids = [entry["id"] for entry in document["entries"]]
    numbers = [entry["number"] for entry in document["entries"]]
    codes = [match["code"] for _place, match in iterate_matches(document)]
    words = [text["seq"] for text in document["persons"]["words"]]
    lists = {"persons.people": people, "entries": ids, "entries.number": numbers, "matches": codes, "persons.words": words}
    yield from ((place, repeated) for place, values in lists.items() if len(set(values)) != len(values))
    if sorted(entry_names["number"] for entry_names in document["persons"]["entries"]) != sorted(numbers):
        yield "persons.entries", _("does not name exactly the entries of the file")
    person_ids, entry_ids, entry_numbers, match_codes = set(people), set(ids), set(numbers), {"", *codes}
    for place, entry in enumerate(document["entries"]):
        yield from ((f"entries[{place}].persons", unknown) for person in entry["persons"] if person not in person_ids)
    for match_place, match in iterate_matches(document):
        yield from ((f"{match_place}.seats", unknown) for side in match["seats"] for seat in side if seat not in entry_ids)
    for stage_place, stage in enumerate(document["stages"]):
        yield from ((f"stages[{stage_place}].entries", unknown) for enrolled in stage["entries"] if enrolled["entry"] not in entry_numbers)
    for name in ("ledger", "links"):
        yield from (
            (f"{name}[{place}].match", unknown) for place, reference in enumerate(document[name]) if reference["match"] not in match_codes
        )
    yield from _find_stray_extras(document["persons"], person_ids, entry_numbers, match_codes)
    yield from _find_bad_phantoms(document)
    yield from _find_stray_cash(document, entry_numbers)
    yield from find_stray_treasury(document["persons"], entry_numbers)
    yield from find_stray_announcing(document["persons"], entry_numbers)


def _find_stray_extras(persons: Mapping[str, Json], people: set[str], numbers: set[int], codes: set[str]) -> Iterator[tuple[str, str]]:
    unknown = _("refers to something that is not in the file")
    for place, pair in enumerate(persons["forbidden"]):
        if not {pair["first"], pair["second"]} <= numbers:
            yield f"persons.forbidden[{place}]", unknown
    for place, substitution in enumerate(persons["substitutions"]):
        if (
            substitution["entry"] not in numbers
            or substitution["match"] not in codes
            or not {substitution["leaves"], substitution["comes"]} <= people
        ):
            yield f"persons.substitutions[{place}]", unknown


def _find_bad_phantoms(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """A phantom whose person still plays, and a second one."""
    phantoms = [(place, entry) for place, entry in enumerate(document["entries"]) if entry["phantom"]]
    for place, _entry in [pair for pair in phantoms if pair[1]["state"] != "withdrawn"] or phantoms[1:]:
        yield f"entries[{place}].phantom", _("is not possible")


def _find_stray_cash(document: Mapping[str, Json], numbers: set[int]) -> Iterator[tuple[str, str]]:
    """Re-entries of an entry that does not come before them, and lines of the cash book that cannot be."""
    repeated, unknown, impossible = _("appears twice"), _("refers to something that is not in the file"), _("is not possible")
    ids = {entry["number"]: entry["id"] for entry in document["entries"]}
    reentered = [entry["again_of"] for entry in document["entries"] if entry["again_of"] is not None]
    plan, cash = document["persons"]["fee_plan"], document["persons"]["cash"]
    for place, entry in enumerate(document["entries"]):
        if entry["again_of"] is not None and not ids.get(entry["again_of"], entry["id"]) < entry["id"]:
            yield f"entries[{place}].again_of", unknown
    if plan is not None and plan["reentry_pot_cents"] > plan["reentry_cents"]:
        yield "persons.fee_plan", impossible
    cancelled = [line["cancels"] for line in cash if line["cancels"] is not None]
    lists = {"entries.again_of": reentered, "persons.cash.cancels": cancelled}
    lists |= {f"persons.cash.{name}": [line[name] for line in cash] for name in ("number", "key")}
    yield from ((place, repeated) for place, values in lists.items() if len(set(values)) != len(values))
    earlier: set[int] = set()
    for place, line in enumerate(cash):
        if line["entry"] not in {None, *numbers} or line["cancels"] not in {None, *earlier}:
            yield f"persons.cash[{place}]", unknown
        if not line["amount_cents"]:
            yield f"persons.cash[{place}].amount_cents", impossible
        earlier.add(line["number"])


def _find_bad_names(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    for place, name in _iterate_names(document):
        try:
            validate_name(clean_name(name))
        except ValidationError as error:
            yield place, " ".join(error.messages)


def _iterate_names(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Place and value of everything that a person typed."""
    persons, tournament = document["persons"], document["tournament"]
    yield from ((f"persons.people[{place}].name", person["name"]) for place, person in enumerate(persons["people"]))
    yield from iterate_texts(document)
    for part in ("forbidden", "substitutions"):
        yield from ((f"persons.{part}[{place}].reason", item["reason"]) for place, item in enumerate(persons[part]))
    yield from ((f"persons.cash[{place}].label", line["label"]) for place, line in enumerate(persons["cash"]))
    yield from iterate_treasury_texts(persons)
    yield from iterate_announcing_texts(persons)
    yield from (("tournament.name", tournament["name"]), ("tournament.venue", tournament["venue"]))
