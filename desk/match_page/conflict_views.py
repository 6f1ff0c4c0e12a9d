"""Two versions of the same match, and the choice between them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from desk.match_page.views import MatchPage
from scoring.conflicts.services import refer_to_director, resolve_conflict
from scoring.entry.forms import CORRECTION_REASONS, ReasonForm
from scoring.entry.locked_match import DryRun
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.requests import read_override, read_submission, read_version
from scoring.matches.conflicts import MINE, THEIRS, ConflictView, find_conflict
from scoring.matches.queries import load_match
from scoring.models import Draft
from tournaments.permissions import enterer


class ConflictPage(MatchPage):
    """A draft beside what was entered meanwhile: choose one version, the other, a version for each line, or leave it to the director.

    Where the match is signed, the impact of the choice is shown first.
    """

    policy = staticmethod(enterer)
    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.render_conflict(self.draft, status=200)

    @cached_property
    def draft(self) -> Draft:
        return get_object_or_404(Draft, match=self.match, pk=self.kwargs["draft"])

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("take") == "director":
            return self.respond(refer_to_director(self.match, origin=read_submission(self.request), version=read_version(request)))
        conflict = find_conflict(load_match(self.match), self.draft)
        if conflict is None:
            return HttpResponseRedirect(self.build_page_address(), status=303)
        reason_form = ReasonForm(request.POST, reasons=CORRECTION_REASONS)
        outcome = self.resolve_choices(conflict, reason_form, dry_run := self.start_preview())
        if dry_run and isinstance(outcome, Created):
            return self.render_impact(dry_run)
        if outcome is None:
            return self.redirect_with_message(_("What was entered stays as it is."))
        if isinstance(outcome, Created | Replayed):
            return self.redirect_with_message(_("Resolved: the match is as you chose."))
        answer = build_outcome_message(outcome, load_match(self.match), directs=self.desk.directs)
        return self.render_conflict(self.draft, status=outcome.status, answer=answer, reason_form=reason_form, chosen=request.POST)

    def resolve_choices(self, conflict: ConflictView, reason_form: ReasonForm, dry_run: DryRun | None) -> Outcome | None:
        return resolve_conflict(
            self.match,
            conflict.rows,
            read_choices(conflict, self.request.POST),
            origin=read_submission(self.request),
            version=read_version(self.request),
            reason=reason_form.read_reason()[0],
            override=read_override(self.request),
            dry_run=dry_run,
        )


def read_choices(conflict: ConflictView, posted: Mapping[str, str]) -> dict[str, str]:
    """The version of every row, from the button or from the row's own choice. “Mine” skips rows for which the draft holds nothing."""
    choice = posted.get("take", "")
    if choice == "merge":
        return {row.name: posted.get(row.name, THEIRS) for row in conflict.rows}
    return {row.name: MINE for row in conflict.rows if choice == MINE and row.draft and not row.same}
