"""The overlay of a stream, as a browser source shows it (docs/embedding.md), and its control at the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.matches.paper_style import read_style
from scoring.models import PaperStyle
from tournaments.models import Tournament
from tournaments.people.naming import PublicNaming
from visitors.screen.overlay import list_shown_matches, read_overlay
from visitors.screen.overlay_forms import OverlayForm
from visitors.screen.services import change_overlay
from visitors.screen.views import ScreenSettings
from visitors.tournament_pages.views import LivePublicPage

BY_ADDRESS = frozenset({PaperStyle.Scene.MATCH, PaperStyle.Scene.STANDINGS, PaperStyle.Scene.BRACKET})
"""What `?scene=` may show without the desk; a caption is seen when the desk shows it."""


class OverlayPage(LivePublicPage):
    """1920 × 1080 without a ground. It shows what the desk says; `?scene=`, and for a match `?match=`, always show one thing."""

    template_name = "visitors/screen/overlay.html"
    fragment = "visitors/screen/overlay_body.html"
    section = "screen"

    def build_context(self, tournament: Tournament) -> dict[str, Any]:
        style = read_style(tournament)
        scene, code = self.request.GET.get("scene", ""), self.request.GET.get("match", "")[:8]
        fixed = {"scene": scene, "code": code} if scene in BY_ADDRESS else {}
        return {"overlay": read_overlay(tournament, style, PublicNaming(tournament), **fixed), "style": style}


class OverlayControl(ScreenSettings):
    """The buttons on the screen's page of the desk: each stores what was typed, and says what is seen."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return HttpResponseRedirect(reverse("scoring:screen_settings", args=[slug]))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = OverlayForm(request.POST, matches=list_shown_matches(self.tournament, PublicNaming(self.tournament)))
        if not form.is_valid():
            return self.render_refused(request, overlay_form=form)
        change_overlay(self.tournament, form.build_choice(request.POST.get("scene", "")), actor=self.actor)
        messages.success(request, _("Saved. The overlay shows it within seconds."))
        return HttpResponseRedirect(f"{reverse('scoring:screen_settings', args=[slug])}#overlay")
