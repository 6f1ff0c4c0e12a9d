"""Rankings by year, category and province, series, and what a member's points come from."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db.models import Count, F, Max, QuerySet, Window
from django.db.models.functions import Rank
from django.utils.translation import gettext as _

from federation.models import MemberYear, Placing, PlannedEvent, PointSeries, TakenResult, Union, UnionMember
from federation.points.formulas import format_hundredths
from federation.union_rankings.counting import read_rule, sum_best
from plugins.protocols import RankedMember
from plugins.registry import PluginFailed
from tournaments.entries.exports import FileList


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A member's place in a ranking; `through` where a series takes so many."""

    rank: int
    member: UnionMember
    points: str
    results: int
    through: bool = False


class SeriesPlace(NamedTuple):
    """A member, by id, in the ranking of a series; points in hundredths."""

    rank: int
    member: int
    points: int
    results: int
    through: bool


SERIES_FACTS = ("game_key", "event_class", "first_day", "last_day", "best_of", "qualifies")


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
    try:
        points = {row.pk: rule.compute_points(row.result.event_class, row.place, row.result.entries) for row in rows}
        words = {row.pk: rule.explain_points(row.result.event_class, row.place, row.result.entries) for row in rows}
    except PluginFailed as failure:
        sentence = _("The plug-in %(plugin)s does not answer: the totals are those of before.") % {"plugin": failure}
        return [ExplainedPlacing(row.result, row.place, sentence, "", counted=True) for row in rows]
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
            words[row.pk],
            format_hundredths(points[row.pk]),
            row.pk in counted,
        )
        for row in rows
    ]


def rank_series(series: PointSeries) -> list[SeriesPlace]:
    """The ranking of a series, best first, cached for what counts now; the first `qualifies` go on, and all who share the last of these
    places.
    """
    placings = Placing.objects.filter(result__union=series.union, member__isnull=False)
    counting = series.union.results.filter(counts=True).aggregate(last=Max("pk"), number=Count("pk"))
    facts = [str(getattr(series, name)) for name in SERIES_FACTS]
    text = f"series {series.pk} {facts} {read_rule(series.union)} {counting} {placings.count()}"
    key = hashlib.sha256(text.encode()).hexdigest()
    places: list[SeriesPlace] | None = caches["drawn"].get(key)
    if places is None:
        try:
            places = _rank_placings(series, placings)
        except PluginFailed:
            return []
        caches["drawn"].set(key, places)
    return places


def build_series_lines(series: PointSeries, places: Sequence[SeriesPlace]) -> list[RankingLine]:
    """Some places of a series with their members, as they are called now."""
    rows = series.union.members.filter(pk__in=[place.member for place in places])
    members = {member.pk: member for member in rows.select_related("club")}
    return [
        RankingLine(place.rank, members[place.member], format_hundredths(place.points), place.results, place.through) for place in places
    ]


def _rank_placings(series: PointSeries, placings: QuerySet[Placing]) -> list[SeriesPlace]:
    placings = placings.filter(result__counts=True, result__date__range=(series.first_day, series.last_day))
    placings = placings.filter(result__game_key=series.game_key) if series.game_key else placings
    placings = placings.filter(result__event_class=series.event_class) if series.event_class else placings
    compute = cache(read_rule(series.union).compute_points)
    earned: defaultdict[int, list[int]] = defaultdict(list)
    columns = placings.order_by().values_list("member_id", "result__event_class", "place", "result__entries")
    for member, event_class, place, entries in columns.iterator(chunk_size=5000):
        earned[member].append(compute(event_class, place, entries))
    totals = {member: sum_best(points, series.best_of) for member, points in earned.items()}
    places: list[SeriesPlace] = []
    for position, member in enumerate(sorted(totals, key=lambda key: (-totals[key], key)), start=1):
        rank = places[-1].rank if places and places[-1].points == totals[member] else position
        places.append(SeriesPlace(rank, member, totals[member], len(earned[member]), rank <= series.qualifies))
    return places


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


def build_ranked_members(lines: Sequence[RankingLine]) -> list[RankedMember]:
    """The lines as a plug-in gets them."""
    return [
        RankedMember(
            line.rank,
            line.member.number,
            line.member.name,
            line.member.club.name if line.member.club else "",
            line.member.province,
            line.member.category,
            round(float(line.points) * 100),
            line.results,
            line.member.own,
        )
        for line in lines
    ]


def list_due(union: Union, today: dt.date) -> list[DueResult]:
    """The approved events that are over and have no result, the oldest first."""
    events = PlannedEvent.objects.filter(union=union, state=PlannedEvent.State.APPROVED, date__lt=today).select_related("club")
    events = events.exclude(pk__in=TakenResult.objects.filter(union=union, counts=True, planned__isnull=False).values("planned"))
    due = [(event, event.date + dt.timedelta(days=union.days_due)) for event in events.order_by("date", "pk")]
    return [DueResult(event, last_day, today > last_day) for event, last_day in due]
