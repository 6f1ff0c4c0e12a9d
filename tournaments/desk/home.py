from typing import Any

from django.views.generic import TemplateView

from jobs.permissions import everybody
from tournaments.desk.queries import read_home


class HomePage(TemplateView):
    """The start page: the user's tournaments, the demonstration, and public tournaments."""

    policy = staticmethod(everybody)
    template_name = "tournaments/desk/home.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(home=read_home(self.request.user), **context)
