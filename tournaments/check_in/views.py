"""Check-in on a phone or by keyboard: a number or a name, Enter, and the big button."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.check_in.door_queries import DoorAnswer, DoorTables, build_door_answer, read_door_book, read_door_tables
from tournaments.check_in.door_tables import set_door_tables
from tournaments.check_in.queries import build_check_in_lines, list_left_out, list_tables_of, read_check_in_list
from tournaments.check_in.services import (
    check_in_entry,
    check_in_everybody,
    compute_fee_fingerprint,
    compute_missing_fingerprint,
    owes_nothing,
    undo_check_in,
    withdraw_missing,
)
from tournaments.models import Entry
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskAction, DeskMixin, DeskPage
from tournaments.permissions import door
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_seen

MOST_DIGITS = 6
"""Of the number of an entry in an address."""


class CheckInPage(DeskPage):
    template_name = "tournaments/check_in/check_in.html"
    title = _("Check-in")
    section = "entries"

    below = ((_("Entries"), "tournaments:entries"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        search_text = self.request.GET.get("q", "")[:80]
        door, tables = read_check_in_list(self.tournament, search_text), read_door_tables(self.tournament)
        listing = build_paged_rows(self.request, door.entries, build=lambda page: build_check_in_lines(self.tournament, page, tables.seats))
        only_line = listing.page[0] if len(listing) == 1 else None
        page_context = {"door": door, "tables": tables, "answer": self.read_answer(tables), "listing": listing, "only_line": only_line}
        page_context["left_out"] = () if listing.page else list_left_out(self.tournament, search_text)
        page_context["missing_fingerprint"] = lambda: compute_missing_fingerprint(self.tournament)
        return super().get_context_data(**{**page_context, "wanted": search_text, **context})

    def read_answer(self, tables: DoorTables) -> DoorAnswer | None:
        """What is said to the entry that has just come, where tables are given."""
        number = self.request.GET.get("given", "")
        if not tables.on or not number.isdecimal() or len(number) > MOST_DIGITS:
            return None
        entry = Entry.objects.select_related("club").filter(tournament=self.tournament, number=int(number)).first()
        return build_door_answer(tables, entry) if entry else None


class CheckInEntry(DeskMixin):
    """`here`, `paid` (here, with the fee) or `back`; then the page for the next entry."""

    policy = staticmethod(door)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        if request.POST.get("what") == "back":
            undo_check_in(entry, actor=self.actor)
            messages.success(request, gettext("%(entry)s: not here.") % {"entry": entry})
            return self.redirect_to_door(number)
        paid = request.POST.get("what") == "paid"
        seen = read_seen(request, lambda: compute_fee_fingerprint(self.tournament, entry))
        try:
            current = check_in_entry(entry, actor=self.actor, paid=paid, at=timezone.now(), seen=seen)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.redirect_to_door(number)
        sentence = gettext("%(entry)s: here and paid.") if paid else gettext("%(entry)s: here.")
        messages.success(request, sentence % {"entry": entry})
        if self.desk.place:
            return HttpResponseRedirect(reverse("scoring:place_desk", args=[slug]))
        return HttpResponseRedirect(f"{self.build_address('check_in')}{self.build_query(current)}")

    def redirect_to_door(self, number: int) -> HttpResponse:
        """To the page of the helper's place, else to the check-in with this entry alone."""
        if self.desk.place:
            return HttpResponseRedirect(reverse("scoring:place_desk", args=[self.tournament.slug]))
        return HttpResponseRedirect(f"{self.build_address('check_in')}?{urlencode({'q': number})}")

    def build_query(self, entry: Entry) -> str:
        """With the number of an entry that has nothing left to pay, so that the page says its table."""
        has_paid = owes_nothing(self.tournament, entry)
        return f"?given={entry.number}" if has_paid and read_door_book(self.tournament).on else ""


class DoorTablesSwitch(DeskAction):
    """Tables are given at the door from now on, or no longer."""

    returns_to = ("check_in",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        on = request.POST.get("what") == "give"
        set_door_tables(self.tournament, actor=self.actor, on=on)
        sentence = (
            gettext("Those who have paid get a table at once.")
            if on
            else gettext("No more tables are given. The draw keeps those that were.")
        )
        return self.report_done(request, sentence, "check_in")


class CheckInAll(DeskAction):
    """Checks everybody in, or leaves out everybody who is not here."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        seen = read_seen(request, lambda: compute_missing_fingerprint(self.tournament))
        if request.POST.get("what") == "withdraw":
            missing = list(self.tournament.entries.filter(state=Entry.State.ENTERED).values_list("pk", flat=True))
            count = withdraw_missing(self.tournament, actor=self.actor, seen=seen)
            if tables := list_tables_of(self.tournament, missing):
                sentence = gettext("Some of them sit at a table: %(tables)s. Say there what becomes of the match.")
                messages.warning(request, sentence % {"tables": ", ".join(map(str, tables))})
            return self.report_done(request, gettext("Left out because they are not here: %(count)d.") % {"count": count}, "check_in")
        count = check_in_everybody(self.tournament, actor=self.actor, seen=seen)
        return self.report_done(request, gettext("%(count)d more checked in.") % {"count": count}, "check_in")
