"""The page on which somebody chooses a demonstration, and what its buttons do."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.generic import TemplateView, View

from accounts.organizers.permissions import tournament_opener
from desk.demonstrations.services import SEASON, begin_demonstration, begin_season, remove_demonstration_season
from rules import CARD_GAMES, GAMES
from tournaments.pages.views import Breadcrumb
from tournaments.permissions import get_user, read_season, season_director
from tournaments.refusals import ChangeRefused


class DemonstrationsPage(TemplateView):
    """Every game, and a season; a POST begins one and leads to the page of its job."""

    policy = staticmethod(tournament_opener)
    template_name = "desk/demonstrations/demonstrations.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Breadcrumb(gettext("Tournaments"), reverse("tournaments:home")), Breadcrumb(gettext("Demonstrations"))]
        points_games = [game for game in GAMES if not game.plays_cards]
        return super().get_context_data(breadcrumbs=crumbs, games=CARD_GAMES, points_games=points_games, season=SEASON, **context)

    def post(self, request: HttpRequest) -> HttpResponse:
        actor, chosen, now = get_user(request), request.POST.get("what", ""), timezone.now()
        if chosen == SEASON:
            return HttpResponseRedirect(begin_season(actor=actor, at=now).get_absolute_url())
        try:
            job = begin_demonstration(chosen, actor=actor, at=now)
        except KeyError:
            raise Http404 from None
        return HttpResponseRedirect(job.get_absolute_url())


class RemoveDemonstrationSeason(View):
    policy = staticmethod(season_director)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        season = read_season(request, season_slug)
        try:
            remove_demonstration_season(season, actor=get_user(request))
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(reverse("scoring:season_settings", args=[season_slug]))
        messages.success(request, gettext("The demonstration is deleted."))
        return HttpResponseRedirect(reverse("tournaments:home"))
