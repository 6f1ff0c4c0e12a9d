from typing import Any

from django.views.generic import TemplateView

from jobs.permissions import everybody
from tournaments.desk.queries import read_home, read_home_version
from tournaments.organizers.quotas import may_open_tournaments
from tournaments.pages.drawn import DrawnPage


class HomePage(DrawnPage, TemplateView):
    """The start page: the user's tournaments, the demonstration, and public tournaments; drawn once for everybody without a login."""

    policy = staticmethod(everybody)
    covers_logins = False
    template_name = "tournaments/desk/home.html"

    def read_page_version(self) -> str:
        return read_home_version()

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        user = self.request.user
        may_open = user.is_authenticated and may_open_tournaments(user.pk)
        return super().get_context_data(home=read_home(user), may_open=may_open, **context)
