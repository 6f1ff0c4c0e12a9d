"""Sheets that come back from the tables: find one by its code, compare it with the entered result, list those that are still out."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from printing.sheets_back.extra_sheets import find_extra_sheet, list_extra_sheets, return_unused_sheets
from printing.sheets_back.photographs import list_photographs
from printing.sheets_back.queries import (
    SheetName,
    compare_result,
    find_former_sheet,
    find_latest_sheet,
    is_filled_sheet,
    is_stale,
    name_sheet_lines,
    parse_sheet_name,
    read_last_changes,
    read_returner_name,
    read_serial,
    read_sheet_lines,
)
from printing.sheets_back.services import compare_sheet, return_sheet, return_sheets
from scoring.matches.former_matches import FormerView, find_former_match, list_sheets_out, read_former_view
from scoring.matches.queries import load_match
from tournaments.models import Match, Round, Tournament
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskPage
from tournaments.permissions import Principal, enterer, read_role
from tournaments.refusals import ChangeRefused


def build_sheet_address(tournament: Tournament, name: SheetName) -> str:
    """Address of the page of a sheet, with its serial if it is known."""
    address = reverse("scoring:sheet", args=[tournament.slug, name.code])
    return f"{address}?serial={name.serial}" if name.serial else address


def find_sheet_elsewhere(user: Principal, name: SheetName | None) -> Match | None:
    """A match with this code in another tournament where the user is staff: sheets of two evenings in one hall may be mixed up."""
    matches = Match.objects.filter(code=name.code, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT) if name else None
    match = matches.select_related("round__stage__tournament").first() if matches else None
    return match if match and read_role(user, match.round.stage.tournament) else None


class PaperPage(DeskPage):
    section = "print"

    below: tuple[tuple[Promise, str], ...] = ((gettext_lazy("Print"), "scoring:print"),)

    def list_matches(self) -> Any:
        """Matches of this tournament that can have a sheet."""
        played = Match.objects.filter(round__stage__tournament=self.tournament, kind=Match.Kind.PLAYED)
        return played.exclude(round__state=Round.State.DRAFT).select_related("round__stage__tournament")


class SheetsBackSubpage(PaperPage):
    """A page behind that of the sheets that come back."""

    below = (*PaperPage.below, (gettext_lazy("Sheets coming back"), "scoring:sheets"))


class SheetsBack(PaperPage):
    """The sheets that are out, and a field for the code of a sheet; a scanner types the code and presses Enter."""

    policy = staticmethod(enterer)
    template_name = "printing/sheets_back/sheets.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        text = request.GET.get("code", "").strip()
        name = parse_sheet_name(text)
        former = find_former_sheet(self.tournament, name) if name else None
        if former is not None and name is not None:
            former_view = read_former_view(former, name.serial)
            return self.render_to_response(self.get_context_data(code=text[:80], former=former_view))
        if name and self.list_matches().filter(code=name.code).exists():
            return HttpResponseRedirect(build_sheet_address(self.tournament, name))
        if extra := find_extra_sheet(self.tournament, name):
            return HttpResponseRedirect(reverse("scoring:extra_sheet", args=[self.tournament.slug, extra.code]))
        page_context = self.get_context_data(code=text[:80], unknown=bool(text), elsewhere=find_sheet_elsewhere(request.user, name))
        return self.render_to_response(page_context, status=404 if text else 200)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        """A pile that is back: the sheets that the page listed as out, one that was printed meanwhile stays out; or unused blank sheets."""
        unused, codes = "unused" in request.POST, request.POST.getlist("code")
        take_back = return_unused_sheets if unused else return_sheets
        count = take_back(self.tournament, codes, actor=self.actor, at=timezone.now())
        if unused:
            text = ngettext("%(number)d blank sheet is back.", "%(number)d blank sheets are back.", count)
        else:
            text = ngettext("%(number)d sheet is back.", "%(number)d sheets are back.", count)
        messages.success(request, text % {"number": count})
        return HttpResponseRedirect(reverse("scoring:sheets", args=[slug]))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Sheets coming back")
        lines = read_sheet_lines(self.tournament)
        blanks = list(list_extra_sheets(self.tournament).filter(further=False))
        page_context = {
            "lines": lines,
            "out": build_paged_rows(self.request, [line for line in lines if line.out], "out", build=name_sheet_lines),
            "differing": build_paged_rows(self.request, [line for line in lines if line.differs], "differing", build=name_sheet_lines),
            "not_compared": build_paged_rows(self.request, [line for line in lines if line.not_compared], "back", build=name_sheet_lines),
            "stale": build_paged_rows(self.request, [line for line in lines if line.stale], "stale", build=name_sheet_lines),
            "blanks": blanks,
            "blanks_out": build_paged_rows(self.request, [blank for blank in blanks if blank.returned_at is None], "blanks"),
            "agreeing": sum(line.agrees is True and not line.stale for line in lines),
        }
        return super().get_context_data(**{**page_context, **context})


class SheetBack(SheetsBackSubpage):
    """One sheet: the result on paper beside the entered result."""

    policy = staticmethod(enterer)
    template_name = "printing/sheets_back/sheet.html"

    @cached_property
    def match(self) -> Match:
        if find_former_match(self.tournament, self.kwargs["code"], read_serial(self.request.GET)):
            raise Http404  # answered with what the sheet was: others sit there now
        match: Match = get_object_or_404(self.list_matches(), code=self.kwargs["code"])
        return match

    @property
    def name(self) -> SheetName:
        return SheetName(self.match.code, read_serial(self.request.GET))

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if find_former_sheet(self.tournament, self.name):
            return HttpResponseRedirect(f"{reverse('scoring:sheets', args=[self.tournament.slug])}?code={self.match.code}")
        return super().get(request, *args, **kwargs)

    def list_older(self) -> list[FormerView]:
        """For whom sheets with this code are out, where no serial says whose this one is."""
        return [] if self.name.serial else [read_former_view(former) for former in list_sheets_out(self.match, self.match.code)]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        view = load_match(self.match)
        self.title = _("Sheet of table %(table)s") % {"table": self.match.table}
        issue, latest = find_latest_sheet(self.match, self.name.serial), find_latest_sheet(self.match)
        page_context = {
            "match": self.match,
            "view": view,
            "issue": issue,
            "latest": latest,
            "older": self.list_older(),
            "record": issue is None and is_filled_sheet(self.match, self.name.serial),
            "replaced": issue is not None and latest is not None and issue.serial < latest.serial,
            "returned_by": read_returner_name(issue) if issue else "",
            "stale": issue is not None and is_stale(issue, read_last_changes(self.tournament).get(self.match.pk, 0)),
            "comparison": compare_result(view, {}),
            "sheet_name": f"{self.match.code}-{issue.serial}" if issue else self.match.code,
            "extras": list_extra_sheets(self.tournament).filter(match=self.match),
            "photographs": list_photographs(self.match, self.tournament),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        try:
            return self._handle_comparison(request) if "compare" in request.POST else self._handle_return(request)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(reverse("scoring:sheets", args=[slug]))

    def _handle_return(self, request: HttpRequest) -> HttpResponse:
        return_sheet(self.match, self.name, actor=self.actor, at=timezone.now())
        messages.success(request, _("The sheet of table %(table)s is back.") % {"table": self.match.table})
        if "enter" in request.POST:
            return HttpResponseRedirect(reverse("scoring:match", args=[self.tournament.slug, self.match.code]))
        return HttpResponseRedirect(reverse("scoring:sheets", args=[self.tournament.slug]))

    def _handle_comparison(self, request: HttpRequest) -> HttpResponse:
        typed = {name: str(value)[:20] for name, value in request.POST.items() if name.startswith(("game-", "won-"))}
        _issue, comparison = compare_sheet(self.match, self.name, typed, actor=self.actor, at=timezone.now())
        if comparison.agrees:
            messages.success(request, _("Table %(table)s: the sheet matches the result.") % {"table": self.match.table})
            return HttpResponseRedirect(reverse("scoring:sheets", args=[self.tournament.slug]))
        return self.render_refused(request, comparison=comparison, answered=True)
