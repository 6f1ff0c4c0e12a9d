"""Planning a stage and looking at it."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.options import declared_fields
from tournaments.forms.declared import DeclaredForm
from tournaments.forms.stages import DrawForm, SourceForm, StageForm
from tournaments.models import Entry
from tournaments.pairing import Format
from tournaments.queries.chains import chain_picture
from tournaments.queries.stages import formats_for, option_lines, rank_lines, stage_lines, stage_plan
from tournaments.refusals import Refused
from tournaments.services.chains import source_of
from tournaments.services.stages import create_stage, remove_stage

from .base import DeskAction, DeskPage, DirectorMixin

OPTIONS = "options"


class CreateStage(DirectorMixin, DeskPage):
    """First the format, then its options; the address names the format, so that the way back works."""

    template_name = "tournaments/stage_create.html"
    title = _("New stage")
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        chosen = self._chosen()
        forms = {"form": StageForm(), "options": self._options_form(chosen), "source_form": self._source_form()} if chosen else {}
        counts = Entry.objects.filter(tournament=self.tournament).exclude(state=Entry.State.WITHDRAWN)
        numbers = counts.aggregate(entries=Count("pk"), seeds=Count("pk", filter=Q(seed__isnull=False)))
        return super().get_context_data(
            **{
                "formats": formats_for(self.tournament.game_key),
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
        suitable = {one.key: one for one in formats_for(self.tournament.game_key)}
        if key not in suitable:
            raise Http404
        return suitable[key]

    def _source_form(self, data: Any = None) -> SourceForm:
        return SourceForm(data, stages=list(self.tournament.stages.select_related("source")))

    def _options_form(self, chosen: Format, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=declared_fields(chosen.Options), prefix=OPTIONS)


class StagePage(DeskPage):
    template_name = "tournaments/stage.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        stage = self.stage()
        self.title = stage.name
        line = next(one for one in stage_lines(self.tournament) if one.number == stage.number)
        shown = {
            "stage": line,
            "plan": stage_plan(stage),
            "ranks": rank_lines(stage),
            "options": option_lines(stage),
            "draw_form": DrawForm(),
            "source": source_of(stage),
            "picture": chain_picture(self.tournament),
        }
        return super().get_context_data(**{**shown, **context})


class RemoveStage(DeskAction):
    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        try:
            remove_stage(self.stage(), actor=self.actor)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        return self.done(request, gettext("The stage is taken back."), "desk")
