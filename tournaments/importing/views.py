"""Bringing in a list: write, look at what was understood, confirm. Nothing is stored before the last step."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.forms import ListForm, PreviewForm, mark_of, normal_text, posted_roles
from tournaments.entries.queries import known_in
from tournaments.importing.queries import preview_of
from tournaments.importing.services import ListRefused, import_entries
from tournaments.pages.views import Crumb, DeskPage, DirectorMixin
from tournaments.reading.files import UnreadableListError
from tournaments.reading.headings import Role
from tournaments.reading.lists import read_list


class ListPage(DirectorMixin, DeskPage):
    section = "entries"
    title = _("Bring in a list")

    @property
    def size(self) -> int:
        return self.tournament.entry_size

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Entries"), self.address("entries"))]

    def unreadable(self, request: HttpRequest, text: str, problem: UnreadableListError) -> HttpResponse:
        form = ListForm({"text": text})
        form.add_error("text", str(problem.message))
        self.template_name = "tournaments/importing/import.html"
        return self.refused(request, form=form)


class ImportList(ListPage):
    template_name = "tournaments/importing/import.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": ListForm(), "size": self.size, **context})


class PreviewList(ListPage):
    """What was understood of the list. Shown again as often as the list is corrected."""

    template_name = "tournaments/importing/preview.html"
    http_method_names = ["post", "options"]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"size": self.size, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = ListForm(request.POST, request.FILES)
        if not form.is_valid():
            self.template_name = "tournaments/importing/import.html"
            return self.refused(request, form=form)
        return self.preview(request, normal_text(form.cleaned_data["text"]), posted_roles(request.POST))

    def preview(self, request: HttpRequest, text: str, roles: Sequence[Role], status: int = 200) -> HttpResponse:
        try:
            read = read_list(text, size=self.size, known=known_in(self.tournament), roles=roles)
        except UnreadableListError as problem:
            return self.unreadable(request, text, problem)
        shown = {"form": PreviewForm(text=text, read=read), "preview": preview_of(read), "mark": mark_of(text, read.roles)}
        return self.render_to_response(self.get_context_data(**shown), status=status)


class ConfirmList(PreviewList):
    """Stores what the preview showed, and only that: a list changed since is shown again first."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        text, roles = normal_text(request.POST.get("text", "")), posted_roles(request.POST)
        if request.POST.get("mark") != mark_of(text, roles):
            messages.warning(request, gettext("The list has changed since it was checked: look at it again. Nothing is stored yet."))
            return self.preview(request, text, roles, status=422)
        try:
            done = import_entries(self.tournament, text, actor=self.actor, roles=roles, only_good="only_good" in request.POST)
        except ListRefused as refusal:
            messages.error(request, str(refusal))
            return self.preview(request, text, roles, status=422)
        except UnreadableListError as problem:
            return self.unreadable(request, text, problem)
        messages.success(request, _brought_in(done.count, done.first, done.last))
        return self.go("entries")


def _brought_in(count: int, first: int, last: int) -> str:
    sentence = ngettext(
        "%(count)d entry is brought in; it has the number %(first)d.",
        "%(count)d entries are brought in; they have the numbers %(first)d to %(last)d.",
        count,
    )
    return sentence % {"count": count, "first": first, "last": last}
