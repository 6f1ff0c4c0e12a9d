"""Who may let whom choose a new password."""

from django.contrib.auth.models import User

from tournaments.models import SeasonDirector, StaffRole


def may_reset_password(actor: User, user: User) -> bool:
    """Whether `actor` may let `user` choose a new password: an administrator for anybody, a director for people who work nowhere else.

    A link for somebody with rights elsewhere would hand those rights to the director.
    """
    if not actor.is_active or user.is_superuser:
        return actor.is_active and actor.is_superuser
    directed = StaffRole.objects.filter(user=actor, role=StaffRole.Role.DIRECTOR).values("tournament")
    own_roles = StaffRole.objects.filter(user=user)
    works_elsewhere = own_roles.exclude(tournament__in=directed).exists() or SeasonDirector.objects.filter(user=user).exists()
    return actor.is_superuser or (own_roles.exists() and not works_elsewhere)
