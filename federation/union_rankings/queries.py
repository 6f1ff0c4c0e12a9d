"""Rankings by year, category and province, series, and what a member's points come from."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank
from django.utils.translation import gettext as _

from federation.models import MemberYear, Placing, PlannedEvent, PointSeries, TakenResult, Union, UnionMember
from federation.points.formulas import format_hundredths
from federation.union_rankings.counting import read_rule, sum_best
from tournaments.entries.exports import FileList


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A member's place in a ranking; `through` where a series takes so many."""

    rank: int
    member: UnionMember
    points: str
    results: int
    through: bool = False


@dataclass(frozen=True, slots=True)
class ExplainedPlacing:
    """A place of a member with the sum that gives its points; `counted` among the best of the year."""

    result: TakenResult
    place: int
    explanation: str
    points: str
    counted: bool


@dataclass(frozen=True, slots=True)
class DueResult:
    """An approved event without a result; `late` once its last day is over."""

    event: PlannedEvent
    last_day: dt.date
    late: bool


def select_ranking(union: Union, year: int, *, category: str = "", province: str = "") -> QuerySet[MemberYear]:
    """The totals of a year with their `rank`, best first; the window is over what is chosen."""
    rows = MemberYear.objects.filter(member__union=union, year=year)
    rows = rows.filter(member__category=category) if category else rows
    rows = rows.filter(member__province=province) if province else rows
    ranked = rows.annotate(rank=Window(Rank(), order_by=F("points").desc()))
    return ranked.select_related("member__club").order_by("-points", "member__name", "pk")


def build_ranking_lines(rows: Sequence[Any]) -> list[RankingLine]:
    return [RankingLine(row.rank, row.member, format_hundredths(row.points), row.results) for row in rows]


def list_years(union: Union) -> list[int]:
    """The years with results, the latest first."""
    dates = TakenResult.objects.filter(union=union, counts=True).dates("date", "year", order="DESC")
    return [date.year for date in dates]


def list_choices(union: Union, column: str) -> list[str]:
    """The categories or provinces that members have."""
    members = UnionMember.objects.filter(union=union, erased_at=None).exclude(**{column: ""})
    return sorted(members.order_by().values_list(column, flat=True).distinct())


def explain_member(union: Union, member: UnionMember) -> list[ExplainedPlacing]:
    """Every place of a member in results that count, the latest first."""
    rule = read_rule(union)
    rows = list(Placing.objects.filter(member=member, result__counts=True).select_related("result").order_by("-result__date", "pk"))
    points = {row.pk: rule.compute_points(row.result.event_class, row.place, row.result.entries) for row in rows}
    by_year: defaultdict[int, list[Placing]] = defaultdict(list)
    for row in rows:
        by_year[row.result.date.year].append(row)
    counted: set[int] = set()
    for placings in by_year.values():
        best = sorted(placings, key=lambda row: points[row.pk], reverse=True)
        counted |= {row.pk for row in best[: union.best_of or None]}
    return [
        ExplainedPlacing(
            row.result,
            row.place,
            rule.explain_points(row.result.event_class, row.place, row.result.entries),
            format_hundredths(points[row.pk]),
            row.pk in counted,
        )
        for row in rows
    ]


def rank_series(series: PointSeries) -> list[RankingLine]:
    """The ranking of a series, best first; `through` are the first `qualifies`, and all who share the last of these places."""
    placings = Placing.objects.filter(
        result__union=series.union, result__counts=True, member__isnull=False, result__date__range=(series.first_day, series.last_day)
    )
    placings = placings.filter(result__game_key=series.game_key) if series.game_key else placings
    placings = placings.filter(result__event_class=series.event_class) if series.event_class else placings
    compute = cache(read_rule(series.union).compute_points)
    earned: defaultdict[int, list[int]] = defaultdict(list)
    for member, event_class, place, entries in placings.values_list("member_id", "result__event_class", "place", "result__entries"):
        earned[member].append(compute(event_class, place, entries))
    totals = {member: sum_best(points, series.best_of) for member, points in earned.items()}
    members = {member.pk: member for member in series.union.members.filter(pk__in=totals).select_related("club")}
    ordered = sorted(totals, key=lambda key: (-totals[key], members[key].name, key))
    lines: list[RankingLine] = []
    for position, key in enumerate(ordered, start=1):
        is_tied = bool(lines) and totals[ordered[position - 2]] == totals[key]
        rank = lines[-1].rank if is_tied else position
        through = rank <= series.qualifies
        lines.append(RankingLine(rank, members[key], format_hundredths(totals[key]), len(earned[key]), through))
    return lines


def build_list(title: str, lines: Sequence[RankingLine]) -> FileList:
    """A ranking as rows for CSV and XLSX."""
    headings = (_("Pos."), _("Number"), _("Name"), _("Club"), _("Province"), _("Category"), _("Results"), _("Points"))
    rows = [
        (
            line.rank,
            line.member.number,
            str(line.member),
            line.member.club.name if line.member.club else "",
            line.member.province,
            line.member.category,
            line.results,
            float(line.points),
        )
        for line in lines
    ]
    return FileList(title, headings, tuple(rows))


def list_due(union: Union, today: dt.date) -> list[DueResult]:
    """The approved events that are over and have no result, the oldest first."""
    events = PlannedEvent.objects.filter(union=union, state=PlannedEvent.State.APPROVED, date__lt=today).select_related("club")
    events = events.exclude(pk__in=TakenResult.objects.filter(union=union, counts=True, planned__isnull=False).values("planned"))
    due = [(event, event.date + dt.timedelta(days=union.days_due)) for event in events.order_by("date", "pk")]
    return [DueResult(event, last_day, today > last_day) for event, last_day in due]
