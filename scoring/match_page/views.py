"""The page of a match, where hands are entered, and its buttons. Each button answers with the page or sends back to it."""

from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules import game_by_key
from scoring.confirmation.queries import names_barred
from scoring.confirmation.services import confirm_match, dispute_match, reopen_match, void_match
from scoring.conflicts.services import settle_conflict
from scoring.corrections.queries import touches_signed, untrue_papers
from scoring.corrections.services import Foresight
from scoring.entry.forms import EVENT_KINDS, EventForm, box_names, swapped
from scoring.entry.locked_match import Look
from scoring.entry.outcome_messages import answer_for
from scoring.entry.outcomes import Conflict, Created, Outcome, Replayed
from scoring.entry.policy import Window, correction_window
from scoring.entry.reason_forms import CANCEL_REASONS, CORRECTION_REASONS, REOPEN_REASONS, VOID_REASONS, Reason, ReasonForm
from scoring.entry.requests import new_key, read_boxes, read_insistence, read_submission, read_version
from scoring.entry.services import Insistence, Typed, correct_entry, submit_event, undo_last, void_entry
from scoring.evidence.queries import evidence_of
from scoring.ledger.actors import staff_actor
from scoring.ledger.appending import Submission
from scoring.ledger.match_log import AnyGame, Forfeit, State, plain
from scoring.matches.conflicts import conflict_of, open_drafts
from scoring.matches.history import history_of
from scoring.matches.queries import MatchView, describe_situation, load_match
from scoring.matches.rounds import count_matches, list_matches, next_missing
from scoring.models import Draft
from scoring.standings_pages.decisions import penalties_of
from tournaments.entries.substitutions import substitutions_in
from tournaments.models import Match
from tournaments.pages.views import Crumb, DeskPage

SEEN = "foreseen"
"""Sent along when the consequences were on the screen."""


class MatchPage(DeskPage):
    """Shows a match; subclasses do one thing to it.

    `?kind=` offers something else to enter than a hand, `?correct=` a line to correct. A request by htmx gets the match alone.
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
        rows = list_matches(self.match.round)
        shown = {
            "view": view,
            "match": self.match,
            "situation": describe_situation(view),
            "substitutions": substitutions_in(self.match, staff=True),
            "history": history_of(view, staff=True),
            "evidence": evidence_of(view),
            "penalties": penalties_of(self.match.round.stage, self.match),
            "count": count_matches(rows),
            "next_missing": next_missing(rows, self.match.table or 0),
            "key": new_key(),
            "kinds": self._other_kinds(view),
            "drafts": open_drafts(self.tournament, self.match),
            "entered_by": names_barred(view, staff_actor(self.actor).id),
            "may_change": view.editable and (self.desk.directs or view.state in (State.OPEN, State.SUBMITTED)),
            "window": correction_window(self.match) if touches_signed(self.match) else None,
            "reopen_form": reopen_form(self.match),
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
        form = event_form(view, kind if kind in view.game.event_types else "hand", self.request.GET.get("what", ""))
        form.focus()
        return {"form": form}


class MatchAction(MatchPage):
    """A button of the match page."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.answer(self.act(request))

    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        raise NotImplementedError

    def answer(self, outcome: Outcome, **context: Any) -> HttpResponse:
        """Back to the match when it was saved; else the page with the reason, and what was typed."""
        htmx = getattr(self.request, "htmx", False)
        if isinstance(outcome, Created | Replayed):
            return self.render(status=outcome.status) if htmx else HttpResponseRedirect(self.page_address(), status=303)
        if isinstance(outcome, Conflict) and outcome.draft:
            return self.clashed(outcome.draft)
        answer = answer_for(outcome, load_match(self.match), directs=self.desk.directs)
        if "form" in context:
            context["form"].focus(answer.fields if answer else ())
        return self.render(status=outcome.status, answer=answer, **context)

    def clashed(self, draft: Draft, *, status: int = Conflict.status, **context: Any) -> HttpResponse:
        """Both versions side by side; two who wrote the same need not choose."""
        view = load_match(self.match)
        conflict = conflict_of(view, draft)
        if conflict and conflict.same:
            settle_conflict(self.match, conflict.rows, {}, origin=self.origin(), version=view.version, reason="", insistence=Insistence())
            return self.said(_("Both of you wrote the same: it is saved once."))
        if conflict is None:
            return HttpResponseRedirect(self.page_address(), status=303)
        reasons = ReasonForm(reasons=CORRECTION_REASONS, initial={"reason": Reason.PAPER})
        return self.render(status=status, conflict=conflict, **{"reason_form": reasons, **context})

    def origin(self) -> Submission:
        return read_submission(self.request)

    def said(self, sentence: str) -> HttpResponse:
        """Back to the match with a word about it."""
        if getattr(self.request, "htmx", False):
            return self.render(status=200, notice=sentence)
        messages.success(self.request, sentence)
        return HttpResponseRedirect(self.page_address(), status=303)

    def render(self, *, status: int, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def page_address(self) -> str:
        return reverse("scoring:match", args=[self.tournament.slug, self.match.code])


class WeighedAction(MatchAction):
    """A change of what is signed, or of what later pairings rest on: its consequences are shown first, and it is made when they were seen.

    `always` weighs a change of any match; `turns` asks also what would be if the match ended the other way round.
    """

    always: ClassVar[bool] = False
    turns: ClassVar[bool] = False

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        look = self.look()
        outcome = self.act(request, look)
        return self.foretell(look) if look and isinstance(outcome, Created) else self.answer(outcome)

    def look(self) -> Foresight | None:
        if SEEN in self.request.POST or not (self.always or touches_signed(self.match)):
            return None
        return Foresight(self.match, turned=self.turns)

    def foretell(self, look: Foresight) -> HttpResponse:
        """The page with what the change would do."""
        return self.render(status=200, sent=sent_again(self.request), **foretold(look, correction_window(self.match)))


class EnterEvent(WeighedAction):
    """Anything that can be typed: its kind comes with the form. What is saved is not read before: it costs everybody who waits.

    In a match that is open again only what changes more than the match itself is weighed: mostly the line that decides it.
    """

    def act_kind(self, request: HttpRequest, game: AnyGame) -> str:
        kind = request.POST.get("kind", "")
        return kind if kind in game.event_types else "hand"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        game = game_by_key(self.match.round.stage.tournament.game_key)
        kind = self.act_kind(request, game)
        boxes = read_boxes(request, box_names(game, kind))
        if "swap" in request.POST:
            view = load_match(self.match)
            return self.render(status=200, form=filled_form(view, kind, swapped(event_form(view, kind), boxes)))
        outcome = self.submit(Typed(kind, boxes), look := self.look())
        if look and isinstance(outcome, Created):
            if not look.consequences().nothing:
                return self.foretell(look)
            outcome = self.submit(Typed(kind, boxes))
        if isinstance(outcome, Created | Replayed):
            return self.answer(outcome)
        return self.answer(outcome, form=filled_form(load_match(self.match), kind, boxes))

    def submit(self, typed: Typed, look: Look | None = None) -> Outcome:
        origin, version = self.origin(), read_version(self.request)
        return submit_event(self.match, typed, origin=origin, version=version, insistence=read_insistence(self.request), look=look)


class EnterHand(EnterEvent):
    def act_kind(self, request: HttpRequest, game: AnyGame) -> str:
        return "hand"


class Correct(WeighedAction):
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
        look = self.look()
        outcome = correct_entry(
            self.match,
            seq,
            Typed(blank.kind, boxes),
            origin=read_submission(request),
            version=read_version(request),
            reason=reason,
            words=words,
            insistence=read_insistence(request),
            look=look,
        )
        if look and isinstance(outcome, Created):
            return self.foretell(look)
        if isinstance(outcome, Created | Replayed):
            return self.answer(outcome)
        return self.answer(outcome, **{**context, "form": filled_form(load_match(self.match), blank.kind, boxes)})


class CancelLine(WeighedAction):
    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=CANCEL_REASONS).given()
        return void_entry(
            self.match,
            self.kwargs["seq"],
            origin=read_submission(request),
            version=read_version(request),
            reason=reason,
            words=words,
            look=look,
        )


class Undo(WeighedAction):
    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        return undo_last(self.match, origin=read_submission(request), version=read_version(request), look=look)


class GiveMatch(WeighedAction):
    """A walk-over for one side, or both absent."""

    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        side = request.POST.get("winner", "")
        forfeit = Forfeit(int(side) if side.isdecimal() and len(side) < 3 else None)
        return submit_event(self.match, forfeit, origin=read_submission(request), version=read_version(request), look=look)


class Confirm(MatchAction):
    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        return confirm_match(self.match, origin=read_submission(request), version=read_version(request))

    def page_address(self) -> str:
        """From the list one goes back to the list."""
        if self.request.POST.get("back") == "results":
            return f"{reverse('scoring:results', args=[self.tournament.slug])}#table-{self.match.table}"
        return super().page_address()


class Dispute(MatchAction):
    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        words = request.POST.get("words", "").strip()[:500]
        return dispute_match(self.match, origin=read_submission(request), version=read_version(request), words=words)


class VoidMatch(WeighedAction):
    always = True

    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=VOID_REASONS, prefix="void").given()
        origin, version = read_submission(request), read_version(request)
        return void_match(self.match, origin=origin, version=version, reason=reason, words=words, look=look)


class Reopen(WeighedAction):
    always = True
    turns = True

    def act(self, request: HttpRequest, look: Look | None = None) -> Outcome:
        reason, words = ReasonForm(request.POST, reasons=REOPEN_REASONS, prefix="reopen").given()
        origin, version = read_submission(request), read_version(request)
        return reopen_match(self.match, origin=origin, version=version, reason=reason, words=words, look=look)


def sent_again(request: HttpRequest) -> list[tuple[str, str]]:
    """Everything that was sent, to be sent again under the same key once the consequences were seen."""
    sent = [(name, str(value)) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    return [*sent, (SEEN, "1")]


def foretold(look: Foresight, window: Window) -> dict[str, Any]:
    """What the page shows of a change that was only looked at."""
    consequences, turned = look.consequences(), look.if_turned()
    changes = consequences.result_changes or turned is not None
    return {"foretold": consequences, "turned": turned, "window": window, "papers": untrue_papers(look.match) if changes else ()}


def reopen_form(match: Match) -> ReasonForm:
    """After the last round there is one reason, and it is signed."""
    signed = correction_window(match).signed
    return ReasonForm(reasons=[Reason.REFEREE] if signed else REOPEN_REASONS, prefix="reopen", signed=signed)


def event_form(view: MatchView, kind: str, what: str = "") -> EventForm:
    """An empty form of that kind; a hand has the boxes filled that follow from the hand before, a penalty says `what` it costs."""
    values = view.game.suggest(view.fold.state) if kind == "hand" and not view.decided else {"what": what}
    return EventForm(game=view.game, options=view.fold.state.options, kind=kind, sides=view.sides, values=values)


def filled_form(view: MatchView, kind: str, boxes: dict[str, str]) -> EventForm:
    form = EventForm(boxes, game=view.game, options=view.fold.state.options, kind=kind, sides=view.sides, values=boxes)
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
    values = view.game.typed_from(event)
    form = EventForm(game=view.game, options=view.fold.state.options, kind=event.kind, sides=view.sides, values=values)
    form.focus()
    lines = {line.seq: line for game in view.games for line in game.lines}
    said = {"reason": Reason.PAPER, "words": f"{view.match.code}-{sheet}"} if sheet.isdecimal() else {}
    reasons = ReasonForm(reasons=CORRECTION_REASONS, initial=said)
    return {"form": form, "correcting": lines[seq], "reason_form": reasons, "cancel_form": ReasonForm(reasons=CANCEL_REASONS)}
