"""Nothing is printed for phones that cannot come before somebody has said so."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.pages.addresses import is_reachable_by_phone
from tournaments.pages.views import DeskMixin

UNREACHED = "codes_lead_nowhere"
"""In the session: somebody prints although no phone opens the codes."""


class AsksForReachableCodes(DeskMixin):
    """Prints nothing whose codes no phone opens before somebody has said so, once in a session: the page offers to open the desk."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if "unreached" in request.POST:
            request.session[UNREACHED] = True
        if request.method != "POST" or is_reachable_by_phone(request) or request.session.get(UNREACHED):
            return super().dispatch(request, *args, **kwargs)
        fields = [(name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values]
        back = reverse("scoring:print", args=[self.tournament.slug])
        page_context = {
            "tournament": self.tournament,
            "desk": self.desk,
            "section": "print",
            "title": gettext("Not printed yet"),
            "fields": fields,
            "next_page": back,
        }
        return render(request, "scoring/printing/unreachable.html", page_context, status=409)
