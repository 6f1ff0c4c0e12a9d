"""Compute the points of members by year from the results that count."""

from collections import defaultdict
from collections.abc import Collection
from functools import cache
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from federation.models import MemberYear, Placing, PointSeries, Union
from federation.points.formulas import parse_formula
from federation.union_rankings.counting import read_rule, sum_best
from jobs.databases import write_tx
from plugins.registry import PluginFailed
from tournaments.models import Organizer
from tournaments.permissions import require_organizer_director


def compute_member_years(union: Union, *, members: Collection[int] | None = None) -> None:
    """Compute the totals of some members, or of all, and store them; where a plug-in counts and fails, they stay as they are. Call inside
    `write_tx`.
    """
    placings = Placing.objects.filter(result__union=union, result__counts=True, member__isnull=False)
    stored = MemberYear.objects.filter(member__union=union)
    if members is not None:
        placings, stored = placings.filter(member__in=members), stored.filter(member__in=members)
    compute = cache(read_rule(union).compute_points)
    points: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    columns = ("member_id", "result__date__year", "result__event_class", "place", "result__entries")
    try:
        for member, year, event_class, place, entries in placings.order_by().values_list(*columns).iterator(chunk_size=5000):
            points[member, year].append(compute(event_class, place, entries))
    except PluginFailed:
        return
    stored.delete()
    MemberYear.objects.bulk_create(
        (
            MemberYear(member_id=member, year=year, points=sum_best(earned, union.best_of), results=len(earned))
            for (member, year), earned in points.items()
        ),
        batch_size=2000,
    )


def found_union(organizer: Organizer, *, actor: AbstractBaseUser) -> Union:
    """The organizer keeps rankings from now on. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        return Union.objects.get_or_create(organizer=organizer)[0]


def change_rule(union: Union, values: dict[str, Any], *, actor: AbstractBaseUser) -> None:
    """Store how the union counts, and compute everything again. Raises: PermissionDenied, FormulaRefused."""
    parse_formula(values.get("formula", union.formula))
    with write_tx():
        require_organizer_director(actor, union.organizer)
        for name, value in values.items():
            setattr(union, name, value)
        union.save()
        compute_member_years(union)


def save_series(series: PointSeries, *, actor: AbstractBaseUser) -> None:
    """Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, series.union.organizer)
        series.save()
