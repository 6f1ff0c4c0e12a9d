"""Pages that many phones ask for again and again: answered with nothing while nothing has changed."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.generic.base import TemplateResponseMixin, View

from scoring.permissions import live_visitor, stamp_seen


def _looks() -> str:
    """Changes with the templates and catalogues of the release, and is the same in every process of it."""
    files = [
        path
        for folder in ("templates", "locale")
        for path in (Path(settings.BASE_DIR) / folder).rglob("*")
        if path.suffix in {".html", ".mo"}
    ]
    return hashlib.sha256(repr(sorted((str(path), path.stat().st_mtime_ns) for path in files)).encode()).hexdigest()[:12]


LOOKS = _looks()
DRAWN = "drawn"
"""The cache of finished pages, held by each process for itself."""


def page_tag(request: HttpRequest, *besides: str) -> str:
    """Covers what the page shows and to whom; everybody without a login sees the same."""
    shown = (stamp_seen(request).text, LOOKS, request.get_full_path(), request.user.pk, get_language(), _is_part(request), *besides)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:32]


class LivePage(TemplateResponseMixin, View):
    """Answers 304 while the ledger stands still; htmx gets the part that moves.

    What is new since the last result is drawn once for everybody without a login. A waiting message asks for a fresh page.
    """

    policy: Callable[..., bool] = staticmethod(live_visitor)
    fragment = ""

    def shows_besides(self) -> tuple[str, ...]:
        """What the page shows that the stamp does not know of."""
        return ()

    def get_template_names(self) -> list[str]:
        return [self.fragment] if self.fragment and _is_part(self.request) else super().get_template_names()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method not in {"GET", "HEAD"} or "messages" in request.COOKIES:
            return _private(super().dispatch(request, *args, **kwargs))
        tag = page_tag(request, *self.shows_besides())
        quoted = f'"{tag}"'
        answer = get_conditional_response(request, etag=quoted) or self._drawn(tag, *args, **kwargs)
        if answer.status_code in {200, 304}:
            answer.headers.setdefault("ETag", quoted)
        return _private(answer)

    def _drawn(self, tag: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self.request.user.is_authenticated:
            return super().dispatch(self.request, *args, **kwargs)
        body = caches[DRAWN].get(tag)
        if body is not None:
            return HttpResponse(body)
        answer = super().dispatch(self.request, *args, **kwargs)
        if isinstance(answer, SimpleTemplateResponse) and answer.status_code == 200:
            caches[DRAWN].set(tag, answer.render().content)
        return answer


def _is_part(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _private(answer: HttpResponseBase) -> HttpResponseBase:
    patch_vary_headers(cast(HttpResponse, answer), ["HX-Request", "Cookie", "Accept-Language"])
    patch_cache_control(cast(HttpResponse, answer), private=True, no_cache=True)
    return answer
