"""Planning a stage and looking at it."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing import Format, format_by_key
from rules.options import declared_fields
from tournaments.check_in.queries import missing_before_draw
from tournaments.draws.certificates import announcement_of
from tournaments.draws.forms import AnnounceForm, DrawForm
from tournaments.models import Entry, Stage
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.views import Crumb, DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import Refused
from tournaments.stage_pages.chains import chain_picture, words_of
from tournaments.stage_pages.forms import SourceForm, StageForm
from tournaments.stage_pages.queries import formats_for, option_lines, other_formats, rank_lines, stage_lines, stage_plan
from tournaments.stage_pages.services import move_stage, rename_stage, replan_stage
from tournaments.stages.chains import source_of
from tournaments.stages.services import FIRST_STAGE, create_stage, remove_stage

OPTIONS = "options"


class CreateStage(DirectorMixin, DeskPage):
    """First the format, then its options; the address names the format, so that the way back works."""

    template_name = "tournaments/stage_pages/stage_create.html"
    title = _("New stage")
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        chosen = self._chosen()
        forms = {"form": StageForm(), "options": self._options_form(chosen), "source_form": self._source_form()} if chosen else {}
        counts = Entry.objects.filter(tournament=self.tournament).exclude(state=Entry.State.WITHDRAWN)
        numbers = counts.aggregate(entries=Count("pk"), seeds=Count("pk", filter=Q(seed__isnull=False)))
        return super().get_context_data(
            **{
                "formats": formats_for(self.tournament),
                "others": other_formats(self.tournament),
                "chosen": chosen,
                "counts": numbers,
                "picture": chain_picture(self.tournament),
                **forms,
                **context,
            }
        )

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        chosen = self._chosen()
        if chosen is None:
            raise Http404
        form, options = StageForm(request.POST), self._options_form(chosen, request.POST)
        source = self._source_form(request.POST)
        if form.is_valid() & options.holds_for(chosen) & source.is_valid():
            try:
                stage = create_stage(
                    self.tournament,
                    actor=self.actor,
                    format_key=chosen.key,
                    options=options.typed(),
                    name=form.cleaned_data["name"],
                    seeded=form.cleaned_data["seeded"],
                    source=source.source(),
                )
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, gettext("The stage stands. Next: draw it."))
                return self.go("stage", stage.number)
        return self.refused(request, form=form, options=options, source_form=source)

    def _chosen(self) -> Format | None:
        key = self.request.GET.get("format")
        if not key:
            return None
        suitable = {one.key: one for one in formats_for(self.tournament)}
        if key not in suitable:
            raise Http404
        return suitable[key]

    def _source_form(self, data: Any = None) -> SourceForm:
        return SourceForm(data, stages=list(self.tournament.stages.select_related("source")))

    def _options_form(self, chosen: Format, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=declared_fields(chosen.Options), prefix=OPTIONS)


class StagePage(DeskPage):
    template_name = "tournaments/stage_pages/stage.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.stage()
        self.title = stage.name
        source = source_of(stage)
        line = next(one for one in stage_lines(self.tournament) if one.number == stage.number)
        shown = {
            "stage": line,
            "plan": stage_plan(stage),
            "ranks": rank_lines(stage),
            "options": option_lines(stage),
            "draw_form": DrawForm(),
            "announce_form": AnnounceForm(),
            "announced": announcement_of(stage),
            "source": source,
            "filled": words_of(source) if source else "",
            "missing": missing_before_draw(self.tournament) if stage.number == FIRST_STAGE and not line.rounds else (),
            "picture": chain_picture(self.tournament),
        }
        return super().get_context_data(**{**shown, **context})


class EditStage(DirectorMixin, DeskPage):
    """The plan of a stage as long as nothing is drawn, its name at any time."""

    template_name = "tournaments/stage_pages/stage_edit.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.stage()
        self.title = gettext("Change “%(stage)s”") % {"stage": stage.name}
        shown = {"stage": stage, "drawn": stage.rounds.exists(), "picture": chain_picture(self.tournament)}
        return super().get_context_data(**{**shown, **self._forms(stage), **context})

    def crumbs_between(self) -> list[Crumb]:
        stage = self.stage()
        return [Crumb(stage.name, self.address("stage", stage.number))]

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        stage = self.stage()
        forms = self._forms(stage, request.POST)
        form, options, source = forms["form"], forms["options"], forms["source_form"]
        drawn = stage.rounds.exists()
        if form.is_valid() and (drawn or (options.holds_for(format_by_key(stage.format_key)) & source.is_valid())):
            try:
                if not drawn:
                    replan_stage(
                        stage, actor=self.actor, options=options.typed(), seeded=form.cleaned_data["seeded"], source=source.source()
                    )
                name = form.cleaned_data["name"] or gettext(format_by_key(stage.format_key).name)
                rename_stage(stage, actor=self.actor, name=name)
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, gettext("The stage is changed."))
                return self.go("stage", stage_number)
        return self.refused(request, **forms)

    def _forms(self, stage: Stage, data: Any = None) -> dict[str, Any]:
        specs = declared_fields(format_by_key(stage.format_key).Options)
        earlier = list(self.tournament.stages.filter(number__lt=stage.number).select_related("source"))
        told = source_of(stage)
        columns = ("takes", "of_each", "best_others", "lost_from", "lost_until")
        initial = {"stage": told.stage.number, **{name: getattr(stage, name) or None for name in columns}} if told else {}
        return {
            "form": StageForm(data, initial={"name": stage.name, "seeded": stage.seeded}),
            "options": DeclaredForm(data, specs=specs, prefix=OPTIONS, values=stage.options),
            "source_form": SourceForm(data, stages=earlier, initial=initial),
        }


class MoveStage(DeskAction):
    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        try:
            moved = move_stage(self.stage(), actor=self.actor, earlier="earlier" in request.POST)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        return self.done(request, gettext("The stages have changed places."), "stage", moved.number)


class RemoveStage(DeskAction):
    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        try:
            remove_stage(self.stage(), actor=self.actor)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        return self.done(request, gettext("The stage is taken back."), "desk")
