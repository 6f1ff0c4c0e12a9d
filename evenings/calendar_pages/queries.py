"""What the calendar shows: public evenings from tonight on, by date, place, game and club."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from evenings.calendar_pages.forms import MOST_WORDS, CalendarForm
from tournaments.announcing.listing import find_tonight, order_soonest_first, select_public_evenings
from tournaments.announcing.queries import Places, add_up_places, build_evening, is_enrolment_open
from tournaments.models import Announcement, Enrolment, Entry, Organizer, Tournament
from tournaments.models.organizers import HOUSE_SLUG

FEED_REMEMBERS = dt.timedelta(days=31)
"""How long an evening that is over stays in a feed."""
MOST_IN_A_FEED = 500
"""The soonest; phones read a feed again every few hours."""


@dataclass(frozen=True, slots=True)
class CalendarWish:
    """What the reader looks for; `organizer_slug` names the club whose calendar it is, empty for that of the whole site."""

    since: dt.date | None = None
    until: dt.date | None = None
    place: str = ""
    game: str = ""
    club: str = ""
    organizer_slug: str = ""

    @property
    def is_narrowed(self) -> bool:
        return any((self.since, self.until, self.place, self.game, self.club))

    def list_boxes(self) -> tuple[tuple[str, str], ...]:
        """The boxes that are filled in, as an address has them."""
        boxes = {"since": self.since, "until": self.until, "place": self.place, "game": self.game, "club": self.club}
        return tuple((name, str(value)) for name, value in boxes.items() if value)


@dataclass(frozen=True, slots=True)
class Badge:
    """A word about an evening, as a chip."""

    state: str
    label: str


@dataclass(frozen=True, slots=True)
class CalendarLine:
    slug: str
    name: str
    game: str
    date: dt.date
    hour: dt.time | None
    where: str
    club: str
    fee_cents: int
    cancelled: bool
    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class CalendarDay:
    date: dt.date
    tonight: bool
    lines: tuple[CalendarLine, ...]


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    first: dt.date
    days: tuple[CalendarDay, ...]


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """An evening on a page of the calendar, by what changes when its line does."""

    key: int
    mark: str
    organizer: str
    enrolment_over: bool


def read_wish(form: CalendarForm, organizer_slug: str = "") -> CalendarWish:
    form.is_valid()
    return CalendarWish(**{name: value for name, value in form.cleaned_data.items() if value}, organizer_slug=organizer_slug)


def select_evenings(wish: CalendarWish, since: dt.date) -> QuerySet[Tournament]:
    """The public evenings that are looked for, from `since` unless another day is asked for; the soonest first."""
    return order_soonest_first(match_evenings(wish, since))


def match_evenings(wish: CalendarWish, since: dt.date) -> QuerySet[Tournament]:
    """Those of `select_evenings` in no order: to be counted without what they are ordered by."""
    return select_public_evenings().filter(_build_condition(wish), date__gte=wish.since or since)


def _build_condition(wish: CalendarWish) -> Q:
    condition = Q()
    if wish.until:
        condition &= Q(date__lte=wish.until)
    for word in wish.place.split()[:MOST_WORDS]:
        condition &= Q(venue__icontains=word) | Q(announcement__town__icontains=word) | Q(announcement__address__icontains=word)
    if wish.game:
        condition &= Q(game_key=wish.game)
    if wish.club:
        condition &= Q(organizer__in=Organizer.objects.filter(name__icontains=wish.club).exclude(slug=HOUSE_SLUG).values("pk"))
    if wish.organizer_slug:
        condition &= Q(organizer__in=Organizer.objects.filter(slug=wish.organizer_slug).values("pk"))
    return condition


def list_rows(evenings: QuerySet[Tournament], now: dt.datetime) -> list[CalendarRow]:
    """One query."""
    columns = evenings.values_list("pk", "edition__mark", "organizer__name", "announcement__closes_at")
    return [CalendarRow(key, mark, organizer, closes_at is not None and closes_at <= now) for key, mark, organizer, closes_at in columns]


def read_lines(rows: Iterable[CalendarRow]) -> tuple[CalendarLine, ...]:
    """The lines of some evenings, in their order. Three queries at most."""
    keys = [row.key for row in rows]
    by_key = Tournament.objects.select_related("announcement", "organizer").in_bulk(keys)
    tournaments = [by_key[key] for key in keys if key in by_key]
    places, now = read_places(tournaments), timezone.now()
    return tuple(_build_line(tournament, places.get(tournament.pk), now) for tournament in tournaments)


def read_places(tournaments: Sequence[Tournament]) -> Mapping[int, Places]:
    """The places of those that limit them, by key of the tournament. Two queries where there are any."""
    limited = [tournament for tournament in tournaments if get_announcement(tournament).places is not None]
    if not limited:
        return {}
    entries = Entry.objects.filter(tournament__in=limited).exclude(Q(state=Entry.State.WITHDRAWN) | Q(phantom=True)).order_by()
    counts = dict(entries.values_list("tournament").annotate(count=Count("pk")))
    enrolments: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    waiting = Enrolment.objects.filter(tournament__in=limited, entry__isnull=True)
    for key, state, looking in waiting.order_by().values_list("tournament", "state", "looking"):
        enrolments[key].append((state, looking))
    return {
        one.pk: add_up_places(get_announcement(one).places, counts.get(one.pk, 0), one.entry_size, enrolments[one.pk]) for one in limited
    }


def get_announcement(tournament: Tournament) -> Announcement:
    """That of a tournament that came with it, or an empty one."""
    return getattr(tournament, "announcement", None) or Announcement(tournament=tournament)


def _build_line(tournament: Tournament, places: Places | None, now: dt.datetime) -> CalendarLine:
    announcement = get_announcement(tournament)
    evening = build_evening(tournament, announcement)
    return CalendarLine(
        slug=evening.slug,
        name=evening.name,
        game=gettext(tournament.game.name),
        date=evening.date,
        hour=evening.starts_at or evening.meets_at,
        where=evening.where,
        club=name_club(tournament.organizer),
        fee_cents=evening.fee_cents,
        cancelled=evening.cancelled,
        badges=tuple(_list_badges(tournament, announcement, places, now)),
    )


def name_club(organizer: Organizer) -> str:
    """Whose evening it is; empty for the house, which is the site itself."""
    return "" if organizer.is_house else organizer.name


def _list_badges(tournament: Tournament, announcement: Announcement, places: Places | None, now: dt.datetime) -> Iterator[Badge]:
    if announcement.cancelled_at is not None:
        yield Badge("void", pgettext("of an evening", "cancelled"))
        return
    if tournament.state != Tournament.State.PREPARING:
        yield Badge("running" if tournament.state == Tournament.State.RUNNING else "done", tournament.get_state_display())
        return
    is_open = is_enrolment_open(tournament, announcement, now)
    if places is not None and places.is_full:
        yield Badge("late", pgettext("of an evening", "full"))
    elif announcement.closes_at is not None and announcement.closes_at <= now:
        yield Badge("done", gettext("enrolment closed"))
    elif places is not None and places.free is not None:
        yield Badge("open", ngettext("%(count)d place left", "%(count)d places left", places.free) % {"count": places.free})
    if is_open:
        yield Badge("confirmed", gettext("waiting list") if places is not None and places.is_full else gettext("enrolment open"))


def group_by_month(lines: Iterable[CalendarLine]) -> tuple[CalendarMonth, ...]:
    """Lines in the order of their dates, by month and day."""
    tonight = find_tonight()
    days = (CalendarDay(date, date == tonight, tuple(of_day)) for date, of_day in groupby(lines, key=lambda line: line.date))
    return tuple(CalendarMonth(first, tuple(of_month)) for first, of_month in groupby(days, key=lambda day: day.date.replace(day=1)))


def has_clubs() -> bool:
    """Whether evenings of others than the house can be in the calendar."""
    return Organizer.objects.exclude(slug=HOUSE_SLUG).exists()


def select_for_feed(wish: CalendarWish) -> QuerySet[Tournament]:
    """The evenings of a feed: those of the last month, and what comes; cancelled ones too, so that calendars strike them out."""
    return select_evenings(wish, find_tonight() - FEED_REMEMBERS)[:MOST_IN_A_FEED]


def read_evenings_of_feed(keys: Sequence[int]) -> list[Tournament]:
    """Evenings with announcement and organizer, in the order of their keys; `saved_at` is when their row was last saved. One query."""
    history: QuerySet[Any] = Tournament.history.filter(id=OuterRef("pk")).order_by("-history_date").values("history_date")
    evenings = Tournament.objects.select_related("announcement", "organizer").annotate(saved_at=Subquery(history[:1]))
    by_key = evenings.in_bulk(list(keys))
    return [by_key[key] for key in keys if key in by_key]
