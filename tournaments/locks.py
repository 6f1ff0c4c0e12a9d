"""The row lock that every change of a tournament takes first, so that two desks never interleave.

The lock does not lock the row's key (`no_key`): a ledger entry that is being written refers to the tournament and holds the ledger's head,
which a director who closes a round needs next. With the stronger lock the two would wait for each other.
"""

from tournaments.models import Tournament
from tournaments.permissions import Principal, Right, require_director, require_here, require_right


def lock_for_director(tournament: Tournament, actor: Principal, *, elsewhere: bool = False) -> Tournament:
    """The tournament read again under its lock; `elsewhere` also one that is being played on another computer.

    Raises: PermissionDenied; HandedOver.
    """
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    require_director(actor, locked)
    if not elsewhere:
        require_here(locked)
    return locked


def lock_with_right(tournament: Tournament, actor: Principal, right: Right) -> Tournament:
    """The tournament read again under its lock. Raises: PermissionDenied; HandedOver."""
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    require_right(actor, locked, right)
    require_here(locked)
    return locked
