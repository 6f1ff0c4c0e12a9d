"""Erasing a person: the rows stay, so that results and draws stay valid; the name is removed everywhere."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from functools import partial

from django.db.models import Q, QuerySet

from tournaments.fields.declaration import Erasure
from tournaments.fields.declared import ENTRY_FIELDS, PERSON_FIELDS
from tournaments.models import (
    CardKind,
    CashLine,
    CashReceipt,
    Draw,
    Entry,
    ForbiddenPair,
    MemberCard,
    Person,
    PrizeHandover,
    ReceiptWords,
    Substitution,
    Tournament,
)
from tournaments.models.prefetches import prefetch_members
from tournaments.people.cards import build_name_key
from tournaments.people.enrolments import erase_from_announcing_texts, erase_from_enrolments
from tournaments.people.names import ERASED_NAME, NAME_SEPARATOR

TEXTS_WITH_NAMES = tuple(field.name for field in ENTRY_FIELDS if field.erasure is Erasure.REMOVE_NAMES and field.key != "name")


def read_tournaments_of(person: Person) -> list[Tournament]:
    """The tournaments in which the person plays or played, in the order of their ids."""
    plays = Q(entries__members__person=person) | Q(entries__substitutions__leaves=person) | Q(entries__substitutions__comes=person)
    return list(Tournament.objects.filter(plays).distinct().order_by("pk"))


def filter_people_of(tournament: Tournament) -> QuerySet[Person]:
    """Everybody whose name this tournament holds, replaced players too; in the order of their names."""
    changed = Substitution.objects.filter(entry__tournament=tournament)
    plays = Q(memberships__tournament=tournament) | Q(pk__in=changed.values("leaves")) | Q(pk__in=changed.values("comes"))
    return Person.objects.filter(plays).distinct().order_by("name")


def erase_person_rows(person: Person, *, at: dt.datetime) -> tuple[str, ...]:
    """Empty the name and every declared field, also in the histories, and delete the histories of deleted persons: a mistyped name was
    stored as another person. Entries are named by the remaining persons. Call inside `write_tx`.

    Returns every name that the person had, for modules that store texts of their own.
    """
    names = read_names_of(person)
    plays = Q(members__person=person) | Q(substitutions__leaves=person) | Q(substitutions__comes=person)
    entries = list(Entry.objects.filter(plays).distinct().prefetch_related(prefetch_members()))
    tournaments = read_tournaments_of(person)
    emptied = {field.name: field.empty for field in PERSON_FIELDS if field.erasure is Erasure.EMPTY}
    Person.objects.filter(pk=person.pk).update(name="", erased_at=at, **emptied)
    Person.history.filter(id=person.pk).update(name="", erased_at=at, **emptied)
    Person.history.exclude(id__in=Person.objects.values("pk")).delete()
    for entry in entries:
        _rename_entry(entry, person, names)
    for draw in Draw.objects.filter(round__stage__tournament__in=tournaments).exclude(changes=[]):
        draw.changes = [{**change, "reason": remove_names(change["reason"], names)} for change in draw.changes]
        draw.save(update_fields=["changes"])
    for pair in ForbiddenPair.objects.filter(tournament__in=tournaments).exclude(reason=""):
        ForbiddenPair.objects.filter(pk=pair.pk).update(reason=remove_names(pair.reason, names))
    for line in CashLine.objects.filter(tournament__in=tournaments).exclude(label=""):
        CashLine.objects.filter(pk=line.pk).update(label=remove_names(line.label, names))
    erase_from_treasury(tournaments, names)
    erase_from_enrolments(person, tournaments, names)
    erase_from_announcing_texts(tournaments, partial(remove_names, names=names), partial(remove_names, names=names, whole=True))
    for substitution in Substitution.objects.filter(entry__tournament__in=tournaments):
        Substitution.objects.filter(pk=substitution.pk).update(reason=remove_names(substitution.reason, names))
    return names


def erase_from_treasury(tournaments: Sequence[Tournament], names: Sequence[str]) -> None:
    """Remove the names from receipts, day cards and the words of given prizes, and the person's cards from the lists of members."""
    for receipt in CashReceipt.objects.filter(line__tournament__in=tournaments):
        texts = {name: remove_names(getattr(receipt, name), names) for name in ("payer", "issuer", "words")}
        CashReceipt.objects.filter(pk=receipt.pk).update(**texts)
    for handover in PrizeHandover.objects.filter(tournament__in=tournaments):
        PrizeHandover.objects.filter(pk=handover.pk).update(text=remove_names(handover.text, names, whole=True))
    organizers = {tournament.organizer_id for tournament in tournaments}
    for words in ReceiptWords.objects.filter(organizer__in=organizers):
        texts = {name: remove_names(getattr(words, name), names, whole=True) for name in ("issuer", "member", "associate", "guest")}
        ReceiptWords.objects.filter(pk=words.pk).update(**texts)
    keys = {build_name_key(name) for name in names}
    cards = MemberCard.objects.filter(organizer__in=organizers).values_list("pk", "name")
    own = MemberCard.objects.filter(pk__in=[key for key, name in cards if build_name_key(name) in keys])
    own.filter(kind=CardKind.DAY).update(name=ERASED_NAME)  # its number stays given: the sheet of that day was signed
    own.exclude(kind=CardKind.DAY).delete()


def read_names_of(person: Person) -> tuple[str, ...]:
    """The person's name and its earlier spellings."""
    earlier_names = Person.history.filter(id=person.pk).values_list("name", flat=True)
    return tuple(dict.fromkeys(name for name in (person.name, *earlier_names) if name))


def remove_names(text: str, names: Iterable[str], *, whole: bool = False) -> str:
    """`text` with the names removed in any capitalization and, unless `whole`, their parts of three or more letters."""
    for name in names:
        parts = [] if whole else [part for part in re.split(r"[\s.\-]+", name) if len(part) >= 3]
        for wording in (name, *parts):
            text = re.sub(rf"(?<!\w){re.escape(wording)}(?!\w)", ERASED_NAME, text, flags=re.IGNORECASE)
    return text


def _rename_entry(entry: Entry, person: Person, names: Sequence[str]) -> None:
    """Compose a name made from the persons again; from a team's own name only remove the person's names."""
    persons = [member.person for member in entry.members.all()]
    composed_name = NAME_SEPARATOR.join(member_person.name for member_person in persons)
    remaining_name = NAME_SEPARATOR.join(
        ERASED_NAME if member_person.pk == person.pk else member_person.name or ERASED_NAME for member_person in persons
    )
    entry.name = remaining_name if entry.name == composed_name else remove_names(entry.name, names)
    for column in TEXTS_WITH_NAMES:
        setattr(entry, column, remove_names(getattr(entry, column), names))
    texts = {column: getattr(entry, column) for column in ("name", *TEXTS_WITH_NAMES)}
    entry.save(update_fields=list(texts))  # in the history too: by it pages that were drawn before know that they are old
    Entry.history.filter(id=entry.pk).update(**texts)  # earlier ones may be spelt in any way
