"""The staff of a tournament, their roles, and invitations to it. Rights are read at every request."""

import datetime as dt
from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.desk_roles import GIVEN_CHOICES, DeskRole, RoleHolder, build_role_constraint
from tournaments.models.organizers import Organizer
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH

NIGHT = dt.timedelta(hours=6)
"""An evening ends after midnight: its day lasts until then."""


def find_day(at: dt.datetime) -> dt.date:
    """The day of which this moment is a part for whoever works at an evening."""
    return timezone.localdate(at - NIGHT)


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
    role = models.CharField(max_length=10, choices=GIVEN_CHOICES)
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


class PlaceCode(models.Model):
    """A link and its QR code with which whoever has it works at the door and the score sheets of one place, on one day.

    The link is signed with the site's key, so that no secret is stored. What is done with it stands under `user`, who cannot log in.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="place_codes")
    place = models.CharField(max_length=MAX_NAME_LENGTH)
    day = models.DateField()
    note = models.CharField(max_length=80, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="place_codes")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["day", "place", "pk"]

    def __str__(self) -> str:
        return f"{self.place} {self.day}"

    @property
    def ends_at(self) -> dt.datetime:
        return timezone.make_aware(dt.datetime.combine(self.day, dt.time()) + dt.timedelta(days=1) + NIGHT)
