"""The evenings of a series, and what stands in the way of changing one."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext as _

from desk.rehearsal.copying import EveningPart
from evenings.repeating.dates import MOST_EVENINGS
from evenings.repeating.differences import Difference, list_differences
from tournaments.models import Announcement, Round, Season, SeasonDirector, SeasonEvening, StaffRole, Stage, Tournament
from tournaments.permissions import filter_directed
from tournaments.quotas import count_tournaments, list_openable_organizers


@dataclass(frozen=True, slots=True)
class SeriesEvening:
    """An evening of the series; `obstacle` says why it is left as it is, empty where it can be changed."""

    tournament: Tournament
    is_this: bool
    follows: bool
    cancelled: bool
    obstacle: str
    differences: tuple[Difference, ...]

    @property
    def groups(self) -> tuple[EveningPart, ...]:
        """The groups in which it differs."""
        return tuple(group for group in EveningPart if any(line.group == group for line in self.differences))


def find_series(tournament: Tournament) -> UUID | None:
    return Announcement.objects.filter(tournament=tournament).values_list("series", flat=True).first()


def select_series(tournament: Tournament) -> QuerySet[Tournament]:
    """Every evening of the series, this one among them, by date; this one alone where it was never repeated."""
    series = find_series(tournament)
    evenings = Tournament.objects.filter(announcement__series=series) if series else Tournament.objects.filter(pk=tournament.pk)
    return evenings.order_by("date", "pk")


def select_following(tournament: Tournament) -> QuerySet[Tournament]:
    """The evenings of the series on later dates."""
    return select_series(tournament).filter(date__gt=tournament.date).exclude(pk=tournament.pk)


def list_dates_taken(tournament: Tournament) -> frozenset[dt.date]:
    """The dates that have an evening of the series."""
    return frozenset({tournament.date, *select_series(tournament).values_list("date", flat=True)})


def select_with_declared(evenings: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The evenings with everything that `list_differences` compares, in five queries, and whether anything was drawn."""
    drawn = Round.objects.filter(stage__tournament=OuterRef("pk"))
    committed = Stage.objects.filter(tournament=OuterRef("pk"), seed_committed_at__isnull=False)
    joined = evenings.select_related("announcement", "fee_plan", "paper_style", "organizer")
    return joined.annotate(has_drawn=Exists(drawn), has_seed=Exists(committed)).prefetch_related(
        "hall_tables",
        Prefetch("staff", StaffRole.objects.select_related("user").order_by("user__username")),
        Prefetch("stages", Stage.objects.select_related("source")),
    )


def read_series(tournament: Tournament, *, actor: AbstractBaseUser, today: dt.date) -> tuple[SeriesEvening, ...]:
    """The evenings of the series by date, each following one with what it declares otherwise. Six queries."""
    rows = list(select_with_declared(select_series(tournament)))
    directed = list_directed(rows, actor)
    this = next(row for row in rows if row.pk == tournament.pk)
    return tuple(_build_evening(row, this, directed, today) for row in rows)


def list_directed(rows: Iterable[Tournament], actor: AbstractBaseUser) -> frozenset[int]:
    """Which of the tournaments the actor directs, by key. One query."""
    keys = [row.pk for row in rows]
    return frozenset(filter_directed(actor.pk).filter(pk__in=keys).values_list("pk", flat=True))


def _build_evening(row: Tournament, this: Tournament, directed: frozenset[int], today: dt.date) -> SeriesEvening:
    follows = row.date > this.date
    announcement = getattr(row, "announcement", None)
    return SeriesEvening(
        tournament=row,
        is_this=row.pk == this.pk,
        follows=follows,
        cancelled=announcement is not None and announcement.cancelled_at is not None,
        obstacle=find_obstacle(row, directed, today),
        differences=list_differences(this, row) if follows and row.pk in directed else (),
    )


def find_obstacle(row: Tournament, directed: frozenset[int], today: dt.date) -> str:
    """Why an evening of `select_with_declared` is left as it is; empty where nothing stands in the way."""
    if row.pk not in directed:
        return _("somebody else directs it")
    if row.handed_over_at is not None:
        return _("it is played on another computer")
    if row.archived_at is not None:
        return _("it is in the archive")
    if row.state == Tournament.State.FINISHED or row.date < today:
        return _("it is over")
    if getattr(row, "has_drawn", False) or row.state != Tournament.State.PREPARING:
        return _("something is drawn")
    return _("its draw is announced") if getattr(row, "has_seed", False) else ""


def list_seasons(tournament: Tournament, actor: AbstractBaseUser) -> list[Season]:
    """The seasons that count the tournament and that the actor may change."""
    own = SeasonDirector.objects.filter(user_id=actor.pk).values("season")
    return list(Season.objects.filter(pk__in=own, evenings__in=SeasonEvening.objects.filter(tournament=tournament)).order_by("name"))


def find_reason_against(tournament: Tournament, actor: AbstractBaseUser) -> str:
    """Why nobody can repeat the tournament, or not the actor; empty where they can."""
    if tournament.demonstration:
        return _("This is a practice copy: repeat the tournament itself.")
    if tournament.organizer not in list_openable_organizers(actor.pk):
        return _("Only who may open tournaments for %(organizer)s can repeat one.") % {"organizer": tournament.organizer}
    return ""


def count_room(tournament: Tournament) -> int:
    """How many evenings can be made at once: what is left of the quota of the organizer, and never more than `MOST_EVENINGS`."""
    quota = tournament.organizer.tournament_quota
    return MOST_EVENINGS if quota is None else max(0, min(MOST_EVENINGS, quota - count_tournaments(tournament.organizer)))
