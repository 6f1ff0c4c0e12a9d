"""Standings, at the desk and for the public."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from rankings.standings_pages.cells import CellView, explain_standings_cell
from rankings.standings_pages.chances import read_chances
from rankings.standings_pages.clubs import can_rank_clubs, rank_clubs, read_best
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import FinalLine, FinalList, read_final_list
from rankings.standings_pages.queries import (
    StandingsGroup,
    StandingsView,
    choose_deciding_stage,
    filter_by_text,
    filter_by_venue,
    list_published_stages,
    read_standings_view,
)
from rankings.standings_pages.stage_progress import read_stage_progress
from rankings.standings_pages.standings_table import StandingsWebTable
from rankings.standings_pages.table_penalties import list_table_penalties
from rankings.standings_pages.teams import read_team_table
from rankings.standings_pages.trf_file import can_be_trf, format_stage_as_trf
from scoring.live.views import LivePage, choose_follow_seconds
from scoring.matches.public_prizes import read_public_prizes
from scoring.standings.decisions import list_penalties
from tournaments.models import Stage, Tournament
from tournaments.pages.paging import ROWS_PER_PAGE, build_paged_rows
from tournaments.pages.views import DeskPage
from tournaments.people.names import fold_name
from tournaments.people.naming import IN_FULL, Naming, PublicNaming
from tournaments.stages.groups import Venue, read_venues_of_stage

MOST_CLUBS = 100
"""More are not shown: a page that phones read stays small."""

SEARCHED_FROM = 16
"""Lines of a group from which on a list has a search: more than a phone shows at once."""


def build_standings_context(request: HttpRequest, tournament: Tournament, naming: Naming = IN_FULL, players: str = "") -> dict[str, Any]:
    """Tables of the requested stage, else of the stage that decides, and the explanation of a cell when one was requested.

    `players` is the address of the players' list, when names are to lead to their cards.
    """
    stages = list_published_stages(tournament)
    stage_number = request.GET.get("stage", "")
    chosen = next((candidate for candidate in stages if str(candidate.number) == stage_number), None)
    stage = chosen or choose_deciding_stage(stages)
    if stage is None:
        return {"stages": [], "stage": None}
    all_standings = read_standings_view(stage, naming)
    venues = read_venues_of_stage(stage)
    venue = next((candidate for candidate in venues if candidate.key == request.GET.get("venue")), None)
    in_venue = filter_by_venue(all_standings, venue)
    search = request.GET.get("q", "")[:80]
    view = filter_by_text(in_venue, search, naming.find_hidden_matches(search) if search else ())
    tables = [(group.name, _build_table(request, view, group, venue, players)) for group in view.groups]
    chances = [chance for chance in read_chances(all_standings) if venue is None or chance.group in {"", venue.name}]
    teams = read_team_table(all_standings)
    details = {
        "explanation": _explain_cell(request, stage, naming),
        **({"teams": teams} if teams else _build_club_context(request, in_venue)),
        "penalties": list_penalties(stage, naming=naming),
        "table_penalties": list_table_penalties(stage, naming),
    }
    return {
        "stages": stages,
        "stage": stage,
        "standings": in_venue,
        "tables": tables,
        "chances": chances,
        "venues": venues,
        "venue": venue,
        "wanted": search,
        "is_whole": request.GET.get("columns") == "all",
        "progress": read_stage_progress(stage).sentence,
        "provisional": stage.number in read_open_points(tournament).provisional_stages,
        "searchable": any(len(group.lines) > SEARCHED_FROM for group in in_venue.groups),
        **details,
    }


def _build_club_context(request: HttpRequest, view: StandingsView) -> dict[str, Any]:
    """The ranking of clubs, by as many entries of each as were asked for; without words where clubs cannot be compared."""
    best = read_best(request)
    clubs = rank_clubs(view, best) if view.has_begun and can_rank_clubs(view) else ()
    return {"clubs": clubs[:MOST_CLUBS], "best": best, "best_asked": "best" in request.GET}


def _build_table(request: HttpRequest, view: StandingsView, group: StandingsGroup, venue: Venue | None, players: str) -> StandingsWebTable:
    table = StandingsWebTable(
        group,
        view.columns,
        stage_number=view.stage.number,
        venue=venue.key if venue else "",
        players=players,
        is_whole=request.GET.get("columns") == "all",
        prefix=f"{group.name}-" if group.name else "",
    )
    table.caption = _("Pool %(name)s") % {"name": group.name} if group.name else venue.name if venue else view.stage.name
    RequestConfig(request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
    return table


def _explain_cell(request: HttpRequest, stage: Stage, naming: Naming) -> CellView | None:
    number, _dot, key = request.GET.get("explain", "").partition(".")
    return explain_standings_cell(stage, int(number), key, naming) if number.isdecimal() and len(number) < 9 else None


class DeskStandings(DeskPage):
    template_name = "rankings/standings_pages/standings.html"
    section = "standings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Standings")
        standings = build_standings_context(self.request, self.tournament)
        has_trf = standings["stage"] is not None and can_be_trf(standings["stage"])
        return super().get_context_data(**{**standings, "has_trf": has_trf, **context})


class StandingsTrf(DeskPage):
    """A stage as TRF, with full names for the staff; `?stage=` selects it."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        number = request.GET.get("stage", "")
        stages = Stage.objects.filter(tournament=self.tournament).select_related("tournament")
        stage = get_object_or_404(stages, number=int(number) if number.isdecimal() else 1)
        text = format_stage_as_trf(stage)
        if text is None:
            raise Http404
        headers = {"Content-Disposition": f'attachment; filename="{slug}-{stage.number}.trf"'}
        return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _build_live_context(tournament: Tournament) -> dict[str, Any]:
    """What the page and the part that is asked for again and again have in common; `live`: the part asks once more after this answer."""
    return {"tournament": tournament, "section": "standings", "live": True, "follow_seconds": choose_follow_seconds(tournament)}


class PublicStandings(LivePage, TemplateView):
    template_name = "rankings/standings_pages/public_standings.html"
    fragment = "rankings/standings_pages/standings_body.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        players = reverse("scoring:public_people", args=[tournament.slug])
        standings = build_standings_context(self.request, tournament, PublicNaming(tournament), players)
        return super().get_context_data(**{**_build_live_context(tournament), **standings, **context})


class DeskFinalList(DeskPage):
    template_name = "rankings/standings_pages/final.html"
    section = "standings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Final list")
        return super().get_context_data(**{**build_final_context(self.request, read_final_list(self.tournament)), **context})


def build_final_context(request: HttpRequest, final: FinalList) -> dict[str, Any]:
    """The final list, and the page of it that was asked for: all lines, or those that match the search."""
    search = request.GET.get("q", "")[:80]
    lines = [line for line in final.lines if _is_wanted(line, search)] if search.strip() else final.lines
    return {"final": final, "wanted": search, "searchable": len(final.lines) > ROWS_PER_PAGE, "listing": build_paged_rows(request, lines)}


def _is_wanted(line: FinalLine, wanted: str) -> bool:
    """Whether every word of the search is in name or club, or the search is the number."""
    words = fold_name(wanted).split()
    text = fold_name(f"{line.name} {line.club}")
    return wanted.strip() == str(line.number) or all(word in text for word in words)


class PublicFinalList(LivePage, TemplateView):
    template_name = "rankings/standings_pages/public_final.html"
    fragment = "rankings/standings_pages/final_body.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        final = read_final_list(tournament, PublicNaming(tournament))
        page = _build_live_context(tournament) | build_final_context(self.request, final)
        return super().get_context_data(**{**page, "prizes": read_public_prizes(tournament), **context})
