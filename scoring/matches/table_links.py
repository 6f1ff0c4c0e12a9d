"""The links of tables: which are open, and what the director's page shows about them."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from rules.texts import SIDE_LETTERS
from scoring.ledger.match_log import State
from scoring.models import DirectorCall, EntryCode, TableDevice, TableLink
from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.sides import list_side_names


def select_live_links() -> QuerySet[TableLink]:
    """Open links: not revoked, and their round is not closed."""
    return TableLink.objects.filter(revoked_at__isnull=True, match__kind=Match.Kind.PLAYED, match__round__state=Round.State.PUBLISHED)


def select_live_codes() -> QuerySet[EntryCode]:
    return EntryCode.objects.filter(revoked_at__isnull=True)


def find_current_seat(entry: Entry) -> Seat | None:
    """Where the entry sits in the published rounds, with its match: an undecided match before a decided one.

    None when it plays nowhere, and when a phantom plays in its seat: whoever left enters nothing for it.
    """
    if entry.phantom:
        return None
    playing = Seat.objects.filter(entry=entry, match__kind=Match.Kind.PLAYED, match__round__state=Round.State.PUBLISHED)
    seats = playing.select_related("match__round__stage__tournament", "match__result").order_by("match__round__stage__number")
    return min(seats, key=lambda seat: is_settled(seat.match), default=None)


def is_settled(match: Match) -> bool:
    """Whether its result is confirmed; `match` comes with its result."""
    result = getattr(match, "result", None)
    return result is not None and result.state in (State.CONFIRMED, State.LOCKED, State.VOID)


@dataclass(frozen=True, slots=True)
class CodeLine:
    """An entry and the code that its players hold, if any."""

    entry: Entry
    code: EntryCode | None


def list_code_lines(tournament: Tournament) -> tuple[CodeLine, ...]:
    """Every entry that has not withdrawn, by number. Two queries."""
    entries = tournament.entries.exclude(state=Entry.State.WITHDRAWN).select_related("club")
    codes = {code.entry_id: code for code in select_live_codes().filter(entry__tournament=tournament)}
    return tuple(CodeLine(entry, codes.get(entry.pk)) for entry in entries)


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A side at its table, its current link if any, and the phones that opened it."""

    table: int | None
    code: str
    side: int
    name: str
    link: TableLink | None
    devices: tuple[TableDevice, ...]

    @property
    def letter(self) -> str:
        return SIDE_LETTERS[self.side]

    @property
    def place(self) -> str:
        """Name of this side in a form."""
        return f"{self.code}-{self.side}"

    @property
    def seen_at(self) -> dt.datetime | None:
        return max((device.seen_at for device in self.devices), default=self.link.first_seen_at if self.link else None)


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """How many sides of a round there are, how many of them have a link, and how many of those were opened."""

    total: int
    given: int
    seen: int


def select_place_matches(round_: Round) -> QuerySet[Match]:
    """The matches whose sides `list_places` lists, by table."""
    return round_.matches.filter(kind=Match.Kind.PLAYED).prefetch_related(prefetch_seats()).order_by("table", "position")


def count_places(round_: Round) -> PlaceCount:
    """Three queries."""
    sides = Seat.objects.filter(match__round=round_, match__kind=Match.Kind.PLAYED).values("match", "side").distinct().count()
    links = TableLink.objects.filter(match__round=round_, match__kind=Match.Kind.PLAYED, revoked_at__isnull=True)
    first_seen = dict(links.values_list("pk", "first_seen_at"))
    opened = set(TableDevice.objects.filter(link_id__in=list(first_seen)).values_list("link_id", flat=True))
    return PlaceCount(sides, len(first_seen), sum(pk in opened or at is not None for pk, at in first_seen.items()))


def list_places(matches: Sequence[Match]) -> tuple[PlaceLine, ...]:
    """Every side of some matches of `select_place_matches`. Two queries for any number of them."""
    links = {(link.match_id, link.side): link for link in TableLink.objects.filter(match__in=matches, revoked_at__isnull=True)}
    devices = _read_devices(link.pk for link in links.values())
    return tuple(
        _build_place_line(match, side, name, links.get((match.pk, side)), devices)
        for match in matches
        for side, name in enumerate(list_side_names(match.seats.all()))
    )


def list_open_calls(tournament: Tournament) -> tuple[DirectorCall, ...]:
    """Open calls for the director, oldest first; calls of closed rounds are left out."""
    playing = {"match__round__stage__tournament": tournament, "match__round__state": Round.State.PUBLISHED}
    calls = DirectorCall.objects.filter(settled_at__isnull=True, **playing)
    return tuple(calls.select_related("match"))


def _read_devices(links: Iterable[int]) -> Mapping[int, list[TableDevice]]:
    by_link: dict[int, list[TableDevice]] = {}
    for device in TableDevice.objects.filter(link_id__in=list(links)):
        by_link.setdefault(device.link_id, []).append(device)
    return by_link


def _build_place_line(match: Match, side: int, name: str, link: TableLink | None, devices: Mapping[int, list[TableDevice]]) -> PlaceLine:
    return PlaceLine(match.table, match.code, side, name, link, tuple(devices.get(link.pk, ())) if link else ())
