from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.halls.forms import PlaceForm, TablesForm
from tournaments.halls.queries import list_table_numbers, read_table_lines
from tournaments.halls.services import set_table_places, set_tables_in_use
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskPage
from tournaments.permissions import require_director


class HallTablesPage(DeskPage):
    """Every table of the hall and who sits there. The director can take tables out of use."""

    template_name = "tournaments/halls/tables.html"
    title = _("Tables")
    section = "tables"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        numbers = list_table_numbers(self.tournament)
        listing = build_paged_rows(self.request, numbers, build=lambda page: read_table_lines(self.tournament, page))
        return super().get_context_data(**{"listing": listing, "form": TablesForm(), "place_form": PlaceForm(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        require_director(request.user, self.tournament)
        return self._save_place(request) if "save_place" in request.POST else self._save_use(request)

    def _save_place(self, request: HttpRequest) -> HttpResponse:
        form = PlaceForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, place_form=form)
        set_table_places(self.tournament, actor=self.actor, **form.cleaned_data)
        messages.success(request, gettext("Saved. It counts from the next published round on."))
        return self.redirect_to("tables")

    def _save_use(self, request: HttpRequest) -> HttpResponse:
        form = TablesForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form)
        in_use = form.cleaned_data["in_use"]
        set_tables_in_use(self.tournament, actor=self.actor, numbers=form.cleaned_data["numbers"], in_use=in_use)
        messages.success(request, gettext("Saved. It counts from the next published round on."))
        return self.redirect_to("tables")
