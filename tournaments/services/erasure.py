"""Forgetting a person: the rows stay, so that results and draws stay what they were; the name is nowhere any more."""

import datetime as dt
import re

from django.db.models import Q, QuerySet

from tournaments.models import Draw, Entry, ForbiddenPair, Person, Substitution, Tournament
from tournaments.services.entries import NAME_SEPARATOR

GONE = "…"
"""What stands where a name stood; no language needs to translate it."""


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
    """Empty name and telephone, also in the histories; entries are called by those who are left. Call inside `write_tx`.

    Returns every wording that has to be gone, for those who keep words of their own: the name and its parts of three letters and more.
    """
    name = person.name
    plays = Q(members__person=person) | Q(substitutions__leaves=person) | Q(substitutions__comes=person)
    entries = list(Entry.objects.filter(plays).distinct().prefetch_related("members__person"))
    theirs = tournaments_of(person)
    Person.objects.filter(pk=person.pk).update(name="", phone="", erased_at=at)
    Person.history.filter(id=person.pk).update(name="", phone="", erased_at=at)
    for entry in entries:
        _rename(entry, person, name)
    for draw in Draw.objects.filter(round__stage__tournament__in=theirs).exclude(changes=[]):
        draw.changes = [{**change, "reason": without_name(change["reason"], name)} for change in draw.changes]
        draw.save(update_fields=["changes"])
    for pair in ForbiddenPair.objects.filter(tournament__in=theirs).exclude(reason=""):
        ForbiddenPair.objects.filter(pk=pair.pk).update(reason=without_name(pair.reason, name))
    for substitution in Substitution.objects.filter(entry__tournament__in=theirs):
        Substitution.objects.filter(pk=substitution.pk).update(reason=without_name(substitution.reason, name))
    return wordings_of(name)


def wordings_of(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys([name, *(part for part in re.split(r"[\s.\-]+", name) if len(part) >= 3)])) if name else ()


def without_name(text: str, name: str) -> str:
    """`text` with the name and its longer parts taken out, however they are capitalised."""
    for wording in wordings_of(name):
        text = re.sub(rf"(?<!\w){re.escape(wording)}(?!\w)", GONE, text, flags=re.IGNORECASE)
    return text


def _rename(entry: Entry, person: Person, name: str) -> None:
    """A name made from the persons is made anew; a team's own name only loses theirs."""
    persons = [member.person for member in entry.members.all()]
    made = NAME_SEPARATOR.join(one.name for one in persons)
    shown = NAME_SEPARATOR.join(GONE if one.pk == person.pk else one.name or GONE for one in persons)
    renamed = shown if entry.name == made else without_name(entry.name, name)
    note = without_name(entry.note, name)
    entry.name, entry.note = renamed, note
    entry.save(update_fields=["name", "note"])  # in the history too: by it pages that were drawn before know that they are old
    for old in Entry.history.filter(id=entry.pk):
        Entry.history.filter(history_id=old.history_id).update(name=without_name(old.name, name), note=without_name(old.note, name))
