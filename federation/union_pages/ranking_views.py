"""Rankings and series, for officials, as lists, and for everybody."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from federation.models import PointSeries, Union
from federation.points.plugged import export_ranking
from federation.union_pages.forms import SeriesForm
from federation.union_pages.union_views import UnionMixin
from federation.union_rankings.queries import (
    RankingLine,
    build_list,
    build_ranked_members,
    build_ranking_lines,
    build_series_lines,
    list_choices,
    list_years,
    rank_series,
    select_ranking,
)
from federation.union_rankings.services import save_series
from jobs.permissions import everybody
from plugins.registry import PluginFailed
from tournaments.entries.exports import render_csv, render_xlsx
from tournaments.pages.paging import build_paged_rows
from tournaments.permissions import get_user

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def render_list(title: str, lines: Sequence[RankingLine], spelling: str) -> HttpResponse:
    """A ranking as a file to save. Raises: Http404 for another spelling than csv and xlsx."""
    if spelling not in {"csv", "xlsx"}:
        raise Http404
    file_list = build_list(title, lines)
    response = HttpResponse(render_csv(file_list), content_type="text/csv; charset=utf-8")
    if spelling == "xlsx":
        response = HttpResponse(render_xlsx(file_list), content_type=XLSX)
    response.headers["Content-Disposition"] = f'attachment; filename="ranking.{spelling}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def read_chosen(request: HttpRequest, union: Union) -> dict[str, Any]:
    """Year, category and province as the address asks for them."""
    years = list_years(union)
    text = request.GET.get("year", "")
    year = int(text) if text.isascii() and text.isdecimal() and int(text[:5]) in years else (years or [localdate().year])[0]
    return {
        "year": year,
        "years": years,
        "category": request.GET.get("category", "")[:40],
        "province": request.GET.get("province", "")[:40],
        "categories": list_choices(union, "category"),
        "provinces": list_choices(union, "province"),
    }


def read_listing(request: HttpRequest, union: Union) -> dict[str, Any]:
    """The chosen ranking, some rows a page."""
    chosen = read_chosen(request, union)
    rows = select_ranking(union, chosen["year"], category=chosen["category"], province=chosen["province"])
    return {**chosen, "listing": build_paged_rows(request, rows, build=build_ranking_lines)}


class RankingPage(UnionMixin, TemplateView):
    template_name = "federation/union_pages/ranking.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {"organizer": self.organizer, "union": self.union, **read_listing(self.request, self.union)}
        return super().get_context_data(**{**page_context, **context})


class RankingList(UnionMixin):
    """The chosen ranking as CSV or XLSX."""

    def get(self, request: HttpRequest, organizer_slug: str, spelling: str) -> HttpResponse:
        chosen = read_chosen(request, self.union)
        rows = select_ranking(self.union, chosen["year"], category=chosen["category"], province=chosen["province"])
        if spelling == "plugin" and self.union.plugin:
            return self.render_export(chosen["year"], build_ranking_lines(list(rows)))
        return render_list(_("Ranking %(year)d") % chosen, build_ranking_lines(list(rows)), spelling)

    def render_export(self, year: int, lines: Sequence[RankingLine]) -> HttpResponse:
        """The ranking as the plug-in of the federation writes it; where it fails, the page with the reason."""
        try:
            exported = export_ranking(self.union, year, build_ranked_members(lines))
        except PluginFailed as failure:
            messages.error(self.request, _("The plug-in %(plugin)s wrote no file.") % {"plugin": failure})
            return self.redirect_to("union_ranking")
        response = HttpResponse(exported.content, content_type=exported.content_type)
        response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=exported.name)
        response.headers["Cache-Control"] = "no-store"
        return response


class PublicRanking(TemplateView):
    """The rankings for everybody, where the union shows them."""

    policy = staticmethod(everybody)
    template_name = "federation/union_pages/public_ranking.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        slug = self.kwargs["union_slug"]
        union = get_object_or_404(Union.objects.select_related("organizer"), organizer__slug=slug, public=True)
        page_context = {"union": union, "series": union.series.all(), **read_listing(self.request, union)}
        return super().get_context_data(**{**page_context, **context})


class PointSeriesListPage(UnionMixin, TemplateView):
    """The series, and the form for one more."""

    template_name = "federation/union_pages/series_list.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {"organizer": self.organizer, "series": self.union.series.all(), "form": SeriesForm()}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = SeriesForm(request.POST, instance=PointSeries(union=self.union))
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        save_series(form.instance, actor=get_user(request))
        return HttpResponseRedirect(reverse("federation:union_series", args=[organizer_slug, form.instance.pk]))


class PointSeriesPage(UnionMixin, TemplateView):
    """The ranking of a series, with who goes on."""

    template_name = "federation/union_pages/series.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        series = get_object_or_404(PointSeries.objects.select_related("union"), union=self.union, pk=self.kwargs["series_id"])
        listing = build_paged_rows(self.request, rank_series(series), build=partial(build_series_lines, series))
        page_context = {"organizer": self.organizer, "series": series, "listing": listing}
        return super().get_context_data(**{**page_context, **context})


class SeriesRankingList(UnionMixin, View):
    """The ranking of a series as CSV or XLSX."""

    def get(self, request: HttpRequest, organizer_slug: str, series_id: int, spelling: str) -> HttpResponse:
        series = get_object_or_404(PointSeries.objects.select_related("union"), union=self.union, pk=series_id)
        return render_list(series.name, build_series_lines(series, rank_series(series)), spelling)
