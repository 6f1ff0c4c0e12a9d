"""Who may see the calendar of a club."""

from typing import Any

from django.http import Http404, HttpRequest

from tournaments.announcing.listing import select_public_evenings
from tournaments.models import OrganizerMember
from tournaments.models.organizers import HOUSE_SLUG


def club_visitor(request: HttpRequest, *, organizer_slug: str, **url_arguments: Any) -> bool:
    """Policy: everybody, if the club has an evening that is public; else only its members. The house is known to everybody.

    Raises: Http404 for others, whether the club exists or not.
    """
    if organizer_slug == HOUSE_SLUG or select_public_evenings().filter(organizer__slug=organizer_slug).exists():
        return True
    members = OrganizerMember.objects.filter(organizer__slug=organizer_slug, user_id=request.user.pk or 0)
    if not request.user.is_authenticated or not members.exists():
        raise Http404
    return True
