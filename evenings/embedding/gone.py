"""The answer inside a frame of another site where there is nothing to show any more: browsers show our other pages in no frame."""

from typing import cast

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.pages.framed import choose_language, choose_look

FRAMES = "/embed/"


def answer_gone_frame(request: HttpRequest) -> HttpResponse | None:
    """One sentence, and the way to the site; None for an address that is not made for frames. Everything unknown looks the same."""
    return cast(HttpResponse, _say_it_is_gone(request)) if request.path.startswith(FRAMES) else None


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})
def _say_it_is_gone(request: HttpRequest) -> HttpResponse:
    with translation.override(choose_language(request)):
        return render(request, "evenings/embedding/gone.html", {"look": choose_look(request)}, status=404)
