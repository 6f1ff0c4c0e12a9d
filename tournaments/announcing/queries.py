"""What is announced of a tournament, and how many places it has left."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils import timezone

from tournaments.cash.prize_lines import says_places
from tournaments.models import Announcement, Enrolment, EnrolmentInbox, Entry, Tournament

HOLDING = (Enrolment.State.PLACED, Enrolment.State.OFFERED)
"""The states of an enrolment that take up a place."""


@dataclass(frozen=True, slots=True)
class AnnouncedEvening:
    """What can be said of an evening beforehand. Texts that nobody wrote are empty; times are those of the hall."""

    slug: str
    name: str
    date: dt.date
    venue: str
    town: str
    address: str
    contact: str
    meets_at: dt.time | None
    starts_at: dt.time | None
    ends_by: dt.time | None
    places: int | None
    closes_at: dt.datetime | None
    who_may_play: str
    fee_cents: int
    fee_includes: str
    prizes: tuple[str, ...]
    more: str
    heats: tuple[str, ...]
    look: str
    enrols: str
    cancelled: bool
    sequence: int
    changed_at: dt.datetime | None

    @property
    def starts(self) -> dt.datetime | None:
        """When it begins, else when people meet, with its zone; None if only the date is known."""
        hour = self.starts_at or self.meets_at
        return None if hour is None else dt.datetime.combine(self.date, hour, timezone.get_default_timezone())

    @property
    def ends(self) -> dt.datetime | None:
        """When it is over at the latest, with its zone: after midnight where that hour lies before the start."""
        starts = self.starts
        if starts is None or self.ends_by is None:
            return None
        ends = dt.datetime.combine(self.date, self.ends_by, timezone.get_default_timezone())
        return ends if ends > starts else ends + dt.timedelta(days=1)

    @property
    def says_places(self) -> bool:
        """Whether the prizes were typed with their places: those who read them need no second number."""
        return says_places(self.prizes)

    @property
    def where(self) -> str:
        """Venue, address and town in one line, without repetition."""
        parts: list[str] = []
        for part in (self.venue, self.address, self.town):
            if part and not any(part.casefold() in earlier.casefold() for earlier in parts):
                parts.append(part)
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Places:
    """`limit`: places in entries, None for any number. `entries`: those that play, and pairs to whom a place is offered. `singles`: people
    with a place, or the offer of one, who have no partner yet. `waiting`: enrolments without a place.
    """

    limit: int | None
    entries: int
    singles: int
    entry_size: int
    waiting: int

    @property
    def taken(self) -> int:
        """Places in entries; singles fill as many as they will make entries, the last perhaps in part."""
        return self.entries - (-self.singles // self.entry_size)

    @property
    def free(self) -> int | None:
        return None if self.limit is None else max(0, self.limit - self.taken)

    @property
    def is_full(self) -> bool:
        return self.limit is not None and self.taken >= self.limit

    def fits(self, *, looking: bool) -> bool:
        """Whether one more enrolment has a place."""
        return self.limit is None or self.add(looking=looking).taken <= self.limit

    def add(self, *, looking: bool) -> "Places":
        """The places with one more enrolment that has one."""
        return replace(self, singles=self.singles + 1) if looking else replace(self, entries=self.entries + 1)


def read_announcement(tournament: Tournament) -> Announcement:
    """The stored announcement, or an empty one that is not stored."""
    return Announcement.objects.filter(tournament=tournament).first() or Announcement(tournament=tournament)


def read_evening(tournament: Tournament) -> AnnouncedEvening:
    return build_evening(tournament, read_announcement(tournament))


def build_evening(tournament: Tournament, announcement: Announcement) -> AnnouncedEvening:
    """What is announced of a tournament by its row and that of its announcement."""
    same = ("town", "address", "contact", "meets_at", "starts_at", "ends_by", "places", "closes_at", "who_may_play", "fee_includes")
    return AnnouncedEvening(
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        fee_cents=tournament.fee_cents,
        prizes=split_lines(announcement.prizes),
        more=announcement.more,
        heats=split_lines(announcement.heats),
        look=announcement.look,
        enrols=announcement.enrols,
        cancelled=announcement.cancelled_at is not None,
        sequence=announcement.sequence,
        changed_at=announcement.changed_at,
        **{name: getattr(announcement, name) for name in same},
    )


def split_lines(text: str) -> tuple[str, ...]:
    """The lines of a text that have something in them."""
    return tuple(filter(None, (line.strip() for line in text.splitlines())))


def count_places(tournament: Tournament, announcement: Announcement | None = None) -> Places:
    """Two queries. Entries that withdrew take up no place; a phantom does not either."""
    announcement = announcement or read_announcement(tournament)
    entries = Entry.objects.filter(tournament=tournament).exclude(Q(state=Entry.State.WITHDRAWN) | Q(phantom=True)).count()
    enrolments = Enrolment.objects.filter(tournament=tournament, entry__isnull=True).values_list("state", "looking")
    return add_up_places(announcement.places, entries, tournament.entry_size, enrolments)


def add_up_places(limit: int | None, entries: int, entry_size: int, enrolments: Iterable[tuple[str, bool]]) -> Places:
    """The places of a tournament by the state of each enrolment without an entry, and whether it is of a single."""
    listed = list(enrolments)
    holding = [looking for state, looking in listed if state in HOLDING]
    waiting = sum(state in {Enrolment.State.WAITING, Enrolment.State.ASKED} for state, _looking in listed)
    return Places(limit, entries + holding.count(False), holding.count(True), entry_size, waiting)


def takes_wishes(tournament: Tournament) -> bool:
    """Whether the desk that holds a tournament elsewhere takes enrolments from here."""
    return bool(tournament.shown_from) and EnrolmentInbox.objects.filter(tournament=tournament, open=True).exists()


def is_enrolment_open(tournament: Tournament, announcement: Announcement, now: dt.datetime) -> bool:
    """Whether anybody may enrol without the desk at this moment: before the deadline, and on the day at the latest."""
    return (
        announcement.enrols != Announcement.Enrols.CLOSED
        and announcement.cancelled_at is None
        and tournament.public
        and tournament.state == Tournament.State.PREPARING
        and tournament.archived_at is None
        and (tournament.handed_over_at is None or takes_wishes(tournament))
        and (announcement.closes_at is None or now < announcement.closes_at)
        and timezone.localdate(now) <= tournament.date
    )
