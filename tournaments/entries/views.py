"""The list of entries and the page of one entry."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2 import RequestConfig

from tournaments.entries.forms import EntryForm
from tournaments.entries.late import describe_return, read_late_offers, read_left_pools
from tournaments.entries.paged import EntryLineData, search_entries
from tournaments.entries.queries import count_entries, list_club_names, list_left_out
from tournaments.entries.renaming import list_renamings
from tournaments.entries.services import add_entry, edit_entry, readmit_entry, withdraw_entry
from tournaments.entries.substitutions import compute_members_fingerprint, read_substitutions_of
from tournaments.entries.tables import EntryTable
from tournaments.forbidden.queries import read_pairs_of_entry
from tournaments.models import Announcement, Entry
from tournaments.pages.outdated import show_stored
from tournaments.pages.paging import ROWS_PER_PAGE
from tournaments.pages.views import DeskAction, DeskPage
from tournaments.permissions import registrar
from tournaments.quotas import QuotaReached
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, compute_fingerprint, read_fingerprint, read_seen
from tournaments.stages.rests import describe_leaving

SAME_PERSON = "spelling"
"""What a form says when a name was misspelt, and nobody else plays."""


class EntriesPage(DeskPage):
    template_name = "tournaments/entries/entries.html"
    title = _("Entries")
    section = "entries"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        search_text = self.request.GET.get("q", "")[:80]
        lines = EntryLineData(search_entries(self.tournament, search_text))
        counts, left_out = count_entries(self.tournament), list_left_out(self.tournament)
        counts |= {"playing": counts["playing"] - len(left_out), "left_out": len(left_out)}
        table = EntryTable(lines, slug=self.tournament.slug, is_linked=self.desk.may_register, left_out=left_out)
        RequestConfig(self.request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
        return super().get_context_data(**{"table": table, "wanted": search_text, "counts": counts, **context})


class EntryPage(DeskPage):
    """The form that adding and changing an entry share."""

    policy = staticmethod(registrar)
    template_name = "tournaments/entries/entry.html"
    section = "entries"

    below = ((_("Entries"), "tournaments:entries"),)

    def build_form(self, data: Any = None, entry: Entry | None = None) -> EntryForm:
        size = self.tournament.entry_size
        return EntryForm(data, size=size, clubs=list_club_names(self.tournament), entry=entry)


class AddEntry(EntryPage):
    title = _("Add an entry")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": self.build_form(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form(request.POST)
        if form.is_valid():
            try:
                entry = add_entry(self.tournament, form.build_details(), actor=self.actor)
            except ValidationError as problems:
                form.add_error(None, problems)
            except QuotaReached as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, gettext("Entry added: %(entry)s.") % {"entry": entry})
                self._warn_of_too_many()
                offers = read_late_offers(entry)
                self._warn_of_no_place(entry, has_offers=bool(offers))
                if self.desk.directs and offers:
                    return self.redirect_to("entry_edit", entry.number)
                return self.redirect_to("entry_add") if "another" in request.POST else self.redirect_to("entries")
        return self.render_refused(request, form=form)

    def _warn_of_no_place(self, entry: Entry, *, has_offers: bool) -> None:
        """Who comes when everything is drawn does not play; a director with an offer is shown it."""
        if (self.desk.directs and has_offers) or entry.number not in list_left_out(self.tournament):
            return
        if has_offers:
            messages.warning(self.request, gettext("Not in the draw yet: the director can admit it on its page."))
        else:
            messages.warning(self.request, gettext("Not in the draw: nobody can join the stages that were drawn."))

    def _warn_of_too_many(self) -> None:
        """The desk may enter more than were announced; it is told."""
        places = Announcement.objects.filter(tournament=self.tournament).values_list("places", flat=True).first()
        entries = self.tournament.entries.exclude(state=Entry.State.WITHDRAWN).count()
        if places and entries > places:
            values = {"entries": entries, "places": places}
            messages.warning(self.request, gettext("That is more than announced: %(entries)d entries, %(places)d places.") % values)


class EditEntry(EntryPage):
    def get_entry(self) -> Entry:
        entries = Entry.objects.select_related("tournament", "club", "again_of")
        return get_object_or_404(entries, tournament=self.tournament, number=self.kwargs["number"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        entry = self.get_entry()
        self.title = str(entry)
        entry_context = {
            "apart": read_pairs_of_entry(entry),
            "offers": read_late_offers(entry) if self.desk.directs else (),
            "pools_left": read_left_pools(entry) if self.desk.directs else (),
            "substitutions": read_substitutions_of(entry),
            "leaving": describe_leaving(entry) if self.desk.directs else "",
            "members": entry.members.select_related("person"),
        }
        form = self.build_form(entry=entry)
        entry_context |= {"fingerprint": compute_fingerprint(form.initial), "members_fingerprint": compute_members_fingerprint(entry)}
        return super().get_context_data(**{"entry": entry, "form": form, **entry_context, **context})

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = self.get_entry()
        form = self.build_form(request.POST, entry)
        seen = (
            read_seen(request, self._compute_present_fingerprint) if form.has_changed() else UNSEEN
        )  # the same form sent twice is no refusal
        sent_fingerprint: dict[str, Any] = {"fingerprint": read_fingerprint(request)}
        if form.is_valid() and request.POST.get("means") != SAME_PERSON:
            renamings = list_renamings(entry, form.build_details().persons)
            for renaming in renamings:
                form.add_error(f"person_{renaming.position}", _("Is this the same person? Answer below the form."))
            sent_fingerprint |= {"renamings": renamings}
        if form.is_valid():
            try:
                edit_entry(entry, form.build_details(), actor=self.actor, seen=seen)
            except ValidationError as problems:
                form.add_error(None, problems)
            except ChangeRefused as refusal:
                show_stored(form, self.build_form(entry=self.get_entry()), refusal)
                sent_fingerprint = {}
            else:
                messages.success(request, gettext("Saved."))
                return self.redirect_to("entries")
        return self.render_refused(request, form=form, **sent_fingerprint)

    def _compute_present_fingerprint(self) -> str:
        """Of everything that the form would overwrite."""
        return compute_fingerprint(self.build_form(entry=self.get_entry()).initial)


class WithdrawEntry(DeskAction):
    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        withdraw_entry(entry, actor=self.actor)
        message = gettext("%(entry)s has withdrawn and is left out of the next draws. You can undo this on its page.")
        return self.report_done(request, message % {"entry": entry}, "entry_edit", number)


class ReadmitEntry(DeskAction):
    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        readmit_entry(entry, actor=self.actor)
        return self.report_done(request, describe_return(entry), "entry_edit", number)
