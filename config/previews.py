"""The language of a public page for whoever does not say what they read: for messengers that of the tournament, else that of the site.

Messengers say nothing of who will read, and what their programs ask for is not it either.
"""

import re

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from scoring.matches.paper_style import find_style

PROGRAMS = re.compile(r"bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|signal", re.IGNORECASE)
"""How programs name themselves that fetch a shared link for somebody else."""
ADDRESS = re.compile(r"/tournaments/([-\w]+)/")
PUBLIC = re.compile(r"/(?:tournaments/|calendar/|seasons/|honours/|persons/|handbook/|enrolments/|ratings/|referee/|t$)|/$")
"""Pages whose links are shared."""


class ReaderLanguageMiddleware(LocaleMiddleware):
    """Django's, but a messenger's program gets the language of the tournament's papers, else that of the site; the latter also gets
    whoever neither says nor chose a language.

    One query, for messengers only.
    """

    def process_request(self, request: HttpRequest) -> None:
        if not PUBLIC.match(request.path_info) or not (_is_messenger(request) or _is_silent(request)):
            super().process_request(request)
            return
        # Only messengers are worth the query: a page that is kept must cost none for its language.
        address = ADDRESS.match(request.path_info) if _is_messenger(request) else None
        language = choose_preview_language(address[1] if address else "")
        translation.activate(language)
        request.LANGUAGE_CODE = language


def _is_messenger(request: HttpRequest) -> bool:
    return PROGRAMS.search(request.headers.get("User-Agent", "")) is not None


def _is_silent(request: HttpRequest) -> bool:
    return not request.headers.get("Accept-Language") and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES


def choose_preview_language(slug: str) -> str:
    """A code of the setting LANGUAGES; `slug` is that of a tournament, or empty."""
    offered = {code for code, _name in settings.LANGUAGES}
    style = find_style(slug) if slug else None
    wishes = (style.language if style else "", settings.SITE_LANGUAGE)
    return next((wish for wish in wishes if wish in offered), settings.LANGUAGE_CODE)
