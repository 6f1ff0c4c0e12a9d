"""The row that every change of a tournament locks first, so that two desks never interleave."""

from tournaments.models import Tournament
from tournaments.permissions import Principal, require_director, require_staff


def lock_for_director(tournament: Tournament, actor: Principal) -> Tournament:
    """The tournament read anew under its lock. Raises: PermissionDenied."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    require_director(actor, locked)
    return locked


def lock_for_staff(tournament: Tournament, actor: Principal) -> Tournament:
    """The tournament read anew under its lock. Raises: PermissionDenied."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    require_staff(actor, locked)
    return locked
