"""Two versions of the same match, and the choice between them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.conflicts.services import call_director_to, settle_conflict
from scoring.entry.locked_match import Look
from scoring.entry.outcome_messages import answer_for
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.reason_forms import CORRECTION_REASONS, ReasonForm
from scoring.entry.requests import read_insistence, read_version
from scoring.match_page.views import WeighedAction
from scoring.matches.conflicts import MINE, THEIRS, ConflictView, conflict_of
from scoring.matches.queries import load_match
from scoring.models import Draft


class ConflictPage(WeighedAction):
    """What somebody typed in vain, beside what was entered meanwhile: one version, the other, a choice for each line, or the director.

    Where the match is signed, what the choice would change is shown first.
    """

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.clashed(self.draft, status=200)

    @cached_property
    def draft(self) -> Draft:
        return get_object_or_404(Draft, match=self.match, pk=self.kwargs["draft"])

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("take") == "director":
            return self.answer(call_director_to(self.match, origin=self.origin(), version=read_version(request)))
        conflict = conflict_of(load_match(self.match), self.draft)
        if conflict is None:
            return HttpResponseRedirect(self.page_address(), status=303)
        reasons = ReasonForm(request.POST, reasons=CORRECTION_REASONS)
        outcome = self.settle(conflict, reasons, look := self.look())
        if look and isinstance(outcome, Created):
            return self.foretell(look)
        if outcome is None:
            return self.said(_("What was entered stays as it is."))
        if isinstance(outcome, Created | Replayed):
            return self.said(_("Settled: the match stands as you chose."))
        answer = answer_for(outcome, load_match(self.match), directs=self.desk.directs)
        return self.clashed(self.draft, status=outcome.status, answer=answer, reason_form=reasons, chosen=request.POST)

    def settle(self, conflict: ConflictView, reasons: ReasonForm, look: Look | None) -> Outcome | None:
        return settle_conflict(
            self.match,
            conflict.rows,
            chosen_in(conflict, self.request.POST),
            origin=self.origin(),
            version=read_version(self.request),
            reason=reasons.given()[0],
            insistence=read_insistence(self.request),
            look=look,
        )


def chosen_in(conflict: ConflictView, sent: Mapping[str, str]) -> dict[str, str]:
    """The version of every row that a button or the row's own choice names. “Mine” leaves alone what I typed nothing about."""
    take = sent.get("take", "")
    if take == "merge":
        return {row.name: sent.get(row.name, THEIRS) for row in conflict.rows}
    return {row.name: MINE for row in conflict.rows if take == MINE and row.draft and not row.same}
