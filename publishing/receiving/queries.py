"""What a site tells of what it has from desks: to the desk itself, and to the directors of the club."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from exchange.extras import format_time
from publishing.models import PairedDesk, ReceivedTournament
from publishing.pieces.signatures import KeyRefused, is_signed
from tournaments.models import Organizer


@dataclass(frozen=True, slots=True)
class ShownTournament:
    """A tournament from a desk. `state`: shown, coming, waiting (another desk counts), refused or silent (another one was chosen)."""

    key: int
    name: str
    slug: str
    state: str
    as_of: dt.datetime | None
    sentence: str
    season: str
    """The season in which it counts because of the desk's code; empty for none."""


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A desk that publishes for the club, with what it tells."""

    key: uuid.UUID
    name: str
    one_tournament: bool
    paired_by: str
    paired_at: dt.datetime
    heard_at: dt.datetime | None
    revoked_at: dt.datetime | None
    season: str
    tournaments: tuple[ShownTournament, ...]


@dataclass(frozen=True, slots=True)
class DeskDispute:
    """A tournament of which two desks tell; the first of the `sides` counts now."""

    name: str
    sides: tuple[tuple[int, str, dt.datetime | None], ...]


def read_desk_lines(organizer: Organizer) -> tuple[DeskLine, ...]:
    """The desks of the club, those that are revoked last, and only as long as something of them is held. Two queries."""
    desks = PairedDesk.objects.filter(organizer=organizer).select_related("paired_by", "season").order_by("paired_at", "pk")
    rows: dict[uuid.UUID, list[ShownTournament]] = {}
    present = (
        ReceivedTournament.objects.filter(organizer=organizer, withdrawn_at=None).select_related("tournament", "put_into").defer("document")
    )
    for row in present.order_by("-held_at", "pk"):
        if row.held_digest or row.waits_since:
            rows.setdefault(row.desk_id, []).append(_build_shown(row))
    lines = [_build_line(desk, tuple(rows.get(desk.pk, ()))) for desk in desks if desk.revoked_at is None or desk.pk in rows]
    return tuple(sorted(lines, key=lambda line: line.revoked_at is not None))


def read_disputes(organizer: Organizer) -> tuple[DeskDispute, ...]:
    """The tournaments that wait for a decision between desks. One query."""
    keys = ReceivedTournament.objects.filter(organizer=organizer, waits_since__isnull=False).values("key")
    rows = ReceivedTournament.objects.filter(organizer=organizer, key__in=keys, withdrawn_at=None).select_related("desk").defer("document")
    by_key: dict[str, list[ReceivedTournament]] = {}
    for row in rows.order_by("-counts", "pk"):
        by_key.setdefault(row.key, []).append(row)
    return tuple(
        DeskDispute(
            next((row.name for row in same if row.name), ""), tuple((row.pk, row.desk.name, row.held_at or row.waits_since) for row in same)
        )
        for same in by_key.values()
    )


def read_state(desk: PairedDesk, key: str) -> dict[str, Any] | None:
    """What a desk is told of a tournament; None where the site has never heard of it from this desk."""
    row = ReceivedTournament.objects.filter(desk=desk, key=key).select_related("tournament").defer("document").first()
    return build_state(row) if row else None


def build_state(row: ReceivedTournament) -> dict[str, Any]:
    """`holds` and `shown` are digests, empty for nothing; `path` is where the pages are."""
    tournament = row.tournament
    return {
        "holds": row.held_digest,
        "shown": row.shown_digest if row.counts else "",
        "shown_at": format_time(row.shown_at),
        "path": reverse("tournaments:public", args=[tournament.slug]) if tournament else "",
        "number": row.number,
        **({"problem": row.problem, "sentence": row.sentence} if row.problem else {}),
    }


def is_asked_by(desk: PairedDesk, *, address: str, time: str, signature: str) -> bool:
    """Whether the desk signed the question for its state: path and query, a line feed, and its time."""
    try:
        return is_signed(f"{address}\n{time}".encode(), signature, desk.public_key)
    except KeyRefused:
        return False


def _build_line(desk: PairedDesk, tournaments: tuple[ShownTournament, ...]) -> DeskLine:
    who = desk.paired_by.get_username()
    return DeskLine(
        desk.pk, desk.name, desk.one_tournament, who, desk.paired_at, desk.heard_at, desk.revoked_at, str(desk.season or ""), tournaments
    )


def _build_shown(row: ReceivedTournament) -> ShownTournament:
    if row.waits_since:
        state = "waiting"
    elif not row.counts:
        state = "silent"
    elif row.problem:
        state = "refused"
    else:
        state = "shown" if row.shown_digest == row.held_digest else "coming"
    slug = row.tournament.slug if row.tournament else ""
    return ShownTournament(row.pk, row.name, slug, state, row.held_at if slug else None, row.sentence, str(row.put_into or ""))
