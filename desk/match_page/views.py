"""The page of a match, where hands are entered, and its buttons. Each button renders the page or redirects to it."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.console.board import read_board
from desk.console.tiles import read_tile
from desk.corrections.queries import list_untrue_papers
from desk.corrections.services import ImpactPreview
from desk.match_page.event_forms import KINDS_BY_ENTRY, build_correction_context, build_event_form, build_filled_form
from desk.match_page.grid import build_grid
from desk.match_page.row_answers import JSON, build_row_answer
from printing.sheets_back.photographs import list_photographs
from rules import HandEntry, Penalty
from rules.events import OTHER_OFFENCE
from scoring.conflicts.services import resolve_conflict
from scoring.entry.forms import (
    CORRECTION_REASONS,
    EVENT_KINDS,
    REOPEN_REASONS,
    VOID_REASONS,
    Reason,
    ReasonForm,
    RulingForm,
    swap_columns,
)
from scoring.entry.locked_match import touches_signed_result
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import OFFENCE_NEEDED, Conflict, Created, Outcome, Rejected, Replayed
from scoring.entry.policy import CorrectionWindow, read_correction_window
from scoring.entry.requests import (
    generate_key,
    read_event_boxes,
    read_override,
    read_rows,
    read_submission,
    read_version,
)
from scoring.entry.rows import submit_rows
from scoring.entry.services import FilledBoxes, Override, submit_event
from scoring.evidence.queries import read_evidence_views
from scoring.ledger.appending import build_staff_actor
from scoring.ledger.match_log import State
from scoring.matches.conflicts import find_conflict, list_open_drafts
from scoring.matches.former_matches import list_sheets_out
from scoring.matches.history import list_enterer_names, read_history
from scoring.matches.queries import MatchView, load_match
from scoring.matches.rounds import read_next_missing, read_round_count
from scoring.matches.sheet_grid import read_blank_rows
from scoring.matches.situation import describe_situation
from scoring.models import Draft
from scoring.standings.decisions import list_penalties
from tournaments.entries.substitutions import read_substitutions_in
from tournaments.models import Match
from tournaments.pages.views import DeskPage
from tournaments.permissions import Right, enterer

POST_ONLY = ["post", "options"]
PENALTY_BOXES = ("side", "what", "offence")
"""What a link to the form of a penalty can fill in."""
IMPACT_SEEN = "foreseen"
"""Posted when the impact was already shown."""


class MatchPage(DeskPage):
    """The page of a match, and its answers to its buttons. Each button is a subclass whose `post` calls one service.

    `?kind=` offers something else to enter than a hand, `?correct=` a line to correct. A request by htmx gets only the match.
    """

    template_name = "desk/console/console.html"
    fragment = "desk/match_page/match_body.html"
    section = "results"

    below = ((gettext_lazy("Results"), "scoring:results"),)

    @property
    def is_htmx(self) -> bool:
        return bool(getattr(self.request, "htmx", False))

    def get_template_names(self) -> list[str]:
        if self.is_htmx:
            return [self.fragment]
        return ["desk/hall_pages/place_match.html" if self.desk.place else self.template_name]

    @cached_property
    def match(self) -> Match:
        result = ["result"] if self.request.headers.get("Accept") == JSON else []  # as it was: the answer to a row reads no other
        matches = Match.objects.select_related("round__stage", *result).filter(kind=Match.Kind.PLAYED)
        match = get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])
        match.round.stage.tournament = self.tournament
        return match

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        view = load_match(self.match)
        self.title = _("Table %(table)s") % {"table": self.match.table} if self.match.table else _("Waiting for a table")
        page_context = {
            "view": view,
            "is_fragment": self.is_htmx,
            "grid": build_grid(view),
            "match": self.match,
            "situation": describe_situation(view),
            "substitutions": read_substitutions_in(self.match, staff=True),
            "history": (history := read_history(view, staff=True)),
            "dispute": next((line for line in history if view.dispute and line.seq == view.dispute.seq), None),
            "may_withdraw": self.desk.may_rule and view.is_disputed_by(build_staff_actor(self.actor).id),
            "evidence": read_evidence_views(view),
            "penalties": list_penalties(self.match.round.stage, self.match),
            "photographs": list_photographs(self.match, self.tournament),
            "next_missing": None if self.desk.place else read_next_missing(self.match.round, self.match.table or 0),
            "key": generate_key(),
            "kinds": self._other_kinds(view),
            "older_sheets": list_sheets_out(self.match) if self.match.table else [],
            "drafts": list_open_drafts(self.tournament, self.match),
            "entered_by": list_enterer_names(view, build_staff_actor(self.actor).id),
            "may_change": self.desk.may_enter and view.is_editable and (self.desk.directs or view.state in (State.OPEN, State.SUBMITTED)),
            "window": read_correction_window(self.match) if touches_signed_result(self.match) else None,
            "reopen_form": build_reopen_form(self.match),
            "void_form": ReasonForm(reasons=VOID_REASONS, prefix="void"),
            **self._form_context(view, context),
            **({"count": read_round_count(self.match.round)} if self.is_htmx else self._read_board()),
            **context,
        }
        elsewhere = any(page_context.get(name) for name in ("correcting", "foretold", "conflict"))
        if page_context["form"].kind == HandEntry.kind and view.takes_hands and self.desk.may_enter and not elsewhere:
            blank_rows = read_blank_rows(self.match.round)
            page_context |= {"blank_rows": blank_rows, "has_blank_rows": blank_rows != ()}
        if page_context["form"].kind == Penalty.kind and "correcting" not in page_context:
            page_context["ruling_form"] = self.build_ruling_form()
        return super().get_context_data(**page_context)

    def build_ruling_form(self) -> RulingForm:
        """What the referee states with a penalty: as it was typed, else signed by who is logged in."""
        referee = self.actor.get_full_name() or self.actor.get_username()
        return RulingForm(self.request.POST if self.request.method == "POST" else None, initial={"referee": referee})

    def _read_board(self) -> dict[str, Any]:
        """The board beside the match; a request by htmx replaces the match alone, and a helper at one place sees no other."""
        if self.desk.place:
            return {"round": self.match.round}
        board = read_board(self.request, self.tournament, self.match.round, directs=self.desk.directs, at=timezone.now())
        return {name: value for name, value in board.items() if name != "next_missing"} | {"wanted": "all"}

    def _other_kinds(self, view: MatchView) -> list[tuple[str, str]]:
        types = view.game.event_types
        return [(kind, _(types[kind].label)) for kind in EVENT_KINDS if kind in types and (kind != "claim" or view.log.state.plan.claims)]

    def _form_context(self, view: MatchView, context: dict[str, Any]) -> dict[str, Any]:
        if "form" in context:
            return {}
        corrected_seq = self.request.GET.get("correct", "")
        progress = next((candidate for candidate in view.log.counted_lines if str(candidate.line.seq) == corrected_seq), None)
        if progress is not None:
            return build_correction_context(view, progress.line.seq, sheet=self.request.GET.get("sheet", ""))
        kind = self.request.GET.get("kind", KINDS_BY_ENTRY.get(self.tournament.result_entry, "hand"))
        known_kind = kind if kind in view.game.event_types else "hand"
        form = build_event_form(view, known_kind, {name: self.request.GET.get(name, "")[:40] for name in PENALTY_BOXES})
        form.set_focus()
        return {"form": form}

    def respond(self, outcome: Outcome, preview: ImpactPreview | None = None, **context: Any) -> HttpResponse:
        """Redirect to the match when it was saved, show the impact when it was only previewed; else the reason and what was typed."""
        if isinstance(outcome, Created | Replayed):
            if preview is not None and isinstance(outcome, Created):
                return self.render_impact(preview)
            if self.is_htmx:
                return self.render_page(status=outcome.status, tile=read_tile(self.match))
            return HttpResponseRedirect(self.build_page_address(), status=303)
        if isinstance(outcome, Conflict) and outcome.draft and self.desk.may_enter:
            return self.render_conflict(outcome.draft)  # who may not choose between two versions has what was typed in the form
        answer = build_outcome_message(outcome, load_match(self.match), directs=self.desk.directs)
        if answer and answer.invalidated:
            context["resent"] = build_resubmission(self.request)
        if "form" in context:
            context["form"].set_focus(answer.fields if answer else ())
        return self.render_page(status=outcome.status, answer=answer, **context)

    def render_conflict(self, draft: Draft, *, status: int = Conflict.status, **context: Any) -> HttpResponse:
        """Render both versions side by side; identical versions are resolved at once."""
        view = load_match(self.match)
        conflict = find_conflict(view, draft)
        if conflict and conflict.same:
            origin = read_submission(self.request)
            resolve_conflict(self.match, conflict.rows, {}, origin=origin, version=view.version, reason="", override=Override())
            return self.redirect_with_message(_("You both entered the same: saved once."))
        if conflict is None:
            return HttpResponseRedirect(self.build_page_address(), status=303)
        reason_form = ReasonForm(reasons=CORRECTION_REASONS, initial={"reason": Reason.PAPER})
        return self.render_page(status=status, conflict=conflict, **{"reason_form": reason_form, **context})

    def start_preview(self, *, always: bool = False, turned: bool = False) -> ImpactPreview | None:
        """The dry run of a change of a signed result, or of one on which later pairings depend: its impact is shown before it is stored.

        None where it was shown already, or nothing is signed. `always` previews any match; `turned` also asks for the opposite result.
        """
        if IMPACT_SEEN in self.request.POST or not (always or touches_signed_result(self.match)):
            return None
        return ImpactPreview(self.match, turned=turned)

    def render_impact(self, preview: ImpactPreview) -> HttpResponse:
        """Render the page with the impact of the change."""
        sent = [*build_resubmission(self.request), (IMPACT_SEEN, "1")]
        return self.render_page(status=200, sent=sent, **build_impact_context(preview, read_correction_window(self.match)))

    def redirect_with_message(self, sentence: str) -> HttpResponse:
        """Redirect to the match with a message."""
        if self.is_htmx:
            return self.render_page(status=200, notice=sentence)
        messages.success(self.request, sentence)
        return HttpResponseRedirect(self.build_page_address(), status=303)

    def render_page(self, *, status: int, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def build_page_address(self) -> str:
        return reverse("scoring:match", args=[self.tournament.slug, self.match.code])


class EnterEvent(MatchPage):
    """Enter any kind of event; the kind comes with the form, or is fixed, as for a referee, who enters penalties alone. A saved match is
    not loaded first, because other writers wait.

    In a reopened match only an event that changes more than the match itself is previewed: mostly the line that decides it.
    """

    policy = staticmethod(enterer)
    http_method_names = POST_ONLY
    fixed_kind = ""
    right = Right.ENTER

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        game = self.tournament.game
        sent_kind = self.fixed_kind or request.POST.get("kind", "")
        kind = sent_kind if sent_kind in game.event_types else "hand"
        typed = FilledBoxes(kind, read_event_boxes(request, game, kind))
        if request.headers.get("Accept") == JSON:
            return self.answer_rows(kind)
        if "swap" in request.POST:
            return self.render_swapped(typed)
        origin, version, override = read_submission(request), read_version(request), read_override(request)
        if kind == Penalty.kind and not override.ruling and typed.boxes.get("offence", "") in ("", OTHER_OFFENCE):
            refused = Rejected(refusal=OFFENCE_NEEDED)
            return self.respond(refused, form=build_filled_form(load_match(self.match), kind, typed.boxes))
        preview = self.start_preview()
        enter = partial(submit_event, self.match, typed, origin=origin, version=version, override=override, right=self.right)
        outcome = enter(dry_run=preview)
        if preview is not None and isinstance(outcome, Created) and preview.build_impact().is_empty:
            preview = None
            outcome = enter()
        if isinstance(outcome, Created | Replayed):
            return self.respond(outcome, preview)
        return self.respond(outcome, form=build_filled_form(load_match(self.match), kind, typed.boxes))

    def answer_rows(self, kind: str) -> HttpResponse:
        """Answer rows that a script sends while the next is typed; a change of a signed match is sent again as a form, for its impact."""
        request = self.request
        if touches_signed_result(self.match) or "swap" in request.POST:
            return JsonResponse({"plain": True})
        rows = read_rows(request, self.tournament.game, kind)
        outcomes = submit_rows(self.match, rows, version=read_version(request))
        last = outcomes[-1]
        if isinstance(last, Conflict) and last.draft:
            return JsonResponse({"go": reverse("scoring:conflict", args=[self.tournament.slug, self.match.code, last.draft.pk])})
        saved = next((outcome for outcome in reversed(outcomes) if isinstance(outcome, Created)), None)
        view = load_match(self.match, result=saved.result, entries=saved.entries) if saved else load_match(self.match)
        answer = build_row_answer(request, self.tournament, view, outcomes, directs=self.desk.directs)
        return JsonResponse({**answer, "confirm": self._find_confirmation(view)}, status=last.status)

    def _find_confirmation(self, view: MatchView) -> str:
        """Where the match that this row decided can be confirmed by the same person; empty while it is played, or if somebody else must."""
        if not view.is_decided or view.state is not State.SUBMITTED or list_enterer_names(view, build_staff_actor(self.actor).id):
            return ""
        return reverse("scoring:confirm", args=[self.tournament.slug, self.match.code])

    def render_swapped(self, typed: FilledBoxes) -> HttpResponse:
        view = load_match(self.match)
        boxes = swap_columns(build_event_form(view, typed.kind), typed.boxes)
        return self.render_page(status=200, form=build_filled_form(view, typed.kind, boxes))


def build_resubmission(request: HttpRequest) -> list[tuple[str, str]]:
    """All posted fields, to be posted again under the same key after what the change does was shown."""
    return [(name, str(value)) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", IMPACT_SEEN)]


def build_impact_context(preview: ImpactPreview, window: CorrectionWindow) -> dict[str, Any]:
    """The template context of a previewed change."""
    impact, turned_impact = preview.build_impact(), preview.build_turned_impact()
    has_changes = impact.result_changes or turned_impact is not None
    return {
        "foretold": impact,
        "turned": turned_impact,
        "window": window,
        "papers": list_untrue_papers(preview.match) if has_changes else (),
    }


def build_reopen_form(match: Match) -> ReasonForm:
    """After the last round there is one reason, and it must be signed."""
    signed = read_correction_window(match).signed
    return ReasonForm(reasons=[Reason.REFEREE] if signed else REOPEN_REASONS, prefix="reopen", signed=signed)
