from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

from backup.second_location import read_second_location
from config.hall import can_open_hall
from config.loading import SCRIPT
from tournaments.pages.partial_languages import is_in_partial_languages

HTMX_CONFIG = (
    '{"includeIndicatorStyles":false,"allowEval":false,"selfRequestsOnly":true,"historyCacheSize":0,"timeout":20000,'
    '"responseHandling":[{"code":"204","swap":false},{"code":"304","swap":false},{"code":"[23]..","swap":true},'
    '{"code":"(409|422|423)","swap":true},{"code":"[45]..","swap":false,"error":true}]}'
)
"""Answers that carry a page for the person (conflict, rules, locked) are shown; others go to the banner of labella.js."""


def add_site_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: what the frame of every page needs."""
    return {
        "htmx_config": HTMX_CONFIG,
        "loading_script": SafeString(f"<script>{SCRIPT}</script>"),
        "lan_addresses": settings.LAN_ADDRESSES,
        "can_open_hall": can_open_hall(),
        "lan_port": settings.PORT,
        "follow_seconds": settings.FOLLOW_SECONDS,
        "partial_languages": settings.PARTIAL_LANGUAGES,
        "in_partial_languages": not request.resolver_match or is_in_partial_languages(request.resolver_match.func),
        "is_desk": not settings.DATABASE_URL,
        "second_location": read_second_location,
        "answer_address": find_answer_address(request),
        "sign_up_open": settings.SIGN_UP == "open" and bool(settings.EMAIL_HOST),
    }


def find_answer_address(request: HttpRequest) -> str:
    """Where going back to the page that answers a posted form leads: its own address if that can be asked for, or nowhere."""
    view = getattr(request.resolver_match and request.resolver_match.func, "view_class", None)
    can_be_asked_for = "get" in getattr(view, "http_method_names", ()) and hasattr(view, "get")
    return request.get_full_path() if request.method == "POST" and can_be_asked_for else ""
