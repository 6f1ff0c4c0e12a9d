"""The big screen in the hall: a public page that turns its own leaves."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.generic import View

from jobs.permissions import everybody
from scoring.halls.queries import queue_seen
from scoring.public.views import PublicPage
from scoring.screen.queries import faces_of, square, wifi_shown
from tournaments.models import Tournament
from tournaments.pages.addresses import phone_address
from tournaments.people.naming import PublicNaming
from tournaments.permissions import role_in

SECONDS = 12
"""How long a face stays: eight lines are read aloud in less."""


class Screen(PublicPage):
    """All faces in one page; a script turns them, and without one the page asks for the next (`?face=`) until it is held (`?hold=1`)."""

    template_name = "scoring/screen/screen.html"
    fragment = "scoring/screen/screen_body.html"
    section = "screen"

    def address(self) -> str:
        """Short enough to be typed from the wall."""
        tournament = Tournament.objects.only("pk").get(slug=self.kwargs["slug"])
        return phone_address(self.request, reverse("scoring:short_address", args=[tournament.pk]))

    def shows_besides(self) -> tuple[str, ...]:
        return (phone_address(self.request, "/"),)

    def shown(self, tournament: Tournament) -> dict[str, Any]:
        now = timezone.now()
        naming = PublicNaming(tournament)
        hall = queue_seen(tournament, at=now, naming=naming)
        faces = faces_of(tournament, hall.waiting, naming)
        asked = self.request.GET.get("face", "1")
        at = (int(asked) if asked.isdecimal() and len(asked) < 5 else 1) - 1
        address = self.address()
        return {
            "faces": faces,
            "at": at % len(faces),
            "before": (at - 1) % len(faces) + 1,
            "after": (at + 1) % len(faces) + 1,
            "held": "hold" in self.request.GET,
            "seconds": SECONDS,
            "now": now,
            "short": address.partition("://")[2],
            "square": square(address),
            "wifi": wifi_shown(tournament.slug),
        }


class ShortAddress(View):
    """The number of a tournament leads to its public page."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, tournament_id: int) -> HttpResponse:
        tournament = get_object_or_404(Tournament, pk=tournament_id)
        if not tournament.public and role_in(request.user, tournament) is None:
            raise Http404
        return HttpResponseRedirect(tournament.get_absolute_url())
