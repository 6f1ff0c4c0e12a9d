"""Pages that many phones ask for again and again: answered with nothing while nothing has changed."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition
from django.views.generic.base import TemplateResponseMixin, View

from scoring.queries.stamps import stamp_of


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


def page_etag(request: HttpRequest, *arguments: Any, slug: str, **rest: Any) -> str | None:
    """Covers what the page shows and to whom: the form of the language bar holds the visitor's own token.

    None, which asks for a fresh page, when a message waits to be shown.
    """
    stamp = stamp_of(slug)
    if not stamp or "messages" in request.COOKIES:
        return None
    visitor = (request.user.pk, request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""), get_language(), bool(getattr(request, "htmx", False)))
    digest = hashlib.sha256(repr((stamp, LOOKS, visitor)).encode()).hexdigest()[:32]
    return f'"{digest}"'


class LivePage(TemplateResponseMixin, View):
    """Answers 304 while the ledger stands still; htmx gets the part that moves."""

    fragment = ""

    def get_template_names(self) -> list[str]:
        return [self.fragment] if self.fragment and getattr(self.request, "htmx", False) else super().get_template_names()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = condition(etag_func=page_etag)(super().dispatch)(request, *args, **kwargs)
        patch_vary_headers(answer, ["HX-Request", "Cookie", "Accept-Language"])
        patch_cache_control(answer, private=True, no_cache=True)
        return answer
