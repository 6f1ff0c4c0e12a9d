from typing import Any

from django.utils.functional import cached_property
from django.views.generic import RedirectView, TemplateView

from desk.overview.finding import TournamentSearch
from desk.overview.queries import read_home, read_home_version
from jobs.permissions import everybody
from tournaments.pages.drawn import DrawnPage
from tournaments.quotas import may_open_tournaments


class HomePage(DrawnPage, TemplateView):
    """The start page: the user's tournaments, the demonstration, and public tournaments; drawn once for everybody without a login."""

    policy = staticmethod(everybody)
    covers_logins = False
    template_name = "desk/overview/home.html"

    @cached_property
    def search(self) -> TournamentSearch:
        return TournamentSearch(self.request)

    def read_page_version(self) -> str:
        return read_home_version(self.search)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        user = self.request.user
        may_open = user.is_authenticated and may_open_tournaments(user.pk)
        return super().get_context_data(home=read_home(user, self.search), may_open=may_open, **context)


class DeskRoot(RedirectView):
    """For whoever shortens the address of a desk."""

    policy = staticmethod(everybody)
    pattern_name = "tournaments:home"
