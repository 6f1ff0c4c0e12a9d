"""Who may decide what is seen outside: whoever looks after the whole desk, and the directors of a tournament for that one."""

from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from exchange.extras import format_time
from publishing.models import Target
from publishing.targets.queries import is_publishing_desk
from tournaments.models import Tournament
from tournaments.permissions import Role, read_role


class NothingOutside(Http404):
    """404 whose page says why there is nothing to decide here."""

    def __init__(self, advice: str) -> None:
        super().__init__()
        self.advice = advice


def require_publishing_desk() -> None:
    """Raises: NothingOutside on a site of the internet, which is what others publish to."""
    if not is_publishing_desk():
        raise NothingOutside(_("A site shows what desks send to it, and sends nothing itself. Open “Outside” at the desk in the hall."))


def desk_publisher(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: administrators of a desk. Raises: NothingOutside on a site of the internet, which is what others publish to."""
    require_publishing_desk()
    return request.user.is_active and request.user.is_superuser


def target_director(request: HttpRequest, *, target_id: int, **url_arguments: Any) -> bool:
    """Policy: administrators of the desk, also for a target that is gone; for that of one tournament its directors too.

    Raises: NothingOutside for everybody else.
    """
    if not request.user.is_authenticated:
        return False
    if desk_publisher(request):
        return True
    target = Target.objects.filter(pk=target_id).first()
    if target is None or not _directs(request, find_tournament(target)):
        raise NothingOutside(
            _("It was disconnected, or it is for a tournament that you do not direct. Open “Outside” at the desk of your tournament.")
        )
    return True


def find_tournament(target: Target) -> Tournament | None:
    """The tournament that a target is for; None where it is for the whole desk, or the tournament is deleted here."""
    if not target.tournament:
        return None
    rows = Tournament.objects.only("pk", "slug", "created_at", "demonstration", "organizer")
    return next((row for row in rows if format_time(row.created_at) == target.tournament), None)


def _directs(request: HttpRequest, tournament: Tournament | None) -> bool:
    return tournament is not None and read_role(request.user, tournament) is Role.DIRECTOR
