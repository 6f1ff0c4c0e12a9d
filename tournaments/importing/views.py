"""Importing a list in three steps: write it, check the preview, confirm. Nothing is stored before the last step."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.forms import (
    ListForm,
    PreviewForm,
    compute_list_digest,
    normalize_line_ends,
    parse_posted_roles,
    parse_posted_rows,
    parse_posted_sheets,
)
from tournaments.entries.queries import read_existing_entries
from tournaments.importing.queries import build_preview, choose_sheet, list_example_lines
from tournaments.importing.services import IMPORTED_AT_ONCE, ImportOrder, ListRefused, import_entries, order_import
from tournaments.importing.sources import fetch_text, list_sources
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.quotas import QuotaReached
from tournaments.reading.files import SheetText, UnreadableListError
from tournaments.reading.headings import ColumnRole
from tournaments.reading.lists import ParsedList, parse_list


class ImportPage(DirectorMixin, DeskPage):
    section = "entries"
    title = _("Import a list")

    below = ((_("Entries"), "tournaments:entries"),)

    @property
    def entry_size(self) -> int:
        return self.tournament.entry_size

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        size = self.entry_size
        page_context = {"size": size, "examples": list_example_lines(size), "sources": list_sources()}
        return super().get_context_data(**{**page_context, **context})

    def render_unreadable(self, request: HttpRequest, text: str, problem: UnreadableListError) -> HttpResponse:
        form = ListForm({"text": text})
        form.add_error("text", str(problem.message))
        self.template_name = "tournaments/importing/import.html"
        return self.render_refused(request, form=form)


class ImportList(ImportPage):
    template_name = "tournaments/importing/import.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": ListForm(), **context})


class PreviewList(ImportPage):
    """The list as it was parsed; shown again after every correction."""

    template_name = "tournaments/importing/preview.html"
    http_method_names = ["post", "options"]
    sheets: tuple[SheetText, ...] = ()
    form_page = ("tournaments:import",)
    sheet = 0

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "source" in request.POST:
            return self.render_fetched(request)
        form = ListForm(request.POST, request.FILES)
        if not form.is_valid():
            self.template_name = "tournaments/importing/import.html"
            return self.render_refused(request, form=form)
        self.sheets = form.cleaned_data.get("sheets") or parse_posted_sheets(request.POST)
        sheet = request.POST.get("take_sheet", "")
        if "sheets" in form.cleaned_data or (sheet.isdecimal() and int(sheet) < len(self.sheets)):
            self.sheet = int(sheet) if sheet else choose_sheet(self.sheets, self.entry_size)
            return self.render_preview(request, self.sheets[self.sheet].text)
        return self.render_typed(request)

    def render_fetched(self, request: HttpRequest) -> HttpResponse:
        """The preview of the list that a plug-in gives for the next evening."""
        try:
            text = fetch_text(request.POST["source"], "entries")
        except UnreadableListError as problem:
            messages.error(request, str(problem.message))
            return self.redirect_to("import")
        return self.render_preview(request, text)

    def render_typed(self, request: HttpRequest, status: int = 200) -> HttpResponse:
        """The preview of the text and the columns that the page holds now."""
        self.sheets = parse_posted_sheets(request.POST)
        number = request.POST.get("sheet", "")
        self.sheet = int(number) if number.isdecimal() else 0
        text = normalize_line_ends(request.POST.get("text", ""))
        return self.render_preview(
            request, text, parse_posted_roles(request.POST), by_person=parse_posted_rows(request.POST), status=status
        )

    def render_preview(
        self, request: HttpRequest, text: str, roles: Sequence[ColumnRole] = (), *, by_person: bool | None = None, status: int = 200
    ) -> HttpResponse:
        try:
            parsed = self.parse_text(text, roles, by_person=by_person)
        except UnreadableListError as problem:
            return self.render_unreadable(request, text, problem)
        preview_context = {
            "form": PreviewForm(text=text, parsed=parsed, size=self.entry_size),
            "preview": build_preview(parsed),
            "digest": compute_list_digest(text, parsed),
            "sheets": self.sheets if len(self.sheets) > 1 else (),
            "sheet": self.sheet,
        }
        return self.render_to_response(self.get_context_data(**preview_context), status=status)

    def parse_text(self, text: str, roles: Sequence[ColumnRole], *, by_person: bool | None) -> ParsedList:
        existing = read_existing_entries(self.tournament)
        return parse_list(text, size=self.entry_size, existing=existing, roles=roles, one_person_a_row=by_person)


class ConfirmList(PreviewList):
    """Imports exactly what the preview showed: a list that has changed since is shown again first."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        text, roles = normalize_line_ends(request.POST.get("text", "")), parse_posted_roles(request.POST)
        by_person = parse_posted_rows(request.POST)
        try:
            parsed = self.parse_text(text, roles, by_person=by_person)
            if request.POST.get("digest") != compute_list_digest(text, parsed):
                messages.warning(request, gettext("Not saved: the list changed after it was checked. Check it again."))
                return self.render_typed(request, status=422)
            only_good = "only_good" in request.POST
            if len(parsed.good_rows) > IMPORTED_AT_ONCE:
                order = ImportOrder(text, tuple(role.value for role in parsed.roles), parsed.one_person_a_row, only_good)
                job = order_import(self.tournament, order, parsed, actor=self.actor, page=self.build_address("entries"))
                return HttpResponseRedirect(job.get_absolute_url())
            imported = import_entries(self.tournament, text, actor=self.actor, roles=roles, one_person_a_row=by_person, only_good=only_good)
        except (ListRefused, QuotaReached) as refusal:
            messages.error(request, str(refusal))
            return self.render_typed(request, status=422)
        except UnreadableListError as problem:
            return self.render_unreadable(request, text, problem)
        messages.success(request, _format_imported(imported.count, imported.first, imported.last))
        return self.redirect_to("entries")


def _format_imported(count: int, first: int, last: int) -> str:
    sentence = ngettext(
        "%(count)d entry added, with number %(first)d.",
        "%(count)d entries added, with numbers %(first)d to %(last)d.",
        count,
    )
    return sentence % {"count": count, "first": first, "last": last}
