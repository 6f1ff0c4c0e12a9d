"""Pages that many phones poll: answered with 304 while nothing has changed."""

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

from scoring.permissions import get_page_version, live_visitor


def _compute_release_fingerprint() -> str:
    """A digest of the release's templates and catalogues, the same in every process."""
    files = [
        path
        for folder in ("templates", "locale")
        for path in (Path(settings.BASE_DIR) / folder).rglob("*")
        if path.suffix in {".html", ".mo"}
    ]
    marks = sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files)
    return hashlib.sha256(repr(marks).encode()).hexdigest()[:12]


RELEASE_FINGERPRINT = _compute_release_fingerprint()
PAGE_CACHE = "drawn"
"""The cache of rendered pages, one for each process."""


def compute_page_tag(request: HttpRequest, *extra_versions: str) -> str:
    """The ETag of a page: covers its content and its reader; all readers without a login share one."""
    identity = (
        get_page_version(request).text,
        RELEASE_FINGERPRINT,
        request.get_full_path(),
        request.user.pk,
        get_language(),
        _is_part(request),
        *extra_versions,
    )
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:32]


class LivePage(TemplateResponseMixin, View):
    """Answers 304 while the page version is unchanged; htmx gets only the fragment.

    The page is rendered once for all readers without a login. A waiting message forces a fresh page.
    """

    policy: Callable[..., bool] = staticmethod(live_visitor)
    fragment = ""

    def list_extra_versions(self) -> tuple[str, ...]:
        """Further values on the page that its version does not cover."""
        return ()

    def get_template_names(self) -> list[str]:
        return [self.fragment] if self.fragment and _is_part(self.request) else super().get_template_names()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method not in {"GET", "HEAD"} or "messages" in request.COOKIES:
            return _mark_private(super().dispatch(request, *args, **kwargs))
        tag = compute_page_tag(request, *self.list_extra_versions())
        quoted = f'"{tag}"'
        answer = get_conditional_response(request, etag=quoted) or self._render_cached(tag, *args, **kwargs)
        if answer.status_code in {200, 304}:
            answer.headers.setdefault("ETag", quoted)
        return _mark_private(answer)

    def _render_cached(self, tag: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self.request.user.is_authenticated:
            return super().dispatch(self.request, *args, **kwargs)
        body = caches[PAGE_CACHE].get(tag)
        if body is not None:
            return HttpResponse(body)
        answer = super().dispatch(self.request, *args, **kwargs)
        if isinstance(answer, SimpleTemplateResponse) and answer.status_code == 200:
            caches[PAGE_CACHE].set(tag, answer.render().content)
        return answer


def _is_part(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _mark_private(answer: HttpResponseBase) -> HttpResponseBase:
    patch_vary_headers(cast(HttpResponse, answer), ["HX-Request", "Cookie", "Accept-Language"])
    patch_cache_control(cast(HttpResponse, answer), private=True, no_cache=True)
    return answer
