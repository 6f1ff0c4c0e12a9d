"""The list of entries, one entry, and the list as a file."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2 import RequestConfig

from tournaments.entries.forms import EntryForm
from tournaments.entries.late import late_offers, pools_left
from tournaments.entries.queries import club_names, entry_lines, filter_lines, paid_total
from tournaments.entries.services import add_entry, edit_entry, readmit_entry, withdraw_entry
from tournaments.entries.substitutions import substitutions_of
from tournaments.entries.tables import PAGE, EntryTable
from tournaments.forbidden.queries import pairs_of
from tournaments.models import Entry
from tournaments.pages.views import Crumb, DeskAction, DeskPage


class Entries(DeskPage):
    template_name = "tournaments/entries/entries.html"
    title = _("Entries")
    section = "entries"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        wanted = self.request.GET.get("q", "")[:80]
        lines = entry_lines(self.tournament)
        table = EntryTable(filter_lines(lines, wanted), slug=self.tournament.slug)
        RequestConfig(self.request, paginate={"per_page": PAGE}).configure(table)
        playing = sum(not line.withdrawn for line in lines)
        counts = {"playing": playing, "withdrawn": len(lines) - playing, "paid": paid_total(self.tournament)}
        return super().get_context_data(**{"table": table, "wanted": wanted, "counts": counts, **context})


class EntryPage(DeskPage):
    """Adding and changing share their form."""

    template_name = "tournaments/entries/entry.html"
    section = "entries"

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Entries"), self.address("entries"))]

    def form(self, data: Any = None, entry: Entry | None = None) -> EntryForm:
        size = self.tournament.entry_size
        return EntryForm(data, size=size, clubs=club_names(self.tournament), entry=entry)


class AddEntry(EntryPage):
    title = _("Add an entry")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": self.form(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.form(request.POST)
        if form.is_valid():
            try:
                entry = add_entry(self.tournament, form.details(), actor=self.actor)
            except ValidationError as problems:
                form.add_error(None, problems)
            else:
                messages.success(request, gettext("Entered: %(entry)s.") % {"entry": entry})
                if self.desk.directs and late_offers(entry):
                    return self.go("entry_edit", entry.number)
                return self.go("entry_add") if "another" in request.POST else self.go("entries")
        return self.refused(request, form=form)


class EditEntry(EntryPage):
    def entry(self) -> Entry:
        entries = Entry.objects.select_related("tournament", "club")
        return get_object_or_404(entries, tournament=self.tournament, number=self.kwargs["number"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        entry = self.entry()
        self.title = str(entry)
        around = {
            "apart": pairs_of(entry),
            "offers": late_offers(entry) if self.desk.directs else (),
            "pools_left": pools_left(entry) if self.desk.directs else (),
            "substitutions": substitutions_of(entry),
            "members": entry.members.select_related("person"),
        }
        return super().get_context_data(**{"entry": entry, "form": self.form(entry=entry), **around, **context})

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = self.entry()
        form = self.form(request.POST, entry)
        if form.is_valid():
            try:
                edit_entry(entry, form.details(), actor=self.actor)
            except ValidationError as problems:
                form.add_error(None, problems)
            else:
                messages.success(request, gettext("Saved."))
                return self.go("entries")
        return self.refused(request, form=form)


class WithdrawEntry(DeskAction):
    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        withdraw_entry(entry, actor=self.actor)
        message = gettext("Entry %(entry)s is withdrawn: it is left out of the next draws. Undo it on its page.")
        return self.done(request, message % {"entry": entry}, "entry_edit", number)


class ReadmitEntry(DeskAction):
    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        readmit_entry(entry, actor=self.actor)
        return self.done(request, gettext("Entry %(entry)s plays again from the next draw on.") % {"entry": entry}, "entry_edit", number)
