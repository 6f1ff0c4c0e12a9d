"""The links of tables: which are open, and what the director's page shows about them."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from rules.texts import SIDE_LETTERS
from scoring.models import DirectorCall, TableDevice, TableLink
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.sides import list_side_names


def select_live_links() -> QuerySet[TableLink]:
    """Open links: not revoked, and their round is not closed."""
    return TableLink.objects.filter(revoked_at__isnull=True, match__kind=Match.Kind.PLAYED, match__round__state=Round.State.PUBLISHED)


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


def list_places(round_: Round) -> tuple[PlaceLine, ...]:
    """Every side of every played match of a round, by table. Four queries for any number of matches."""
    matches = list(round_.matches.filter(kind=Match.Kind.PLAYED).prefetch_related(prefetch_seats()).order_by("table", "position"))
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
