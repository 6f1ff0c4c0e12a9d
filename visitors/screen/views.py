"""The big screen in the hall: a public page that changes its face by itself."""

from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.generic import View

from jobs.permissions import everybody
from paper.logos import guess_picture_type
from scoring.clocks.queries import read_public_queue
from scoring.ledger.queries import read_current_head
from scoring.ledger.words import encode_words
from scoring.matches.paper_style import read_style
from scoring.models import PaperStyle
from scoring.permissions import live_visitor
from tournaments.announcing.queries import read_announcement
from tournaments.models import Tournament
from tournaments.pages.addresses import build_phone_address
from tournaments.pages.outdated import show_stored
from tournaments.pages.qr_codes import build_qr_code
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.people.naming import PublicNaming
from tournaments.permissions import read_role
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_fingerprint, read_seen
from visitors.screen.distances import list_reading_distances
from visitors.screen.forms import ScreenForm
from visitors.screen.overlay import list_scenes, list_shown_matches
from visitors.screen.overlay_forms import OverlayForm
from visitors.screen.queries import (
    attach_clocks,
    find_shown_wifi,
    read_hall_screen,
    read_shown_logo,
)
from visitors.screen.reach import read_reach
from visitors.screen.services import ScreenChoice, change_screen
from visitors.tournament_pages.views import LivePublicPage


class ScreenPage(LivePublicPage):
    """All faces in one page; a script changes them. Without script the page loads the next (`?face=`) until it is held (`?hold=1`)."""

    template_name = "visitors/screen/screen.html"
    fragment = "visitors/screen/screen_body.html"
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
        address, head, style = self.build_short_address(), read_current_head(tournament), read_style(tournament)
        wifi = find_shown_wifi(tournament.slug)
        short = address.partition("://")[2]
        screen = read_hall_screen(tournament, hall.waiting, naming, style=style, address=short, wifi=wifi)
        faces = attach_clocks(tournament, screen.faces)
        face_text = self.request.GET.get("face", "1")
        index = (int(face_text) if face_text.isdecimal() and len(face_text) < 5 else 1) - 1
        return {
            "words": encode_words(head.letters) if head.seq else (),
            "entry_count": head.seq,
            "faces": faces,
            "at": index % len(faces),
            "before": (index - 1) % len(faces) + 1,
            "after": (index + 1) % len(faces) + 1,
            "held": "hold" in self.request.GET,
            "seconds": screen.seconds,
            "room": screen.room,
            "now": now,
            "short": short,
            "qr_code": build_qr_code(address),
            "wifi": wifi,
            "style": style,
            "called_off": read_announcement(tournament).cancelled_at is not None,
        }


class ScreenLogo(View):
    """The sponsor's logo, where the director shows it on the screen."""

    policy = staticmethod(live_visitor)

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        picture = read_shown_logo(slug)
        if not picture:
            raise Http404
        return HttpResponse(picture, content_type=guess_picture_type(picture), headers={"Cache-Control": "private, max-age=86400"})


class ScreenSettings(DirectorMixin, DeskPage):
    """The director's message on the screen, the logo, and from how far the screen is read."""

    template_name = "visitors/screen/settings.html"
    title = _("Screen for the hall")
    section = "settings"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        style = read_style(self.tournament)
        initial = self._read_initial()
        page_context = {"form": ScreenForm(initial=initial), "fingerprint": compute_fingerprint(initial), "has_logo": bool(style.picture)}
        page_context |= self._build_overlay_context(style)
        page_context["distances"] = list_reading_distances()
        address = build_phone_address(self.request, reverse("scoring:short_address", args=[self.tournament.pk]))
        page_context["reach"] = read_reach(self.tournament, style, address=address.partition("://")[2])
        return super().get_context_data(**{**page_context, **context})

    def _build_overlay_context(self, style: PaperStyle) -> dict[str, Any]:
        """The control of the overlay: what it shows, from what can be chosen, and the address for the stream’s program."""
        matches = list_shown_matches(self.tournament, PublicNaming(self.tournament))
        initial = {name: getattr(style, f"overlay_{name}") for name in ("match", "title", "text")}
        path = reverse("scoring:public_overlay", args=[self.tournament.slug])
        return {
            "overlay_form": OverlayForm(initial=initial, matches=matches),
            "scene": style.overlay_scene,
            "scenes": list_scenes(self.tournament),
            "overlay_address": self.request.build_absolute_uri(path),
        }

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = ScreenForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form, fingerprint=read_fingerprint(request))
        seen = read_seen(request, lambda: compute_fingerprint(self._read_initial()))
        try:
            change_screen(self.tournament, ScreenChoice(**form.cleaned_data), actor=self.actor, seen=seen)
        except ChangeRefused as refusal:
            show_stored(form, ScreenForm(initial=self._read_initial()), refusal)
            return self.render_refused(request, form=form)
        messages.success(request, _("Saved. Every screen shows it within seconds."))
        return HttpResponseRedirect(reverse("scoring:screen_settings", args=[slug]))

    def _read_initial(self) -> dict[str, object]:
        style = read_style(self.tournament)
        lengths = {name: _drop_zeros(getattr(style, f"screen_{name}")) for name in ("diagonal", "seat")}
        return {"message": style.screen_message, "logo": style.screen_logo, "unit": style.screen_unit, **lengths}


def _drop_zeros(length: Decimal | None) -> Decimal | int | None:
    """55 instead of 55.0, as somebody typed it."""
    return int(length) if length is not None and length == int(length) else length


class ShortAddress(View):
    """Redirect from a tournament's number to its public page."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, tournament_id: int) -> HttpResponse:
        tournament = get_object_or_404(Tournament, pk=tournament_id)
        if not tournament.public and read_role(request.user, tournament) is None:
            raise Http404
        return HttpResponseRedirect(tournament.get_absolute_url())
