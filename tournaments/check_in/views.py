"""Check-in on a phone or by keyboard: a number or a name, Enter, and the big button."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.check_in.queries import build_check_in_lines, read_check_in_list
from tournaments.check_in.services import check_in_entry, check_in_everybody, undo_check_in, withdraw_missing
from tournaments.models import Entry
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import Breadcrumb, DeskAction, DeskMixin, DeskPage
from tournaments.permissions import door


class CheckInPage(DeskPage):
    template_name = "tournaments/check_in/check_in.html"
    title = _("Check-in")
    section = "entries"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        search_text = self.request.GET.get("q", "")[:80]
        door = read_check_in_list(self.tournament, search_text)
        listing = build_paged_rows(self.request, door.entries, build=lambda page: build_check_in_lines(self.tournament, page))
        only_line = listing.page[0] if len(listing) == 1 else None
        return super().get_context_data(**{"door": door, "listing": listing, "only_line": only_line, "wanted": search_text, **context})

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]


class CheckInEntry(DeskMixin):
    """`here`, `paid` (here, with the fee) or `back`; then the page for the next entry."""

    policy = staticmethod(door)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        if request.POST.get("what") == "back":
            undo_check_in(entry, actor=self.actor)
            messages.success(request, gettext("%(entry)s: not here.") % {"entry": entry})
            query = urlencode({"q": number})
            return HttpResponseRedirect(f"{self.build_address('check_in')}?{query}")
        paid = request.POST.get("what") == "paid"
        check_in_entry(entry, actor=self.actor, paid=paid)
        sentence = gettext("%(entry)s: here and paid.") if paid else gettext("%(entry)s: here.")
        messages.success(request, sentence % {"entry": entry})
        return self.redirect_to("check_in")


class CheckInAll(DeskAction):
    """Checks everybody in, or leaves out everybody who is not here."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if request.POST.get("what") == "withdraw":
            count = withdraw_missing(self.tournament, actor=self.actor)
            return self.report_done(request, gettext("Left out because they are not here: %(count)d.") % {"count": count}, "check_in")
        count = check_in_everybody(self.tournament, actor=self.actor)
        return self.report_done(request, gettext("%(count)d more checked in.") % {"count": count}, "check_in")
