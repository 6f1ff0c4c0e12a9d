"""Pages that are asked for again and again: public ones are drawn once for each version, polled parts answer 304 while nothing changes."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.generic import View

from jobs.replicas import reads_from_replica
from scoring.page_versions import read_page_version, read_season_page_version
from scoring.permissions import get_page_version, live_visitor
from tournaments.models import Tournament
from tournaments.pages.drawn import RELEASE_FINGERPRINT, DrawnPage


class LivePage(DrawnPage):
    """A page drawn once; the policy's only query reads its version too."""

    policy: Callable[..., bool] = staticmethod(live_visitor)

    def read_page_version(self) -> str:
        """On the replica it is read there, not taken from the policy."""
        if not reads_from_replica():
            return get_page_version(self.request).text
        season = self.kwargs.get("season_slug")
        version = read_season_page_version(season) if season else read_page_version(self.kwargs["slug"])
        return version.text if version else ""


def choose_follow_seconds(tournament: Tournament) -> int:
    """How often a public page of the tournament asks for news. Its variable in templates is `follow_seconds`."""
    return settings.FOLLOW_FROM_HOME_SECONDS if tournament.shown_from else settings.FOLLOW_SECONDS


class PolledPart(View, ABC):
    """Answers 304 to a polled fragment while `read_page_version` returns the same; the whole page is always rendered."""

    @abstractmethod
    def read_page_version(self) -> str: ...

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "GET" or not getattr(request, "htmx", False):
            return super().dispatch(request, *args, **kwargs)
        tag = self._compute_tag(request)
        answer = get_conditional_response(request, etag=tag) or super().dispatch(request, *args, **kwargs)
        if answer.status_code in {200, 304}:
            answer.headers["ETag"] = tag
            patch_vary_headers(cast(HttpResponse, answer), ["HX-Request", "Cookie", "Accept-Language"])
            patch_cache_control(cast(HttpResponse, answer), private=True, no_cache=True)
        return answer

    def _compute_tag(self, request: HttpRequest) -> str:
        """The ETag: covers content, reader, language and release."""
        identity = (
            self.read_page_version(),
            RELEASE_FINGERPRINT,
            request.get_full_path(),
            getattr(request.user, "pk", None),
            get_language(),
        )
        return f'"{hashlib.sha256(repr(identity).encode()).hexdigest()[:32]}"'
