"""Who is who from evening to evening: questions that names leave open, and decisions that can be revoked."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.seasons.people import read_people
from scoring.seasons.services import mark_as_different, merge_players, revoke_decision, split_player
from scoring.seasons.views import SeasonAction, SeasonPage
from tournaments.refusals import ChangeRefused


class WhoIsWho(SeasonPage):
    template_name = "scoring/seasons/people.html"
    title = _("Who is who")
    section = "people"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"people": read_people(self.season, self.find_ranking()), **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        chosen = request.POST.getlist("player")
        common: Any = {"actor": self.actor, "at": timezone.now()}
        try:
            match request.POST.get("what"):
                case "divide":
                    evenings = [int(evening) for evening in request.POST.getlist("evening") if evening.isdecimal() and len(evening) < 10]
                    split_player(self.season, "".join(chosen[:1]), evenings, **common)
                case "apart":
                    mark_as_different(self.season, chosen, **common)
                case _:
                    merge_players(self.season, chosen, **common)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, gettext("Decided. The ranking uses it; you can undo it below."))
        return self.redirect_to("season_people")


class RevokeDecision(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, decision_id: int) -> HttpResponse:
        revoke_decision(self.season, get_object_or_404(self.season.decisions, pk=decision_id), actor=self.actor)
        messages.success(request, gettext("Undone: the names decide again, as before."))
        return self.redirect_to("season_people")
