"""Who is who from evening to evening: what names do not tell is asked here, and every answer can be taken back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.seasons.people import people_of
from scoring.seasons.services import divide_player, join_players, take_back, tell_apart
from scoring.seasons.views import SeasonAction, SeasonPage
from tournaments.refusals import Refused


class WhoIsWho(SeasonPage):
    template_name = "scoring/seasons/people.html"
    title = _("Who is who")
    section = "people"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"people": people_of(self.season, self.ranking()), **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        chosen = request.POST.getlist("player")
        common: Any = {"actor": self.actor, "at": timezone.now()}
        try:
            match request.POST.get("what"):
                case "divide":
                    evenings = [int(one) for one in request.POST.getlist("evening") if one.isdecimal() and len(one) < 10]
                    divide_player(self.season, "".join(chosen[:1]), evenings, **common)
                case "apart":
                    tell_apart(self.season, chosen, **common)
                case _:
                    join_players(self.season, chosen, **common)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, gettext("Decided. The ranking counts so; it can be taken back below."))
        return self.go("season_people")


class TakeBack(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, decision_id: int) -> HttpResponse:
        take_back(self.season, get_object_or_404(self.season.decisions, pk=decision_id), actor=self.actor)
        messages.success(request, gettext("Taken back: names tell again, as before."))
        return self.go("season_people")
