"""Sheets that come back from the tables: find one by its code, compare it with what was entered, see which are still out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.matches.queries import load_match
from scoring.sheets_back.queries import (
    SheetName,
    compare,
    is_record,
    is_stale,
    last_changes,
    latest_sheet,
    read_sheet_name,
    returner,
    sheet_lines,
)
from scoring.sheets_back.services import compare_sheet, take_back
from tournaments.models import Match, Round, Tournament
from tournaments.pages.views import Crumb, DeskPage
from tournaments.permissions import role_in
from tournaments.refusals import Refused


def sheet_address(tournament: Tournament, name: SheetName) -> str:
    """Of the page of a sheet, with its serial where that is known."""
    address = reverse("scoring:sheet", args=[tournament.slug, name.code])
    return f"{address}?serial={name.serial}" if name.serial else address


class PaperPage(DeskPage):
    section = "print"

    def matches(self) -> Any:
        """Matches of this tournament that can have a sheet."""
        played = Match.objects.filter(round__stage__tournament=self.tournament, kind=Match.Kind.PLAYED)
        return played.exclude(round__state=Round.State.DRAFT).select_related("round__stage__tournament")

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Print"), reverse("scoring:print", args=[self.tournament.slug]))]


class SheetsBack(PaperPage):
    """Which sheets are out, and a box for the code of the one in one's hand; a scanner types it and presses Enter."""

    template_name = "scoring/sheets_back/sheets.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        text = request.GET.get("code", "").strip()
        name = read_sheet_name(text)
        if name and self.matches().filter(code=name.code).exists():
            return HttpResponseRedirect(sheet_address(self.tournament, name))
        shown = self.get_context_data(code=text[:80], unknown=bool(text), elsewhere=self.elsewhere(name))
        return self.render_to_response(shown, status=404 if text else 200)

    def elsewhere(self, name: SheetName | None) -> Match | None:
        """A match of another tournament at whose desk this person sits too: two evenings in one hall mix their sheets."""
        found = Match.objects.filter(code=name.code, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT) if name else None
        match = found.select_related("round__stage__tournament").first() if found else None
        return match if match and role_in(self.request.user, match.round.stage.tournament) else None

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Sheets coming back")
        lines = sheet_lines(self.tournament)
        shown = {
            "lines": lines,
            "out": [line for line in lines if line.out],
            "differing": [line for line in lines if line.differs],
            "not_compared": [line for line in lines if line.not_compared],
            "stale": [line for line in lines if line.stale],
            "agreeing": sum(line.agrees is True and not line.stale for line in lines),
        }
        return super().get_context_data(**{**shown, **context})


class SheetBack(PaperPage):
    """One sheet: what does the paper say, beside what was entered."""

    template_name = "scoring/sheets_back/sheet.html"

    @cached_property
    def match(self) -> Match:
        match: Match = get_object_or_404(self.matches(), code=self.kwargs["code"])
        return match

    @property
    def name(self) -> SheetName:
        serial = self.request.GET.get("serial", "")
        return SheetName(self.match.code, int(serial) if serial.isascii() and serial.isdecimal() and len(serial) < 7 else None)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        view = load_match(self.match)
        self.title = _("Sheet of table %(table)s") % {"table": self.match.table}
        issue, latest = latest_sheet(self.match, self.name.serial), latest_sheet(self.match)
        shown = {
            "match": self.match,
            "view": view,
            "issue": issue,
            "latest": latest,
            "record": issue is None and is_record(self.match, self.name.serial),
            "replaced": issue is not None and latest is not None and issue.serial < latest.serial,
            "returned_by": returner(issue) if issue else "",
            "stale": issue is not None and is_stale(issue, last_changes(self.tournament).get(self.match.pk, 0)),
            "comparison": compare(view, {}),
        }
        return super().get_context_data(**{**shown, **context})

    def crumbs_between(self) -> list[Crumb]:
        return [*super().crumbs_between(), Crumb(_("Sheets coming back"), reverse("scoring:sheets", args=[self.tournament.slug]))]

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        try:
            return self._compared(request) if "compare" in request.POST else self._taken_back(request)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(reverse("scoring:sheets", args=[slug]))

    def _taken_back(self, request: HttpRequest) -> HttpResponse:
        take_back(self.match, self.name, actor=self.actor, at=timezone.now())
        messages.success(request, _("The sheet of table %(table)s is back.") % {"table": self.match.table})
        if "enter" in request.POST:
            return HttpResponseRedirect(reverse("scoring:match", args=[self.tournament.slug, self.match.code]))
        return HttpResponseRedirect(reverse("scoring:sheets", args=[self.tournament.slug]))

    def _compared(self, request: HttpRequest) -> HttpResponse:
        typed = {name: str(value)[:20] for name, value in request.POST.items() if name.startswith(("game-", "won-"))}
        _issue, comparison = compare_sheet(self.match, self.name, typed, actor=self.actor, at=timezone.now())
        if comparison.agrees:
            messages.success(request, _("Table %(table)s: paper and entry agree.") % {"table": self.match.table})
            return HttpResponseRedirect(reverse("scoring:sheets", args=[self.tournament.slug]))
        return self.refused(request, comparison=comparison, answered=True)
