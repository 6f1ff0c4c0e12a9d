"""The people and entries of a document as rows of this desk."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from simple_history.utils import bulk_create_with_history

from exchange.extras import iterate_parts, parse_time
from exchange.fields import NAMED_FIELDS, PLAIN_FIELDS
from exchange.import_state import ImportState
from tournaments.fields.declared import PERSON_FIELDS
from tournaments.models import Club, Entry, Member, Person
from tournaments.people.services import filter_household, find_or_create_clubs

Json = Mapping[str, Any]


def store_people(state: ImportState) -> None:
    """Store everybody who plays or played; whom the household knows already stays one person."""
    for sections in iterate_parts(state.document["persons"]["people"]):
        _store_persons(state, sections)


def _store_persons(state: ImportState, sections: Sequence[Json]) -> None:
    keys = [section["id"] for section in sections]
    household = filter_household(state.tournament.organizer_id, state.actor.pk).filter(public_id__in=keys)
    known_people = {(str(person.public_id), person.name): person for person in household}
    used_keys = {str(key) for key in Person.objects.filter(public_id__in=keys).values_list("public_id", flat=True)}
    people: dict[str, Person] = {}
    for section in sections:
        key = section["id"]
        if key in state.own_people:
            people[key] = _update_person(state.own_people[key], section)
        else:
            people[key] = known_people.get((key, section["name"])) or _build_person(section, is_used=key in used_keys)
    bulk_create_with_history([person for person in people.values() if person.pk is None], Person, default_user=state.actor)
    state.people |= {key: person.pk for key, person in people.items()}


def _build_person(section: Json, *, is_used: bool) -> Person:
    """A new row, with a public id of its own where a row of somebody else's tournament uses this one."""
    return Person(
        public_id=uuid.uuid4() if is_used else uuid.UUID(section["id"]),
        name=section["name"],
        erased_at=parse_time(section["erased_at"]),
        **{field.name: section[field.name] for field in PERSON_FIELDS},
    )


def _update_person(person: Person, section: Json) -> Person:
    """Somebody of this tournament, as the document writes the name; a name that was erased here stays erased."""
    if not person.erased_at:
        columns = {"name": section["name"], "erased_at": parse_time(section["erased_at"])}
        columns |= {field.name: section[field.name] for field in PERSON_FIELDS}
        changed = {name: value for name, value in columns.items() if getattr(person, name) != value}
        for name, value in changed.items():
            setattr(person, name, value)
        if changed:
            person.save()
    return person


def store_entries(state: ImportState) -> None:
    """Store the entries with their members. Their keys grow as they did on the other desk, so that draws can be repeated."""
    document, attempts = state.document, dict[int, int]()
    clubs: dict[str, Club] = find_or_create_clubs(section["club"] for section in document["entries"])
    places = {section["number"]: place for place, section in enumerate(document["persons"]["entries"])}
    ids = [section["id"] for section in document["entries"]]
    for position in sorted(range(len(ids)), key=ids.__getitem__):
        section = document["entries"][position]
        number, before = section["number"], section["again_of"]
        named = document["persons"]["entries"][places[number]]
        attempts[number] = 0 if before is None else attempts[before] + 1
        columns = {field.name: section[field.name] for field in PLAIN_FIELDS} | {field.name: named[field.name] for field in NAMED_FIELDS}
        columns |= {"club": clubs.get(section["club"]), "again_of_id": state.by_number.get(before), "phantom": section["phantom"]}
        entry, _new = Entry.objects.update_or_create(tournament=state.tournament, number=number, defaults=columns)
        state.entries[section["id"]] = state.by_number[number] = entry.pk
        Member.objects.bulk_create(
            Member(entry=entry, tournament=state.tournament, person_id=state.people[person], position=place, attempt=attempts[number])
            for place, person in enumerate(section["persons"])
        )
