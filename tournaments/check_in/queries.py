"""Who is at the door and who is not."""

from dataclasses import dataclass

from tournaments.entries.queries import EntryLine, entry_lines, filter_lines
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class DoorLine:
    entry: EntryLine
    here: bool
    paid: bool


@dataclass(frozen=True, slots=True)
class Door:
    """`lines` are those that were asked for, who is missing first; counts are of everybody who has not withdrawn."""

    lines: tuple[DoorLine, ...]
    here: int
    missing: tuple[EntryLine, ...]
    paid_cents: int = 0
    """What was taken, from who withdrew too."""

    @property
    def used(self) -> bool:
        """Whether anybody was checked in: where nobody is, the door is not kept and nobody is missed."""
        return self.here > 0

    @property
    def only(self) -> DoorLine | None:
        return self.lines[0] if len(self.lines) == 1 else None


def door_of(tournament: Tournament, wanted: str = "") -> Door:
    """Three queries."""
    everybody = [line for line in entry_lines(tournament) if not line.withdrawn]
    paid = dict(Entry.objects.filter(tournament=tournament, fee_paid_cents__gt=0).values_list("pk", "fee_paid_cents"))
    lines = [DoorLine(line, line.state == Entry.State.PRESENT, line.id in paid) for line in filter_lines(everybody, wanted)]
    missing = tuple(line for line in everybody if line.state == Entry.State.ENTERED)
    ordered = tuple(sorted(lines, key=lambda one: (one.here, one.entry.number)))
    return Door(ordered, len(everybody) - len(missing), missing, sum(paid.values()))


def missing_before_draw(tournament: Tournament) -> tuple[EntryLine, ...]:
    """Who would be drawn without having been seen at the door; nobody where the door is not kept. Two queries."""
    door = [line for line in entry_lines(tournament) if not line.withdrawn]
    if not any(line.state == Entry.State.PRESENT for line in door):
        return ()
    return tuple(line for line in door if line.state == Entry.State.ENTERED)
