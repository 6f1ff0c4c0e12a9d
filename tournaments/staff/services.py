"""Who works at a tournament's desk."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from tournaments.locks import lock_for_director
from tournaments.models import StaffRole, Tournament
from tournaments.refusals import Refused
from tournaments.transactions import write_tx


def grant_role(tournament: Tournament, *, actor: AbstractBaseUser, user: AbstractBaseUser, role: StaffRole.Role) -> StaffRole:
    """Give `user` the role, in place of the one they have. Raises: Refused (the last director stays); PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if role is not StaffRole.Role.DIRECTOR:
            _keep_a_director(locked, user)
        granted, _created = StaffRole.objects.update_or_create(tournament=locked, user_id=user.pk, defaults={"role": role})
    return granted


def revoke_role(tournament: Tournament, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """Take `user` off the desk; it counts from their next request. Raises: Refused (the last director stays); PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        _keep_a_director(locked, user)
        StaffRole.objects.filter(tournament=locked, user_id=user.pk).delete()


def _keep_a_director(tournament: Tournament, leaving: AbstractBaseUser) -> None:
    directors = StaffRole.objects.filter(tournament=tournament, role=StaffRole.Role.DIRECTOR)
    if not directors.exclude(user_id=leaving.pk).exists():
        raise Refused("last_director", _("A tournament keeps at least one director: name another one first."))
