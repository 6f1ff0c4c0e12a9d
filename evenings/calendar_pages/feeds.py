"""Evenings as iCalendar (RFC 5545), for the calendars of phones and computers."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import get_language, gettext

from evenings.calendar_pages.queries import get_announcement, name_club
from tournaments.announcing.queries import AnnouncedEvening, build_evening
from tournaments.fields.euros import format_euros
from tournaments.models import Tournament

if TYPE_CHECKING:
    from icalendar import Calendar, Event, Timezone

PRODUCT = "-//La Bella//calendar//EN"
NAMES = UUID("7c1f6f0e-6f0b-4a5e-9d52-5b1c4f3d2a10")
"""The space of names in which a UID is made of the moment at which its tournament was opened (docs/decisions/uids-of-evenings.md)."""
READ_AGAIN = dt.timedelta(hours=2)
AddressBuilder = Callable[[str], str]
"""Of a slug, the public address of its page; empty where there is none that everybody can open."""


def compute_uid(tournament: Tournament) -> str:
    """The same on every desk that the tournament goes to, and of no other tournament."""
    return str(uuid5(NAMES, tournament.created_at.astimezone(dt.UTC).isoformat(timespec="microseconds")))


def render_feed(tournaments: Sequence[Tournament], name: str, build_address: AddressBuilder) -> bytes:
    """A calendar of evenings that come as `read_evenings_of_feed` reads them, in the language of the reader."""
    calendar = _begin_calendar(name)
    evenings = [build_evening(tournament, get_announcement(tournament)) for tournament in tournaments]
    if any(evening.starts is not None for evening in evenings):
        calendar.add_component(_build_zone(evenings))
    for tournament, evening in zip(tournaments, evenings, strict=True):
        calendar.add_component(_build_event(tournament, evening, build_address(evening.slug)))
    return calendar.to_ical()


def _begin_calendar(name: str) -> "Calendar":
    from icalendar import Calendar  # noqa: PLC0415 - a sixth of a second, which the start of a desk need not wait for

    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", timezone.get_default_timezone_name())
    calendar.add("refresh-interval", READ_AGAIN)
    calendar.add("x-published-ttl", "PT2H")
    return calendar


def _build_zone(evenings: Iterable[AnnouncedEvening]) -> "Timezone":
    """The hall's zone, from the year of the first evening to the year after the last."""
    from icalendar import Timezone  # noqa: PLC0415 - its library is read when a feed is asked for

    years = [evening.date.year for evening in evenings]
    first, last = dt.date(min(years), 1, 1), dt.date(max(years) + 2, 1, 1)
    return Timezone.from_tzinfo(timezone.get_default_timezone(), timezone.get_default_timezone_name(), first, last)


def _build_event(tournament: Tournament, evening: AnnouncedEvening, address: str) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - its library is read when a feed is asked for

    event = Event()
    event.add("uid", compute_uid(tournament))
    event.add("sequence", evening.sequence)
    changed_at = find_change(tournament, evening)
    event.add("dtstamp", changed_at)
    event.add("last-modified", changed_at)
    event.add("created", tournament.created_at.astimezone(dt.UTC))
    event.add("dtstart", evening.starts or evening.date)
    if evening.ends is not None:
        event.add("dtend", evening.ends)
    event.add("status", "CANCELLED" if evening.cancelled else "CONFIRMED")
    texts = {"location": evening.where, "contact": evening.contact, "url": address}
    language = get_language() or ""
    event.add("summary", evening.name)
    event.add("description", "\n".join(_list_sentences(tournament, evening, address)), parameters={"language": language})
    for property_name, text in texts.items():
        if text:
            event.add(property_name, text)
    return event


def find_change(tournament: Tournament, evening: AnnouncedEvening) -> dt.datetime:
    """When what is said of the evening was last changed."""
    moments = (getattr(tournament, "saved_at", None), evening.changed_at, tournament.created_at)
    return max(moment for moment in moments if moment is not None).astimezone(dt.UTC)


def _list_sentences(tournament: Tournament, evening: AnnouncedEvening, address: str) -> Iterator[str]:
    """The description, line by line."""
    if evening.cancelled:
        yield gettext("This evening is cancelled.")
    yield gettext(tournament.game.name)
    if club := name_club(tournament.organizer):
        yield club
    if evening.starts_at and evening.meets_at:
        yield gettext("Meeting time: %(time)s") % {"time": f"{evening.meets_at:%H:%M}"}
    if evening.fee_cents:
        fee = format_euros(evening.fee_cents)
        yield (gettext("Fee: %(fee)s (%(what)s)") if evening.fee_includes else gettext("Fee: %(fee)s")) % {
            "fee": fee,
            "what": evening.fee_includes,
        }
    if evening.places is not None:
        yield gettext("Places: %(count)d") % {"count": evening.places}
    if evening.closes_at is not None:
        yield gettext("Enrolment until %(time)s") % {"time": f"{timezone.localtime(evening.closes_at):%d/%m/%Y, %H:%M}"}
    if evening.who_may_play:
        yield gettext("Who may play: %(who)s") % {"who": evening.who_may_play}
    if evening.prizes:
        yield gettext("Prizes: %(prizes)s") % {"prizes": "; ".join(evening.prizes)}
    if evening.contact:
        yield gettext("Contact: %(contact)s") % {"contact": evening.contact}
    yield from filter(None, (evening.more, address))
