"""Repeating an evening, and carrying what is declared on one to those that follow it."""

import datetime as dt
import uuid
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from desk.rehearsal.copying import EveningPart, copy_group, found_copy
from evenings.repeating.dates import MOST_EVENINGS, build_name
from evenings.repeating.queries import (
    find_obstacle,
    find_reason_against,
    find_series,
    list_dates_taken,
    list_directed,
    select_following,
    select_with_declared,
)
from jobs.databases import retry_on_conflict, write_tx
from rankings.seasons.services import add_evening
from tournaments.announcing.queries import read_announcement
from tournaments.announcing.services import mark_cancelled, save_announcement
from tournaments.locks import lock_for_director
from tournaments.models import Season, SeasonEvening, Tournament
from tournaments.people.names import MAX_NAME_LENGTH
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen


@dataclass(frozen=True, slots=True)
class RepeatPlan:
    """On which dates an evening is repeated, under which name; `dated`: each has its date behind the name."""

    dates: Collection[dt.date]
    name: str
    dated: bool = False
    seasons: tuple[Season, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedEvening:
    """An evening that was left as it is, and why."""

    date: dt.date
    why: str


@dataclass(frozen=True, slots=True)
class CarriedForward:
    """How many evenings are now as the one that was carried forward, and which were left."""

    changed: int
    skipped: tuple[SkippedEvening, ...]


def repeat_evening(tournament: Tournament, plan: RepeatPlan, *, actor: AbstractBaseUser, at: dt.datetime) -> list[Tournament]:
    """Make an evening like this one on every date that has none of its series yet; the same plan again makes nothing.

    1. Marks this evening and the new ones as one series. 2. Copies everything that is declared; nobody is entered. 3. Lets the seasons of
    the plan count the new evenings. All evenings are made or none.
    Raises: ChangeRefused (a practice copy, too many dates, a date that is past, the quota); PermissionDenied.
    """
    made = _make_evenings(tournament, plan, actor, at)
    for season in plan.seasons:
        _count_for_season(season, tournament, plan, actor)
    return made


@retry_on_conflict
def _make_evenings(tournament: Tournament, plan: RepeatPlan, actor: AbstractBaseUser, at: dt.datetime) -> list[Tournament]:
    with write_tx():
        locked = lock_for_director(tournament, actor)
        _check_plan(locked, plan, actor, timezone.localdate(at))
        series = _begin_series(locked, actor)
        missing = sorted(set(plan.dates) - list_dates_taken(locked))
        return [_make_evening(locked, date, plan, series, actor, at) for date in missing]


def _check_plan(tournament: Tournament, plan: RepeatPlan, actor: AbstractBaseUser, today: dt.date) -> None:
    if reason := find_reason_against(tournament, actor):
        raise ChangeRefused("not_repeated", reason)
    if not plan.dates:
        raise ChangeRefused("no_date", _("Nothing was changed: tick at least one date."))
    if len(plan.dates) > MOST_EVENINGS:
        sentence = _("Nothing was changed: at most %(most)d evenings are made at once. Choose an earlier last day.")
        raise ChangeRefused("too_many", sentence % {"most": MOST_EVENINGS})
    if min(plan.dates) < today:
        raise ChangeRefused("past", _("Nothing was changed: a date is past. Choose dates from today on."))


def _begin_series(tournament: Tournament, actor: AbstractBaseUser) -> uuid.UUID:
    """The series of a tournament, begun where it has none."""
    series = find_series(tournament)
    if series is None:
        series = uuid.uuid4()
        save_announcement(read_announcement(tournament), {"series": series}, actor)
    return series


def _make_evening(
    tournament: Tournament, date: dt.date, plan: RepeatPlan, series: uuid.UUID, actor: AbstractBaseUser, at: dt.datetime
) -> Tournament:
    name = build_name(plan.name, date, most=MAX_NAME_LENGTH, former=tournament.date, dated=plan.dated)
    copy = found_copy(tournament, actor=actor, name=name, date=date)
    for group in EveningPart:
        copy_group(tournament, copy, group, actor=actor, at=at)
    save_announcement(read_announcement(copy), {"series": series}, actor)
    copy.refresh_from_db()
    return copy


def _count_for_season(season: Season, tournament: Tournament, plan: RepeatPlan, actor: AbstractBaseUser) -> None:
    """Let a season count the evenings of the plan that it does not count yet, also after a first attempt that was cut short."""
    counted = SeasonEvening.objects.filter(season=season).values("tournament")
    for evening in select_following(tournament).filter(date__in=plan.dates).exclude(pk__in=counted):
        add_evening(season, evening, actor=actor)


@retry_on_conflict
def carry_forward(
    tournament: Tournament, groups: Collection[EveningPart], *, actor: AbstractBaseUser, at: dt.datetime | None = None, seen: Seen = UNSEEN
) -> CarriedForward:
    """Make the evenings of the series that follow this one as it is, in these groups.

    Left as they are: evenings in which something is drawn or that are over, that another computer has or somebody else directs.
    Raises: ChangeRefused where nothing is chosen, or the page showed something else; PermissionDenied.
    """
    at = at or timezone.now()
    if not groups:
        raise ChangeRefused("no_group", _("Nothing was changed: tick what is to be carried forward."))
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        skipped, changed = [], 0
        for following, obstacle in _lock_following(locked, actor, timezone.localdate(at)):
            why = obstacle or _find_group_obstacle(locked, following, groups)
            if why:
                skipped.append(SkippedEvening(following.date, why))
                continue
            _carry_to(locked, following, groups, actor, at)
            changed += 1
    return CarriedForward(changed, tuple(skipped))


def _carry_to(source: Tournament, target: Tournament, groups: Collection[EveningPart], actor: AbstractBaseUser, at: dt.datetime) -> None:
    if EveningPart.ANNOUNCEMENT in groups:
        dated = build_name(target.name, source.date, most=MAX_NAME_LENGTH, former=target.date, dated=False) != target.name
        target.name = build_name(source.name, target.date, most=MAX_NAME_LENGTH, former=source.date, dated=dated)
    for group in EveningPart:
        if group in groups:
            copy_group(source, target, group, actor=actor, at=at)


def _find_group_obstacle(source: Tournament, target: Tournament, groups: Collection[EveningPart]) -> str:
    """Why rules and stages cannot be carried to an evening; empty where they can, or are not asked for."""
    if EveningPart.RULES not in groups:
        return ""
    if source.game_key != target.game_key:
        return _("another game is played there")
    if source.individual != target.individual and target.entries.exists():
        return _("people are entered there in another way")
    return ""


@retry_on_conflict
def cancel_following(tournament: Tournament, *, actor: AbstractBaseUser, at: dt.datetime, cancelled: bool = True) -> CarriedForward:
    """Say of every evening that follows that it does not take place, or that it does after all; calendars are told.

    Raises: PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        skipped, changed = [], 0
        for following, obstacle in _lock_following(locked, actor, timezone.localdate(at)):
            if obstacle:
                skipped.append(SkippedEvening(following.date, obstacle))
            else:
                changed += mark_cancelled(read_announcement(following), at if cancelled else None, actor)
    return CarriedForward(changed, tuple(skipped))


def _lock_following(tournament: Tournament, actor: AbstractBaseUser, today: dt.date) -> Iterator[tuple[Tournament, str]]:
    """Every following evening, locked in the order of their keys, with what stands in the way of changing it."""
    keys = sorted(select_following(tournament).values_list("pk", flat=True))
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))
    rows = list(select_with_declared(Tournament.objects.filter(pk__in=keys).order_by("date", "pk")))
    directed = list_directed(rows, actor)
    for row in rows:
        yield row, find_obstacle(row, directed, today)
