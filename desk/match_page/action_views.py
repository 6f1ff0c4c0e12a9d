"""The buttons of a match beside entering: what is corrected, taken back, given, confirmed, disputed, cancelled and opened again."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from desk.corrections.services import ImpactPreview
from desk.match_page.event_forms import build_correction_context, build_event_form, build_filled_form
from desk.match_page.views import POST_ONLY, MatchPage
from scoring.confirmation.services import confirm_match, dispute_match, reopen_match, void_match, withdraw_dispute
from scoring.entry.forms import (
    CANCEL_REASONS,
    CORRECTION_REASONS,
    REOPEN_REASONS,
    VOID_REASONS,
    ReasonForm,
    swap_columns,
)
from scoring.entry.outcomes import NO_SUCH_SIDE, Created, Outcome, Rejected, Replayed
from scoring.entry.requests import read_boxes, read_override, read_submission, read_version
from scoring.entry.services import FilledBoxes, correct_entry, submit_event, undo_last, void_entry
from scoring.ledger.match_log import Forfeit
from scoring.matches.queries import load_match
from tournaments.permissions import enterer, referee


class Correct(MatchPage):
    """Replace the wording of a line, with a reason."""

    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        view, seq = load_match(self.match), kwargs["seq"]
        reason_form = ReasonForm(request.POST, reasons=CORRECTION_REASONS)
        context = {**build_correction_context(view, seq), "reason_form": reason_form}
        blank = context.get("form") or build_event_form(view, "hand")
        typed = FilledBoxes(blank.kind, read_boxes(request, blank.fields))
        if "swap" in request.POST:
            context["form"] = build_filled_form(view, blank.kind, swap_columns(blank, typed.boxes))
            return self.render_page(status=200, **context)
        outcome = self.submit_correction(typed, reason_form, preview := self.start_preview())
        if not isinstance(outcome, Created | Replayed):
            context["form"] = build_filled_form(load_match(self.match), blank.kind, typed.boxes)
        return self.respond(outcome, preview, **context)

    def submit_correction(self, typed: FilledBoxes, reason_form: ReasonForm, preview: ImpactPreview | None) -> Outcome:
        reason, words = reason_form.read_reason()
        return correct_entry(
            self.match,
            self.kwargs["seq"],
            typed,
            origin=read_submission(self.request),
            version=read_version(self.request),
            reason=reason,
            words=words,
            override=read_override(self.request),
            dry_run=preview,
        )


class CancelLine(MatchPage):
    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reason, words = ReasonForm(request.POST, reasons=CANCEL_REASONS).read_reason()
        origin, version, preview = read_submission(request), read_version(request), self.start_preview()
        override = read_override(request)
        outcome = void_entry(
            self.match, kwargs["seq"], origin=origin, version=version, reason=reason, words=words, override=override, dry_run=preview
        )
        return self.respond(outcome, preview)


class Undo(MatchPage):
    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        preview = self.start_preview()
        outcome = undo_last(self.match, origin=read_submission(request), version=read_version(request), dry_run=preview)
        return self.respond(outcome, preview)


class GiveMatch(MatchPage):
    """A walk-over for one side, or the absence of both."""

    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        winner = request.POST.get("winner", "")
        if winner != "none" and not (winner.isdecimal() and len(winner) < 3):
            return self.respond(Rejected(refusal=NO_SUCH_SIDE))
        forfeit = Forfeit(None if winner == "none" else int(winner))
        preview = self.start_preview()
        outcome = submit_event(self.match, forfeit, origin=read_submission(request), version=read_version(request), dry_run=preview)
        return self.respond(outcome, preview)


class Confirm(MatchPage):
    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(confirm_match(self.match, origin=read_submission(request), version=read_version(request)))


class Dispute(MatchPage):
    http_method_names = POST_ONLY
    policy = staticmethod(referee)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        words = request.POST.get("words", "").strip()[:500]
        return self.respond(dispute_match(self.match, origin=read_submission(request), version=read_version(request), words=words))


class Withdraw(MatchPage):
    """Withdraw a dispute that one raised oneself."""

    http_method_names = POST_ONLY
    policy = staticmethod(referee)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(withdraw_dispute(self.match, origin=read_submission(request), version=read_version(request)))


class VoidMatch(MatchPage):
    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reason, words = ReasonForm(request.POST, reasons=VOID_REASONS, prefix="void").read_reason()
        origin, version, preview = read_submission(request), read_version(request), self.start_preview(always=True)
        outcome = void_match(self.match, origin=origin, version=version, reason=reason, words=words, dry_run=preview)
        return self.respond(outcome, preview)


class Reopen(MatchPage):
    policy = staticmethod(enterer)
    http_method_names = POST_ONLY

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reason, words = ReasonForm(request.POST, reasons=REOPEN_REASONS, prefix="reopen").read_reason()
        origin, version, preview = read_submission(request), read_version(request), self.start_preview(always=True, turned=True)
        outcome = reopen_match(self.match, origin=origin, version=version, reason=reason, words=words, dry_run=preview)
        return self.respond(outcome, preview)
