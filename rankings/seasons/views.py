"""A season: its public ranking, and at its desk evenings, settings and paper."""

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
from rankings.seasons.forms import ColleagueForm, EveningForm, SeasonForm, build_initial
from rankings.seasons.people import count_questions, list_doubtful_names
from rankings.seasons.prints import build_season_list, render_season
from rankings.seasons.queries import SeasonRanking, is_demonstration, list_addable_tournaments, read_ranking
from rankings.seasons.ranking_table import SeasonTable
from rankings.seasons.services import (
    add_director,
    add_evening,
    create_season,
    edit_season,
    remove_director,
    remove_evening,
    set_final,
    set_rule,
)
from rankings.seasons.wording import (
    explain_season_cell,
    format_evening_standing,
    format_game,
    list_rule_lines,
    list_season_columns,
    list_season_rows,
)
from rules.options import declared_fields
from rules.problems import RuleViolation
from scoring.live.views import LivePage
from scoring.page_versions import read_season_page_version
from scoring.permissions import get_page_version, season_visitor
from standings.season import SeasonOptions
from tournaments.entries.exports import FILE_KINDS
from tournaments.models import Season, Tournament
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.outdated import show_stored
from tournaments.pages.paging import ROWS_PER_PAGE
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.pages.views import Breadcrumb
from tournaments.permissions import get_user, read_season, season_director
from tournaments.refusals import ChangeRefused
from tournaments.seen import CHANGED_MEANWHILE, compute_fingerprint, read_fingerprint, read_seen

RULE_PREFIX = "rule"


class SeasonMixin(View):
    """Finds the season of the address, for its directors."""

    policy = staticmethod(season_director)

    @property
    def season(self) -> Season:
        return read_season(self.request, self.kwargs["season_slug"])

    @property
    def actor(self) -> User:
        return get_user(self.request)

    def find_ranking(self) -> SeasonRanking:
        """The whole ranking, including evenings that are not public. Raises Http404."""
        version = read_season_page_version(self.season.slug)
        if version is None:
            raise Http404
        return read_ranking(self.season, version, everything=True)

    def redirect_to(self, name: str) -> HttpResponseRedirect:
        return HttpResponseRedirect(self.build_address(name))

    def build_address(self, name: str) -> str:
        return reverse(f"scoring:{name}", args=[self.season.slug])


class SeasonPage(SeasonMixin, TemplateView):
    """A page of the season's desk with its heading, breadcrumbs and place in the navigation; browsers do not store it."""

    title: str | Promise = ""
    section = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(cast(HttpResponse, answer))
        return answer

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [
            Breadcrumb(_("Tournaments"), reverse("tournaments:home")),
            Breadcrumb(self.season.name, self.build_address("season_desk")),
        ]
        page_context = {
            "season": self.season,
            "title": self.title,
            "section": self.section,
            "breadcrumbs": [*crumbs, Breadcrumb(self.title)],
        }
        return super().get_context_data(**{**page_context, **context})

    def render_refused(self, **context: Any) -> HttpResponse:
        """Render the page again with what was typed, with status 422: nothing was stored."""
        return self.render_to_response(self.get_context_data(**context), status=422)


class SeasonAction(SeasonMixin):
    """A button: performs one action, reports it, and redirects."""

    http_method_names = ["post", "options"]


def build_ranking_context(request: HttpRequest, season: Season, ranking: SeasonRanking) -> dict[str, Any]:
    """The table, and the explanation of a cell when one was requested."""
    columns = list_season_columns(ranking)
    table = SeasonTable(list_season_rows(ranking), columns)
    RequestConfig(request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
    player, _dot, key = request.GET.get("explain", "").partition(".")
    return {
        "season": season,
        "game": format_game(season),
        "ranking": ranking,
        "table": table,
        "columns": [column for column in columns if not column.evening],
        "evenings": [(evening, format_evening_standing(evening)) for evening in ranking.evenings],
        "explanation": explain_season_cell(ranking, player, key),
        "rules": list_rule_lines(season),
        "doubtful": list_doubtful_names(ranking),
    }


class PublicSeason(LivePage, TemplateView):
    """The public ranking, rendered once for all readers; it leaves out evenings without a public page and says how many."""

    policy = staticmethod(season_visitor)
    template_name = "rankings/seasons/public.html"

    def list_extra_versions(self) -> tuple[str, ...]:
        return ("directs",) if self._directs() else ()

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        season = get_object_or_404(Season, slug=self.kwargs["season_slug"])
        ranking = read_ranking(season, get_page_version(self.request), everything=False)
        page_context = {**build_ranking_context(self.request, season, ranking), "directs": self._directs()}
        return super().get_context_data(**{**page_context, **context})

    def _directs(self) -> bool:
        """Whether the page leads to the season's desk; no query for readers without a login."""
        user = self.request.user
        return user.is_authenticated and Season.objects.filter(slug=self.kwargs["season_slug"], directors__user_id=user.pk).exists()


class CreateSeason(TemplateView):
    policy = staticmethod(logged_in)
    template_name = "rankings/seasons/create.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Breadcrumb(_("Tournaments"), reverse("tournaments:home")), Breadcrumb(_("New season"))]
        return super().get_context_data(**{"form": SeasonForm(initial={"public": True}), "breadcrumbs": crumbs, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = SeasonForm(request.POST)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        season = create_season(form.build_details(), actor=get_user(request))
        messages.success(request, gettext("Season created. Next, choose the scoring and add its evenings."))
        return HttpResponseRedirect(reverse("scoring:season_settings", args=[season.slug]))


class SeasonDesk(SeasonPage):
    """The whole ranking and the evenings; a POST adds one."""

    template_name = "rankings/seasons/desk.html"
    title = _("Ranking")
    section = "ranking"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        ranking = self.find_ranking()
        offered = list_addable_tournaments(self.season, self.actor)
        page_context = {
            "form": EveningForm(offered=offered) if offered else None,
            "question_count": count_questions(self.season, ranking),
            **build_ranking_context(self.request, self.season, ranking),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        form = EveningForm(request.POST, offered=list_addable_tournaments(self.season, self.actor))
        if not form.is_valid():
            return self.render_refused(form=form)
        tournament = get_object_or_404(Tournament, slug=form.cleaned_data["tournament"])
        try:
            add_evening(self.season, tournament, actor=self.actor)
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(form=form)
        messages.success(request, gettext("“%(name)s” is in the season.") % {"name": tournament})
        return self.redirect_to("season_desk")


class RemoveEvening(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, evening_id: int) -> HttpResponse:
        evening = get_object_or_404(self.season.evenings.select_related("tournament"), pk=evening_id)
        remove_evening(self.season, evening, actor=self.actor)
        messages.success(request, gettext("“%(name)s” is no longer in the season.") % {"name": evening.tournament})
        return self.redirect_to("season_desk")


class MarkFinal(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, evening_id: int) -> HttpResponse:
        evening = get_object_or_404(self.season.evenings.select_related("tournament"), pk=evening_id)
        final = request.POST.get("final") == "yes"
        set_final(self.season, evening, actor=self.actor, final=final)
        sentence = gettext("“%(name)s” counts as a final.") if final else gettext("“%(name)s” counts like any other evening.")
        messages.success(request, sentence % {"name": evening.tournament})
        return self.redirect_to("season_desk")


class SeasonSettings(SeasonPage):
    """Details, rule and directors of the season."""

    template_name = "rankings/seasons/settings.html"
    title = _("Settings")
    section = "settings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {
            "form": SeasonForm(initial=build_initial(self.season)),
            "rule_form": self.build_rule_form(),
            "details_fingerprint": self._compute_details_fingerprint(),
            "rule_fingerprint": self._compute_rule_fingerprint(),
            "colleague_form": ColleagueForm(),
            "demonstration": is_demonstration(self.season),
            "directors": self.season.directors.select_related("user").order_by("user__username"),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        return self._save_rule(request) if "save_rule" in request.POST else self._save_details(request)

    def _save_details(self, request: HttpRequest) -> HttpResponse:
        form = SeasonForm(request.POST)
        if not form.is_valid():
            return self.render_refused(form=form, details_fingerprint=read_fingerprint(request))
        try:
            edit_season(self.season, form.build_details(), actor=self.actor, seen=read_seen(request, self._compute_details_fingerprint))
        except ChangeRefused as refusal:
            if refusal.code == CHANGED_MEANWHILE:
                show_stored(form, SeasonForm(initial=build_initial(self._reload())), refusal)
                return self.render_refused(form=form)
            form.add_error("game_key", str(refusal))
            return self.render_refused(form=form)
        messages.success(request, gettext("Saved."))
        return self.redirect_to("season_settings")

    def _save_rule(self, request: HttpRequest) -> HttpResponse:
        form = self.build_rule_form(request.POST)
        if form.is_valid():
            try:
                set_rule(
                    self.season, actor=self.actor, typed=form.get_typed_values(), seen=read_seen(request, self._compute_rule_fingerprint)
                )
            except RuleViolation as violation:
                form.add_problems(violation.problems)
            except ChangeRefused as refusal:
                messages.error(request, str(refusal))
                return self.redirect_to("season_settings")
        if form.errors:
            return self.render_refused(rule_form=form, rule_fingerprint=read_fingerprint(request))
        messages.success(request, gettext("Saved: the season counts this way from now on."))
        return self.redirect_to("season_desk")

    def _compute_details_fingerprint(self) -> str:
        return compute_fingerprint(build_initial(self._reload()))

    def _compute_rule_fingerprint(self) -> str:
        return compute_fingerprint(self._reload().rule)

    def _reload(self) -> Season:
        return Season.objects.get(pk=self.season.pk)

    def build_rule_form(self, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=declared_fields(SeasonOptions), values=self.season.rule, prefix=RULE_PREFIX)


class NameDirector(SeasonSettings):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        form = ColleagueForm(request.POST)
        if not form.is_valid():
            return self.render_refused(colleague_form=form)
        add_director(self.season, actor=self.actor, user=form.cleaned_data["username"])
        messages.success(request, gettext("%(name)s directs this season too.") % {"name": form.cleaned_data["username"]})
        return self.redirect_to("season_settings")


class DismissDirector(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, user_id: int) -> HttpResponse:
        role = get_object_or_404(self.season.directors.select_related("user"), user_id=user_id)
        try:
            remove_director(self.season, actor=self.actor, user=role.user)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.redirect_to("season_settings")
        messages.success(request, gettext("%(name)s no longer directs this season.") % {"name": role.user})
        return HttpResponseRedirect(reverse("tournaments:home")) if role.user == request.user else self.redirect_to("season_settings")


class SeasonPaper(SeasonMixin):
    """The ranking as a printed page."""

    def get(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        return build_pdf_response(render_season(self.season, self.find_ranking()), f"{self.season.slug}-ranking")


class SeasonFile(SeasonMixin):
    """The ranking as a spreadsheet file."""

    def get(self, request: HttpRequest, season_slug: str, kind: str) -> HttpResponse:
        write, content_type = FILE_KINDS[kind]
        headers = {"Content-Disposition": f'attachment; filename="{self.season.slug}-ranking.{kind}"'}
        return HttpResponse(write(build_season_list(self.find_ranking())), content_type=content_type, headers=headers)
