"""Figures for Prometheus on a hosted site, behind a token: what was answered and how quickly, how ledgers, jobs and checks stand."""

import datetime as dt
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Count, Min, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily, Metric

from config.health import build_health_report
from config.pools import choose_pool
from jobs.databases import has_standby
from jobs.models import Job
from jobs.program import VERSION
from scoring.models import LedgerHead
from tournaments.models import Tournament

PROBES = frozenset({"/healthz", "/live", "/metrics", "/ready"})
REQUESTS = Counter("labella_requests", "Requests answered, by threads and class of status", ["pool", "status"])
SECONDS = Histogram(
    "labella_request_seconds",
    "Seconds until the answer, by threads",
    ["pool"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0),
)


class MetricsMiddleware:
    """Counts every answer and its time, but for those to whoever watches the site; only where `METRICS_TOKEN` is set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        if request.path in PROBES:
            return response
        pool = choose_pool(str(request.method), request.path, request.META.get("HTTP_COOKIE", "")).value
        REQUESTS.labels(pool, f"{response.status_code // 100}xx").inc()
        SECONDS.labels(pool).observe(time.perf_counter() - begun)
        return response


class SiteCollector:
    """What the database and the checks say at the moment of asking; the checks alone while the database does not answer."""

    def collect(self) -> Iterator[Metric]:
        checks = {name: float(result == "ok") for name, result in build_health_report().items()}
        yield _build_family("labella_check_ok", "The checks of /healthz, 1 for ok", "check", checks)
        yield _build_family("labella_version", "The release, always 1", "version", {VERSION: 1.0})
        if checks["database"]:
            yield from self._count_rows()

    def _count_rows(self) -> Iterator[Metric]:
        entries = LedgerHead.objects.aggregate(count=Sum("seq"))["count"] or 0
        yield GaugeMetricFamily("labella_ledger_entries", "Entries in all ledgers", value=entries)
        yield from _count_clubs()
        if has_standby(DEFAULT_DB_ALIAS):
            yield GaugeMetricFamily("labella_standbys", "Servers that follow the database's primary", value=_count_standbys())
        yield _build_family("labella_tournaments", "Tournaments by state", "state", _count_states(Tournament.objects.all()))
        yield _build_family("labella_jobs", "Jobs by state", "state", _count_states(Job.objects.all()))
        now = timezone.now()
        oldest = Job.objects.filter(state=Job.State.QUEUED, run_after__lte=now).aggregate(at=Min("run_after"))["at"]
        waiting = (now - oldest).total_seconds() if oldest else 0.0
        yield GaugeMetricFamily("labella_oldest_queued_job_seconds", "How long the oldest job that is due has waited", value=waiting)


def render_metrics() -> HttpResponse:
    """The figures of all processes in Prometheus' text format; of this one where they do not share a directory, as on a desk."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus_client has no types here
    else:
        registry.register(REGISTRY)
    registry.register(SiteCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _count_states(rows: QuerySet[Any]) -> dict[str, float]:
    return {state: float(count) for state, count in rows.order_by("state").values_list("state").annotate(count=Count("pk"))}


def _count_clubs() -> Iterator[Metric]:
    """What clubs play from yesterday to tomorrow: few enough to be told one by one, however many clubs the site has."""
    day, today = dt.timedelta(days=1), timezone.localdate()
    played = Tournament.objects.filter(date__range=(today - day, today + day), archived_at=None).order_by()
    rows = played.values_list("organizer__slug").annotate(Count("pk", distinct=True), Sum("ledger_head__seq"))
    clubs = {club: (float(count), float(entries or 0)) for club, count, entries in rows}
    tournaments, entries = ({club: numbers[place] for club, numbers in clubs.items()} for place in (0, 1))
    yield _build_family("labella_club_tournaments", "Tournaments of a club from yesterday to tomorrow", "club", tournaments)
    yield _build_family("labella_club_ledger_entries", "Entries in the ledgers of these tournaments", "club", entries)


def _count_standbys() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_replication")
        return int(cursor.fetchone()[0])


def _build_family(name: str, words: str, label: str, values: dict[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, words, labels=[label])
    for value_of_label, value in values.items():
        family.add_metric([value_of_label], value)
    return family
