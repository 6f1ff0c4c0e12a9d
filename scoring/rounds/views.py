"""The results of a round: its tables, the way to one of them, closing it and drawing the next."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing import DrawRefused
from scoring.confirmation.queries import barred_from
from scoring.entry.requests import new_key, read_submission
from scoring.ledger.actors import staff_actor
from scoring.ledger.match_log import State
from scoring.live.poll_versions import results_stamp
from scoring.live.polls import PolledPart
from scoring.matches.conflicts import open_drafts
from scoring.matches.rounds import MatchRow, count_matches, current_round, list_matches, next_missing, rounds_being_played
from scoring.matches.table_links import open_calls
from scoring.rounds.closing import consequences_of
from scoring.rounds.services import close_round, draw_next_round, publish_draft, redraw_from_results
from scoring.sheets_back.queries import codes_out
from tournaments.draws.forms import OldDraftForm
from tournaments.draws.views import draft_again, in_words, seed_from
from tournaments.models import Match, Round
from tournaments.pages.views import Crumb, DeskAction, DeskMixin, DeskPage, DirectorMixin
from tournaments.refusals import Refused

FILTERS = ("all", "open", "waiting", "disputed", "confirmed", "late", "called", "table")
SIGNED = (State.CONFIRMED, State.LOCKED)


def shown_in(row: MatchRow, wanted: str, called: Collection[str], out: Collection[str]) -> bool:
    """`called` are the codes of the matches whose table called the director, `out` those whose sheet is not back."""
    match wanted:
        case "called":
            return row.code in called
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
            return row.code in out and row.state is not State.OPEN
    return True


class Results(PolledPart, DeskPage):
    """The current round's matches by table, with their state; that of another stage, where several are on, by `?stage=`."""

    template_name = "scoring/rounds/results.html"
    section = "results"

    def stamp(self) -> str:
        return f"{self.desk.role} {results_stamp(self.tournament, at=timezone.now())}"

    def get_template_names(self) -> list[str]:
        return ["scoring/rounds/results_body.html" if getattr(self.request, "htmx", False) else self.template_name]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Results")
        wanted = self.request.GET.get("show", "all")
        playing = rounds_being_played(self.tournament)
        asked = self.request.GET.get("stage", "")
        round_ = next((one for one in playing if str(one.stage.number) == asked), None) or current_round(self.tournament)
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
        out = codes_out(round_) if round_ else frozenset()
        calls = open_calls(self.tournament)
        called = {call.match.code for call in calls}
        counted = [(key, names[key], sum(shown_in(row, key, called, out) and not row.bye for row in rows)) for key in FILTERS]
        shown = {
            "round": round_,
            "playing": playing,
            "pooled": any(row.pool for row in rows),
            "rows": [row for row in rows if shown_in(row, wanted, called, out)],
            "calls": sorted({(call.match.table or 0, call.match.code) for call in calls}),
            "count": count_matches(rows),
            "missing": [row for row in rows if row.late and row.table is not None],
            "next_missing": next_missing(rows),
            "filters": [one for one in counted if one[2] or one[0] in ("all", wanted)],
            "drafts": open_drafts(self.tournament),
            "sheets_out": len(out),
            "wanted": wanted if wanted in FILTERS else "all",
            "own": barred_from(round_, staff_actor(self.actor).id) if round_ else frozenset(),
            "key": new_key(),
        }
        return super().get_context_data(**{**shown, **context})


class Go(DeskMixin):
    """From a table's number to its match."""

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
    """What closing the round does, and the button that does it."""

    template_name = "scoring/rounds/close_round.html"
    section = "results"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.round()
        self.title = _("Close round %(number)d") % {"number": round_.number}
        shown = {"round": round_, "consequences": consequences_of(round_), "key": new_key()}
        return super().get_context_data(**{**shown, **context})

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Results"), reverse("scoring:results", args=[self.tournament.slug]))]

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        try:
            closed = close_round(self.round(), actor=self.actor, origin=read_submission(request))
        except Refused as refusal:
            return self.refused(request, refusal=str(refusal))
        messages.success(request, _("Round %(number)d is closed.") % {"number": round_number})
        if closed.stage_finished:
            return HttpResponseRedirect(reverse("scoring:desk_standings", args=[slug]))
        return self.go("stage", stage_number)


class DrawNext(DeskAction):
    """Draws the next round of a stage, the first one too, from the results so far."""

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        try:
            drafted = draw_next_round(self.stage(), actor=self.actor, seed=seed_from(request.POST), at=timezone.now())
        except DrawRefused as refusal:
            return self.not_done(request, in_words(refusal), "stage", stage_number)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        return self.go("draft", stage_number, drafted.number)


class Publish(DeskAction):
    """Makes a draft the round that everybody sees; one that is out of date only with a reason."""

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        form = OldDraftForm(request.POST)
        why = form.cleaned_data["old"] if form.is_valid() else ""
        try:
            publish_draft(self.round(), actor=self.actor, at=timezone.now(), reason=why)
        except Refused as refusal:
            if refusal.code != "draft_is_old":
                return self.not_done(request, str(refusal), "stage", stage_number)
            return draft_again(request, old_form=form if "old" in request.POST else OldDraftForm(), refusal=str(refusal), **self.kwargs)
        return self.done(request, _("The round is published: everybody sees the tables. Next: print the score sheets."), "desk")


class RedrawFromResults(DeskAction):
    """Draws a draft again from results and entries as they are now."""

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        try:
            redraw_from_results(self.round(), actor=self.actor, seed=seed_from(request.POST), at=timezone.now())
        except (DrawRefused, Refused) as refusal:
            return self.not_done(request, in_words(refusal) if isinstance(refusal, DrawRefused) else str(refusal), "stage", stage_number)
        return self.done(request, _("Drawn again from results and entries as they are now."), "draft", stage_number, round_number)
