"""The desk's page of posters, their files, and the public page of pictures."""

import hashlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from evenings.posters.links import build_poster_link
from evenings.posters.queries import build_poster, list_missing, write_chat_text
from evenings.posters.results import (
    build_match_result,
    build_standings_result,
    build_told_result,
    build_winners_result,
    list_match_pictures,
    select_published_matches,
)
from evenings.posters.services import choose_look
from paper.layout import A3, A4
from paper.poster_art import (
    PosterData,
    PosterLook,
    PosterShape,
    ResultData,
    draw_poster,
    draw_result,
    write_leaflets,
    write_picture,
    write_poster,
)
from scoring.permissions import live_visitor
from tournaments.announcing.queries import build_evening, is_enrolment_open, read_announcement
from tournaments.models import Announcement, Tournament
from tournaments.pages.addresses import build_public_address, has_public_address, is_reachable_by_phone
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.pages.views import DeskAction, DeskMixin, DeskPage
from tournaments.people.naming import PublicNaming
from visitors.tournament_pages.share_views import VersionedPicture

PREVIEW_PIXELS = 420
SHAPES = ((PosterShape.SQUARE, _("square")), (PosterShape.UPRIGHT, _("upright")))
PAPER_BUTTONS = (("a4.pdf", _("Poster A4")), ("a3.pdf", _("Poster A3")), ("leaflets.pdf", _("Leaflets")))
PICTURE_BUTTONS = (("square.png", _("Square picture")), ("upright.png", _("Upright picture")))
PAPERS: dict[str, Callable[[PosterData, PosterLook], bytes]] = {
    "a4.pdf": lambda data, look: write_poster(data, look, A4),
    "a3.pdf": lambda data, look: write_poster(data, look, A3),
    "leaflets.pdf": write_leaflets,
}
PICTURES: dict[str, Callable[[PosterData, PosterLook], bytes]] = {
    "square.png": lambda data, look: write_picture(draw_poster(data, look, PosterShape.SQUARE)),
    "upright.png": lambda data, look: write_picture(draw_poster(data, look, PosterShape.UPRIGHT)),
    "preview.png": lambda data, look: write_picture(draw_poster(data, look, PosterShape.SHEET), PREVIEW_PIXELS),
}
"""Files of a poster by the last part of their address."""


class PosterMixin(DeskMixin):
    """Reads what is announced, the language of the poster, and where its code leads."""

    def choose_language(self) -> str:
        """The language of the request, else that of the page."""
        wishes = (self.request.GET.get("language", ""), get_language() or "")
        codes = [code for code, _name in settings.LANGUAGES]
        return next((wish for wish in wishes if wish in codes), settings.LANGUAGE_CODE)

    @property
    def wants_hall(self) -> bool:
        """Whether the code may lead into the hall's network."""
        return "hall" in self.request.GET

    def build_data(self) -> PosterData:
        """The poster in the language of the moment."""
        announcement = read_announcement(self.tournament)
        enrols = is_enrolment_open(self.tournament, announcement, timezone.now())
        link = build_poster_link(self.request, self.tournament, announcement, enrols=enrols, hall=self.wants_hall)
        return build_poster(self.tournament, build_evening(self.tournament, announcement), link)


class PosterPage(PosterMixin, DeskPage):
    """The three looks side by side, the files of the chosen one, and a text for a chat."""

    template_name = "evenings/posters/poster.html"
    title = _("Poster and pictures")
    section = "poster"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        announcement = read_announcement(self.tournament)
        evening, language = build_evening(self.tournament, announcement), self.choose_language()
        enrols = is_enrolment_open(self.tournament, announcement, timezone.now())
        with translation.override(language):
            public = build_poster_link(self.request, self.tournament, announcement, enrols=enrols, hall=False)
            text = write_chat_text(self.tournament, evening, public.address)
        page_context = {
            "evening": evening,
            "missing": list_missing(self.tournament, evening),
            "looks": Announcement.Look.choices,
            "papers": PAPER_BUTTONS,
            "pictures": PICTURE_BUTTONS,
            "query": urlencode({"language": language, **({"hall": "on"} if self.wants_hall else {})}),
            "languages": settings.LANGUAGES,
            "language": language,
            "hall": self.wants_hall,
            "text": text,
            "text_lines": text.count("\n") + 1,
            "has_link": bool(public.address),
            "has_public_address": has_public_address(self.request),
            "hall_reachable": is_reachable_by_phone(self.request),
            "announcement_address": reverse("evenings:announcement", args=[self.tournament.slug]),
        }
        return super().get_context_data(**{**page_context, **context})


class PosterFile(PosterMixin):
    """One file of a poster: PDF or PNG."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str, look: str, file: str) -> HttpResponse:
        if look not in Announcement.Look.values or (file not in PAPERS and file not in PICTURES):
            raise Http404
        with translation.override(self.choose_language()):
            data = self.build_data()
        name = f"{slug}-{file.rpartition('.')[0]}"
        if file in PAPERS:
            return build_pdf_response(PAPERS[file](data, PosterLook(look)), name)
        return build_picture_response(PICTURES[file](data, PosterLook(look)), "" if file == "preview.png" else name)


class ChooseLook(DeskAction):
    """Stores the look of the posters."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        look = request.POST.get("look", "")
        if look not in Announcement.Look.values:
            raise Http404
        choose_look(self.tournament, Announcement.Look(look), actor=self.actor)
        response = self.report_done(request, gettext("Saved."), "desk")
        response["Location"] = reverse("evenings:poster", args=[slug])
        return response


def build_picture_response(content: bytes, name: str = "") -> HttpResponse:
    """A PNG that is shown, or saved under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.png"'} if name else {}
    return HttpResponse(content, content_type="image/png", headers={"X-Robots-Tag": "noindex", **headers})


class PicturesPage(TemplateView):
    """What can be saved and sent: the announcement, the winners, the standings, and the latest results."""

    policy = staticmethod(live_visitor)
    template_name = "evenings/posters/pictures.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        naming = PublicNaming(tournament)
        page_context = {
            "tournament": tournament,
            "section": "pictures",
            "kinds": list(list_picture_kinds(tournament, naming)),
            "shapes": [(shape.value, words) for shape, words in SHAPES],
            "matches": list_match_pictures(tournament, naming),
        }
        return super().get_context_data(**{**page_context, **context})


def list_picture_kinds(tournament: Tournament, naming: PublicNaming) -> list[tuple[str, str]]:
    """The pictures that exist now, by the first part of their name: winners and standings once there are any."""
    kinds = []
    if build_winners_result(tournament, naming) is not None:
        kinds.append(("winners", gettext("The winners")))
    if build_standings_result(tournament, naming) is not None:
        kinds.append(("standings", gettext("Standings")))
    if build_told_result(tournament, naming) is not None:
        kinds.append(("numbers", gettext("Numbers of the evening")))
    return [*kinds, ("announcement", gettext("Announcement"))]


class EveningPicture(VersionedPicture):
    """A picture of the tournament as it is now, in the look of its posters."""

    def describe_extra_version(self) -> str:
        """The announcement is no part of the version of the public pages; nor is the address at which this one is read."""
        announcement = self.read_announcement()
        base = build_public_address(self.request, "/")
        return hashlib.sha256(f"{announcement.changed_at} {announcement.look} {base} {timezone.localdate()}".encode()).hexdigest()

    def read_announcement(self) -> Announcement:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        return read_announcement(tournament)

    def draw_picture(self) -> bytes:
        announcement = self.read_announcement()
        what, _dash, shape = self.kwargs["picture"].rpartition("-")
        look = PosterLook(announcement.look)
        if what == "announcement":
            return write_picture(draw_poster(self._build_poster(announcement), look, read_shape(shape)))
        return draw_result_picture(self._build_result(announcement.tournament, what), look, shape)

    def _build_poster(self, announcement: Announcement) -> PosterData:
        tournament = announcement.tournament
        enrols = is_enrolment_open(tournament, announcement, timezone.now())
        link = build_poster_link(self.request, tournament, announcement, enrols=enrols, hall=False)
        return build_poster(tournament, build_evening(tournament, announcement), link)

    def _build_result(self, tournament: Tournament, what: str) -> ResultData:
        builders = {"winners": build_winners_result, "standings": build_standings_result, "numbers": build_told_result}
        result = builders[what](tournament, PublicNaming(tournament)) if what in builders else None
        if result is None:
            raise Http404
        return result


class MatchResultPicture(EveningPicture):
    """The result of one match."""

    def draw_picture(self) -> bytes:
        match = get_object_or_404(select_published_matches(self.kwargs["slug"]), code=self.kwargs["code"])
        look = PosterLook(self.read_announcement().look)
        return draw_result_picture(build_match_result(match, PublicNaming(match.round.stage.tournament)), look, self.kwargs["shape"])


def draw_result_picture(result: ResultData, look: PosterLook, shape: str) -> bytes:
    return write_picture(draw_result(result, look, read_shape(shape)))


def read_shape(text: str) -> PosterShape:
    """Raises: Http404 for what is no shape of a picture."""
    if text not in {PosterShape.SQUARE, PosterShape.UPRIGHT}:
        raise Http404
    return PosterShape(text)
