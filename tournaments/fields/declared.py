"""The facts that are kept about an entry and about its persons, besides their names: one declaration each.

The form, the desk's list, CSV and XLSX, the reading of lists, the tournament's file and erasure all follow from it.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.fields.declaration import DeclaredField, Erasure, ValueKind, check_fields
from tournaments.models import Entry, Person
from tournaments.pages.fields import MAX_CENTS, MAX_TABLE_NUMBER
from tournaments.people.names import validate_telephone

MAX_NUMBER = 99_999

FIELDS = check_fields((
    DeclaredField(
        key="number",
        model=Entry,
        kind=ValueKind.NUMBER,
        label=_("Number"),
        lowest=1,
        highest=MAX_NUMBER,
        typed=False,
        public=True,
    ),
    DeclaredField(
        key="club",
        model=Entry,
        kind=ValueKind.CLUB,
        label=_("Club"),
        headings="circolo, bar, societa, associazione, paese, provenienza, citta, comune, localita, sezione, gruppo, town, village, "
        "club city, circolo citta",
        help_text=_("Entries of one club are kept apart in the draw."),
        listed=True,
        public=True,
    ),
    DeclaredField(
        key="seed",
        model=Entry,
        kind=ValueKind.NUMBER,
        label=_("Seed"),
        headings="testa di serie, teste di serie, tds, ts, seeding, serie",
        help_text=_("1 is the strongest. Empty for most."),
        lowest=1,
        highest=MAX_NUMBER,
        unique=True,
        listed=True,
        public=True,
    ),
    DeclaredField(
        key="category",
        model=Entry,
        kind=ValueKind.TEXT,
        label=_("Category"),
        erasure=Erasure.KEEP,
        headings="cat, categoria giocatori, classe",
        help_text=_("For prizes of its own, for example women or juniors."),
        listed=True,
        since=11,
    ),
    DeclaredField(
        key="name",
        model=Entry,
        kind=ValueKind.TEXT,
        label=_("Name of the team"),
        erasure=Erasure.REMOVE_NAMES,
        heading=_("Team"),
        headings="squadra, formazione, terna, iscrizione, entry, nome squadra, team name, nome coppia",
        help_text=_("Empty: the names of the players."),
        public=True,
    ),
    DeclaredField(
        key="fixed_table",
        model=Entry,
        kind=ValueKind.NUMBER,
        label=_("Always at table"),
        help_text=_("For example, for somebody who cannot walk far."),
        lowest=1,
        highest=MAX_TABLE_NUMBER,
        unique=True,
    ),
    DeclaredField(
        key="fee_paid",
        attribute="fee_paid_cents",
        model=Entry,
        kind=ValueKind.MONEY,
        label=_("Paid, in euros"),
        heading=_("Paid"),
        headings="pagata, versato, versata, quota pagata, quota versata, fee paid",
        highest=MAX_CENTS,
    ),
    DeclaredField(
        key="note",
        model=Entry,
        kind=ValueKind.TEXT,
        label=_("Note"),
        erasure=Erasure.REMOVE_NAMES,
        headings="nota, notes, annotazioni",
        help_text=_("Only for the desk."),
    ),
    DeclaredField(
        key="hidden",
        model=Entry,
        kind=ValueKind.YES_NO,
        label=_("Hidden on public pages"),
        help_text=_("For people who ask: only the number is shown there."),
        since=3,
    ),
    DeclaredField(
        key="state",
        model=Entry,
        kind=ValueKind.CHOICE,
        label=_("State"),
        typed=False,
    ),
    DeclaredField(
        key="phone",
        model=Person,
        kind=ValueKind.TEXT,
        label=_("Telephone"),
        erasure=Erasure.EMPTY,
        headings="phone, tel, cell, tel cell, cellulare, telefonino, mobile, recapito, numero di telefono, n telefono, n tel, phone number",
        help_text=_("Only for the desk."),
        listed=True,
        check=validate_telephone,
    ),
    DeclaredField(
        key="membership",
        model=Person,
        kind=ValueKind.TEXT,
        label=_("Membership number"),
        erasure=Erasure.EMPTY,
        headings="tessera, n tessera, nr tessera, num tessera, tessera n, tessera numero, tessera arci, membership, card number, licence, "
        "fideid, fide id, id fide",
        help_text=_("Of the club or federation; only for the desk."),
        listed=True,
        since=4,
    ),
    DeclaredField(
        key="surname",
        model=Person,
        kind=ValueKind.TEXT,
        label=_("Surname in lists"),
        erasure=Erasure.EMPTY,
        headings="cognome negli elenchi, ordine alfabetico",
        help_text=_("Only if lists sort this name wrongly. Empty: recognised from the name."),
        since=5,
    ),
))  # fmt: skip
ENTRY_FIELDS = tuple(field for field in FIELDS if not field.is_of_person)
PERSON_FIELDS = tuple(field for field in FIELDS if field.is_of_person)
FIELDS_BY_KEY: Mapping[str, DeclaredField] = {field.key: field for field in FIELDS}
TYPED_FIELDS = tuple(field for field in ENTRY_FIELDS if field.typed)


def read_values(entry: Entry) -> dict[str, Any]:
    """The declared values of an entry by key, without those of its persons. The entry comes with its club."""
    return {field.key: field.read_value(entry) for field in ENTRY_FIELDS}


def read_person_values(person: Person) -> dict[str, str]:
    """The declared values of a person by key."""
    return {field.key: field.read_value(person) for field in PERSON_FIELDS}
