"""The big screen in the hall: a public page that changes its face by itself."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.generic import View

from jobs.permissions import everybody
from scoring.halls.queries import read_public_queue
from scoring.public.views import LivePublicPage
from scoring.screen.queries import find_shown_wifi, read_screen_faces
from tournaments.models import Tournament
from tournaments.pages.addresses import build_phone_address
from tournaments.pages.squares import build_qr_square
from tournaments.people.naming import PublicNaming
from tournaments.permissions import read_role

FACE_SECONDS = 12
"""How long a face stays: eight lines can be read aloud in less."""


class ScreenPage(LivePublicPage):
    """All faces in one page; a script changes them. Without script the page loads the next (`?face=`) until it is held (`?hold=1`)."""

    template_name = "scoring/screen/screen.html"
    fragment = "scoring/screen/screen_body.html"
    section = "screen"

    def build_short_address(self) -> str:
        """An address short enough to be typed from the wall."""
        tournament = Tournament.objects.only("pk").get(slug=self.kwargs["slug"])
        return build_phone_address(self.request, reverse("scoring:short_address", args=[tournament.pk]))

    def list_extra_versions(self) -> tuple[str, ...]:
        return (build_phone_address(self.request, "/"),)

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        now = timezone.now()
        naming = PublicNaming(tournament)
        hall = read_public_queue(tournament, at=now, naming=naming)
        faces = read_screen_faces(tournament, hall.waiting, naming)
        face_text = self.request.GET.get("face", "1")
        index = (int(face_text) if face_text.isdecimal() and len(face_text) < 5 else 1) - 1
        address = self.build_short_address()
        return {
            "faces": faces,
            "at": index % len(faces),
            "before": (index - 1) % len(faces) + 1,
            "after": (index + 1) % len(faces) + 1,
            "held": "hold" in self.request.GET,
            "seconds": FACE_SECONDS,
            "now": now,
            "short": address.partition("://")[2],
            "square": build_qr_square(address),
            "wifi": find_shown_wifi(tournament.slug),
        }


class ShortAddress(View):
    """Redirect from a tournament's number to its public page."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, tournament_id: int) -> HttpResponse:
        tournament = get_object_or_404(Tournament, pk=tournament_id)
        if not tournament.public and read_role(request.user, tournament) is None:
            raise Http404
        return HttpResponseRedirect(tournament.get_absolute_url())
