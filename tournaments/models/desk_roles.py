"""What somebody can be at a desk, and the columns of whoever is; the rights of each are in `tournaments.permissions`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DeskRole(models.TextChoices):
    DIRECTOR = "director", _("director")
    ASSISTANT = "assistant", _("assistant")
    REFEREE = "referee", _("referee")
    DOOR = "door", _("door")
    READER = "reader", _("reader")
    HELPER = "helper", _("helper at one venue")
    """Nobody is given it: a `PlaceCode` brings it, for one place and one day."""


GIVEN_ROLES = tuple(role for role in DeskRole if role is not DeskRole.HELPER)
GIVEN_CHOICES = [(role.value, role.label) for role in GIVEN_ROLES]


class RoleHolder(models.Model):
    """What a row has that gives a user a role: at one tournament, or at all of an organizer. Rights are read at every request."""

    role = models.CharField(max_length=10, choices=GIVEN_CHOICES)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{getattr(self, 'user', '')} · {self.get_role_display()}"


def build_role_constraint(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=models.Q(role__in=[role.value for role in GIVEN_ROLES]), name=name)
