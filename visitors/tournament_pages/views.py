"""The public pages of results, with names shown as the director chose."""

from abc import ABC, abstractmethod
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from jobs.permissions import everybody
from pairing import format_by_key
from pairing.format import Family
from printing.sheets_back.queries import parse_sheet_name
from printing.sheets_back.views import build_sheet_address
from rankings.standings_pages.bracket import read_bracket_view
from rankings.standings_pages.pools import read_pool_grids
from rankings.standings_pages.queries import list_published_stages
from records.match_stories.queries import build_story
from scoring.evidence.queries import read_evidence_views
from scoring.ledger.queries import compare_head, format_ledger_lines, read_current_head
from scoring.ledger.words import encode_words
from scoring.live.views import LivePage, choose_follow_seconds
from scoring.matches.former_matches import find_former_anywhere, find_former_match
from scoring.matches.history import read_history
from scoring.matches.queries import load_match
from scoring.matches.rounds import build_match_row, select_matches
from scoring.matches.situation import describe_situation
from scoring.models import ExtraSheet
from scoring.standings.decisions import list_penalties
from tournaments.entries.substitutions import read_substitutions_in
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.pages.paging import build_paged_rows
from tournaments.people.naming import PublicNaming
from tournaments.permissions import read_role, visitor
from tournaments.stages.rounds import format_round_tab, list_counted_rounds
from visitors.tournament_pages.desk_address import find_desk_address
from visitors.tournament_pages.directory import filter_people, read_people
from visitors.tournament_pages.glance import build_tiles
from visitors.tournament_pages.player import read_player_view
from visitors.tournament_pages.sharing import describe_table_and_round

MOST_MEETINGS = 5
"""Columns of meetings for which a phone has room beside name and points; larger pools show them by a tap."""


class LivePublicPage(LivePage, TemplateView, ABC):
    section = ""

    def list_extra_versions(self) -> tuple[str, ...]:
        """Who gets a role sees the way to the desk at once."""
        return (find_desk_address(self.request),)

    def find_tournament(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = self.find_tournament()
        page_context = {
            "tournament": tournament,
            "section": self.section,
            "ledger_head": read_current_head(tournament),
            "follow_seconds": choose_follow_seconds(tournament),
            **self.build_context(tournament),
        }
        return super().get_context_data(**{**page_context, **context})

    @abstractmethod
    def build_context(self, tournament: Tournament) -> dict[str, Any]: ...


class PublicResults(LivePublicPage):
    """A round's matches; the latest published round by default."""

    template_name = "visitors/tournament_pages/public_results.html"
    fragment = "visitors/tournament_pages/public_results_body.html"
    section = "results"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        listed = [counted for counted in list_counted_rounds(tournament) if counted.state != Round.State.DRAFT]
        round_name = self.request.GET.get("round", "")
        round_ = next(
            (candidate for candidate in listed if f"{candidate.stage.number}.{candidate.number}" == round_name),
            listed[-1] if listed else None,
        )
        naming = PublicNaming(tournament)
        matches = select_matches(round_) if round_ else ()
        listing = build_paged_rows(self.request, matches, build=lambda page: [build_match_row(match, naming) for match in page])
        in_grid = self.request.GET.get("view") == "grid"
        tiles = build_tiles(listing.page, tournament, naming) if in_grid else ()
        tabs = [(candidate, format_round_tab(candidate)) for candidate in listed]
        return {"round_tabs": tabs, "round": round_, "listing": listing, "in_grid": in_grid, "tiles": tiles}


class MatchUnpublishedError(Http404):
    """The answer for a match that was public and is not drawn any more."""

    advice: str | Promise = _("This match was unpublished: its round is drawn again, or will be. The tournament’s page shows what counts.")

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.address = reverse("tournaments:public", args=[tournament.slug])


class PublicMatch(LivePublicPage):
    """A match hand by hand."""

    template_name = "visitors/tournament_pages/public_match.html"
    fragment = "visitors/tournament_pages/public_match_body.html"
    section = "results"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        published = matches.exclude(round__state=Round.State.DRAFT)
        match = published.filter(round__stage__tournament=tournament, code=self.kwargs["code"]).first()
        if match is None:
            raise MatchUnpublishedError(tournament) if find_former_match(tournament, self.kwargs["code"]) else Http404
        naming = PublicNaming(tournament)
        view = load_match(match, naming)
        details = {
            "situation": describe_situation(view),
            "table_and_round": describe_table_and_round(match),
            "substitutions": read_substitutions_in(match, staff=False, naming=naming),
            "history": read_history(view, staff=False) if tournament.history_public else (),
            "penalties": list_penalties(match.round.stage, match, naming),
            "evidence": read_evidence_views(view),
            "story": build_story(view.log),
        }
        return {"match": match, "view": view, **details}


class PublicPeople(LivePublicPage):
    """Everybody from A to Z, with table and entry; `?letter=` and `?q=` choose."""

    template_name = "visitors/tournament_pages/public_people.html"
    fragment = "visitors/tournament_pages/public_people_body.html"
    section = "people"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        naming = PublicNaming(tournament)
        lines = read_people(tournament, naming)
        letter, wanted = self.request.GET.get("letter", "")[:1], self.request.GET.get("q", "")[:80]
        chosen = filter_people(lines, wanted, letter, naming.find_hidden_matches(wanted) if wanted else ())
        listing = build_paged_rows(self.request, chosen)
        return {"letters": sorted({line.initial for line in lines}), "letter": letter, "wanted": wanted, "listing": listing}


class PublicPlayer(LivePublicPage):
    """The page of one entry, which a phone keeps open."""

    template_name = "visitors/tournament_pages/public_player.html"
    fragment = "visitors/tournament_pages/public_player_body.html"
    section = "public"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        entries = Entry.objects.select_related("tournament", "club")
        entry = get_object_or_404(entries, tournament=tournament, number=self.kwargs["number"])
        return {"player": read_player_view(entry, PublicNaming(tournament))}


class PublicBracket(LivePublicPage):
    template_name = "visitors/tournament_pages/public_bracket.html"
    fragment = "visitors/tournament_pages/public_bracket_body.html"
    section = "bracket"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        naming = PublicNaming(tournament)
        views = [(stage, read_bracket_view(stage, naming, narrow=True)) for stage in list_published_stages(tournament)]
        brackets = [(stage, view) for stage, view in views if view is not None]
        return {"brackets": brackets, "size": self.request.GET.get("size", "")}


class PublicPools(LivePublicPage):
    template_name = "visitors/tournament_pages/public_pools.html"
    fragment = "visitors/tournament_pages/public_pools_body.html"
    section = "pools"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        stages = [stage for stage in list_published_stages(tournament) if format_by_key(stage.format_key).family is Family.POOLS]
        naming = PublicNaming(tournament)
        pools = [(stage, read_pool_grids(stage, naming)) for stage in stages]
        has_large_pools = any(len(grid.rows) > MOST_MEETINGS for _stage, grids in pools for grid in grids)
        return {
            "pools": pools,
            "has_large_pools": has_large_pools,
            "is_whole": self.request.GET.get("columns") == "all",
            "most_meetings": MOST_MEETINGS,
        }


class PublicLedger(TemplateView):
    """Whether the heads that a phone kept, and one that somebody typed (`?head=`), are those of the ledger."""

    policy = staticmethod(visitor)
    template_name = "visitors/tournament_pages/public_ledger.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        asked = self.request.GET.get("head", "").strip()[:120]
        head = read_current_head(tournament)
        page_context = {
            "tournament": tournament,
            "section": "ledger",
            "asked": asked,
            "compared": compare_head(tournament, asked) if asked else None,
            "words": encode_words(head.letters),
            "seq": head.seq,
        }
        return super().get_context_data(**{**page_context, **context})


class LedgerFile(View):
    """The whole ledger, one entry a line, for anybody who wants to verify it (docs/ledger.md)."""

    policy = staticmethod(visitor)

    def get(self, request: HttpRequest, slug: str) -> StreamingHttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        headers = {"Content-Disposition": f'attachment; filename="{slug}.jsonl"', "Cache-Control": "no-cache"}
        return StreamingHttpResponse(format_ledger_lines(tournament), content_type="application/jsonl", headers=headers)


class ShortCode(View):
    """The code on a sheet, with or without its serial: the desk gets the sheet's page, everybody else the public page of the match.

    Blank and further sheets have codes of their own.
    """

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        matches = Match.objects.select_related("round__stage__tournament").exclude(round__state=Round.State.DRAFT)
        name = parse_sheet_name(code)
        extra = ExtraSheet.objects.select_related("tournament", "match").filter(code=name.code if name else "").first()
        if extra is not None and read_role(request.user, extra.tournament):
            return HttpResponseRedirect(reverse("scoring:extra_sheet", args=[extra.tournament.slug, extra.code]))
        if name and (former := find_former_anywhere(name.code, name.serial)) and read_role(request.user, former.tournament):
            return HttpResponseRedirect(f"{reverse('scoring:sheets', args=[former.tournament.slug])}?code={code}")
        of_match = extra.match.code if extra is not None and extra.match is not None else name.code if name else ""
        match = get_object_or_404(matches, code=of_match, kind=Match.Kind.PLAYED)
        tournament = match.round.stage.tournament
        if name and read_role(request.user, tournament):
            return HttpResponseRedirect(build_sheet_address(tournament, name))
        if not tournament.public:
            raise Http404
        return HttpResponseRedirect(reverse("scoring:public_match", args=[tournament.slug, match.code]))
