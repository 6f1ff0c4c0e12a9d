"""Who may see the form of the entrance."""

from typing import Any

from django.http import HttpRequest

from tournaments.models import Announcement
from tournaments.permissions import visitor


def enroller(request: HttpRequest, *, slug: str, door_key: str, **url_arguments: Any) -> bool:
    """Policy: whoever holds the key of the entrance's QR code, also where the tournament has no public page; else as for visitors."""
    keys = Announcement.objects.filter(tournament__slug=slug).exclude(door_key="").values_list("door_key", flat=True)
    return door_key in keys or visitor(request, slug=slug, **url_arguments)
