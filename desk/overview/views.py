"""Creating a tournament, its overview, its settings."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from accounts.organizers.forms import build_owner_form
from accounts.organizers.permissions import tournament_opener
from desk.overview.archiving import archive_tournament
from desk.overview.forms import NewTournamentForm, TournamentForm, build_initial_values, build_new_initial_values
from desk.overview.queries import list_own_games
from desk.overview.services import (
    are_rules_fixed,
    change_rules,
    choose_entering,
    create_tournament,
    edit_tournament,
    has_partners,
    is_entering_fixed,
)
from rules import CARD_GAMES, GAMES, Game, game_by_key
from rules.contract import Preset
from tournaments.models import Tournament
from tournaments.pages.fields import EnteringForm
from tournaments.pages.forms import DeclaredForm
from tournaments.pages.outdated import show_stored
from tournaments.pages.views import Breadcrumb, DeskAction, DeskPage, DirectorMixin
from tournaments.people.naming import PublicNaming
from tournaments.permissions import get_user, staff
from tournaments.quotas import QuotaReached
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_fingerprint, read_seen
from tournaments.stage_pages.facts import list_rule_lines, read_desk_facts
from tournaments.stage_pages.own_rules import read_own_rules

RULES = "rules"


class ChoosePreset(TemplateView):
    policy = staticmethod(tournament_opener)
    template_name = "desk/overview/choose_preset.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Breadcrumb(_("Tournaments"), reverse("tournaments:home")), Breadcrumb(_("New tournament"))]
        own_games = list_own_games(get_user(self.request))
        points_games = [game for game in GAMES if not game.plays_cards]
        lists = {"games": CARD_GAMES, "points_games": points_games, "own_games": own_games}
        return super().get_context_data(breadcrumbs=crumbs, **lists, **context)


class CreateTournament(TemplateView):
    """All settings of a new tournament on one page, filled in by the preset."""

    policy = staticmethod(tournament_opener)
    template_name = "desk/overview/create.html"
    game: Game[Any, Any]
    preset: Preset | None = None

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.find_rules(**kwargs)

    def find_rules(self, **kwargs: str) -> None:
        """Find the game and its preset from the address. Raises: Http404."""
        try:
            self.game = game_by_key(kwargs["game_key"])
            self.preset = {preset.key: preset for preset in self.game.presets}[kwargs["preset_key"]]
        except KeyError:
            raise Http404 from None

    def read_rules(self) -> dict[str, Any]:
        """The stored form of the rules that the page is filled in with."""
        options = self.game.preset_options(self.preset.key) if self.preset else self.game.options_from({})
        return self.game.options_to_json(options)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [
            Breadcrumb(_("Tournaments"), reverse("tournaments:home")),
            Breadcrumb(_("New tournament"), reverse("tournaments:create")),
            Breadcrumb(gettext(self.game.name)),
        ]
        form = NewTournamentForm(initial=build_new_initial_values(timezone.localdate()))
        forms: dict[str, Any] = {"form": form, "rules": self._build_rules_form(), "entering": self._build_entering_form()}
        forms["owner"] = build_owner_form(self.request.user.pk)
        return super().get_context_data(**{"game": self.game, "preset": self.preset, "breadcrumbs": crumbs, **forms, **context})

    def post(self, request: HttpRequest, **_address: str) -> HttpResponse:
        form, rules, entering = TournamentForm(request.POST), self._build_rules_form(request.POST), self._build_entering_form(request.POST)
        singly = entering is not None and entering.is_valid() and entering.cleaned_data["individual"]
        owner = build_owner_form(request.user.pk, request.POST)
        if form.is_valid() & rules.is_valid_for(self.game) & (owner is None or owner.is_valid()):
            preset_key = self.preset.key if self.preset else ""
            chosen: Any = {"game_key": self.game.key, "options": rules.get_typed_values(), "preset_key": preset_key, "individual": singly}
            chosen |= owner.cleaned_data if owner is not None else {}
            try:
                tournament = create_tournament(form.build_details(), actor=get_user(request), **chosen)
            except QuotaReached as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, gettext("Tournament created. Next, add the entries."))
                return HttpResponseRedirect(reverse("tournaments:desk", args=[tournament.slug]))
        return self.render_to_response(self.get_context_data(form=form, rules=rules, entering=entering, owner=owner), status=422)

    def _build_entering_form(self, data: Any = None) -> EnteringForm | None:
        return EnteringForm(data) if has_partners(self.game.key) else None

    def _build_rules_form(self, data: Any = None) -> DeclaredForm:
        return DeclaredForm(data, specs=self.game.option_specs, values=self.read_rules(), prefix=RULES)


class RepeatRules(CreateTournament):
    """A new tournament by the rules of another one, so that a game is described only once; for the staff of that one."""

    policy = staticmethod(staff)  # type: ignore[assignment]  # the address names a tournament

    def find_rules(self, **kwargs: str) -> None:
        self.earlier = get_object_or_404(Tournament, slug=kwargs["slug"])
        self.game = self.earlier.game

    def read_rules(self) -> dict[str, Any]:
        return dict(self.earlier.rules)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(earlier=self.earlier, **context)


class DeskOverview(DeskPage):
    template_name = "desk/overview/desk.html"
    section = "desk"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(
            facts=read_desk_facts(self.tournament),
            rules=list_rule_lines(self.tournament),
            own_rules=read_own_rules(self.tournament),
            **context,
        )


class SettingsPage(DirectorMixin, DeskPage):
    template_name = "desk/overview/settings.html"
    title = _("Settings")
    section = "settings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        fixed = are_rules_fixed(self.tournament)
        form = TournamentForm(initial=build_initial_values(self.tournament))
        forms = {"form": form, "rules": None if fixed else self._build_rules_form(), "entering": self._build_entering_form()}
        rule_context: dict[str, Any] = {
            "rule_lines": list_rule_lines(self.tournament),
            "examples": PublicNaming(self.tournament).list_examples(),
        }
        rule_context |= {"details_fingerprint": self._compute_details_fingerprint(), "rules_fingerprint": self._compute_rules_fingerprint()}
        return super().get_context_data(**{"fixed": fixed, **rule_context, **forms, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._save_rules(request) if "save_rules" in request.POST else self._save_details(request)

    def _save_details(self, request: HttpRequest) -> HttpResponse:
        form = TournamentForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form, details_fingerprint=read_fingerprint(request))
        try:
            edit_tournament(
                self.tournament, form.build_details(), actor=self.actor, seen=read_seen(request, self._compute_details_fingerprint)
            )
        except ChangeRefused as refusal:
            stored = Tournament.objects.get(pk=self.tournament.pk)
            show_stored(form, TournamentForm(initial=build_initial_values(stored)), refusal)
            return self.render_refused(request, form=form)
        entering = self._build_entering_form(request.POST)
        if entering is not None and entering.is_valid():
            choose_entering(self.tournament, actor=self.actor, individual=entering.cleaned_data["individual"])
        messages.success(request, gettext("Saved."))
        return self.redirect_to("settings")

    def _save_rules(self, request: HttpRequest) -> HttpResponse:
        rules = self._build_rules_form(request.POST)
        if not rules.is_valid_for(self.tournament.game):
            return self.render_refused(request, rules=rules, rules_fingerprint=read_fingerprint(request))
        try:
            seen = read_seen(request, self._compute_rules_fingerprint)
            change_rules(self.tournament, actor=self.actor, options=rules.get_typed_values(), seen=seen)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, gettext("Rules saved. They apply to every result."))
        return self.redirect_to("settings")

    def _compute_details_fingerprint(self) -> str:
        return compute_fingerprint(build_initial_values(Tournament.objects.get(pk=self.tournament.pk)))

    def _compute_rules_fingerprint(self) -> str:
        return compute_fingerprint(Tournament.objects.get(pk=self.tournament.pk).rules)

    def _build_entering_form(self, data: Any = None) -> EnteringForm | None:
        """The form, or None when the way of entering can no longer be chosen."""
        if is_entering_fixed(self.tournament) or not has_partners(self.tournament.game_key):
            return None
        return EnteringForm(data, initial={"individual": self.tournament.individual})

    def _build_rules_form(self, data: Any = None) -> DeclaredForm:
        game = self.tournament.game
        return DeclaredForm(data, specs=game.option_specs, values=self.tournament.rules, prefix=RULES)


class ArchiveTournament(DeskAction):
    """Puts the tournament into the archive, or brings it back."""

    returns_to = ("settings",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        back = "back" in request.POST
        archive_tournament(self.tournament, actor=self.actor, at=None if back else timezone.now())
        message = (
            gettext("It is on the start page again.")
            if back
            else gettext("Archived: it stays whole, and is found at the end of the start page.")
        )
        return self.report_done(request, message, "settings")
