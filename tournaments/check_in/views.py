"""The door on a phone or by keyboard: a number or a name, Enter, and the big button."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.check_in.queries import door_of
from tournaments.check_in.services import check_in, check_in_everybody, undo_check_in, withdraw_missing
from tournaments.models import Entry
from tournaments.pages.views import Crumb, DeskAction, DeskMixin, DeskPage


class CheckIn(DeskPage):
    template_name = "tournaments/check_in/check_in.html"
    title = _("Check-in")
    section = "entries"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        wanted = self.request.GET.get("q", "")[:80]
        return super().get_context_data(**{"door": door_of(self.tournament, wanted), "wanted": wanted, **context})

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Entries"), self.address("entries"))]


class CheckInOne(DeskMixin):
    """`here`, `paid` (here and the fee with it) or `back`; then the next one at the door."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=self.tournament, number=number)
        if request.POST.get("what") == "back":
            undo_check_in(entry, actor=self.actor)
            messages.success(request, gettext("%(entry)s: not here.") % {"entry": entry})
            query = urlencode({"q": number})
            return HttpResponseRedirect(f"{self.address('check_in')}?{query}")
        paid = request.POST.get("what") == "paid"
        check_in(entry, actor=self.actor, paid=paid)
        said = gettext("%(entry)s: here and paid.") if paid else gettext("%(entry)s: here.")
        messages.success(request, said % {"entry": entry})
        return self.go("check_in")


class CheckInAll(DeskAction):
    """Everybody is here, or whoever is not is left out."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if request.POST.get("what") == "withdraw":
            count = withdraw_missing(self.tournament, actor=self.actor)
            return self.done(request, gettext("Left out because they are not here: %(count)d.") % {"count": count}, "check_in")
        count = check_in_everybody(self.tournament, actor=self.actor)
        return self.done(request, gettext("Checked in: %(count)d more.") % {"count": count}, "check_in")
