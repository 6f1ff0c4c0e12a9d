"""The language of what messengers show of a link: that of the tournament, because the program that asks is not who reads."""

import re

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from scoring.matches.paper_style import read_style
from tournaments.models import Tournament

PROGRAMS = re.compile(r"bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|signal", re.IGNORECASE)
"""How programs name themselves that fetch a shared link for somebody else."""
ADDRESS = re.compile(r"/tournaments/([-\w]+)/")
LANGUAGE_OF_THE_GAMES = "it"


class ReaderLanguageMiddleware(LocaleMiddleware):
    """Django's, but for a messenger's program, which gets the language of the tournament's papers, else that of the games.

    One query, for such programs only.
    """

    def process_request(self, request: HttpRequest) -> None:
        address = ADDRESS.match(request.path_info)
        if not address or not PROGRAMS.search(request.headers.get("User-Agent", "")):
            super().process_request(request)
            return
        language = choose_preview_language(address[1])
        translation.activate(language)
        request.LANGUAGE_CODE = language


def choose_preview_language(slug: str) -> str:
    """A code of the setting LANGUAGES."""
    offered = {code for code, _name in settings.LANGUAGES}
    tournament = Tournament.objects.select_related("organizer__paper", "paper_style").filter(slug=slug).first()
    wishes = (read_style(tournament).language if tournament else "", LANGUAGE_OF_THE_GAMES)
    return next((wish for wish in wishes if wish in offered), settings.LANGUAGE_CODE)
