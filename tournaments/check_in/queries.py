"""Check-in: who is present and who is not."""

from dataclasses import dataclass

from tournaments.cash.book import get_fee_cents, read_fee_plan
from tournaments.entries.queries import EntryLine, filter_lines, read_entry_lines
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class CheckInLine:
    entry: EntryLine
    here: bool
    paid: bool
    fee_cents: int = 0
    """What it pays: the fee of an entry, or of a re-entry."""


@dataclass(frozen=True, slots=True)
class CheckInList:
    """`lines` are those that match the search, absent entries first; the counts include everybody who has not withdrawn."""

    lines: tuple[CheckInLine, ...]
    here: int
    missing: tuple[EntryLine, ...]
    paid_cents: int = 0
    """What was taken, from who withdrew too."""

    @property
    def is_used(self) -> bool:
        """Whether anybody was checked in; otherwise check-in is not used, and nobody counts as missing."""
        return self.here > 0

    @property
    def only_line(self) -> CheckInLine | None:
        return self.lines[0] if len(self.lines) == 1 else None


def read_check_in_list(tournament: Tournament, search_text: str = "") -> CheckInList:
    """The check-in list, filtered by the search text. Five queries."""
    everybody = [line for line in read_entry_lines(tournament) if not line.withdrawn]
    paid = dict(Entry.objects.filter(tournament=tournament, fee_paid_cents__gt=0).values_list("pk", "fee_paid_cents"))
    plan = read_fee_plan(tournament)
    again = set(Entry.objects.filter(tournament=tournament, again_of__isnull=False).values_list("pk", flat=True))
    lines = [
        CheckInLine(line, line.state == Entry.State.PRESENT, line.id in paid, get_fee_cents(tournament, plan, again=line.id in again))
        for line in filter_lines(everybody, search_text)
    ]
    missing = tuple(line for line in everybody if line.state == Entry.State.ENTERED)
    ordered = tuple(sorted(lines, key=lambda check_in_line: (check_in_line.here, check_in_line.entry.number)))
    return CheckInList(ordered, len(everybody) - len(missing), missing, sum(paid.values()))


def read_missing_entries(tournament: Tournament) -> tuple[EntryLine, ...]:
    """The entries that would be drawn although they were not checked in; none where check-in is not used. Two queries."""
    lines = [line for line in read_entry_lines(tournament) if not line.withdrawn]
    if not any(line.state == Entry.State.PRESENT for line in lines):
        return ()
    return tuple(line for line in lines if line.state == Entry.State.ENTERED)
