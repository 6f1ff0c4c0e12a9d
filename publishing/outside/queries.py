"""What the page “Outside” shows: every target with the line of each tournament that is, or shall be, there."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from exchange.extras import format_time
from publishing.models import Delivery, Target
from publishing.targets.queries import (
    Progress,
    build_progress,
    list_former,
    list_seen_tournaments,
    list_targets,
)
from publishing.targets.troubles import TroubleWords, find_words
from tournaments.models import Tournament

MOST_LINES = 40
"""Tournaments of a target that are listed, those that are seen or wait first."""


@dataclass(frozen=True, slots=True)
class OutsideLine:
    """`slug`: of its desk; empty for a tournament that is deleted here."""

    name: str
    slug: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class OutsideTarget:
    """A target with its lines; `others` are not listed. `is_own`: for the tournament whose page this is, and for no other."""

    target: Target
    lines: tuple[OutsideLine, ...]
    others: int
    is_own: bool
    words: TroubleWords | None


def read_outside(tournament: Tournament | None) -> tuple[OutsideTarget, ...]:
    """The targets of a tournament with its line alone, or all targets of the desk with the lines of all their tournaments."""
    targets = list_targets(tournament) if tournament else list(Target.objects.order_by("tournament", "pk"))
    return tuple(_build_target(target, tournament) for target in targets)


def list_leaving(tournament: Tournament | None) -> list[Tournament]:
    """The tournaments that a new target would show, the latest first."""
    public = list_public_tournaments()
    return list(public.filter(pk=tournament.pk) if tournament else public)


def list_public_tournaments() -> QuerySet[Tournament]:
    return Tournament.objects.filter(public=True, demonstration=False, archived_at=None)


def _build_target(target: Target, tournament: Tournament | None) -> OutsideTarget:
    deliveries = {delivery.tournament: delivery for delivery in target.deliveries.without_documents()}
    here = [tournament] if tournament else list_seen_tournaments(target)
    lines = [_build_line(target, row, deliveries.get(format_time(row.created_at) or "")) for row in here[:MOST_LINES]]
    former: Sequence[Delivery] = [] if tournament else list_former(target)
    lines += [OutsideLine(delivery.name, "", build_progress(target, delivery, None)) for delivery in former]
    words = find_words(target.trouble) if target.trouble else None
    return OutsideTarget(target, tuple(lines), max(len(here) - MOST_LINES, 0), bool(target.tournament), words)


def _build_line(target: Target, tournament: Tournament, delivery: Delivery | None) -> OutsideLine:
    return OutsideLine(tournament.name, tournament.slug, build_progress(target, delivery, tournament))
