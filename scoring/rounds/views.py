"""The results of a round: its tables, the search for a match, closing the round and drawing the next."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.confirmation.queries import list_unsignable_codes
from scoring.entry.requests import generate_key, read_submission
from scoring.ledger.appending import build_staff_actor
from scoring.ledger.match_log import State
from scoring.live.poll_versions import read_results_page_version
from scoring.live.polls import PolledPart
from scoring.matches.conflicts import list_open_drafts
from scoring.matches.rounds import MatchRow, count_matches, find_current_round, find_next_missing, list_matches, list_rounds_being_played
from scoring.matches.table_links import list_open_calls
from scoring.rounds.closing import read_closing_preview
from scoring.rounds.services import close_round, draw_next_round, publish_draft, redraw_from_results
from scoring.sheets_back.queries import read_codes_out
from scoring.standings_pages.chains import TIED_AT_THE_CUT
from tournaments.check_in.services import resolve_missing
from tournaments.draws.forms import OldDraftForm
from tournaments.draws.views import read_typed_seed, render_refused_draft
from tournaments.models import Match, Round
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import Breadcrumb, DeskAction, DeskMixin, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused

FILTERS = ("all", "open", "waiting", "disputed", "confirmed", "late", "called", "table")
SIGNED = (State.CONFIRMED, State.LOCKED)


def is_listed(row: MatchRow, filter_key: str, called_codes: Collection[str], codes_without_sheet: Collection[str]) -> bool:
    """Whether the filter lists the row. `called_codes`: matches whose table called the director; `codes_without_sheet`: matches whose
    sheet is not back.
    """
    match filter_key:
        case "called":
            return row.code in called_codes
        case "table":
            return row.state is State.SUBMITTED and row.by_table
        case "open":
            return row.state is State.OPEN and not row.bye
        case "waiting":
            return row.state is State.SUBMITTED
        case "disputed":
            return row.state is State.DISPUTED
        case "confirmed":
            return row.state in SIGNED
        case "late":
            return row.code in codes_without_sheet and row.state is not State.OPEN
    return True


class ResultsPage(PolledPart, DeskPage):
    """The current round's matches by table, with their state; the round of another running stage by `?stage=`."""

    template_name = "scoring/rounds/results.html"
    section = "results"

    def read_page_version(self) -> str:
        return f"{self.desk.role} {read_results_page_version(self.tournament, at=timezone.now())}"

    def get_template_names(self) -> list[str]:
        return ["scoring/rounds/results_body.html" if getattr(self.request, "htmx", False) else self.template_name]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Results")
        filter_key = self.request.GET.get("show", "all")
        playing = list_rounds_being_played(self.tournament)
        stage_number = self.request.GET.get("stage", "")
        round_ = next((candidate for candidate in playing if str(candidate.stage.number) == stage_number), None) or find_current_round(
            self.tournament
        )
        rows = list_matches(round_) if round_ else ()
        names = {
            "all": _("all"),
            "open": pgettext("matches", "open"),
            "waiting": _("to confirm"),
            "disputed": pgettext("matches", "disputed"),
        }
        names |= {
            "confirmed": pgettext("matches", "confirmed"),
            "late": _("sheet not back"),
            "called": _("called"),
            "table": _("submitted by table"),
        }
        out = read_codes_out(round_) if round_ else frozenset()
        calls = list_open_calls(self.tournament)
        called = {call.match.code for call in calls}
        counted = [(key, names[key], sum(is_listed(row, key, called, out) and not row.bye for row in rows)) for key in FILTERS]
        page_context = {
            "round": round_,
            "playing": playing,
            "pooled": any(row.pool for row in rows),
            "listing": build_paged_rows(self.request, [row for row in rows if is_listed(row, filter_key, called, out)]),
            "calls": sorted({(call.match.table or 0, call.match.code) for call in calls}),
            "count": count_matches(rows),
            "missing": [row for row in rows if row.late and row.table is not None],
            "next_missing": find_next_missing(rows),
            "filters": [option for option in counted if option[2] or option[0] in ("all", filter_key)],
            "drafts": list_open_drafts(self.tournament),
            "sheets_out": len(out),
            "wanted": filter_key if filter_key in FILTERS else "all",
            "own": list_unsignable_codes(round_, build_staff_actor(self.actor).id) if round_ else frozenset(),
            "key": generate_key(),
        }
        return super().get_context_data(**{**page_context, **context})


class GoToMatch(DeskMixin):
    """Redirect from a table number or match code to its match."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        table = request.GET.get("table", "").strip()
        matches = Match.objects.filter(round__stage__tournament=self.tournament, round__state=Round.State.PUBLISHED)
        if table.isdecimal() and len(table) < 6:
            match = matches.filter(table=int(table)).first()
        else:
            match = matches.filter(code=table.upper()).exclude(kind=Match.Kind.BYE).first()
        if match is None:
            messages.error(request, _("There is no table “%(table)s” in this round.") % {"table": table[:20]})
            return HttpResponseRedirect(reverse("scoring:results", args=[slug]))
        return HttpResponseRedirect(reverse("scoring:match", args=[slug, match.code]))


class CloseRound(DirectorMixin, DeskPage):
    """The impact of closing the round, and the button that closes it."""

    template_name = "scoring/rounds/close_round.html"
    section = "results"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.get_round()
        self.title = _("Close round %(number)d") % {"number": round_.number}
        page_context = {"round": round_, "consequences": read_closing_preview(round_), "key": generate_key()}
        return super().get_context_data(**{**page_context, **context})

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Results"), reverse("scoring:results", args=[self.tournament.slug]))]

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        try:
            closed = close_round(self.get_round(), actor=self.actor, origin=read_submission(request))
        except ChangeRefused as refusal:
            return self.render_refused(request, refusal=str(refusal))
        messages.success(request, _("Round %(number)d is closed.") % {"number": round_number})
        if closed.stage_finished:
            return HttpResponseRedirect(reverse("scoring:desk_standings", args=[slug]))
        return self.redirect_to("stage", stage_number)


class DrawRound(DeskAction):
    """Draw the next round of a stage, or the first, from the results so far. Before the first of all somebody says who is not here."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        stage = self.get_stage()
        resolve_missing(stage, request.POST.get("absent", ""), actor=self.actor)
        try:
            drafted = draw_next_round(stage, actor=self.actor, seed=read_typed_seed(request.POST), at=timezone.now())
        except ChangeRefused as refusal:
            if refusal.code != TIED_AT_THE_CUT:
                raise
            return HttpResponseRedirect(reverse("scoring:tie", args=[slug, stage_number]))
        return self.redirect_to("draft", stage_number, drafted.number)


class PublishRound(DeskAction):
    """Publish a draft; an outdated one only with a reason."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        form = OldDraftForm(request.POST)
        why = form.cleaned_data["old"] if form.is_valid() else ""
        try:
            publish_draft(self.get_round(), actor=self.actor, at=timezone.now(), reason=why)
        except ChangeRefused as refusal:
            if refusal.code != "draft_is_old":
                raise
            return render_refused_draft(
                request, old_form=form if "old" in request.POST else OldDraftForm(), refusal=str(refusal), **self.kwargs
            )
        return self.report_done(request, _("The round is published: everybody sees the tables. Next: print the score sheets."), "desk")


class RedrawFromResults(DeskAction):
    """Draw a draft again from the current results and entries."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        redraw_from_results(self.get_round(), actor=self.actor, seed=read_typed_seed(request.POST), at=timezone.now())
        return self.report_done(request, _("Drawn again from results and entries as they are now."), "draft", stage_number, round_number)
