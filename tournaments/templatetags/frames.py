"""The line of HTML with which another site shows a page in a frame (docs/embedding.md)."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.pages.addresses import build_public_address, has_public_address
from tournaments.pages.framed import build_frame_line

register = template.Library()


@register.inclusion_tag("components/on_your_site.html", takes_context=True)
def on_your_site(context: dict[str, Any], name: str, tournament: Tournament, title: str) -> dict[str, Any]:
    """The disclosure for the framed page `name` of a tournament; nothing for one that is not public, and on a page without a server."""
    request = context["request"]
    if not tournament.public or getattr(request, "is_static_page", False):
        return {}
    path = f"{reverse(name, args=[tournament.slug])}?{urlencode({'lang': get_language() or 'en'})}"
    frame = build_public_address(request, path) or request.build_absolute_uri(path)
    return {"frame": frame, "frame_line": build_frame_line(frame, f"{title} · {tournament.name}"), "is_public": has_public_address(request)}
