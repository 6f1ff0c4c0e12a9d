"""Leaving, and what a phone keeps of a match that it no longer plays: set aside, handed to the director, thrown away."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.matches.seen_places import read_signed_place
from scoring.permissions import close_session
from visitors.phones.strays import Stray, drop_stray, find_stray, hand_over, keep_stray, was_handed_over, was_stored
from visitors.phones.views import TablePage, TablePost


class TableStray(TablePage):
    """What to do with something that was kept: its key is in the address."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        stray = find_stray(request, self.kwargs["key"])
        if stray is not None:
            self.decide(stray)
            drop_stray(request, stray.key)
        return HttpResponseRedirect(reverse("scoring:table"), status=303)

    def decide(self, stray: Stray) -> None:
        """Throw it away."""


class TableHandOver(TableStray):
    def decide(self, stray: Stray) -> None:
        hand_over(stray, self.phone.entry, at=timezone.now())
        messages.success(self.request, _("The director has it, with what you typed."))


class TableSetAside(TablePost):
    """What was typed, but never sent, for a match that the phone no longer plays: kept apart under its own name."""

    action = "enter"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return TablePage.dispatch(self, request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        stray = self.build_stray()
        if stray.typed and not was_stored(stray) and not was_handed_over(stray, self.phone.entry):
            keep_stray(request, stray)
        return self.render_now(409)


class TableLeave(TablePage):
    """Forget slip and code, unless the phone opened another one since the page was drawn. What it still keeps stays."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        seen = read_signed_place(request.POST.get("place", ""))
        if seen is None or seen.entry != self.phone.entry.pk:
            messages.warning(request, _("This phone has opened another code meanwhile. Here it is."))
            return HttpResponseRedirect(reverse("scoring:table"), status=303)
        close_session(request)
        return HttpResponseRedirect(reverse("scoring:table_open"), status=303)
