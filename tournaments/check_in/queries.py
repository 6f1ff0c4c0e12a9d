"""Check-in: who is present and who is not."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, QuerySet, When

from tournaments.cash.book import get_fee_cents, read_fee_plan
from tournaments.check_in.door_book import DoorSeat, GivenSeat
from tournaments.entries.paged import search_entries, select_entries
from tournaments.entries.queries import EntryLine, build_entry_lines, count_entries
from tournaments.models import Entry, Round, Seat, Tournament
from tournaments.people.cards import CardCheck, check_cards
from tournaments.seen import compute_fingerprint

State = Entry.State
MOST_LEFT_OUT = 5


@dataclass(frozen=True, slots=True)
class CheckInLine:
    entry: EntryLine
    here: bool
    paid: bool
    fee_cents: int = 0
    """What it pays: the fee of an entry, or of a re-entry."""
    seat: DoorSeat | None = None
    """The seat that it drew at the door."""
    cards: tuple[CardCheck, ...] = ()
    """Its persons by the club's list of members; empty where the club has none."""

    @property
    def fee_fingerprint(self) -> str:
        return compute_fingerprint(self.fee_cents)

    @property
    def invalid_cards(self) -> tuple[CardCheck, ...]:
        return tuple(check for check in self.cards if not check.is_valid)


@dataclass(frozen=True, slots=True)
class CheckInList:
    """`entries` are those that match the search, absent ones first; the counts include everybody who has not withdrawn."""

    entries: QuerySet[Entry]
    here: int
    missing: int
    paid_cents: int = 0
    """What was taken, from who withdrew too."""

    @property
    def is_used(self) -> bool:
        """Whether anybody was checked in; otherwise check-in is not used, and nobody counts as missing."""
        return self.here > 0


def read_check_in_list(tournament: Tournament, search_text: str = "") -> CheckInList:
    """The check-in list, filtered by the search text. One query, and two where a name is looked for; a page of entries takes two more."""
    counts = count_entries(tournament)
    entries = search_entries(tournament, search_text).exclude(state=State.WITHDRAWN)
    absent_first = Case(When(state=State.PRESENT, then=1), default=0)
    return CheckInList(entries.order_by(absent_first, "number"), counts["here"], counts["playing"] - counts["here"], counts["paid"])


def list_left_out(tournament: Tournament, search_text: str) -> list[Entry]:
    """Who withdrew or was left out, of those that are looked for: they are on no page of the door, and may stand before it. Two queries."""
    if not search_text:
        return []
    return list(search_entries(tournament, search_text).filter(state=State.WITHDRAWN, phantom=False).order_by("number")[:MOST_LEFT_OUT])


def list_tables_of(tournament: Tournament, entries: Collection[int]) -> list[int]:
    """The tables of the rounds being played at which these entries sit, by id. One query."""
    seats = Seat.objects.filter(entry__in=entries, match__round__stage__tournament=tournament, match__round__state=Round.State.PUBLISHED)
    return sorted({table for table in seats.values_list("match__table", flat=True) if table is not None})


def build_check_in_lines(
    tournament: Tournament, entries: Sequence[Entry], seats: Mapping[int, GivenSeat] | None = None
) -> list[CheckInLine]:
    """The lines of the entries of a page, with what each has to pay and the `seats` that were given, by number. Three queries, five where
    the club has a list of members.
    """
    plan, by_number, cards = read_fee_plan(tournament), seats or {}, check_cards(tournament, entries)
    return [
        CheckInLine(
            line,
            entry.state == State.PRESENT,
            entry.fee_paid_cents > 0,
            get_fee_cents(tournament, plan, again=entry.again_of_id is not None),
            by_number[entry.number].seat if entry.number in by_number else None,
            cards.get(entry.pk, ()),
        )
        for line, entry in zip(build_entry_lines(entries), entries, strict=True)
    ]


def select_missing_entries(tournament: Tournament) -> QuerySet[Entry]:
    """The entries by number that would be drawn although they were not checked in; none where check-in is not used. One query."""
    entries = select_entries(tournament)
    is_used = entries.filter(state=State.PRESENT).exists()
    return entries.filter(state=State.ENTERED) if is_used else entries.none()
