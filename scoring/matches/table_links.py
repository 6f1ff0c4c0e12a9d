"""The links of tables: which of them open something, and what the director's page tells about them."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from rules.texts import SIDE_LETTERS
from scoring.models import DirectorCall, TableDevice, TableLink
from tournaments.models import Match, Round, Tournament
from tournaments.people.sides import side_names


def live_links() -> QuerySet[TableLink]:
    """Links that open something now: neither revoked nor of a round that is closed."""
    return TableLink.objects.filter(revoked_at__isnull=True, match__kind=Match.Kind.PLAYED, match__round__state=Round.State.PUBLISHED)


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A side at its table, its present link if it has one, and the phones that opened it."""

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
        """How a form names this side."""
        return f"{self.code}-{self.side}"

    @property
    def seen_at(self) -> dt.datetime | None:
        return max((device.seen_at for device in self.devices), default=self.link.first_seen_at if self.link else None)


def list_places(round_: Round) -> tuple[PlaceLine, ...]:
    """Every side of every played match of a round, by table. Five queries, however many there are."""
    matches = list(round_.matches.filter(kind=Match.Kind.PLAYED).prefetch_related("seats__entry").order_by("table", "position"))
    links = {(link.match_id, link.side): link for link in TableLink.objects.filter(match__in=matches, revoked_at__isnull=True)}
    devices = _devices(link.pk for link in links.values())
    return tuple(
        _line(match, side, name, links.get((match.pk, side)), devices)
        for match in matches
        for side, name in enumerate(side_names(match.seats.all()))
    )


def open_calls(tournament: Tournament) -> tuple[DirectorCall, ...]:
    """Who waits for the director, the longest first; nobody waits any more in a round that is closed."""
    playing = {"match__round__stage__tournament": tournament, "match__round__state": Round.State.PUBLISHED}
    calls = DirectorCall.objects.filter(settled_at__isnull=True, **playing)
    return tuple(calls.select_related("match"))


def _devices(links: Iterable[int]) -> Mapping[int, list[TableDevice]]:
    found: dict[int, list[TableDevice]] = {}
    for device in TableDevice.objects.filter(link_id__in=list(links)):
        found.setdefault(device.link_id, []).append(device)
    return found


def _line(match: Match, side: int, name: str, link: TableLink | None, devices: Mapping[int, list[TableDevice]]) -> PlaceLine:
    return PlaceLine(match.table, match.code, side, name, link, tuple(devices.get(link.pk, ())) if link else ())
