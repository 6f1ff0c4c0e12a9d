"""Putting a tournament away: it keeps everything and leaves the start pages."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import Round, Tournament
from tournaments.refusals import ChangeRefused


def archive_tournament(tournament: Tournament, *, actor: AbstractBaseUser, at: dt.datetime | None) -> Tournament:
    """Put a tournament into the archive at a time, or with None bring it back to the start pages. Its pages and addresses stay.

    Raises: ChangeRefused while a round is being played; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor, elsewhere=True)
        if at is not None and Round.objects.filter(stage__tournament=locked, state=Round.State.PUBLISHED).exists():
            raise ChangeRefused("round_open", _("Nothing was changed: a round is being played. Close it first."))
        locked.archived_at = at
        locked.save()
    return locked
