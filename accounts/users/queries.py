"""Who may let whom choose a new password."""

from django.conf import settings
from django.contrib.auth.models import User

from tournaments.models import Organizer, OrganizerMember, SeasonDirector, StaffRole
from tournaments.models.organizers import HOUSE_SLUG
from tournaments.permissions import Role, filter_directed


def may_reset_password(actor: User, user: User) -> bool:
    """Whether `actor` may let `user` choose a new password: an administrator for anybody, a director for people who work nowhere else.

    A link for somebody with rights elsewhere would hand those rights to the director.
    """
    if not actor.is_active or user.is_superuser:
        return actor.is_active and actor.is_superuser
    if actor.is_superuser:
        return True
    own_roles, general_roles = StaffRole.objects.filter(user=user), OrganizerMember.objects.filter(user=user)
    led = OrganizerMember.objects.filter(user=actor, role=Role.DIRECTOR).values("organizer")
    works_elsewhere = (
        own_roles.exclude(tournament__in=filter_directed(actor.pk)).exists()
        or general_roles.exclude(organizer__in=led).exists()
        or SeasonDirector.objects.filter(user=user).exists()
    )
    return (own_roles.exists() or general_roles.exists()) and not works_elsewhere


def has_organizers(user: User) -> bool:
    """Whether there are pages of organizers for the user: of an administrator on a site with several, of others where they are members."""
    if OrganizerMember.objects.filter(user=user).exists():
        return True
    return user.is_superuser and (bool(settings.DATABASE_URL) or Organizer.objects.exclude(slug=HOUSE_SLUG).exists())
