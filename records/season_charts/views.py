"""A season in pictures: the page and the print."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language, gettext
from django.views.generic import TemplateView, View

from paper import PrintHead
from paper.season_charts import PrintedMeeting, PrintedPlaces, render_season_charts
from rankings.seasons.queries import read_ranking
from records.season_charts.queries import SeasonCharts, read_season_charts
from scoring.live.views import LivePage
from scoring.permissions import get_page_version, season_visitor
from tournaments.models import Season
from tournaments.pages.pdf_answers import build_pdf_response


def _read_charts(request: HttpRequest, slug: str) -> tuple[Season, SeasonCharts]:
    season = get_object_or_404(Season, slug=slug)
    return season, read_season_charts(season, read_ranking(season, get_page_version(request), everything=False))


class SeasonPictures(LivePage, TemplateView):
    """How places changed, and who met whom; drawn once for all readers."""

    policy = staticmethod(season_visitor)
    template_name = "records/season_charts/season_pictures.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        season, charts = _read_charts(self.request, self.kwargs["season_slug"])
        return super().get_context_data(**{"season": season, "charts": charts, **context})


class SeasonPicturesPaper(View):
    """The same on A4 in landscape."""

    policy = staticmethod(season_visitor)

    def get(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        season, charts = _read_charts(request, season_slug)
        head = PrintHead(
            tournament=season.name,
            subtitle=gettext("The season in pictures"),
            date=charts.evenings[-1].date.strftime("%d/%m/%Y") if charts.evenings else "",
            translate=gettext,
            language=get_language() or "en",
        )
        places = PrintedPlaces(
            evenings=tuple(f"{evening.date:%d/%m}" for evening in charts.evenings),
            names=tuple(line.name for line in charts.lines),
            ranks=tuple(line.ranks for line in charts.lines),
        )
        meetings = tuple(PrintedMeeting(row.name, row.cells) for row in charts.meetings)
        return build_pdf_response(render_season_charts(head, places, meetings), f"{season_slug}-pictures")
