"""Forgetting a person: the rows stay, so that results and draws stay what they were; the name is nowhere any more."""

import datetime as dt
import re

from tournaments.models import Draw, Entry, Person, Tournament
from tournaments.services.entries import NAME_SEPARATOR

GONE = "…"
"""What stands where a name stood; no language needs to translate it."""


def tournaments_of(person: Person) -> list[Tournament]:
    """Where the person plays or played, in the order of their keys."""
    return list(Tournament.objects.filter(entries__members__person=person).distinct().order_by("pk"))


def forget_person(person: Person, *, at: dt.datetime) -> tuple[str, ...]:
    """Empty name and telephone, also in the histories; entries are called by those who are left. Call inside `write_tx`.

    Returns every wording that has to be gone, for those who keep words of their own: the name and its parts of three letters and more.
    """
    name = person.name
    entries = list(Entry.objects.filter(members__person=person).prefetch_related("members__person"))
    Person.objects.filter(pk=person.pk).update(name="", phone="", erased_at=at)
    Person.history.filter(id=person.pk).update(name="", phone="", erased_at=at)
    for entry in entries:
        _rename(entry, person, name)
    for draw in Draw.objects.filter(round__stage__tournament__in=tournaments_of(person)).exclude(changes=[]):
        draw.changes = [{**change, "reason": without_name(change["reason"], name)} for change in draw.changes]
        draw.save(update_fields=["changes"])
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
    Entry.objects.filter(pk=entry.pk).update(name=renamed, note=note)
    for old in Entry.history.filter(id=entry.pk):
        Entry.history.filter(history_id=old.history_id).update(name=without_name(old.name, name), note=without_name(old.note, name))
