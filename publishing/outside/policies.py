"""Who may decide what is seen outside: whoever looks after the whole desk, and the directors of a tournament for that one."""

from typing import Any

from django.http import Http404, HttpRequest

from exchange.extras import format_time
from publishing.models import Target
from publishing.targets.queries import is_publishing_desk
from tournaments.models import Tournament
from tournaments.permissions import Role, read_role


def desk_publisher(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: administrators of a desk. Raises: Http404 on a site of the internet, which is what others publish to."""
    if not is_publishing_desk():
        raise Http404
    return request.user.is_active and request.user.is_superuser


def target_director(request: HttpRequest, *, target_id: int, **url_arguments: Any) -> bool:
    """Policy: administrators of the desk, also for a target that is gone; for that of one tournament its directors too.

    Raises: Http404 for everybody else.
    """
    if not request.user.is_authenticated:
        return False
    if desk_publisher(request):
        return True
    target = Target.objects.filter(pk=target_id).first()
    if target is None or not _directs(request, find_tournament(target)):
        raise Http404
    return True


def find_tournament(target: Target) -> Tournament | None:
    """The tournament that a target is for; None where it is for the whole desk, or the tournament is deleted here."""
    if not target.tournament:
        return None
    rows = Tournament.objects.only("pk", "slug", "created_at", "demonstration", "organizer")
    return next((row for row in rows if format_time(row.created_at) == target.tournament), None)


def _directs(request: HttpRequest, tournament: Tournament | None) -> bool:
    return tournament is not None and read_role(request.user, tournament) is Role.DIRECTOR
