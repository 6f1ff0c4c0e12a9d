"""Hand a tournament over to another computer: it is played there, and nothing is written here until it comes home or is taken back.

The note stands beside the ledger and not in it: an entry here would part it from the ledger that goes on elsewhere.
"""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import retry_on_conflict, write_tx
from scoring.ledger.appending import lock_head
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused


@retry_on_conflict
def hand_over(tournament: Tournament, place: str, *, actor: AbstractBaseUser, at: dt.datetime) -> Tournament:
    """Mark the tournament as played at `place` from now on. Whoever is saving at this moment is saved before, or refused.

    Raises: ChangeRefused without a place, or where it was handed over already; ValidationError; PermissionDenied.
    """
    where = clean_name(place)
    validate_name(where)
    if not where:
        raise ChangeRefused("place_missing", _("Write where it will be played, for example “laptop of the Bar Centrale”."))
    with write_tx():
        locked = lock_for_director(tournament, actor)
        lock_head(locked)
        locked.handed_over_at, locked.handed_over_to = at, where
        locked.save()
    return locked


@retry_on_conflict
def take_back(tournament: Tournament, *, actor: AbstractBaseUser) -> Tournament:
    """Go on here from what is here. Raises: PermissionDenied; ChangeRefused where it is a picture of what is at a desk."""
    with write_tx():
        locked = lock_for_director(tournament, actor, elsewhere=True)
        if locked.shown_from:
            sentence = _("Nothing was changed: this is shown from “%(desk)s”, which keeps it. Save its file there and import it here.")
            raise ChangeRefused("shown_from", sentence % {"desk": locked.shown_from})
        locked.handed_over_at, locked.handed_over_to = None, ""
        locked.save()
    return locked
