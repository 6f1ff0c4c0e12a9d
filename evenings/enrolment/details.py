"""What somebody writes who enrols."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.fields.details import EntryDetails
from tournaments.models import Enrolment
from tournaments.models.announcements import MAX_LINE_LENGTH
from tournaments.people.names import clean_name

MOST_NAMES = 4
"""In one entry."""


@dataclass(frozen=True, slots=True)
class EnrolmentDetails:
    """Clean names in the order of the seats, one where somebody looks for a partner; a card number for each or none."""

    names: tuple[str, ...]
    memberships: tuple[str, ...] = ()
    phone: str = ""
    club: str = ""
    heat: str = ""
    looking: bool = False
    wish: str = ""
    strength: int = 2
    note: str = ""

    def build_entry_details(self) -> EntryDetails:
        """The entry of somebody who needs no partner; the telephone is that of the first person."""
        return build_entry_details([self])

    @classmethod
    def of(cls, enrolment: Enrolment) -> "EnrolmentDetails":
        """An enrolment as it is: names and club are those of its entry, which the desk may have changed. Three queries with an entry."""
        written, entry = cls.written_in(enrolment), enrolment.entry
        names = () if entry is None or enrolment.looking else tuple(member.person.name for member in entry.members.all())
        if entry is None or not names:
            return written
        cards = dict(zip(written.names, written.memberships, strict=False))
        memberships = tuple(cards.get(name, "") for name in names) if written.memberships else ()
        return replace(written, names=names, memberships=memberships, club=entry.club.name if entry.club else "")

    @classmethod
    def written_in(cls, enrolment: Enrolment) -> "EnrolmentDetails":
        """What was written in an enrolment."""
        same = ("phone", "club", "heat", "looking", "wish", "strength", "note")
        return cls(tuple(enrolment.names), tuple(enrolment.memberships), **{name: getattr(enrolment, name) for name in same})

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "EnrolmentDetails":
        """What came from another computer, cleaned. Raises: KeyError, TypeError, ValueError for what is none."""
        texts = {name: _clean(values[name]) for name in ("phone", "club", "heat", "wish", "note")}
        names, memberships = (tuple(_clean(text) for text in values[name]) for name in ("names", "memberships"))
        looking, strength = values["looking"], values["strength"]
        if not 1 <= len(names) <= MOST_NAMES or len(memberships) > MOST_NAMES or strength not in {1, 2, 3}:
            raise ValueError("is no enrolment")
        return cls(names, memberships, looking=bool(looking), strength=int(strength), **texts)

    def list_columns(self) -> dict[str, object]:
        """The columns of `Enrolment` that hold this."""
        same = ("phone", "club", "heat", "looking", "wish", "strength", "note")
        lists: dict[str, object] = {"names": list(self.names), "memberships": list(self.memberships)}
        return lists | {name: getattr(self, name) for name in same}


def _clean(value: Any) -> str:
    """Raises: ValueError."""
    if not isinstance(value, str) or len(value) > MAX_LINE_LENGTH:
        raise ValueError("is no line")
    return clean_name(value)


def build_entry_details(parts: "list[EnrolmentDetails]") -> EntryDetails:
    """One entry of all persons of the enrolments: a pair that enrolled together, or singles who play together."""
    names: list[str] = []
    values: list[dict[str, str]] = []
    for part in parts:
        cards = [*part.memberships, *[""] * (len(part.names) - len(part.memberships))]
        phones = [part.phone, *[""] * (len(part.names) - 1)]
        names += part.names
        values += [{"phone": phone, "membership": card} for phone, card in zip(phones, cards, strict=True)]
    clubs = {part.club for part in parts}
    return EntryDetails(names, person_values=values, club=clubs.pop() if len(clubs) == 1 else "")
