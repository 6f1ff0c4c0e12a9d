"""The look of an evening's posters, as the director chose it."""

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import Announcement, Tournament


def choose_look(tournament: Tournament, look: Announcement.Look, *, actor: AbstractBaseUser) -> bool:
    """Store the look of poster, leaflets and pictures; whether it is another than before. Raises: PermissionDenied.

    1. the row of the announcement is made if there is none; 2. its look is saved with its history. What is announced stays as it is, so
    no calendar is told.
    """
    with write_tx():
        announcement, _made = Announcement.objects.get_or_create(tournament=lock_for_director(tournament, actor))
        changes = announcement.look != look
        if changes:
            announcement.look = look
            announcement.save(update_fields=["look", "changed_at"])
        return changes
