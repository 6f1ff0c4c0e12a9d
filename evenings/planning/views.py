"""The page on which an evening is planned, and the formats behind the plans."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evenings.planning.forms import PlannerForm
from evenings.planning.queries import (
    EveningRequest,
    ProposedPlans,
    build_planner,
    compute_plan_fingerprint,
    is_anything_drawn,
    list_format_figures,
    propose_evening,
    read_plan_state,
    read_usual_asked,
)
from evenings.planning.services import STAGES_THERE, adopt_plan
from tournaments.models import Entry
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_fingerprint, read_seen
from tournaments.stage_pages.queries import list_unsuitable_formats


class PlanPage(DirectorMixin, DeskPage):
    """Asked by GET; one press adopts a plan by POST. Where stages are planned already, it asks once more."""

    template_name = "evenings/planning/plan.html"
    title = _("How do they play?")
    section = "plan"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = self.tournament
        form = context.pop("form", None) or self._build_form(self.request.GET)
        proposed = self._propose(form)
        entries = Entry.objects.filter(tournament=tournament, phantom=False).exclude(state=Entry.State.WITHDRAWN).count()
        planned = {
            "form": form,
            "asked": form.list_asked() if proposed else {},
            "planner": build_planner(tournament, proposed) if proposed else None,
            "formats": () if proposed else list_format_figures(tournament, None),
            "others": list_unsuitable_formats(tournament),
            "entered": entries,
            "drawn": is_anything_drawn(tournament),
            "stages": read_plan_state(tournament),
            "fingerprint": compute_plan_fingerprint(tournament),
        }
        return super().get_context_data(**{**planned, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self._build_form(request.POST)
        proposed = self._propose(form)
        plan = proposed.find_plan(request.POST.get("plan", "")) if proposed else None
        if proposed is None or plan is None:
            refusal = gettext("Nothing was changed: this plan is no longer among those proposed. Choose again.")
            return self.render_refused(request, form=form, refusal=refusal)
        try:
            stages = adopt_plan(
                self.tournament,
                plan,
                actor=self.actor,
                rules=proposed.lengths[plan.length].rules,
                replace="replace" in request.POST,
                seen=read_seen(request, lambda: compute_plan_fingerprint(self.tournament)),
            )
        except ChangeRefused as refused:
            if refused.code == STAGES_THERE:
                return self.render_refused(request, form=form, asking=request.POST["plan"], fingerprint=read_fingerprint(request))
            return self.render_refused(request, form=form, refusal=str(refused))
        messages.success(request, gettext("Plan adopted. Nothing is drawn yet."))
        return self.redirect_to("stage", stages[0].number)

    def _build_form(self, typed: Any) -> PlannerForm:
        """As it was sent; else with what is known, and asking for the rest where that is not enough for a plan."""
        usual = read_usual_asked(self.tournament)
        if "entries" in typed:
            return PlannerForm(typed)
        form = PlannerForm(usual)
        return form if form.is_valid() else PlannerForm(initial=usual)

    def _propose(self, form: PlannerForm) -> ProposedPlans | None:
        if not form.is_valid():
            return None
        cleaned = form.cleaned_data
        evening = EveningRequest(cleaned["entries"], cleaned["tables"] or 0, cleaned["begins"], form.count_minutes())
        return propose_evening(self.tournament, evening)
