"""The staff of a tournament."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import OrganizerMember, StaffRole, Tournament
from tournaments.refusals import ChangeRefused


def grant_role(tournament: Tournament, *, actor: AbstractBaseUser, user: AbstractBaseUser, role: StaffRole.Role) -> StaffRole:
    """Give `user` the role in place of the present one. Raises: ChangeRefused (the last director stays); PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if role is not StaffRole.Role.DIRECTOR:
            _require_other_director(locked, user)
        granted, _created = StaffRole.objects.update_or_create(tournament=locked, user_id=user.pk, defaults={"role": role})
    return granted


def revoke_role(tournament: Tournament, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """Remove `user` from the staff, from their next request on. Raises: ChangeRefused (the last director stays); PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        _require_other_director(locked, user)
        StaffRole.objects.filter(tournament=locked, user_id=user.pk).delete()


def _require_other_director(tournament: Tournament, leaving: AbstractBaseUser) -> None:
    """A director of the club is one of the tournament too, but for practice copies."""
    directors = StaffRole.objects.filter(tournament=tournament, role=StaffRole.Role.DIRECTOR)
    of_club = OrganizerMember.objects.filter(organizer=tournament.organizer_id, role=StaffRole.Role.DIRECTOR)
    if not directors.exclude(user_id=leaving.pk).exists() and (tournament.demonstration or not of_club.exists()):
        raise ChangeRefused("last_director", _("A tournament keeps at least one director: name another one first."))
