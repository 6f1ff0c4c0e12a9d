"""Forgetting a person: the rows stay, so that results and draws stay what they were; the name is nowhere any more."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from tournaments.models import Draw, Entry, ForbiddenPair, Person, Substitution, Tournament
from tournaments.people.names import GONE, NAME_SEPARATOR


def tournaments_of(person: Person) -> list[Tournament]:
    """Where the person plays or played, in the order of their keys."""
    plays = Q(entries__members__person=person) | Q(entries__substitutions__leaves=person) | Q(entries__substitutions__comes=person)
    return list(Tournament.objects.filter(plays).distinct().order_by("pk"))


def people_of(tournament: Tournament) -> QuerySet[Person]:
    """Everybody whose name this tournament holds, also who played until somebody took their place; in the order of their names."""
    changed = Substitution.objects.filter(entry__tournament=tournament)
    plays = Q(memberships__tournament=tournament) | Q(pk__in=changed.values("leaves")) | Q(pk__in=changed.values("comes"))
    return Person.objects.filter(plays).distinct().order_by("name")


def forget_person(person: Person, *, at: dt.datetime) -> tuple[str, ...]:
    """Empty name and telephone, also in the histories, and forget the histories of people who are gone: what was typed wrong before was
    somebody else. Entries are called by those who are left. Call inside `write_tx`.

    Returns every name that the person had, for those who keep words of their own.
    """
    names = names_of(person)
    plays = Q(members__person=person) | Q(substitutions__leaves=person) | Q(substitutions__comes=person)
    entries = list(Entry.objects.filter(plays).distinct().prefetch_related("members__person"))
    theirs = tournaments_of(person)
    Person.objects.filter(pk=person.pk).update(name="", phone="", erased_at=at)
    Person.history.filter(id=person.pk).update(name="", phone="", erased_at=at)
    Person.history.exclude(id__in=Person.objects.values("pk")).delete()
    for entry in entries:
        _rename(entry, person, names)
    for draw in Draw.objects.filter(round__stage__tournament__in=theirs).exclude(changes=[]):
        draw.changes = [{**change, "reason": without_names(change["reason"], names)} for change in draw.changes]
        draw.save(update_fields=["changes"])
    for pair in ForbiddenPair.objects.filter(tournament__in=theirs).exclude(reason=""):
        ForbiddenPair.objects.filter(pk=pair.pk).update(reason=without_names(pair.reason, names))
    for substitution in Substitution.objects.filter(entry__tournament__in=theirs):
        Substitution.objects.filter(pk=substitution.pk).update(reason=without_names(substitution.reason, names))
    return names


def names_of(person: Person) -> tuple[str, ...]:
    """What the person is called, and whatever stood there before it was put right."""
    before = Person.history.filter(id=person.pk).values_list("name", flat=True)
    return tuple(dict.fromkeys(name for name in (person.name, *before) if name))


def without_names(text: str, names: Iterable[str], *, whole: bool = False) -> str:
    """`text` with the names taken out, however they are capitalised, and unless `whole` their parts of three letters and more."""
    for name in names:
        parts = [] if whole else [part for part in re.split(r"[\s.\-]+", name) if len(part) >= 3]
        for wording in (name, *parts):
            text = re.sub(rf"(?<!\w){re.escape(wording)}(?!\w)", GONE, text, flags=re.IGNORECASE)
    return text


def _rename(entry: Entry, person: Person, names: Sequence[str]) -> None:
    """A name made from the persons is made anew; a team's own name only loses theirs."""
    persons = [member.person for member in entry.members.all()]
    made = NAME_SEPARATOR.join(one.name for one in persons)
    shown = NAME_SEPARATOR.join(GONE if one.pk == person.pk else one.name or GONE for one in persons)
    entry.name = shown if entry.name == made else without_names(entry.name, names)
    entry.note = without_names(entry.note, names)
    entry.save(update_fields=["name", "note"])  # in the history too: by it pages that were drawn before know that they are old
    Entry.history.filter(id=entry.pk).update(name=entry.name, note=entry.note)  # earlier ones may be spelt in any way
