"""The page of a match, where hands are entered, and its buttons. Each button renders the page or redirects to it."""

from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules import game_by_key
from scoring.confirmation.queries import list_enterer_names
from scoring.confirmation.services import confirm_match, dispute_match, reopen_match, void_match
from scoring.conflicts.services import resolve_conflict
from scoring.corrections.queries import list_untrue_papers, touches_signed_result
from scoring.corrections.services import ImpactPreview
from scoring.entry.forms import EVENT_KINDS, EventForm, list_box_names, swap_columns
from scoring.entry.locked_match import DryRun
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import Conflict, Created, Outcome, Replayed
from scoring.entry.policy import CorrectionWindow, read_correction_window
from scoring.entry.reason_forms import CANCEL_REASONS, CORRECTION_REASONS, REOPEN_REASONS, VOID_REASONS, Reason, ReasonForm
from scoring.entry.requests import generate_key, read_boxes, read_override, read_submission, read_version
from scoring.entry.services import FilledBoxes, Override, correct_entry, submit_event, undo_last, void_entry
from scoring.evidence.queries import read_evidence_views
from scoring.ledger.actors import build_staff_actor
from scoring.ledger.appending import Submission
from scoring.ledger.match_log import AnyGame, Forfeit, State, unwrap_overruled
from scoring.matches.conflicts import find_conflict, list_open_drafts
from scoring.matches.history import read_history
from scoring.matches.queries import MatchView, describe_situation, load_match
from scoring.matches.rounds import read_next_missing, read_round_count
from scoring.models import Draft
from scoring.standings_pages.decisions import list_penalties
from tournaments.entries.substitutions import read_substitutions_in
from tournaments.models import Match
from tournaments.pages.views import Breadcrumb, DeskPage

IMPACT_SEEN = "foreseen"
"""Posted when the impact was already shown."""


class MatchPage(DeskPage):
    """The page of a match; subclasses apply one action to it.

    `?kind=` offers something else to enter than a hand, `?correct=` a line to correct. A request by htmx gets only the match.
    """

    template_name = "scoring/match_page/match.html"
    fragment = "scoring/match_page/match_part.html"
    section = "results"
    kind: ClassVar[str] = "hand"

    def get_template_names(self) -> list[str]:
        return [self.fragment if getattr(self.request, "htmx", False) else self.template_name]

    @cached_property
    def match(self) -> Match:
        matches = Match.objects.select_related("round__stage").filter(kind=Match.Kind.PLAYED)
        match = get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])
        match.round.stage.tournament = self.tournament
        return match

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        view = load_match(self.match)
        self.title = _("Table %(table)s") % {"table": self.match.table} if self.match.table else _("Waits for a table")
        page_context = {
            "view": view,
            "match": self.match,
            "situation": describe_situation(view),
            "substitutions": read_substitutions_in(self.match, staff=True),
            "history": read_history(view, staff=True),
            "evidence": read_evidence_views(view),
            "penalties": list_penalties(self.match.round.stage, self.match),
            "count": read_round_count(self.match.round),
            "next_missing": read_next_missing(self.match.round, self.match.table or 0),
            "key": generate_key(),
            "kinds": self._other_kinds(view),
            "drafts": list_open_drafts(self.tournament, self.match),
            "entered_by": list_enterer_names(view, build_staff_actor(self.actor).id),
            "may_change": view.is_editable and (self.desk.directs or view.state in (State.OPEN, State.SUBMITTED)),
            "window": read_correction_window(self.match) if touches_signed_result(self.match) else None,
            "reopen_form": build_reopen_form(self.match),
            "void_form": ReasonForm(reasons=VOID_REASONS, prefix="void"),
            **self._form_context(view, context),
        }
        return super().get_context_data(**{**page_context, **context})

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Results"), reverse("scoring:results", args=[self.tournament.slug]))]

    def _other_kinds(self, view: MatchView) -> list[tuple[str, str]]:
        kinds = [kind for kind in EVENT_KINDS if kind in view.game.event_types and (kind != "claim" or view.log.state.plan.claims)]
        return [(kind, _(view.game.event_types[kind].label)) for kind in kinds]

    def _form_context(self, view: MatchView, context: dict[str, Any]) -> dict[str, Any]:
        if "form" in context:
            return {}
        corrected_seq = self.request.GET.get("correct", "")
        progress = next((candidate for candidate in view.log.counted_lines if str(candidate.line.seq) == corrected_seq), None)
        if progress is not None:
            return build_correction_context(view, progress.line.seq, sheet=self.request.GET.get("sheet", ""))
        kind = self.request.GET.get("kind", "hand")
        form = build_event_form(view, kind if kind in view.game.event_types else "hand", self.request.GET.get("what", ""))
        form.set_focus()
        return {"form": form}


class MatchAction(MatchPage):
    """A button of the match page."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(self.apply_action(request))

    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        raise NotImplementedError

    def respond(self, outcome: Outcome, **context: Any) -> HttpResponse:
        """Redirect to the match when it was saved; else render the page with the reason and what was typed."""
        htmx = getattr(self.request, "htmx", False)
        if isinstance(outcome, Created | Replayed):
            return self.render_page(status=outcome.status) if htmx else HttpResponseRedirect(self.build_page_address(), status=303)
        if isinstance(outcome, Conflict) and outcome.draft:
            return self.render_conflict(outcome.draft)
        answer = build_outcome_message(outcome, load_match(self.match), directs=self.desk.directs)
        if "form" in context:
            context["form"].set_focus(answer.fields if answer else ())
        return self.render_page(status=outcome.status, answer=answer, **context)

    def render_conflict(self, draft: Draft, *, status: int = Conflict.status, **context: Any) -> HttpResponse:
        """Render both versions side by side; identical versions are resolved at once."""
        view = load_match(self.match)
        conflict = find_conflict(view, draft)
        if conflict and conflict.same:
            resolve_conflict(self.match, conflict.rows, {}, origin=self.read_origin(), version=view.version, reason="", override=Override())
            return self.redirect_with_message(_("Both of you wrote the same: it is saved once."))
        if conflict is None:
            return HttpResponseRedirect(self.build_page_address(), status=303)
        reason_form = ReasonForm(reasons=CORRECTION_REASONS, initial={"reason": Reason.PAPER})
        return self.render_page(status=status, conflict=conflict, **{"reason_form": reason_form, **context})

    def read_origin(self) -> Submission:
        return read_submission(self.request)

    def redirect_with_message(self, sentence: str) -> HttpResponse:
        """Redirect to the match with a message."""
        if getattr(self.request, "htmx", False):
            return self.render_page(status=200, notice=sentence)
        messages.success(self.request, sentence)
        return HttpResponseRedirect(self.build_page_address(), status=303)

    def render_page(self, *, status: int, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def build_page_address(self) -> str:
        return reverse("scoring:match", args=[self.tournament.slug, self.match.code])


class PreviewedAction(MatchAction):
    """A change of a signed result, or of one on which later pairings depend: its impact is shown first, and it is stored once it was
    seen.

    `always_previews` shows the impact for any match; `previews_turned` also that of the opposite result.
    """

    always_previews: ClassVar[bool] = False
    previews_turned: ClassVar[bool] = False

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        preview = self.start_preview()
        outcome = self.apply_action(request, preview)
        return self.render_impact(preview) if preview and isinstance(outcome, Created) else self.respond(outcome)

    def start_preview(self) -> ImpactPreview | None:
        if IMPACT_SEEN in self.request.POST or not (self.always_previews or touches_signed_result(self.match)):
            return None
        return ImpactPreview(self.match, turned=self.previews_turned)

    def render_impact(self, preview: ImpactPreview) -> HttpResponse:
        """Render the page with the impact of the change."""
        return self.render_page(
            status=200, sent=build_resubmission(self.request), **build_impact_context(preview, read_correction_window(self.match))
        )


class EnterEvent(PreviewedAction):
    """Enter any kind of event; the kind comes with the form. A saved match is not loaded first, because other writers wait.

    In a reopened match only an event that changes more than the match itself is previewed: mostly the line that decides it.
    """

    def read_kind(self, request: HttpRequest, game: AnyGame) -> str:
        kind = request.POST.get("kind", "")
        return kind if kind in game.event_types else "hand"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        game = game_by_key(self.match.round.stage.tournament.game_key)
        kind = self.read_kind(request, game)
        boxes = read_boxes(request, list_box_names(game, kind))
        if "swap" in request.POST:
            view = load_match(self.match)
            return self.render_page(status=200, form=build_filled_form(view, kind, swap_columns(build_event_form(view, kind), boxes)))
        outcome = self.submit_boxes(FilledBoxes(kind, boxes), preview := self.start_preview())
        if preview and isinstance(outcome, Created):
            if not preview.build_impact().is_empty:
                return self.render_impact(preview)
            outcome = self.submit_boxes(FilledBoxes(kind, boxes))
        if isinstance(outcome, Created | Replayed):
            return self.respond(outcome)
        return self.respond(outcome, form=build_filled_form(load_match(self.match), kind, boxes))

    def submit_boxes(self, typed: FilledBoxes, dry_run: DryRun | None = None) -> Outcome:
        origin, version = self.read_origin(), read_version(self.request)
        return submit_event(self.match, typed, origin=origin, version=version, override=read_override(self.request), dry_run=dry_run)


class EnterHand(EnterEvent):
    def read_kind(self, request: HttpRequest, game: AnyGame) -> str:
        return "hand"


class Correct(PreviewedAction):
    """Replace the wording of a line, with a reason."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        view = load_match(self.match)
        seq = kwargs["seq"]
        context = build_correction_context(view, seq)
        blank = context.get("form") or build_event_form(view, "hand")
        boxes = read_boxes(request, blank.fields)
        reason_form = ReasonForm(request.POST, reasons=CORRECTION_REASONS)
        reason, words = reason_form.read_reason()
        context = {**context, "reason_form": reason_form}
        if "swap" in request.POST:
            return self.render_page(status=200, **{**context, "form": build_filled_form(view, blank.kind, swap_columns(blank, boxes))})
        preview = self.start_preview()
        outcome = correct_entry(
            self.match,
            seq,
            FilledBoxes(blank.kind, boxes),
            origin=read_submission(request),
            version=read_version(request),
            reason=reason,
            words=words,
            override=read_override(request),
            dry_run=preview,
        )
        if preview and isinstance(outcome, Created):
            return self.render_impact(preview)
        if isinstance(outcome, Created | Replayed):
            return self.respond(outcome)
        return self.respond(outcome, **{**context, "form": build_filled_form(load_match(self.match), blank.kind, boxes)})


class CancelLine(PreviewedAction):
    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=CANCEL_REASONS).read_reason()
        return void_entry(
            self.match,
            self.kwargs["seq"],
            origin=read_submission(request),
            version=read_version(request),
            reason=reason,
            words=words,
            dry_run=dry_run,
        )


class Undo(PreviewedAction):
    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        return undo_last(self.match, origin=read_submission(request), version=read_version(request), dry_run=dry_run)


class GiveMatch(PreviewedAction):
    """A walk-over for one side, or the absence of both."""

    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        side = request.POST.get("winner", "")
        forfeit = Forfeit(int(side) if side.isdecimal() and len(side) < 3 else None)
        return submit_event(self.match, forfeit, origin=read_submission(request), version=read_version(request), dry_run=dry_run)


class Confirm(MatchAction):
    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        return confirm_match(self.match, origin=read_submission(request), version=read_version(request))

    def build_page_address(self) -> str:
        """A match confirmed from the list leads back to its page of the list."""
        if self.request.POST.get("back") == "results":
            page = self.request.POST.get("page", "")
            query = f"?page={page}" if page.isdecimal() else ""
            return f"{reverse('scoring:results', args=[self.tournament.slug])}{query}#table-{self.match.table}"
        return super().build_page_address()


class Dispute(MatchAction):
    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        words = request.POST.get("words", "").strip()[:500]
        return dispute_match(self.match, origin=read_submission(request), version=read_version(request), words=words)


class VoidMatch(PreviewedAction):
    always_previews = True

    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=VOID_REASONS, prefix="void").read_reason()
        origin, version = read_submission(request), read_version(request)
        return void_match(self.match, origin=origin, version=version, reason=reason, words=words, dry_run=dry_run)


class Reopen(PreviewedAction):
    always_previews = True
    previews_turned = True

    def apply_action(self, request: HttpRequest, dry_run: DryRun | None = None) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=REOPEN_REASONS, prefix="reopen").read_reason()
        origin, version = read_submission(request), read_version(request)
        return reopen_match(self.match, origin=origin, version=version, reason=reason, words=words, dry_run=dry_run)


def build_resubmission(request: HttpRequest) -> list[tuple[str, str]]:
    """All posted fields, to be posted again under the same key after the impact was shown."""
    fields = [(name, str(value)) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    return [*fields, (IMPACT_SEEN, "1")]


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


def build_event_form(view: MatchView, kind: str, what: str = "") -> EventForm:
    """An empty form of that kind; a hand is prefilled from the hand before, a penalty says `what` it costs."""
    values = view.game.suggest_boxes(view.log.state) if kind == "hand" and not view.is_decided else {"what": what}
    return EventForm(game=view.game, options=view.log.state.options, kind=kind, sides=view.sides, values=values)


def build_filled_form(view: MatchView, kind: str, boxes: dict[str, str]) -> EventForm:
    form = EventForm(boxes, game=view.game, options=view.log.state.options, kind=kind, sides=view.sides, values=boxes)
    form.is_valid()
    return form


def build_correction_context(view: MatchView, seq: int, sheet: str = "") -> dict[str, Any]:
    """The line to correct, its boxes as they were typed, and the reasons; empty when there is no such line.

    `sheet` is the serial of a printed sheet that differs, when the person comes from its page.
    """
    progress = next((candidate for candidate in view.log.counted_lines if candidate.line.seq == seq), None)
    if progress is None:
        return {}
    event = unwrap_overruled(progress.event)
    values = view.game.typed_from(event)
    form = EventForm(game=view.game, options=view.log.state.options, kind=event.kind, sides=view.sides, values=values)
    form.set_focus()
    lines = {line.seq: line for game in view.games for line in game.lines}
    initial = {"reason": Reason.PAPER, "words": f"{view.match.code}-{sheet}"} if sheet.isdecimal() else {}
    reason_form = ReasonForm(reasons=CORRECTION_REASONS, initial=initial)
    return {"form": form, "correcting": lines[seq], "reason_form": reason_form, "cancel_form": ReasonForm(reasons=CANCEL_REASONS)}
