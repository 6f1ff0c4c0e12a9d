"""What has to leave, by what the database says of page versions and of what was acknowledged."""

import datetime as dt
from dataclasses import dataclass, replace
from enum import IntEnum

from django.db import connection
from django.db.models import Q

from exchange.extras import format_time
from publishing.models import Delivery, Target
from tournaments.models import Tournament

LONG_AGO = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class Work(IntEnum):
    """What is done first comes first."""

    REMOVE = 0
    SEND = 1


@dataclass(frozen=True, slots=True)
class DueDelivery:
    """A tournament of which something has to leave. `tournament` is the key, `tournament_id` 0 for one that is deleted here; `troubled`:
    the site refused it, and nobody has asked to try again.
    """

    work: Work
    tournament: str
    tournament_id: int
    slug: str
    name: str
    page_version: str
    since: dt.datetime
    delivery_id: int | None = None
    troubled: bool = False


def list_due(target: Target) -> list[DueDelivery]:
    """What has to leave for a target, in the order in which it does: removals, then what waits for the longest. Two queries."""
    deliveries = {delivery.tournament: delivery for delivery in target.deliveries.without_documents()}
    due = [
        *(_check(target, row, deliveries.pop(format_time(row.created_at) or "", None)) for row in _list_rows(target, set(deliveries))),
        *(_build_removal(delivery) for delivery in deliveries.values() if delivery.removed_at is None),
    ]
    return sorted(filter(None, due), key=lambda one: (one.work, one.since, one.tournament))


def read_change_count() -> tuple[int, int]:
    """What changes when another connection has changed the database, or this one is a new one. On SQLite, where it costs nothing."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return id(connection.connection), int(cursor.fetchone()[0])


def _list_rows(target: Target, keys: set[str]) -> list[Tournament]:
    """The tournaments that leave or have left, with their page versions."""
    there = [dt.datetime.fromisoformat(key) for key in keys]
    leaving = Q(public=True, demonstration=False, archived_at=None)
    if target.tournament:
        leaving &= Q(created_at=dt.datetime.fromisoformat(target.tournament))
    rows = Tournament.objects.filter(leaving | Q(created_at__in=there)).select_related("edition")
    return list(rows.only("slug", "name", "public", "demonstration", "created_at", "handed_over_at", "edition__mark"))


def _check(target: Target, row: Tournament, delivery: Delivery | None) -> DueDelivery | None:
    """What the tournament needs; None when nothing. One that is being played on another computer leaves from there."""
    if not row.public or row.demonstration or target.ending:
        return _build_removal(delivery, row) if delivery is not None and delivery.removed_at is None else None
    page_version, is_there = row.edition.mark, delivery is not None and delivery.removed_at is None
    is_news = delivery is None or not is_there or delivery.page_version != page_version or bool(delivery.next_number)
    if row.handed_over_at is not None or not is_news:
        return None
    since = (delivery.acknowledged_at if delivery else None) or LONG_AGO
    key = format_time(row.created_at) or ""
    due = DueDelivery(Work.SEND, key, row.pk, row.slug, row.name, page_version, since)
    return replace(due, delivery_id=delivery.pk, troubled=bool(delivery.trouble)) if delivery is not None else due


def _build_removal(delivery: Delivery, row: Tournament | None = None) -> DueDelivery:
    key, troubled = row.pk if row else 0, bool(delivery.trouble)
    return DueDelivery(Work.REMOVE, delivery.tournament, key, delivery.slug, delivery.name, "", LONG_AGO, delivery.pk, troubled)


def read_folders(target: Target) -> dict[int, str]:
    """Where the tournaments lie that a web space shows and may show, by their keys. Two queries."""
    there = target.deliveries.filter(removed_at=None, acknowledged_at__isnull=False)
    paths = {dt.datetime.fromisoformat(key): path for key, path in there.values_list("tournament", "path")}
    rows = Tournament.objects.filter(created_at__in=list(paths), public=True, demonstration=False)
    return {pk: paths[created_at] for pk, created_at in rows.values_list("pk", "created_at")}


def list_unshown(target: Target) -> list[Delivery]:
    """What a site has and does not show yet."""
    held = target.deliveries.filter(removed_at=None, next_number=0).exclude(held_digest="")
    return [delivery for delivery in held.without_documents() if delivery.shown_digest != delivery.held_digest]
