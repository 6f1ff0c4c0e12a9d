"""Reading a document that may have been anywhere: its spelling, its shape, its chain."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from exchange.conformance import faults_of
from exchange.upgrades import brought_up
from exchange.values import BrokenCopy
from scoring.ledger import GENESIS, Head, Link, Record, check_chain, head_of
from scoring.verification.queries import fault_sentence
from tournaments.people.names import clean_name, validate_name

Json = Any
SCHEMA = Path(__file__).with_name("tournament-file.schema.json")
LARGEST = 20 * 1024 * 1024
"""Bytes; ten times the largest tournament that we know how to hold."""


@cache
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return loaded


def parse_document(content: bytes) -> dict[str, Json]:
    """The document in `content`, of the shape that the schema says. Raises BrokenCopy with the place."""
    whole = _("the file")
    if len(content) > LARGEST:
        raise BrokenCopy(whole, _("is larger than %(most)d MB") % {"most": LARGEST // 1024 // 1024})
    try:
        value = json.loads(content, object_pairs_hook=_without_repetition, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BrokenCopy(whole, _("cannot be read as JSON: %(reason)s") % {"reason": error}) from error
    value = brought_up(value)
    for place, sentence in faults_of(value, schema(), schema()):
        raise BrokenCopy(place or whole, sentence)
    document: dict[str, Json] = value
    return document


def check_document(document: Mapping[str, Json]) -> Head:
    """Check what can be known without a database: chain, references, names; the head of its ledger. Raises BrokenCopy."""
    for fault in check_chain(links_of(document)):
        raise BrokenCopy(f"ledger[{fault.seq - 1}]", fault_sentence(fault.kind))
    for place, sentence in (*_strays(document), *_bad_names(document)):
        raise BrokenCopy(place, sentence)
    return head_of_document(document)


def head_of_document(document: Mapping[str, Json]) -> Head:
    last: dict[str, Json] = document["ledger"][-1] if document["ledger"] else {"seq": 0, "digest": GENESIS}
    return head_of(last["seq"], last["digest"])


def links_of(document: Mapping[str, Json]) -> Iterator[Link]:
    for line in document["ledger"]:
        yield Link(Record(**{name: line[name] for name in Record.__slots__}), line["prev"], line["digest"])


def matches_of(document: Mapping[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    """Every match with its place in the document."""
    for stage_place, stage in enumerate(document["stages"]):
        for round_place, round_ in enumerate(stage["rounds"]):
            for match_place, match in enumerate(round_["matches"]):
                yield f"stages[{stage_place}].rounds[{round_place}].matches[{match_place}]", match


def _without_repetition(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _refuse(text: str) -> None:
    raise ValueError(f"{text[:20]} is no integer")


def _strays(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """References to what the document does not hold, and numbers given twice."""
    twice, unknown = _("stands twice"), _("refers to something that the file does not hold")
    people = [person["id"] for person in document["persons"]["people"]]
    ids = [entry["id"] for entry in document["entries"]]
    numbers = [entry["number"] for entry in document["entries"]]
    codes = [match["code"] for _place, match in matches_of(document)]
    words = [one["seq"] for one in document["persons"]["words"]]
    lists = {"persons.people": people, "entries": ids, "entries.number": numbers, "matches": codes, "persons.words": words}
    yield from ((place, twice) for place, values in lists.items() if len(set(values)) != len(values))
    if sorted(one["number"] for one in document["persons"]["entries"]) != sorted(numbers):
        yield "persons.entries", _("does not name exactly the entries of the file")
    known, seats, entered, told_of = set(people), set(ids), set(numbers), {"", *codes}
    for place, entry in enumerate(document["entries"]):
        yield from ((f"entries[{place}].persons", unknown) for person in entry["persons"] if person not in known)
    for match_place, match in matches_of(document):
        yield from ((f"{match_place}.seats", unknown) for side in match["seats"] for seat in side if seat not in seats)
    for stage_place, stage in enumerate(document["stages"]):
        yield from ((f"stages[{stage_place}].entries", unknown) for one in stage["entries"] if one["entry"] not in entered)
    for name in ("ledger", "links"):
        yield from ((f"{name}[{place}].match", unknown) for place, one in enumerate(document[name]) if one["match"] not in told_of)
    yield from _strays_beside(document["persons"], known, entered, told_of)


def _strays_beside(persons: Mapping[str, Json], people: set[str], numbers: set[int], codes: set[str]) -> Iterator[tuple[str, str]]:
    unknown = _("refers to something that the file does not hold")
    for place, pair in enumerate(persons["forbidden"]):
        if not {pair["first"], pair["second"]} <= numbers:
            yield f"persons.forbidden[{place}]", unknown
    for place, one in enumerate(persons["substitutions"]):
        if one["entry"] not in numbers or one["match"] not in codes or not {one["leaves"], one["comes"]} <= people:
            yield f"persons.substitutions[{place}]", unknown


def _bad_names(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    people, tournament = document["persons"]["people"], document["tournament"]
    names = {f"persons.people[{place}].name": one["name"] for place, one in enumerate(people)}
    names |= {f"entries[{place}].club": one["club"] for place, one in enumerate(document["entries"])}
    names |= {f"persons.entries[{place}].note": one["note"] for place, one in enumerate(document["persons"]["entries"])}
    for part in ("forbidden", "substitutions"):
        names |= {f"persons.{part}[{place}].reason": one["reason"] for place, one in enumerate(document["persons"][part])}
    names |= {"tournament.name": tournament["name"], "tournament.venue": tournament["venue"]}
    for place, name in names.items():
        try:
            validate_name(clean_name(name))
        except ValidationError as error:
            yield place, " ".join(error.messages)
