"""What belongs to a login beside its name and password, and what the site allows to logins."""

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """A user's authenticator app (TOTP, RFC 6238). Without `confirmed_at` it is being set up and asks for nothing yet.

    `secret` is base32. `last_step` is the time step of the last accepted code, so that no code counts twice. `recovery_hashes` are password
    hashes of the codes on paper that are still unused.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)
    recovery_hashes = models.JSONField(default=list)
    failures = models.PositiveSmallIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.user)


class LoginPolicy(models.Model):
    """The one row of what the administrator allows: `network_logins` over an unprotected connection from other computers."""

    network_logins = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_login_policy")]

    def __str__(self) -> str:
        return f"network logins: {self.network_logins}"
