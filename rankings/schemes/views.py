"""How a stage counts, and the decisions about it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from rankings.schemes.forms import DecisionForm
from rankings.schemes.services import (
    choose_scheme,
    compute_scheme_fingerprint,
    decide_penalty,
    decide_place,
    find_decided_fingerprint,
    remove_stage,
)
from rankings.standings_pages.queries import list_tie_break_columns
from scoring.entry.requests import generate_key, read_submission
from scoring.standings.decisions import PENALTY, list_decision_lines
from scoring.standings.stored import read_counting
from standings import FormatCounting
from tournaments.models import Entry
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.views import DeskAction, DeskPage
from tournaments.permissions import penalizer
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_fingerprint, read_seen
from tournaments.stage_pages.services import compute_order_fingerprint


class SchemePage(DeskPage):
    """Points, bye and tie-breaks in their order, which directors change; beside them the decisions about single entries."""

    policy = staticmethod(penalizer)
    template_name = "rankings/schemes/scheme.html"
    section = "stages"

    below_stage = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.get_stage()
        self.title = _("How it counts")
        decisions = list_decision_lines(stage)
        page_context = {
            "stage": stage,
            "scheme_form": self.build_scheme_form(),
            "decision_form": DecisionForm(entries=self.list_entries()),
            "decisions": decisions,
            "last_decision": max((line.seq for line in decisions), default=0),
            "tie_breaks": [line for line in list_tie_break_columns() if self.build_counting().can_decide(line.key)],
            "key": generate_key(),
            "fingerprint": compute_scheme_fingerprint(stage),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        form = self.build_scheme_form(request.POST)
        if not form.is_valid_for(self.build_counting()):
            return self.render_refused(request, scheme_form=form, fingerprint=read_fingerprint(request))
        stage, origin = self.get_stage(), read_submission(request)
        seen = read_seen(request, lambda: compute_scheme_fingerprint(stage))
        try:
            choose_scheme(stage, actor=self.actor, origin=origin, typed=form.get_typed_values(), seen=seen)
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, scheme_form=form)
        messages.success(request, _("Saved: the standings count this way from now on."))
        return self.redirect_to("stage", stage_number)

    def build_counting(self) -> FormatCounting:
        return read_counting(self.get_stage())

    def build_scheme_form(self, data: Any = None) -> DeclaredForm:
        return DeclaredForm(
            data, specs=self.build_counting().specs, values=self.get_stage().scheme or self.build_counting().default_values, prefix="scheme"
        )

    def list_entries(self) -> list[Entry]:
        return list(Entry.objects.filter(stage_entries__stage=self.get_stage()).order_by("number"))


class StoreDecision(SchemePage):
    """Store a penalty or a place decided at the table."""

    http_method_names = ["post", "options"]
    form_page = ("scoring:scheme", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        form = DecisionForm(request.POST, entries=self.list_entries())
        if not form.is_valid():
            return self.render_refused(request, decision_form=form)
        cleaned = form.cleaned_data
        stage, entry = self.get_stage(), get_object_or_404(Entry, tournament=self.tournament, number=cleaned["entry"])
        seen = read_seen(request, lambda: find_decided_fingerprint(stage, entry, cleaned["what"], read_fingerprint(request)))
        common: Any = {"actor": self.actor, "origin": read_submission(request), "words": cleaned["words"], "seen": seen}
        try:
            if cleaned["what"] == PENALTY:
                decide_penalty(stage, entry, points=cleaned["amount"], **common)
            else:
                decide_place(stage, entry, place=cleaned["amount"], **common)
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, decision_form=form)
        messages.success(request, _("Decided, and noted in the ledger."))
        return self.redirect_to("stage", stage_number)


class RemoveStage(DeskAction):
    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        seen = read_seen(request, lambda: compute_order_fingerprint(self.tournament))
        remove_stage(self.get_stage(), actor=self.actor, origin=read_submission(request), seen=seen)
        return self.report_done(request, _("Stage removed."), "desk")
