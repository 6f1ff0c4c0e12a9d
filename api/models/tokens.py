"""Tokens of programs, when each was last used, and requests that were answered once and are never done twice."""

import hashlib

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models.ledger import DIGEST
from tournaments.models import Entry, Organizer, Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


def hash_token(secret: str) -> str:
    """What is stored of a token: 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """Lets a program act for the person who made it, at one tournament or at all of a club, until it is ended or its time is over.

    It never gives more than its scope, and never more than that person may do there at the moment of the request. Only the hash of its
    secret is stored; `ending` are its last four characters, by which a director recognises it.
    """

    class Scope(models.TextChoices):
        READ = "read", pgettext_lazy("token", "read everything that the staff sees")
        DOOR = "door", pgettext_lazy("token", "and add entries, enrol, check in")
        ENTER = "enter", pgettext_lazy("token", "and enter and confirm results")
        DIRECT = "direct", pgettext_lazy("token", "and whatever a director may do through the API")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens")
    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens")
    name = models.CharField(_("which program"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    scope = models.CharField(_("what it may do"), max_length=6, choices=Scope, default=Scope.READ)
    secret_hash = models.CharField(max_length=64, unique=True)
    ending = models.CharField(max_length=4)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament=None, organizer__isnull=False) | models.Q(tournament__isnull=False, organizer=None),
                name="api_token_for_one_thing",
            ),
            models.CheckConstraint(condition=models.Q(scope__in=["read", "door", "enter", "direct"]), name="api_token_scope_known"),
            models.CheckConstraint(condition=models.Q(secret_hash__regex=DIGEST), name="api_token_hash_is_hex"),
        ]

    def __str__(self) -> str:
        return f"{self.name} …{self.ending}"


class TokenUse(models.Model):
    """When a token was last used. Stored in the database of the sessions, so that reading never waits for results."""

    token_id = models.BigIntegerField(primary_key=True)
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.token_id} {self.used_at}"


class AnsweredRequest(models.Model):
    """An entry that a token made under a key: the same key makes no second one, also when the entry was deleted since. Requests about
    results stand in the ledger.
    """

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="answered")
    key = models.CharField(max_length=40)
    body_digest = models.CharField(max_length=64)
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="api_request_answered_once")]

    def __str__(self) -> str:
        return self.key
