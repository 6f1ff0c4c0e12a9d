"""The page of a match, where hands are entered, and its buttons. Each button answers with the page or sends back to it."""

from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.answers import answer_for
from scoring.forms.changes import CANCEL_REASONS, CORRECTION_REASONS, REOPEN_REASONS, VOID_REASONS, Reason, ReasonForm
from scoring.forms.hand import EVENT_KINDS, EventForm, swapped
from scoring.queries.evidence import evidence_of
from scoring.queries.folding import Forfeit, plain
from scoring.queries.history import history_of
from scoring.queries.matches import MatchView, describe_situation, load_match
from scoring.queries.rounds import count_matches, list_matches, next_missing
from scoring.services.confirmation import confirm_match, dispute_match, reopen_match, void_match
from scoring.services.entry import Typed, correct_entry, submit_event, undo_last, void_entry
from scoring.services.outcomes import Created, Outcome, Replayed
from scoring.views.requests import new_key, read_boxes, read_insistence, read_submission, read_version
from tournaments.models import Match
from tournaments.views.base import Crumb, DeskPage


class MatchPage(DeskPage):
    """Shows a match; subclasses do one thing to it.

    `?kind=` offers something else to enter than a hand, `?correct=` a line to correct. A request by htmx gets the match alone.
    """

    template_name = "scoring/match.html"
    fragment = "scoring/match_body.html"
    section = "results"
    kind: ClassVar[str] = "hand"

    def get_template_names(self) -> list[str]:
        return [self.fragment if getattr(self.request, "htmx", False) else self.template_name]

    @cached_property
    def match(self) -> Match:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        return get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        view = load_match(self.match)
        self.title = _("Table %(table)s") % {"table": self.match.table}
        rows = list_matches(self.match.round)
        shown = {
            "view": view,
            "match": self.match,
            "situation": describe_situation(view),
            "history": history_of(view, staff=True),
            "evidence": evidence_of(view),
            "count": count_matches(rows),
            "next_missing": next_missing(rows, self.match.table or 0),
            "key": new_key(),
            "kinds": self._other_kinds(view),
            "reopen_form": ReasonForm(reasons=REOPEN_REASONS, prefix="reopen"),
            "void_form": ReasonForm(reasons=VOID_REASONS, prefix="void"),
            **self._form_context(view, context),
        }
        return super().get_context_data(**{**shown, **context})

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Results"), reverse("scoring:results", args=[self.tournament.slug]))]

    def _other_kinds(self, view: MatchView) -> list[tuple[str, str]]:
        kinds = [kind for kind in EVENT_KINDS if kind in view.game.event_types and (kind != "claim" or view.fold.state.plan.claims)]
        return [(kind, _(view.game.event_types[kind].label)) for kind in kinds]

    def _form_context(self, view: MatchView, context: dict[str, Any]) -> dict[str, Any]:
        if "form" in context:
            return {}
        wanted = self.request.GET.get("correct", "")
        account = next((one for one in view.fold.progress if str(one.account.seq) == wanted), None)
        if account is not None:
            return correction_context(view, account.account.seq, sheet=self.request.GET.get("sheet", ""))
        kind = self.request.GET.get("kind", "hand")
        form = event_form(view, kind if kind in view.game.event_types else "hand")
        form.focus()
        return {"form": form}


class MatchAction(MatchPage):
    """A button of the match page."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.answer(self.act(request))

    def act(self, request: HttpRequest) -> Outcome:
        raise NotImplementedError

    def answer(self, outcome: Outcome, **context: Any) -> HttpResponse:
        """Back to the match when it was saved; else the page with the reason, and what was typed."""
        htmx = getattr(self.request, "htmx", False)
        if isinstance(outcome, Created | Replayed):
            return self.render(status=outcome.status) if htmx else HttpResponseRedirect(self.page_address(), status=303)
        answer = answer_for(outcome, load_match(self.match), directs=self.desk.directs)
        if "form" in context:
            context["form"].focus(answer.fields if answer else ())
        return self.render(status=outcome.status, answer=answer, **context)

    def render(self, *, status: int, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def page_address(self) -> str:
        return reverse("scoring:match", args=[self.tournament.slug, self.match.code])


class EnterEvent(MatchAction):
    """Anything that can be typed: its kind comes with the form."""

    def act_kind(self, request: HttpRequest, view: MatchView) -> str:
        kind = request.POST.get("kind", "")
        return kind if kind in view.game.event_types else "hand"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        view = load_match(self.match)
        kind = self.act_kind(request, view)
        blank = event_form(view, kind)
        boxes = read_boxes(request, blank.fields)
        if "swap" in request.POST:
            return self.render(status=200, form=filled_form(view, kind, swapped(blank, boxes)))
        outcome = submit_event(
            self.match,
            Typed(kind, boxes),
            origin=read_submission(request),
            version=read_version(request),
            insistence=read_insistence(request),
        )
        if isinstance(outcome, Created | Replayed):
            return self.answer(outcome)
        return self.answer(outcome, form=filled_form(load_match(self.match), kind, boxes))


class EnterHand(EnterEvent):
    def act_kind(self, request: HttpRequest, view: MatchView) -> str:
        return "hand"


class Correct(MatchAction):
    """Another wording of a line, with the reason for it."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        view = load_match(self.match)
        seq = kwargs["seq"]
        context = correction_context(view, seq)
        blank = context.get("form") or event_form(view, "hand")
        boxes = read_boxes(request, blank.fields)
        reasons = ReasonForm(request.POST, reasons=CORRECTION_REASONS)
        reason, words = reasons.given()
        context = {**context, "reason_form": reasons}
        if "swap" in request.POST:
            return self.render(status=200, **{**context, "form": filled_form(view, blank.kind, swapped(blank, boxes))})
        outcome = correct_entry(
            self.match,
            seq,
            Typed(blank.kind, boxes),
            origin=read_submission(request),
            version=read_version(request),
            reason=reason,
            words=words,
            insistence=read_insistence(request),
        )
        if isinstance(outcome, Created | Replayed):
            return self.answer(outcome)
        return self.answer(outcome, **{**context, "form": filled_form(load_match(self.match), blank.kind, boxes)})


class CancelLine(MatchAction):
    def act(self, request: HttpRequest) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=CANCEL_REASONS).given()
        return void_entry(
            self.match,
            self.kwargs["seq"],
            origin=read_submission(request),
            version=read_version(request),
            reason=reason,
            words=words,
        )


class Undo(MatchAction):
    def act(self, request: HttpRequest) -> Outcome:
        return undo_last(self.match, origin=read_submission(request), version=read_version(request))


class GiveMatch(MatchAction):
    """A walk-over for one side, or both absent."""

    def act(self, request: HttpRequest) -> Outcome:
        side = request.POST.get("winner", "")
        forfeit = Forfeit(int(side) if side.isdecimal() and len(side) < 3 else None)
        return submit_event(self.match, forfeit, origin=read_submission(request), version=read_version(request))


class Confirm(MatchAction):
    def act(self, request: HttpRequest) -> Outcome:
        return confirm_match(self.match, origin=read_submission(request), version=read_version(request))

    def page_address(self) -> str:
        """From the list one goes back to the list."""
        if self.request.POST.get("back") == "results":
            return f"{reverse('scoring:results', args=[self.tournament.slug])}#table-{self.match.table}"
        return super().page_address()


class Dispute(MatchAction):
    def act(self, request: HttpRequest) -> Outcome:
        words = request.POST.get("words", "").strip()[:500]
        return dispute_match(self.match, origin=read_submission(request), version=read_version(request), words=words)


class VoidMatch(MatchAction):
    def act(self, request: HttpRequest) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=VOID_REASONS, prefix="void").given()
        return void_match(self.match, origin=read_submission(request), version=read_version(request), reason=reason, words=words)


class Reopen(MatchAction):
    def act(self, request: HttpRequest) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=REOPEN_REASONS, prefix="reopen").given()
        return reopen_match(self.match, origin=read_submission(request), version=read_version(request), reason=reason, words=words)


def event_form(view: MatchView, kind: str) -> EventForm:
    """An empty form of that kind; a hand has the boxes filled that follow from the hand before."""
    values = view.game.suggest(view.fold.state) if kind == "hand" and not view.decided else {}
    return EventForm(game=view.game, kind=kind, sides=view.sides, values=values)


def filled_form(view: MatchView, kind: str, boxes: dict[str, str]) -> EventForm:
    form = EventForm(boxes, game=view.game, kind=kind, sides=view.sides)
    form.is_valid()
    return form


def correction_context(view: MatchView, seq: int, sheet: str = "") -> dict[str, Any]:
    """The line to correct, its boxes as they were typed, and the reasons; nothing when there is no such line.

    `sheet` is the serial of the printing that says otherwise, when somebody comes from there.
    """
    progress = next((one for one in view.fold.progress if one.account.seq == seq), None)
    if progress is None:
        return {}
    event = plain(progress.event)
    form = EventForm(game=view.game, kind=event.kind, sides=view.sides, values=view.game.typed_from(event))
    form.focus()
    lines = {line.seq: line for game in view.games for line in game.lines}
    said = {"reason": Reason.PAPER, "words": f"{view.match.code}-{sheet}"} if sheet.isdecimal() else {}
    reasons = ReasonForm(reasons=CORRECTION_REASONS, initial=said)
    return {"form": form, "correcting": lines[seq], "reason_form": reasons, "cancel_form": ReasonForm(reasons=CANCEL_REASONS)}
