"""The numbers of the evening on the public page."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.views.generic import TemplateView

from records.evening_numbers.queries import read_oddities
from records.told_matches.queries import SIMULATED
from scoring.ledger.queries import read_current_head
from scoring.live.views import LivePage
from tournaments.models import Tournament
from tournaments.people.naming import PublicNaming


class EveningNumbers(LivePage, TemplateView):
    """What was odd about the evening, the oddest first; every line leads to its matches."""

    template_name = "records/evening_numbers/evening_numbers.html"
    covers_logins = False

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        page_context = {
            "tournament": tournament,
            "section": "told",
            "lines": read_oddities(tournament, PublicNaming(tournament)),
            "simulated": SIMULATED,
            "ledger_head": read_current_head(tournament),
        }
        return super().get_context_data(**{**page_context, **context})
