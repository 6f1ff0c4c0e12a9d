"""How a stage counts, and what was decided about it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from pairing import format_by_key
from scoring.entry.requests import new_key, read_submission
from scoring.schemes.forms import DecisionForm
from scoring.schemes.services import choose_scheme, decide_penalty, decide_place
from scoring.standings_pages.decisions import PENALTY, decision_lines
from scoring.standings_pages.queries import tie_break_lines
from standings import Counting
from tournaments.models import Entry
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.views import Crumb, DeskPage, DirectorMixin
from tournaments.refusals import Refused


class SchemePage(DirectorMixin, DeskPage):
    """Points, rest and tie-breaks in their order; beside them the decisions about single entries."""

    template_name = "scoring/schemes/scheme.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.stage()
        self.title = _("How it counts")
        shown = {
            "stage": stage,
            "scheme_form": self.scheme_form(),
            "decision_form": DecisionForm(entries=self.entries()),
            "decisions": decision_lines(stage),
            "tie_breaks": [line for line in tie_break_lines() if self.counting().decides(line.key)],
            "key": new_key(),
        }
        return super().get_context_data(**{**shown, **context})

    def crumbs_between(self) -> list[Crumb]:
        stage = self.stage()
        return [Crumb(stage.name, self.address("stage", stage.number))]

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        form = self.scheme_form(request.POST)
        if not form.holds_for(self.counting()):
            return self.refused(request, scheme_form=form)
        choose_scheme(self.stage(), actor=self.actor, origin=read_submission(request), typed=form.typed())
        messages.success(request, _("The standings count so from now on."))
        return self.go("stage", stage_number)

    def counting(self) -> Counting:
        return Counting(format_by_key(self.stage().format_key))

    def scheme_form(self, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=self.counting().specs, values=self.stage().scheme or self.counting().usual, prefix="scheme")

    def entries(self) -> list[Entry]:
        return list(Entry.objects.filter(stage_entries__stage=self.stage()).order_by("number"))


class Decide(SchemePage):
    """Notes a penalty or a place decided at the table."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        form = DecisionForm(request.POST, entries=self.entries())
        if not form.is_valid():
            return self.refused(request, decision_form=form)
        told = form.cleaned_data
        stage, entry = self.stage(), get_object_or_404(Entry, tournament=self.tournament, number=told["entry"])
        common: Any = {"actor": self.actor, "origin": read_submission(request), "words": told["words"]}
        try:
            if told["what"] == PENALTY:
                decide_penalty(stage, entry, points=told["amount"], **common)
            else:
                decide_place(stage, entry, place=told["amount"], **common)
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return self.refused(request, decision_form=form)
        messages.success(request, _("Decided, and noted in the ledger."))
        return self.go("stage", stage_number)
