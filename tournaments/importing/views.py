"""Importing a list in three steps: write it, check the preview, confirm. Nothing is stored before the last step."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.forms import ListForm, PreviewForm, compute_list_digest, normalize_line_ends, parse_posted_roles
from tournaments.entries.queries import read_existing_entries
from tournaments.importing.queries import build_preview
from tournaments.importing.services import ListRefused, import_entries
from tournaments.pages.views import Breadcrumb, DeskPage, DirectorMixin
from tournaments.reading.files import UnreadableListError
from tournaments.reading.headings import ColumnRole
from tournaments.reading.lists import parse_list


class ImportPage(DirectorMixin, DeskPage):
    section = "entries"
    title = _("Import a list")

    @property
    def entry_size(self) -> int:
        return self.tournament.entry_size

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def render_unreadable(self, request: HttpRequest, text: str, problem: UnreadableListError) -> HttpResponse:
        form = ListForm({"text": text})
        form.add_error("text", str(problem.message))
        self.template_name = "tournaments/importing/import.html"
        return self.render_refused(request, form=form)


class ImportList(ImportPage):
    template_name = "tournaments/importing/import.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": ListForm(), "size": self.entry_size, **context})


class PreviewList(ImportPage):
    """The list as it was parsed; shown again after every correction."""

    template_name = "tournaments/importing/preview.html"
    http_method_names = ["post", "options"]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"size": self.entry_size, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = ListForm(request.POST, request.FILES)
        if not form.is_valid():
            self.template_name = "tournaments/importing/import.html"
            return self.render_refused(request, form=form)
        return self.render_preview(request, normalize_line_ends(form.cleaned_data["text"]), parse_posted_roles(request.POST))

    def render_preview(self, request: HttpRequest, text: str, roles: Sequence[ColumnRole], status: int = 200) -> HttpResponse:
        try:
            parsed = parse_list(text, size=self.entry_size, existing=read_existing_entries(self.tournament), roles=roles)
        except UnreadableListError as problem:
            return self.render_unreadable(request, text, problem)
        preview_context = {
            "form": PreviewForm(text=text, parsed=parsed),
            "preview": build_preview(parsed),
            "mark": compute_list_digest(text, parsed.roles),
        }
        return self.render_to_response(self.get_context_data(**preview_context), status=status)


class ConfirmList(PreviewList):
    """Imports exactly what the preview showed: a list that has changed since is shown again first."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        text, roles = normalize_line_ends(request.POST.get("text", "")), parse_posted_roles(request.POST)
        if request.POST.get("mark") != compute_list_digest(text, roles):
            messages.warning(request, gettext("Not saved: the list changed after it was checked. Check it again."))
            return self.render_preview(request, text, roles, status=422)
        try:
            imported = import_entries(self.tournament, text, actor=self.actor, roles=roles, only_good="only_good" in request.POST)
        except ListRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_preview(request, text, roles, status=422)
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
