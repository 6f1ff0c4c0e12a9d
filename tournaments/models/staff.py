"""The staff of a tournament, their roles, and invitations to it. Rights are read at every request."""

import datetime as dt
from typing import TypeAlias

from django.conf import settings
from django.db import models

from tournaments.models.desk_roles import DeskRole, RoleHolder, build_role_constraint
from tournaments.models.organizers import Organizer
from tournaments.models.tournaments import Tournament


class StaffRole(RoleHolder):
    """One user's role at the desk of one tournament."""

    Role: TypeAlias = DeskRole

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="desk_roles")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person_and_tournament"),
            build_role_constraint("staff_role_known"),
        ]


class Invitation(models.Model):
    """A role offered to whoever opens its link first; a row is deleted when the invitation is withdrawn.

    The role is at one tournament, or at every one of an organizer; with neither, whoever opens the link becomes an organizer. The link is
    signed with the site's key, so that no secret is stored. `used_by` is empty for an account that was deleted since.
    """

    VALID_FOR = dt.timedelta(days=7)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="invitations")
    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, null=True, related_name="invitations")
    role = models.CharField(max_length=10, choices=StaffRole.Role)
    note = models.CharField(max_length=80, blank=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(tournament=None) | models.Q(organizer=None), name="invitation_to_one_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament or self.organizer} · {self.get_role_display()}"

    @property
    def expires_at(self) -> dt.datetime:
        return self.made_at + self.VALID_FOR
