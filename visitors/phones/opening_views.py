"""Opening a slip or a code on a phone, by its secret or by what is typed."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView, TemplateView

from jobs.permissions import everybody
from scoring.models import EntryCode, TableLink
from scoring.permissions import LinkClosedError, Phone, open_session, open_session_of_code, read_phone
from visitors.phones.codes import find_code_by_secret, find_code_by_text, store_first_opening
from visitors.phones.services import can_try_secret, count_wrong_secret, find_link_by_secret, open_by_code, store_opening

DEVICE_KINDS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"))


@method_decorator(never_cache, name="dispatch")
class OpenTable(TemplateView):
    """`/t#<secret>`: the secret stays in the browser until a person presses the button. Without script the codes of the slip are typed."""

    policy = staticmethod(everybody)
    template_name = "visitors/phones/open.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(phone=self._read_opened_phone(), **context)

    def _read_opened_phone(self) -> Phone | None:
        """What this phone opened before: whoever came here by the button Back leads on without typing the code again."""
        try:
            phone = read_phone(self.request)
        except LinkClosedError:
            return None
        return None if phone.revoked else phone

    def post(self, request: HttpRequest) -> HttpResponse:
        opened = self._open_by_secret(request.POST["secret"]) if "secret" in request.POST else self._open_by_text(request.POST)
        return opened or HttpResponseRedirect(reverse("scoring:table"), status=303)

    def _open_by_secret(self, secret: str) -> HttpResponse | None:
        """Open what the QR code says, also what was replaced or is over: its page says so. Raises LinkClosedError for what never was."""
        code = find_code_by_secret(secret)
        link = find_link_by_secret(secret) if code is None else None
        if code is not None:
            self._open_code(code)
        elif link is not None:
            self._open_link(link)
        else:
            raise LinkClosedError
        return None

    def _open_by_text(self, typed: Any) -> HttpResponse | None:
        """Open by typed codes: with the code of a match a slip, without it the code of an entry. None, or the page with the reason."""
        at, address = timezone.now(), str(self.request.META.get("REMOTE_ADDR", ""))
        if not can_try_secret(address, at=at):
            return self._render_again(429, _("Too many wrong codes from this network. Wait 15 minutes, or ask at the desk."))
        match, text = typed.get("match", "").strip()[:20], typed.get("code", "")[:20]
        link = open_by_code(match, text, at=at) if match else None
        code = None if match else find_code_by_text(text)
        if link is not None:
            self._open_link(link)
        elif code is not None:
            self._open_code(code)
        else:
            count_wrong_secret(address, at=at)
            return self._render_again(422, _explain_wrong_code(match))
        return None

    def _open_code(self, code: EntryCode) -> None:
        store_first_opening(code, at=timezone.now())
        open_session_of_code(self.request, code)

    def _open_link(self, link: TableLink) -> None:
        open_session(self.request, link, store_opening(link, device_kind=read_device_kind(self.request), at=timezone.now()))

    def _render_again(self, status: int, error: str) -> HttpResponse:
        typed = {"typed": self.request.POST.get("code", "")[:20], "match": self.request.POST.get("match", "")[:20]}
        page_context = {"error": error, **typed}
        return self.render_to_response(self.get_context_data(**page_context), status=status)


class OpenTableElsewhere(RedirectView):
    """Whoever types the address by hand, with a slash behind it or in capitals."""

    policy = staticmethod(everybody)
    pattern_name = "scoring:table_open"


def _explain_wrong_code(match: str) -> str:
    if match:
        return _("No slip has these two codes, or it was used before. Compare every letter; if they are right, ask for a new slip.")
    return _("No entry has this code. Compare every letter with your label; if it is right, ask at the desk.")


def read_device_kind(request: HttpRequest) -> str:
    """The phone's kind in one word; nothing that distinguishes two phones of the same kind."""
    agent = request.META.get("HTTP_USER_AGENT", "")
    return next((word for sign, word in DEVICE_KINDS if sign in agent), "")
