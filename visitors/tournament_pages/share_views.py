"""Pictures of shared links, drawn once for each version of the page."""

import hashlib
from abc import ABC, abstractmethod

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.generic import View

from paper.share_cards import ShareCard, render_share_card
from scoring.permissions import get_page_version, live_visitor
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.pages.drawn import PAGE_CACHE, RELEASE_FINGERPRINT
from tournaments.people.naming import PublicNaming
from visitors.tournament_pages.sharing import build_match_card, build_tournament_card

HEADERS = {"Cache-Control": "no-cache", "X-Robots-Tag": "noindex"}
"""A picture is for whoever gets a link, not for the search for pictures."""


class VersionedPicture(View, ABC):
    """A picture that is drawn once for each version of the public pages and each language."""

    policy = staticmethod(live_visitor)
    http_method_names = ["get", "head", "options"]

    @abstractmethod
    def draw_picture(self) -> bytes:
        """The picture as PNG."""

    def describe_extra_version(self) -> str:
        """What else the picture depends on."""
        return ""

    def get(self, request: HttpRequest, **url_arguments: str) -> HttpResponseBase:
        version = f"{get_page_version(request).text} {RELEASE_FINGERPRINT} {get_language()} {self.describe_extra_version()}"
        tag = f'"{hashlib.sha256(version.encode()).hexdigest()[:32]}"'
        unchanged = get_conditional_response(request, etag=tag)
        if unchanged is not None:
            return unchanged
        key = hashlib.sha256(f"share {request.path} {version}".encode()).hexdigest()
        picture = caches[PAGE_CACHE].get(key)
        if picture is None:
            picture = self.draw_picture()
            caches[PAGE_CACHE].set(key, picture)
        return HttpResponse(picture, content_type="image/png", headers=HEADERS | {"ETag": tag})


class SharePicture(VersionedPicture):
    """The picture that messengers show of a shared link."""

    @abstractmethod
    def build_card(self) -> ShareCard: ...

    def draw_picture(self) -> bytes:
        return render_share_card(self.build_card())


class TournamentPicture(SharePicture):
    def build_card(self) -> ShareCard:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        return build_tournament_card(tournament, PublicNaming(tournament))


class MatchPicture(SharePicture):
    def build_card(self) -> ShareCard:
        matches = Match.objects.select_related("round__stage__tournament", "result").prefetch_related(prefetch_seats())
        published = matches.filter(kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT)
        match = get_object_or_404(published, round__stage__tournament__slug=self.kwargs["slug"], code=self.kwargs["code"])
        return build_match_card(match, PublicNaming(match.round.stage.tournament))
