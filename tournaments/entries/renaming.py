"""Names that change once an entry has been drawn: the same person, spelt otherwise, or somebody else who plays from now on."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Round, Seat


@dataclass(frozen=True, slots=True)
class Renaming:
    """Who was at this position of the entry, and who is typed there now."""

    position: int
    leaves: str
    comes: str


def list_renamings(entry: Entry, persons: Sequence[str]) -> tuple[Renaming, ...]:
    """The names that differ from those with which the entry was drawn; none before its first published round. Two queries at most."""
    before = [(member.position, member.person.name) for member in entry.members.select_related("person").order_by("position")]
    names = {name for _position, name in before}
    changed = tuple(
        Renaming(position, name, typed)
        for (position, name), typed in zip(before, persons, strict=False)
        if name and typed not in names and name not in persons
    )
    return changed if changed and _is_drawn(entry) else ()


def _is_drawn(entry: Entry) -> bool:
    return Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT).exists()
