from typing import Any

from django.views.generic import TemplateView

from jobs.permissions import everybody
from tournaments.desk.queries import home_for


class Home(TemplateView):
    """Where everybody begins: one's own tournaments, the demonstration, and what is played in public."""

    policy = staticmethod(everybody)
    template_name = "tournaments/desk/home.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(home=home_for(self.request.user), **context)
