"""A season: its ranking for everybody, and at its desk evenings, settings and paper."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View
from django_tables2 import RequestConfig

from jobs.permissions import logged_in
from rules.options import declared_fields
from rules.problems import RuleViolation
from scoring.live.views import LivePage
from scoring.page_versions import read_season_stamp
from scoring.permissions import season_visitor, stamp_seen
from scoring.printing.views import pdf
from scoring.seasons.forms import ColleagueForm, EveningForm, SeasonForm, initial_of_season
from scoring.seasons.people import doubtful_names, people_of
from scoring.seasons.prints import draw_season, season_list
from scoring.seasons.queries import Ranking, addable_to, ranking_as_of
from scoring.seasons.services import (
    add_evening,
    choose_rule,
    create_season,
    dismiss_director,
    edit_season,
    mark_final,
    name_director,
    remove_evening,
)
from scoring.seasons.tables import SeasonTable
from scoring.seasons.wording import columns_of, explain_cell, game_words, rows_of, rule_lines_of, standing_words
from standings.season import SeasonOptions
from tournaments.entries.exports import KINDS
from tournaments.models import Season, Tournament
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.views import Crumb
from tournaments.permissions import season_director, season_of, user_of
from tournaments.refusals import Refused

RULE = "rule"
PAGE = 500


class SeasonMixin(View):
    """Finds the season that the address names, for its directors."""

    policy = staticmethod(season_director)

    @property
    def season(self) -> Season:
        return season_of(self.request, self.kwargs["season_slug"])

    @property
    def actor(self) -> User:
        return user_of(self.request)

    def ranking(self) -> Ranking:
        """All of it, whether its evenings are public or not."""
        stamp = read_season_stamp(self.season.slug)
        if stamp is None:
            raise Http404
        return ranking_as_of(self.season, stamp, everything=True)

    def go(self, name: str) -> HttpResponseRedirect:
        return HttpResponseRedirect(self.address(name))

    def address(self, name: str) -> str:
        return reverse(f"scoring:{name}", args=[self.season.slug])


class SeasonPage(SeasonMixin, TemplateView):
    """A page of the season's desk with its heading, its way back and its place in the navigation; no browser keeps it."""

    title: str | Promise = ""
    section = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(cast(HttpResponse, answer))
        return answer

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Crumb(_("Tournaments"), reverse("tournaments:home")), Crumb(self.season.name, self.address("season_desk"))]
        shown = {"season": self.season, "title": self.title, "section": self.section, "breadcrumbs": [*crumbs, Crumb(self.title)]}
        return super().get_context_data(**{**shown, **context})

    def refused(self, **context: Any) -> HttpResponse:
        """The page again with what was typed, and the status that says that nothing was stored."""
        return self.render_to_response(self.get_context_data(**context), status=422)


class SeasonAction(SeasonMixin):
    """A button: does one thing, says so, and leads back."""

    http_method_names = ["post", "options"]


def ranking_context(request: HttpRequest, season: Season, ranking: Ranking) -> dict[str, Any]:
    """The table, and the explanation of a cell when one was asked for."""
    columns = columns_of(ranking)
    table = SeasonTable(rows_of(ranking), columns)
    RequestConfig(request, paginate={"per_page": PAGE}).configure(table)
    player, _dot, key = request.GET.get("explain", "").partition(".")
    return {
        "season": season,
        "game": game_words(season),
        "ranking": ranking,
        "table": table,
        "columns": [column for column in columns if not column.evening],
        "evenings": [(one, standing_words(one)) for one in ranking.evenings],
        "explanation": explain_cell(ranking, player, key),
        "rules": rule_lines_of(season),
        "doubtful": doubtful_names(ranking),
    }


class PublicSeason(LivePage, TemplateView):
    """Drawn once for everybody; evenings without a public page are left out, and the page says how many."""

    policy = staticmethod(season_visitor)
    template_name = "scoring/seasons/public.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        season = get_object_or_404(Season, slug=self.kwargs["season_slug"])
        ranking = ranking_as_of(season, stamp_seen(self.request), everything=False)
        return super().get_context_data(**{**ranking_context(self.request, season, ranking), **context})


class CreateSeason(TemplateView):
    policy = staticmethod(logged_in)
    template_name = "scoring/seasons/create.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Crumb(_("Tournaments"), reverse("tournaments:home")), Crumb(_("New season"))]
        return super().get_context_data(**{"form": SeasonForm(initial={"public": True}), "breadcrumbs": crumbs, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = SeasonForm(request.POST)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        season = create_season(form.details(), actor=user_of(request))
        messages.success(request, gettext("The season stands. Next: say how it counts, and add its evenings."))
        return HttpResponseRedirect(reverse("scoring:season_settings", args=[season.slug]))


class SeasonDesk(SeasonPage):
    """The whole ranking, and the evenings; adds one."""

    template_name = "scoring/seasons/desk.html"
    title = _("Ranking")
    section = "ranking"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        ranking = self.ranking()
        offered = addable_to(self.season, self.actor)
        shown = {
            "form": EveningForm(offered=offered) if offered else None,
            "people": people_of(self.season, ranking),
            **ranking_context(self.request, self.season, ranking),
        }
        return super().get_context_data(**{**shown, **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        form = EveningForm(request.POST, offered=addable_to(self.season, self.actor))
        if not form.is_valid():
            return self.refused(form=form)
        tournament = get_object_or_404(Tournament, slug=form.cleaned_data["tournament"])
        try:
            add_evening(self.season, tournament, actor=self.actor)
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return self.refused(form=form)
        messages.success(request, gettext("“%(name)s” is in the season.") % {"name": tournament})
        return self.go("season_desk")


class RemoveEvening(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, evening_id: int) -> HttpResponse:
        evening = get_object_or_404(self.season.evenings.select_related("tournament"), pk=evening_id)
        remove_evening(self.season, evening, actor=self.actor)
        messages.success(request, gettext("“%(name)s” is not in the season any more.") % {"name": evening.tournament})
        return self.go("season_desk")


class MarkFinal(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, evening_id: int) -> HttpResponse:
        evening = get_object_or_404(self.season.evenings.select_related("tournament"), pk=evening_id)
        final = request.POST.get("final") == "yes"
        mark_final(self.season, evening, actor=self.actor, final=final)
        told = gettext("“%(name)s” counts as a final.") if final else gettext("“%(name)s” counts as any other evening.")
        messages.success(request, told % {"name": evening.tournament})
        return self.go("season_desk")


class SeasonSettings(SeasonPage):
    """What it is, how it counts, and who directs it."""

    template_name = "scoring/seasons/settings.html"
    title = _("Settings")
    section = "settings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        shown = {
            "form": SeasonForm(initial=initial_of_season(self.season)),
            "rule_form": self.rule_form(),
            "colleague_form": ColleagueForm(),
            "directors": self.season.directors.select_related("user").order_by("user__username"),
        }
        return super().get_context_data(**{**shown, **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        return self._counts(request) if "save_rule" in request.POST else self._is(request)

    def _is(self, request: HttpRequest) -> HttpResponse:
        form = SeasonForm(request.POST)
        if not form.is_valid():
            return self.refused(form=form)
        try:
            edit_season(self.season, form.details(), actor=self.actor)
        except Refused as refusal:
            form.add_error("game_key", str(refusal))
            return self.refused(form=form)
        messages.success(request, gettext("Saved."))
        return self.go("season_settings")

    def _counts(self, request: HttpRequest) -> HttpResponse:
        form = self.rule_form(request.POST)
        if form.is_valid():
            try:
                choose_rule(self.season, actor=self.actor, typed=form.typed())
            except RuleViolation as violation:
                form.add_problems(violation.problems)
        if form.errors:
            return self.refused(rule_form=form)
        messages.success(request, gettext("The season counts so from now on."))
        return self.go("season_desk")

    def rule_form(self, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=declared_fields(SeasonOptions), values=self.season.rule, prefix=RULE)


class NameDirector(SeasonSettings):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        form = ColleagueForm(request.POST)
        if not form.is_valid():
            return self.refused(colleague_form=form)
        name_director(self.season, actor=self.actor, user=form.cleaned_data["username"])
        messages.success(request, gettext("%(name)s directs this season too.") % {"name": form.cleaned_data["username"]})
        return self.go("season_settings")


class DismissDirector(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, user_id: int) -> HttpResponse:
        role = get_object_or_404(self.season.directors.select_related("user"), user_id=user_id)
        try:
            dismiss_director(self.season, actor=self.actor, user=role.user)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return self.go("season_settings")
        messages.success(request, gettext("%(name)s does not direct this season any more.") % {"name": role.user})
        return HttpResponseRedirect(reverse("tournaments:home")) if role.user == request.user else self.go("season_settings")


class SeasonPaper(SeasonMixin):
    """The ranking for the wall."""

    def get(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        return pdf(draw_season(self.season, self.ranking()), f"{self.season.slug}-ranking")


class SeasonFile(SeasonMixin):
    """The ranking for a spreadsheet."""

    def get(self, request: HttpRequest, season_slug: str, kind: str) -> HttpResponse:
        write, content_type = KINDS[kind]
        headers = {"Content-Disposition": f'attachment; filename="{self.season.slug}-ranking.{kind}"'}
        return HttpResponse(write(season_list(self.ranking())), content_type=content_type, headers=headers)
