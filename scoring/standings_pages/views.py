"""Standings, at the desk and for everybody."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from scoring.live.views import LivePage
from scoring.standings_pages.cells import CellView, explain
from scoring.standings_pages.chances import chances_of
from scoring.standings_pages.decisions import penalties_of
from scoring.standings_pages.queries import Group, StandingsView, in_venue, stages_of, standings_view
from scoring.standings_pages.tables import StandingsTable
from tournaments.models import Stage, Tournament
from tournaments.pages.views import DeskPage
from tournaments.people.naming import IN_FULL, Naming, PublicNaming
from tournaments.stages.groups import Venue, venues_of_stage

PAGE = 500


def standings_context(request: HttpRequest, tournament: Tournament, naming: Naming = IN_FULL) -> dict[str, Any]:
    """Tables of the stage that was asked for, else the latest, and the explanation of a cell when one was asked for."""
    stages = stages_of(tournament)
    wanted = request.GET.get("stage", "")
    stage = next((one for one in stages if str(one.number) == wanted), stages[0] if stages else None)
    if stage is None:
        return {"stages": [], "stage": None}
    everybody = standings_view(stage, naming)
    venues = venues_of_stage(stage)
    venue = next((one for one in venues if one.key == request.GET.get("venue")), None)
    view = in_venue(everybody, venue)
    tables = [(group.name, _table(request, view, group, venue)) for group in view.groups]
    chances = [one for one in chances_of(everybody) if venue is None or one.group in {"", venue.name}]
    told = {"explanation": _explanation(request, stage, naming), "penalties": penalties_of(stage, naming=naming)}
    return {
        "stages": stages,
        "stage": stage,
        "standings": view,
        "tables": tables,
        "chances": chances,
        "venues": venues,
        "venue": venue,
        **told,
    }


def _table(request: HttpRequest, view: StandingsView, group: Group, venue: Venue | None) -> StandingsTable:
    prefix = f"{group.name}-" if group.name else ""
    table = StandingsTable(group, view.columns, stage_number=view.stage.number, venue=venue.key if venue else "", prefix=prefix)
    table.caption = _("Pool %(name)s") % {"name": group.name} if group.name else venue.name if venue else view.stage.name
    RequestConfig(request, paginate={"per_page": PAGE}).configure(table)
    return table


def _explanation(request: HttpRequest, stage: Stage, naming: Naming) -> CellView | None:
    number, _dot, key = request.GET.get("explain", "").partition(".")
    return explain(stage, int(number), key, naming) if number.isdecimal() and len(number) < 9 else None


class DeskStandings(DeskPage):
    template_name = "scoring/standings_pages/standings.html"
    section = "standings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Standings")
        return super().get_context_data(**{**standings_context(self.request, self.tournament), **context})


class PublicStandings(LivePage, TemplateView):
    template_name = "scoring/standings_pages/public_standings.html"
    fragment = "scoring/standings_pages/standings_body.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        shown = standings_context(self.request, tournament, PublicNaming(tournament))
        return super().get_context_data(**{"tournament": tournament, "section": "standings", **shown, **context})
