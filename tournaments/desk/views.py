"""Founding a tournament, its overview, its settings, its staff."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from jobs.permissions import logged_in
from rules import GAMES, game_by_key
from rules.options import declared_fields
from tournaments.desk.forms import NewTournamentForm, TournamentForm, initial_of, initial_of_new
from tournaments.desk.queries import desk_facts, rule_lines
from tournaments.desk.services import (
    change_rules,
    choose_entering,
    create_tournament,
    edit_tournament,
    entering_is_fixed,
    has_partners,
    rules_are_fixed,
)
from tournaments.models import StaffRole
from tournaments.pages.fields import EnteringForm
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.views import Crumb, DeskAction, DeskPage, DirectorMixin
from tournaments.people.naming import PublicNaming
from tournaments.permissions import user_of
from tournaments.refusals import Refused
from tournaments.staff.forms import StaffForm
from tournaments.staff.services import grant_role, revoke_role

RULES = "rules"


class ChoosePreset(TemplateView):
    policy = staticmethod(logged_in)
    template_name = "tournaments/desk/choose_preset.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Crumb(_("Tournaments"), reverse("tournaments:home")), Crumb(_("New tournament"))]
        return super().get_context_data(games=GAMES, breadcrumbs=crumbs, **context)


class CreateTournament(TemplateView):
    """Everything about a tournament on one page, filled in by the preset."""

    policy = staticmethod(logged_in)
    template_name = "tournaments/desk/create.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        try:
            self.game = game_by_key(kwargs["game_key"])
            self.preset = {preset.key: preset for preset in self.game.presets}[kwargs["preset_key"]]
        except KeyError:
            raise Http404 from None

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [
            Crumb(_("Tournaments"), reverse("tournaments:home")),
            Crumb(_("New tournament"), reverse("tournaments:create")),
            Crumb(gettext(self.game.name)),
        ]
        shown = NewTournamentForm(initial=initial_of_new(timezone.localdate()))
        forms = {"form": shown, "rules": self._rules_form(), "entering": self._entering_form()}
        return super().get_context_data(**{"game": self.game, "preset": self.preset, "breadcrumbs": crumbs, **forms, **context})

    def post(self, request: HttpRequest, game_key: str, preset_key: str) -> HttpResponse:
        form, rules, entering = TournamentForm(request.POST), self._rules_form(request.POST), self._entering_form(request.POST)
        singly = entering is not None and entering.is_valid() and entering.cleaned_data["individual"]
        if form.is_valid() & rules.holds_for(self.game):
            chosen: Any = {"game_key": game_key, "options": rules.typed(), "preset_key": preset_key, "individual": singly}
            made = create_tournament(form.details(), actor=user_of(request), **chosen)
            messages.success(request, gettext("The tournament stands. Next: bring in the entries."))
            return HttpResponseRedirect(reverse("tournaments:desk", args=[made.slug]))
        return self.render_to_response(self.get_context_data(form=form, rules=rules, entering=entering), status=422)

    def _entering_form(self, data: Any = None) -> EnteringForm | None:
        return EnteringForm(data) if has_partners(self.game.key) else None

    def _rules_form(self, data: Any = None) -> DeclaredForm:
        values = self.game.options_to_json(self.game.preset(self.preset.key))
        return DeclaredForm(data, specs=declared_fields(self.game.Options), values=values, prefix=RULES)


class DeskOverview(DeskPage):
    template_name = "tournaments/desk/desk.html"
    section = "desk"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(facts=desk_facts(self.tournament), rules=rule_lines(self.tournament), **context)


class Settings(DirectorMixin, DeskPage):
    template_name = "tournaments/desk/settings.html"
    title = _("Settings")
    section = "settings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        fixed = rules_are_fixed(self.tournament)
        shown = TournamentForm(initial=initial_of(self.tournament))
        forms = {"form": shown, "rules": None if fixed else self._rules_form(), "entering": self._entering_form()}
        told = {"rule_lines": rule_lines(self.tournament), "examples": PublicNaming(self.tournament).examples()}
        return super().get_context_data(**{"fixed": fixed, **told, **forms, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._save_rules(request) if "save_rules" in request.POST else self._save_details(request)

    def _save_details(self, request: HttpRequest) -> HttpResponse:
        form = TournamentForm(request.POST)
        if not form.is_valid():
            return self.refused(request, form=form)
        edit_tournament(self.tournament, form.details(), actor=self.actor)
        entering = self._entering_form(request.POST)
        if entering is not None and entering.is_valid():
            choose_entering(self.tournament, actor=self.actor, individual=entering.cleaned_data["individual"])
        messages.success(request, gettext("Saved."))
        return self.go("settings")

    def _save_rules(self, request: HttpRequest) -> HttpResponse:
        rules = self._rules_form(request.POST)
        if not rules.holds_for(game_by_key(self.tournament.game_key)):
            return self.refused(request, rules=rules)
        try:
            change_rules(self.tournament, actor=self.actor, options=rules.typed())
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, gettext("The rules are changed; every result will be judged by them."))
        return self.go("settings")

    def _entering_form(self, data: Any = None) -> EnteringForm | None:
        """Nothing where it cannot be chosen any more."""
        if entering_is_fixed(self.tournament) or not has_partners(self.tournament.game_key):
            return None
        return EnteringForm(data, initial={"individual": self.tournament.individual})

    def _rules_form(self, data: Any = None) -> DeclaredForm:
        game = game_by_key(self.tournament.game_key)
        return DeclaredForm(data, specs=declared_fields(game.Options), values=self.tournament.rules, prefix=RULES)


class Staff(DirectorMixin, DeskPage):
    template_name = "tournaments/desk/staff.html"
    title = _("Staff")
    section = "staff"

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Settings"), self.address("settings"))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        roles = StaffRole.objects.filter(tournament=self.tournament).select_related("user").order_by("role", "user__username")
        return super().get_context_data(**{"roles": roles, "form": StaffForm(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = StaffForm(request.POST)
        if not form.is_valid():
            return self.refused(request, form=form)
        try:
            user = User.objects.get(username=form.cleaned_data["username"])
            grant_role(self.tournament, actor=self.actor, user=user, role=StaffRole.Role(form.cleaned_data["role"]))
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return self.refused(request, form=form)
        messages.success(request, gettext("%(name)s works at this desk from now on.") % {"name": user})
        return self.go("staff")


class RemoveStaff(DeskAction):
    def post(self, request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
        role = get_object_or_404(StaffRole.objects.select_related("user"), tournament=self.tournament, user__pk=user_id)
        try:
            revoke_role(self.tournament, actor=self.actor, user=role.user)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "staff")
        message = gettext("%(name)s does not work at this desk any more.") % {"name": role.user}
        if role.user == request.user:
            messages.success(request, message)
            return HttpResponseRedirect(reverse("tournaments:home"))
        return self.done(request, message, "staff")
