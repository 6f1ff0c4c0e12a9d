"""The staff of a tournament and their roles. Rights are read at every request."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament


class StaffRole(models.Model):
    """One user's role at the desk of one tournament."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        ASSISTANT = "assistant", _("assistant")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="desk_roles")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person_and_tournament"),
            models.CheckConstraint(condition=models.Q(role__in=["director", "assistant"]), name="staff_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
