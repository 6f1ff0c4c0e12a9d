"""The public document of a tournament: its file without what is private, with names as its public pages show them.

Nothing is copied that is not named here or in `docs/publishing.md`: whatever a later version of the file brings stays out until somebody
decides about it. The same state gives the same bytes.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.crypto import salted_hmac

from exchange.encoding import Rows
from exchange.fields import NAMED_FIELDS, PLAIN_FIELDS
from exchange.writing import build_document
from tournaments.fields.declaration import DeclaredField
from tournaments.fields.declared import PERSON_FIELDS
from tournaments.models import Entry, Member, Person, Round, Substitution, Tournament
from tournaments.people.name_parts import split_name
from tournaments.people.naming import PublicNaming

Json = Any
NAMES = Tournament.PublicNames
PLAIN_SECTIONS = ("format", "version", "hall_tables", "ledger")
PUBLIC_BESIDE_FIELDS = frozenset({"hidden", "state"})
"""Declared fields that no page prints and that decide what the pages show."""
SORTING_FIELDS = frozenset({"surname"})
"""Declared fields of persons by which public lists are sorted: they go with full names, where they are a part of them."""
ANNOUNCED = {
    *("address", "town", "contact", "who_may_play", "fee_includes", "prizes", "more", "heats", "controller", "places", "look"),
    *("enrols", "offer_hours", "keep_days", "sequence", "meets_at", "starts_at", "ends_by", "closes_at", "cancelled_at", "changed_at"),
    *("late", "complaints"),
    "series",
}


def build_public_document(tournament: Tournament) -> dict[str, Json]:
    """The document as plain JSON values, which `exchange.reading` accepts; empty where the tournament has no public page.

    Read it inside one `snapshot_transaction`. Rounds that are not published, enrolments, money, links, sheets, words of the staff, their
    names, telephones, notes and membership numbers are left out; of a draft only the matches remain that the ledger names, without seats.
    """
    if not tournament.public:
        return {}
    whole = make_plain(build_document(tournament))
    names = _PublicNames(tournament)
    stages = [_strip_stage(stage, _list_named_matches(whole)) for stage in whole["stages"]]
    published = {stage["number"] for stage in stages if _is_shown(stage)}
    return {
        **{name: whole[name] for name in PLAIN_SECTIONS},
        "made_at": whole["tournament"]["created_at"],
        "tournament": whole["tournament"] | names.build_settings(),
        "persons": _build_persons(whole["persons"], names, stages),
        "entries": [names.strip_entry(entry) for entry in whole["entries"]],
        "desk": [{"actor": member["actor"], "role": ""} for member in whole["desk"]],
        "stages": stages,
        "links": [],
        "standings": [standings for standings in whole["standings"] if standings["stage"] in published],
    }


def make_plain(value: Json) -> Json:
    """The value with every `Rows` and tuple as a list."""
    if isinstance(value, dict):
        return {name: make_plain(part) for name, part in value.items()}
    return [make_plain(item) for item in value] if isinstance(value, list | tuple | Rows) else value


def _build_persons(persons: Mapping[str, Json], names: "_PublicNames", stages: Iterable[Json]) -> dict[str, Json]:
    announced = persons["announcement"]
    closed: dict[str, Json] = {"lots": [], "door_seats": {}}
    return {
        "people": [names.strip_person(person) for person in persons["people"]],
        "entries": [names.strip_names(entry) for entry in persons["entries"]],
        "desk": [{"actor": member["actor"], "user": ""} for member in persons["desk"]],
        "words": [{"seq": words["seq"], "salt": "", "text": ""} for words in persons["words"]],
        "changes": list(names.strip_changes(persons["changes"], stages)),
        "forbidden": [],
        "substitutions": [
            change | {"leaves": names.mask(change["leaves"]), "comes": names.mask(change["comes"]), "reason": ""}
            for change in persons["substitutions"]
        ],
        "paper": persons["paper"] and persons["paper"] | {"signatures": "", "prizes": ""},
        "fee_plan": None,
        "cash": [],
        "receipts": [],
        "prizes_given": [],
        "prize_pictures": [],
        "announcement": announced and {name: value for name, value in announced.items() if name in ANNOUNCED} | closed,
        "enrolments": [],
    }


def _list_named_matches(whole: Mapping[str, Json]) -> frozenset[str]:
    return frozenset(line["match"] for line in whole["ledger"])


def _is_shown(stage: Json) -> bool:
    return any(round_["state"] != Round.State.DRAFT for round_ in stage["rounds"])


def _strip_stage(stage: Json, named: frozenset[str]) -> Json:
    """The stage as it is published: who plays it, and the key of an announced draw, are told with its first round."""
    rounds = [_strip_round(round_, named) for round_ in stage["rounds"]]
    published = {"rounds": [round_ for round_ in rounds if round_["state"] != Round.State.DRAFT or round_["matches"]]}
    if _is_shown(stage):
        return stage | published
    return stage | published | {"entries": [], "seed": "", "seed_committed_at": None}


def _strip_round(round_: Json, named: frozenset[str]) -> Json:
    if round_["state"] != Round.State.DRAFT:
        return round_ | {"matches": [match | {"sheets": []} for match in round_["matches"]]}
    matches = [_strip_drafted(match) for match in round_["matches"] if match["code"] in named]
    return round_ | {"draw": None, "starts_at": None, "matches": matches}


def _strip_drafted(match: Json) -> Json:
    """A match of a draft that the ledger names: it was public once, and nobody sits there now."""
    return match | {"seats": [], "sheets": [], "reasons": [], "table": None, "bracket": None, "not_before": None, "seated_at": None}


def _empty(fields: Iterable[DeclaredField], section: Json) -> dict[str, Json]:
    """The declared fields of a section that are private, at their empty values."""
    return {
        field.name: field.empty
        for field in fields
        if field.name in section and not field.public and field.key not in PUBLIC_BESIDE_FIELDS | SORTING_FIELDS
    }


class _PublicNames:
    """Names of the tournament as its public pages show them, by the keys of its file."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.naming = PublicNaming(tournament)
        self.entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament).select_related("club")}
        self.persons = self._read_persons()

    @property
    def is_told(self) -> bool:
        """Whether any name is told at all."""
        return self.naming.form is not NAMES.NUMBERS

    def build_settings(self) -> dict[str, Json]:
        """What the settings of the tournament say of its names: short ones are short already where they arrive."""
        if self.naming.form in {NAMES.FIRST, NAMES.INITIALS, NAMES.SHORT}:
            return {"public_names": str(NAMES.SHORT), "surname_first": False}
        return {}

    def strip_person(self, section: Json) -> Json:
        name, erased = self.persons.get(section["id"], ""), section["erased_at"]
        columns = {"id": self.mask(section["id"]), "name": name, "erased_at": erased}
        if not name or self.naming.is_shortened or split_name(name, surname=section["surname"]).surname != section["surname"]:
            columns |= {field.name: field.empty for field in PERSON_FIELDS}
        return section | _empty(PERSON_FIELDS, section) | columns

    def mask(self, key: str) -> str:
        """The id of a person: one that tells nothing about other tournaments where the name is not told in full."""
        name = self.persons.get(key, "")
        if name and not self.naming.is_shortened:
            return key
        text = f"{self.tournament.created_at.isoformat()} {key} {bool(name)}"
        return str(uuid.UUID(bytes=salted_hmac("publishing.persons", text, algorithm="sha256").digest()[:16], version=4))

    def strip_names(self, section: Json) -> Json:
        entry = self.entries[section["number"]]
        is_named = self.is_told and not entry.hidden
        return section | _empty(NAMED_FIELDS, section) | {"name": self.naming.format_name(entry) if is_named else ""}

    def strip_entry(self, section: Json) -> Json:
        club = {"club": ""} if section["hidden"] else {}
        return section | _empty(PLAIN_FIELDS, section) | club | {"persons": [self.mask(person) for person in section["persons"]]}

    def strip_changes(self, changes: Iterable[Json], stages: Iterable[Json]) -> Iterator[Json]:
        """Why pairings were changed by hand, of published rounds, where pages tell it."""
        drawn = {(stage["number"], round_["number"]) for stage in stages for round_ in stage["rounds"] if round_["draw"] is not None}
        for change in changes:
            if (change["stage"], change["round"]) in drawn:
                yield change | {"reason": self.naming.filter_staff_text(change["reason"])}

    def _read_persons(self) -> dict[str, str]:
        """The names of persons that some public page shows, by public id."""
        members = Member.objects.filter(tournament=self.tournament, entry__phantom=False).select_related("person", "entry")
        playing = [(member.person, member.entry) for member in members]
        changes = Substitution.objects.filter(entry__tournament=self.tournament).select_related("leaves", "comes", "entry")
        playing += [(person, change.entry) for change in changes for person in (change.leaves, change.comes)]
        return {str(person.public_id): name for person, entry in playing if (name := self._format_person(person, entry))}

    def _format_person(self, person: Person, entry: Entry) -> str:
        return self.naming.format_person(person, entry) if person.name else ""
