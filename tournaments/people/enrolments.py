"""Removing a person from what is announced and from the enrolments of tournaments."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tournaments.models import Announcement, Enrolment, Person, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.names import ERASED_NAME, fold_name

PHONE_DIGITS = 9
"""The last ones, which are the same with and without the number of the country."""
ANNOUNCED_TEXTS = ("contact", "controller", "who_may_play", "fee_includes", "prizes", "more", "late", "complaints")
RemoveNames = Callable[[str], str]


def erase_from_enrolments(person: Person, tournaments: Iterable[Tournament], names: Sequence[str]) -> None:
    """Remove the person from the enrolments of the tournaments. Those of an entry that the person is in, whatever they are called there;
    those without an entry by the name, unless telephone or card say that somebody else bears it.

    `person` is as it was before: telephone and card tell namesakes apart. Call inside `write_tx`.
    """
    folded = {fold_name(name) for name in names}
    rows = Enrolment.objects.filter(tournament__in=tournaments).select_related("entry")
    for row in rows.prefetch_related(prefetch_members("entry__members")):
        places = _find_places(row, person, folded)
        if not places:
            continue
        gone = len(places) == len(row.names)
        row.names = [ERASED_NAME if place in places else name for place, name in enumerate(row.names)]
        row.memberships = ["" if gone or place in places else card for place, card in enumerate(row.memberships)]
        row.phone = row.wish = row.note = ""
        row.save(update_fields=["names", "memberships", "phone", "wish", "note"])


def erase_from_announcing_texts(tournaments: Iterable[Tournament], remove: RemoveNames, remove_whole: RemoveNames) -> None:
    """Remove names from the words of others: wishes, notes and steps of enrolments, and what is announced, its history too.

    `remove` takes parts of a name too, `remove_whole` the whole one only.
    """
    for row in Enrolment.objects.filter(tournament__in=tournaments):
        texts = {"wish": remove(row.wish), "note": remove(row.note), "steps": _map_texts(row.steps, remove_whole)}
        if any(getattr(row, name) != value for name, value in texts.items()):
            Enrolment.objects.filter(pk=row.pk).update(**texts)
    for announcement in Announcement.objects.filter(tournament__in=tournaments):
        texts = {name: remove_whole(getattr(announcement, name)) for name in ANNOUNCED_TEXTS}
        lots = _map_texts(announcement.lots, remove_whole)
        Announcement.objects.filter(pk=announcement.pk).update(**texts, lots=lots)
    for former in Announcement.history.filter(tournament__in=tournaments):
        texts = {name: remove_whole(getattr(former, name)) for name in ANNOUNCED_TEXTS}
        Announcement.history.filter(history_id=former.history_id).update(**texts)


def _find_places(row: Enrolment, person: Person, folded: set[str]) -> set[int]:
    """Where in the names of an enrolment the person stands."""
    same = {place for place, name in enumerate(row.names) if fold_name(name) in folded}
    if row.entry is None:
        return set() if _is_namesake(row, person) else same
    members = [member.person for member in row.entry.members.all()]
    if all(member.pk != person.pk for member in members):
        return same
    others = {fold_name(member.name) for member in members if member.pk != person.pk}
    return same or {place for place, name in enumerate(row.names) if name != ERASED_NAME and fold_name(name) not in others}


def _is_namesake(row: Enrolment, person: Person) -> bool:
    """Whether telephone or card of an enrolment are those of somebody else."""
    cards = {card for card in row.memberships if card}
    return _differs(_cut_phone(row.phone), _cut_phone(person.phone)) or bool(person.membership and cards and person.membership not in cards)


def _cut_phone(phone: str) -> str:
    return "".join(filter(str.isdigit, phone))[-PHONE_DIGITS:]


def _differs(one: str, other: str) -> bool:
    return bool(one and other and one != other)


def _map_texts(value: Any, change: RemoveNames) -> Any:
    """The value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_map_texts(item, change) for item in value]
    if isinstance(value, dict):
        return {name: _map_texts(item, change) for name, item in value.items()}
    return value
