"""What everybody may see of the results, with names as the director chose."""

from abc import ABC, abstractmethod
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import TemplateView, View

from jobs.permissions import everybody
from scoring.evidence.queries import evidence_of
from scoring.ledger.queries import current_head, ledger_lines
from scoring.live.views import LivePage
from scoring.matches.history import history_of
from scoring.matches.queries import describe_situation, load_match
from scoring.matches.rounds import list_matches
from scoring.public.player import player_view
from scoring.sheets_back.queries import read_sheet_name
from scoring.sheets_back.views import sheet_address
from scoring.standings_pages.bracket import bracket_view
from scoring.standings_pages.decisions import penalties_of
from scoring.standings_pages.pools import pool_grids
from scoring.standings_pages.queries import stages_of
from tournaments.entries.substitutions import substitutions_in
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.people.naming import PublicNaming
from tournaments.permissions import role_in, visitor


class PublicPage(LivePage, TemplateView, ABC):
    section = ""

    def tournament(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = self.tournament()
        shown = {"tournament": tournament, "section": self.section, "head": current_head(tournament), **self.shown(tournament)}
        return super().get_context_data(**{**shown, **context})

    @abstractmethod
    def shown(self, tournament: Tournament) -> dict[str, Any]: ...


class PublicResults(PublicPage):
    """A round's matches; the one that is being played, if none is asked for."""

    template_name = "scoring/public/public_results.html"
    fragment = "scoring/public/public_results_body.html"
    section = "results"

    def shown(self, tournament: Tournament) -> dict[str, Any]:
        rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).select_related("stage")
        listed = list(rounds.order_by("stage__number", "number"))
        wanted = self.request.GET.get("round", "")
        round_ = next((one for one in listed if f"{one.stage.number}.{one.number}" == wanted), listed[-1] if listed else None)
        return {"rounds": listed, "round": round_, "rows": list_matches(round_, PublicNaming(tournament)) if round_ else ()}


class PublicMatch(PublicPage):
    """A match hand by hand."""

    template_name = "scoring/public/public_match.html"
    fragment = "scoring/public/public_match_body.html"
    section = "results"

    def shown(self, tournament: Tournament) -> dict[str, Any]:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        shown = matches.exclude(round__state=Round.State.DRAFT)
        match = get_object_or_404(shown, round__stage__tournament=tournament, code=self.kwargs["code"])
        naming = PublicNaming(tournament)
        view = load_match(match, naming)
        told = {
            "situation": describe_situation(view),
            "substitutions": substitutions_in(match, staff=False, naming=naming),
            "history": history_of(view, staff=False) if tournament.history_public else (),
            "penalties": penalties_of(match.round.stage, match, naming),
            "evidence": evidence_of(view),
        }
        return {"match": match, "view": view, **told}


class PublicPlayer(PublicPage):
    """What one entry wants to know; a phone keeps it open."""

    template_name = "scoring/public/public_player.html"
    fragment = "scoring/public/public_player_body.html"
    section = "public"

    def shown(self, tournament: Tournament) -> dict[str, Any]:
        entries = Entry.objects.select_related("tournament", "club")
        entry = get_object_or_404(entries, tournament=tournament, number=self.kwargs["number"])
        return {"player": player_view(entry, PublicNaming(tournament))}


class PublicBracket(PublicPage):
    template_name = "scoring/public/public_bracket.html"
    fragment = "scoring/public/public_bracket_body.html"
    section = "bracket"

    def shown(self, tournament: Tournament) -> dict[str, Any]:
        naming = PublicNaming(tournament)
        views = [(stage, bracket_view(stage, naming)) for stage in stages_of(tournament)]
        brackets = [(stage, view) for stage, view in views if view is not None]
        return {"brackets": brackets, "whole": self.request.GET.get("size") == "whole"}


class PublicPools(PublicPage):
    template_name = "scoring/public/public_pools.html"
    fragment = "scoring/public/public_pools_body.html"
    section = "pools"

    def shown(self, tournament: Tournament) -> dict[str, Any]:
        stages = [stage for stage in stages_of(tournament) if stage.format_key == "round_robin"]
        naming = PublicNaming(tournament)
        return {"pools": [(stage, pool_grids(stage, naming)) for stage in stages]}


class LedgerFile(View):
    """The whole ledger, one entry a line, for whoever wants to check it (docs/ledger.md)."""

    policy = staticmethod(visitor)

    def get(self, request: HttpRequest, slug: str) -> StreamingHttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        headers = {"Content-Disposition": f'attachment; filename="{slug}.jsonl"', "Cache-Control": "no-cache"}
        return StreamingHttpResponse(ledger_lines(tournament), content_type="application/jsonl", headers=headers)


class ShortCode(View):
    """The code on a sheet, with or without its serial: the desk gets that sheet's page, everybody else the public one of the match."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        matches = Match.objects.select_related("round__stage__tournament").exclude(round__state=Round.State.DRAFT)
        name = read_sheet_name(code)
        match = get_object_or_404(matches, code=name.code if name else "", kind=Match.Kind.PLAYED)
        tournament = match.round.stage.tournament
        if name and role_in(request.user, tournament):
            return HttpResponseRedirect(sheet_address(tournament, name))
        if not tournament.public:
            raise Http404
        return HttpResponseRedirect(reverse("scoring:public_match", args=[tournament.slug, match.code]))
