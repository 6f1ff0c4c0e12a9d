"""Type the sheet a second time; different digits are shown in red."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from desk.match_page.checking import build_check_rows
from desk.match_page.views import MatchPage
from scoring.matches.queries import load_match
from tournaments.permissions import enterer


class SheetCheckPage(MatchPage):
    """Every line once more, empty; the answer compares box by box and stores nothing."""

    policy = staticmethod(enterer)
    template_name = "desk/match_page/check.html"
    fragment = template_name

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        base_context = super().get_context_data(**context)
        rows = build_check_rows(load_match(self.match), context.get("typed", {}))
        counts = {"wrong": sum(row.differs for row in rows), "untyped": sum(not row.typed for row in rows)}
        return {
            **base_context,
            "title": _("Check table %(table)s") % {"table": self.match.table or self.match.code},
            "rows": rows,
            **counts,
        }

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed = {name: str(value).strip()[:80] for name, value in request.POST.items() if name.startswith("line-")}
        return self.render_to_response(self.get_context_data(typed=typed, checked=True))
