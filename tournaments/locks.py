"""The row that every change of a tournament locks first, so that two desks never interleave.

The lock leaves the row's key free (`no_key`): a ledger entry that is being written refers to it, and holds the ledger's head that a
director who closes a round wants next. With the stronger lock the two wait for each other.
"""

from tournaments.models import Tournament
from tournaments.permissions import Principal, require_director, require_staff


def lock_for_director(tournament: Tournament, actor: Principal) -> Tournament:
    """The tournament read anew under its lock. Raises: PermissionDenied."""
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    require_director(actor, locked)
    return locked


def lock_for_staff(tournament: Tournament, actor: Principal) -> Tournament:
    """The tournament read anew under its lock. Raises: PermissionDenied."""
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    require_staff(actor, locked)
    return locked
