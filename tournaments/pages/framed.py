"""Pages that other sites show in a frame (docs/embedding.md): the only ones of the site that may stand in one.

They are safe because of what they lack: no form, no button, nothing about who is logged in, and nothing that is not public. What is done,
is done on a page that cannot be framed, and opens beside the frame.
"""

from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.html import escape
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.generic import TemplateView

from tournaments.pages.drawn import DrawnPage

LOOKS = ("light", "dark", "transparent", "transparent-dark")
"""What `look` in the address may say; the last two let the page around be seen, for a light and for a dark one."""


def choose_language(request: HttpRequest) -> str:
    """The language that the address names by `lang`, else that of the reader: who reads a feed or a frame often cannot say."""
    wish = request.GET.get("lang", "")
    return wish if wish in dict(settings.LANGUAGES) else str(get_language())


def choose_look(request: HttpRequest) -> str:
    """One of `LOOKS`; empty: as the reader's device has it, light or dark."""
    wish = request.GET.get("look", "")
    return wish if wish in LOOKS else ""


def build_frame_line(address: str, title: str) -> str:
    """The line of HTML with which another site shows the page at an address."""
    return f'<iframe src="{escape(address)}" title="{escape(title)}" width="100%" height="600" style="border:0" loading="lazy"></iframe>'


@method_decorator([xframe_options_exempt, csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})], name="dispatch")
class FramedPage(DrawnPage, TemplateView):
    """The same for everybody, also for somebody with a login. Its own script (static/embedded.js) asks for the part that moves."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        with translation.override(choose_language(request)):
            answer = super().dispatch(request, *args, **kwargs)
            return answer.render() if hasattr(answer, "render") else answer

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"look": choose_look(self.request), **context})
