"""Planning a stage, and the page of a stage."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing import Format, format_by_key
from rules.options import declared_fields
from tournaments.check_in.queries import select_missing_entries
from tournaments.check_in.services import MOST_LISTED, compute_missing_fingerprint
from tournaments.draws.certificates import read_announced_seed
from tournaments.draws.forms import AnnounceForm, DrawForm
from tournaments.models import Entry, Stage
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen, read_fingerprint, read_seen
from tournaments.stage_pages.forms import SourceForm, StageForm, build_source_values
from tournaments.stage_pages.own_rules import list_own_rules
from tournaments.stage_pages.queries import (
    build_rank_lines,
    list_coming_rows,
    list_option_lines,
    list_suitable_formats,
    read_coming_round,
    read_stage_lines,
    read_stage_preview,
    select_ranked_entries,
)
from tournaments.stage_pages.rules_forms import StageRulesForms
from tournaments.stage_pages.services import (
    compute_name_fingerprint,
    compute_order_fingerprint,
    compute_plan_fingerprint,
    move_stage,
    rename_stage,
    replan_stage,
)
from tournaments.stage_pages.stage_sources import format_source, propose_source, read_chain_picture
from tournaments.stages.chains import get_source
from tournaments.stages.match_rules import needs_decider, resolve_rules
from tournaments.stages.rounds import count_rounds_side_by_side, has_rounds_side_by_side, plays_ahead
from tournaments.stages.services import FIRST_STAGE, create_stage

OPTIONS = "options"
BOXES = {"pool_of_one": "pool_size", "pool_too_large": "pool_size"}
"""The box of the options that a refusal is about, by its code."""


class CreateStage(DirectorMixin, DeskPage):
    """The options of a format. The address contains the format, so that the browser's back button works; without one it leads to the
    plans and formats to choose from.
    """

    template_name = "tournaments/stage_pages/stage_create.html"
    title = _("New stage")
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        chosen = self._require_format()
        forms = {"form": StageForm(), "options": self._build_options_form(chosen), "source_form": self._build_source_form()}
        return super().get_context_data(
            **{
                "chosen": chosen,
                "decider": needs_decider(chosen, self.tournament),
                "picture": read_chain_picture(self.tournament),
                "fingerprint": compute_order_fingerprint(self.tournament),
                **forms,
                "rules": StageRulesForms(self.tournament, chosen),
                **context,
            }
        )

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.GET.get("format"):
            return HttpResponseRedirect(reverse("evenings:plan", args=[self.tournament.slug]))
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        chosen = self._require_format()
        form, options = StageForm(request.POST), self._build_options_form(chosen, request.POST)
        source, rules = self._build_source_form(request.POST), StageRulesForms(self.tournament, chosen, request.POST)
        sent_fingerprint = {"fingerprint": read_fingerprint(request)}
        forms: dict[str, Any] = {"form": form, "options": options, "source_form": source, "rules": rules}
        if rules.preset:
            return self.render_to_response(self.get_context_data(**forms, **sent_fingerprint))
        if form.is_valid() & options.is_valid_for(chosen) & source.is_valid() & rules.is_valid():
            try:
                stage = create_stage(
                    self.tournament,
                    actor=self.actor,
                    format_key=chosen.key,
                    options=options.get_typed_values(),
                    name=form.cleaned_data["name"],
                    seeded=form.cleaned_data["seeded"],
                    source=source.build_source(),
                    rules=rules.build_typed(),
                    seen=read_seen(request, lambda: compute_order_fingerprint(self.tournament)),
                )
            except ChangeRefused as refusal:
                add_refusal(form, options, refusal)
                sent_fingerprint = {}
            else:
                messages.success(request, gettext("Stage created."))
                return self.redirect_to("stage", stage.number)
        return self.render_refused(request, **forms, **sent_fingerprint)

    def _require_format(self) -> Format:
        key = self.request.GET.get("format")
        chosen = next((candidate for candidate in list_suitable_formats(self.tournament) if candidate.key == key), None)
        if chosen is None:
            raise Http404
        return chosen

    def _build_source_form(self, data: Any = None) -> SourceForm:
        stages = list(self.tournament.stages.select_related("source").order_by("number"))
        proposed = propose_source(stages, self._require_format(), self.tournament.entries.exclude(state=Entry.State.WITHDRAWN).count())
        return SourceForm(data, stages=stages, initial=build_source_values(proposed))

    def _build_options_form(self, chosen: Format, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=declared_fields(chosen.Options), prefix=OPTIONS)


def add_refusal(form: StageForm, options: DeclaredForm, refusal: ChangeRefused) -> None:
    """Show what was refused beside the box that it is about, else above the form."""
    box = BOXES.get(refusal.code)
    target = options if box in options.fields else form
    target.add_error(box if target is options else None, str(refusal))


class StagePage(DeskPage):
    template_name = "tournaments/stage_pages/stage.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.get_stage()
        self.title = stage.name
        source = get_source(stage)
        line = next(stage_line for stage_line in read_stage_lines(self.tournament) if stage_line.number == stage.number)
        rows = list_coming_rows(stage) if source is None and not line.rounds else select_ranked_entries(stage)
        stage_context = {
            "stage": line,
            "stage_key": stage.pk,
            "plan": read_stage_preview(stage),
            "ranks": build_paged_rows(self.request, rows, build=lambda rows: build_rank_lines(stage, rows)),
            "options": list_option_lines(stage),
            "own_rules": list_own_rules(stage),
            "coming": read_coming_round(stage, len(line.rounds) + 1),
            "is_played_ahead": plays_ahead(stage),
            "in_pools": has_rounds_side_by_side(stage),
            "rounds_left": max(0, count_rounds_side_by_side(stage) - len(line.rounds)) if line.open_round else 0,
            "draw_form": DrawForm(),
            "announce_form": AnnounceForm(),
            "announced": read_announced_seed(stage),
            "source": source,
            "waits": source is not None and not source.lost and source.stage.state != Stage.State.FINISHED,
            "filled": format_source(source) if source else "",
            "carried": source is not None and source.carries,
            "follows_carried": source is not None and source.carries and format_by_key(stage.format_key).by_standing,
            "missing": select_missing_entries(self.tournament) if stage.number == FIRST_STAGE and not line.rounds else Entry.objects.none(),
            "most_listed": MOST_LISTED,
            "missing_fingerprint": lambda: compute_missing_fingerprint(self.tournament),
            "picture": read_chain_picture(self.tournament),
            "order_fingerprint": compute_order_fingerprint(self.tournament),
        }
        return super().get_context_data(**{**stage_context, **context})


class EditStage(DirectorMixin, DeskPage):
    """Changes the plan of a stage as long as nothing is drawn, its name at any time."""

    template_name = "tournaments/stage_pages/stage_edit.html"
    section = "stages"

    below_stage = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.get_stage()
        self.title = gettext("Change “%(stage)s”") % {"stage": stage.name}
        stage_context = {
            "stage": stage,
            "drawn": stage.rounds.exists(),
            "decider": needs_decider(format_by_key(stage.format_key), self.tournament, resolve_rules(stage)),
            "picture": read_chain_picture(self.tournament),
            "own": list_own_rules(stage),
            "fingerprint": f"{compute_plan_fingerprint(stage)}.{compute_name_fingerprint(stage)}",
        }
        return super().get_context_data(**{**stage_context, **self._build_forms(stage), **context})

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        stage = self.get_stage()
        forms = self._build_forms(stage, request.POST)
        form, options, source, rules = forms["form"], forms["options"], forms["source_form"], forms["rules"]
        if rules.preset:
            return self.render_to_response(self.get_context_data(**forms, fingerprint=read_fingerprint(request)))
        is_named_only = stage.rounds.exists() and not self._is_plan_changed(forms)
        plan, _dot, label = read_fingerprint(request).partition(".")
        is_plan_valid = is_named_only or (options.is_valid_for(format_by_key(stage.format_key)) & source.is_valid() & rules.is_valid())
        sent_fingerprint = {"fingerprint": read_fingerprint(request)}
        if form.is_valid() and is_plan_valid:
            name = form.cleaned_data["name"] or gettext(format_by_key(stage.format_key).name)
            name_seen = Seen(label, lambda: compute_name_fingerprint(stage))
            try:
                if is_named_only:
                    rename_stage(stage, actor=self.actor, name=name, seen=name_seen)
                else:
                    replan_stage(
                        stage,
                        actor=self.actor,
                        options=options.get_typed_values(),
                        seeded=form.cleaned_data["seeded"],
                        source=source.build_source(),
                        rules=rules.build_typed(),
                        seen=Seen(plan, lambda: compute_plan_fingerprint(stage)),
                        name=name,
                        name_seen=name_seen,
                    )
            except ChangeRefused as refusal:
                add_refusal(form, options, refusal)
                sent_fingerprint = {}
            else:
                messages.success(request, gettext("Stage changed."))
                return self.redirect_to("stage", stage_number)
        return self.render_refused(request, **forms, **sent_fingerprint)

    def _is_plan_changed(self, forms: dict[str, Any]) -> bool:
        """Whether a page from before the draw, which still had the boxes of the plan, says another plan."""
        options, source = forms["options"], forms["source_form"]
        if not read_fingerprint(self.request) or not any(options.add_prefix(name) in self.request.POST for name in options.fields):
            return False
        parts = [options, *([source] if source.stages else ()), *(part for part in forms["rules"].forms if part.is_bound)]
        return "seeded" in forms["form"].changed_data or any(part.has_changed() for part in parts)

    def _build_forms(self, stage: Stage, data: Any = None) -> dict[str, Any]:
        specs = declared_fields(format_by_key(stage.format_key).Options)
        earlier = list(self.tournament.stages.filter(number__lt=stage.number).select_related("source"))
        return {
            "form": StageForm(data, initial={"name": stage.name, "seeded": stage.seeded}),
            "options": DeclaredForm(data, specs=specs, prefix=OPTIONS, values=stage.options),
            "source_form": SourceForm(data, stages=earlier, initial=build_source_values(get_source(stage))),
            "rules": StageRulesForms(self.tournament, format_by_key(stage.format_key), data, stage=stage),
        }


class MoveStage(DeskAction):
    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        seen = read_seen(request, lambda: compute_order_fingerprint(self.tournament))
        moved = move_stage(self.get_stage(), actor=self.actor, earlier="earlier" in request.POST, seen=seen)
        return self.report_done(request, gettext("The stages have changed places."), "stage", moved.number)
