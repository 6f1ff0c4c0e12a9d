"""The page of a helper at one place: its door and its tables."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from scoring.matches.rounds import build_match_row
from tournaments.check_in.queries import build_check_in_lines, list_left_out, read_check_in_list
from tournaments.models.prefetches import prefetch_seats
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import Breadcrumb, DeskPage
from tournaments.permissions import door
from tournaments.places import select_entries_of_place, select_matches_of_place


class PlaceDeskPage(DeskPage):
    """Whoever works at the whole desk is led to its check-in."""

    policy = staticmethod(door)
    template_name = "desk/hall_pages/place_desk.html"
    title = _("Door and tables")
    section = "place"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs) if self.desk.place else self.redirect_to("check_in")

    def build_breadcrumbs(self) -> list[Breadcrumb]:
        return []

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        search_text, tournament, place = self.request.GET.get("q", "")[:80], self.tournament, self.desk.place
        entries = read_check_in_list(tournament, search_text).entries
        here = entries.filter(pk__in=select_entries_of_place(tournament, place).values("pk"))
        listing = build_paged_rows(self.request, here, build=lambda page: build_check_in_lines(tournament, page))
        matches = select_matches_of_place(tournament, place).select_related("round__stage__tournament", "result")
        rows = [(match, build_match_row(match)) for match in matches.order_by("table").prefetch_related(prefetch_seats())]
        left_out = () if listing.page else list_left_out(tournament, search_text)
        page_context = {"place": place, "wanted": search_text, "listing": listing, "rows": rows, "left_out": left_out}
        return super().get_context_data(**page_context, **context)
