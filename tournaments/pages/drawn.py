"""Public pages that many phones ask for: drawn once for everybody, and answered with 304 while nothing has changed."""

import hashlib
import threading
import time
from abc import abstractmethod
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.generic.base import TemplateResponseMixin, View

from jobs.replicas import draw_from_replica
from tournaments.pages.shared_drawings import draw_for_all


def _compute_release_fingerprint() -> str:
    """A digest of the release's templates and catalogues, the same in every process; on a site also on every host, whose files have other
    dates: a phone that another host answers is told 304 all the same.
    """
    files = [
        path
        for folder in ("templates", "locale")
        for path in (Path(settings.BASE_DIR) / folder).rglob("*")
        if path.suffix in {".html", ".mo"}
    ]
    if settings.DATABASE_URL:
        contents = sorted((path.relative_to(settings.BASE_DIR).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()) for path in files)
        return hashlib.sha256(repr(contents).encode()).hexdigest()[:12]
    file_states = sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files)
    return hashlib.sha256(repr(file_states).encode()).hexdigest()[:12]


RELEASE_FINGERPRINT = _compute_release_fingerprint()
PAGE_CACHE = "drawn"
"""The cache of rendered pages, one for each process."""
_drawing = tuple(threading.Lock() for _ in range(16))
"""Held while a page is drawn, so that the phones that ask for it meanwhile get the same drawing; pages share locks by chance."""


class DrawnPage(TemplateResponseMixin, View):
    """Answers 304 while the page version is unchanged; htmx gets only the fragment.

    The page is rendered once for all readers without a login. A waiting message forces a fresh page.
    """

    fragment = ""
    covers_logins = True
    """Whether the page version also covers what the page says to somebody with a login."""

    @abstractmethod
    def read_page_version(self) -> str:
        """A short text: the same text means the same page for all readers without a login."""

    def list_extra_versions(self) -> tuple[str, ...]:
        """Further values on the page that its version does not cover."""
        return ()

    def get_template_names(self) -> list[str]:
        return [self.fragment] if self.fragment and _is_part(self.request) else super().get_template_names()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Also tells caches on the way how long the answer serves everybody."""
        unversioned = request.user.is_authenticated and not self.covers_logins
        if unversioned or request.method not in {"GET", "HEAD"} or "messages" in request.COOKIES:
            return _mark_private(super().dispatch(request, *args, **kwargs))
        tag = self._compute_tag(request)
        quoted = f'"{tag}"'
        answer = get_conditional_response(request, etag=quoted) or self._render_cached(tag, *args, **kwargs)
        if answer.status_code in {200, 304}:
            answer.headers.setdefault("ETag", quoted)
            if not request.user.is_authenticated:
                _say_how_caches_keep_it(request, answer)
        return _mark_private(answer)

    def _compute_tag(self, request: HttpRequest) -> str:
        """The ETag: covers content and reader; all readers without a login share one."""
        identity = (
            self.read_page_version(),
            RELEASE_FINGERPRINT,
            request.build_absolute_uri(),
            request.user.pk,
            get_language(),
            _is_part(request),
            *self.list_extra_versions(),
        )
        return hashlib.sha256(repr(identity).encode()).hexdigest()[:32]

    def _render_cached(self, tag: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self.request.user.is_authenticated:
            return super().dispatch(self.request, *args, **kwargs)
        body = caches[PAGE_CACHE].get(tag)
        if body is not None:
            return HttpResponse(body)
        with _drawing[int(tag, 16) % len(_drawing)]:
            body = caches[PAGE_CACHE].get(tag)
            return self._draw(tag, *args, **kwargs) if body is None else HttpResponse(body)

    def _draw(self, tag: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        drawn: list[HttpResponseBase] = []

        def draw() -> bytes | None:
            answer = draw_from_replica(lambda: self._render(*args, **kwargs), lambda: self._compute_tag(self.request) == tag)
            drawn.append(answer)
            return answer.content if isinstance(answer, SimpleTemplateResponse) and answer.status_code == 200 else None

        body = draw_for_all(tag, draw)
        if body is not None:
            caches[PAGE_CACHE].set(tag, body)
        return drawn[0] if drawn else HttpResponse(body)

    def _render(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().dispatch(self.request, *args, **kwargs)
        return answer.render() if isinstance(answer, SimpleTemplateResponse) else answer


def _say_how_caches_keep_it(request: HttpRequest, answer: HttpResponseBase) -> None:
    """Our own nginx may keep it until the second is over; a network of caches (RFC 9213) may keep it too and asks each time whether it is
    still true. What was asked for with a cookie is nobody else's.
    """
    if settings.PROXIES:
        answer.headers["X-Accel-Expires"] = f"@{int(time.time())}"
    if settings.CDN and not request.COOKIES:
        answer.headers["CDN-Cache-Control"] = "public, no-cache"


def _is_part(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _mark_private(answer: HttpResponseBase) -> HttpResponseBase:
    patch_vary_headers(cast(HttpResponse, answer), ["HX-Request", "Cookie", "Accept-Language"])
    patch_cache_control(cast(HttpResponse, answer), private=True, no_cache=True)
    return answer
