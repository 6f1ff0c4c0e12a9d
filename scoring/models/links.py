"""Links for phones at the tables: a secret for one side of one match, the phones that opened it, and calls for the director."""

import re

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.ledger import DIGEST
from tournaments.models import Entry, Match

MOST_TRIES = 10
"""Wrong short codes after which only a new slip helps."""
TABLE_ACTOR = "table-"
_ACTOR = re.compile(rf"{TABLE_ACTOR}\d+-(\d)")


def find_side_of_actor(actor_id: str) -> int | None:
    """The side of a ledger actor at a table, from any of its links; None for staff."""
    actor_match = _ACTOR.fullmatch(actor_id)
    return int(actor_match[1]) if actor_match else None


class TableLink(models.Model):
    """Lets anybody who knows its secret enter results for one side of one match, until it is revoked or the round is closed.

    Only hashes are stored: of the secret in the QR code, and of the short code for phones without scripts, which opens one session.
    `tries` counts wrong short codes. `accepted_seq` is the last line of the other side that this side accepted.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="table_links")
    side = models.PositiveSmallIntegerField()
    secret_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64)
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    first_seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    code_used_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    accepted_seq = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["match", "side", "issued_at"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], condition=Q(revoked_at__isnull=True), name="link_one_for_a_side"),
            models.CheckConstraint(condition=Q(side__lte=4), name="link_side_sits"),
            models.CheckConstraint(condition=Q(secret_hash__regex=DIGEST, code_hash__regex=DIGEST), name="link_hashes_are_hex"),
            models.CheckConstraint(condition=Q(tries__lte=MOST_TRIES), name="link_tries_end"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"

    @property
    def actor_id(self) -> str:
        return f"{TABLE_ACTOR}{self.pk}-{self.side}"


class EntryCode(models.Model):
    """Lets anybody who knows its secret follow one entry through the whole tournament, and enter results wherever it sits, until it is
    revoked.

    Only hashes are stored: of the secret in the QR code, and of the short code that is typed, as often as one likes. What is entered goes
    through the TableLink of the entry's side at its table.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="codes")
    secret_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, db_index=True)
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    first_seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["entry", "issued_at"]
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(revoked_at__isnull=True), name="code_one_for_an_entry"),
            models.CheckConstraint(condition=Q(secret_hash__regex=DIGEST, code_hash__regex=DIGEST), name="code_hashes_are_hex"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.issued_at}"


class TableDevice(models.Model):
    """A phone that opened a link. Stored in the database of the sessions, so that writing `seen_at` never waits for results;
    `link_id` is therefore a plain number.
    """

    link_id = models.BigIntegerField(db_index=True)
    looks = models.CharField(max_length=20)
    opened_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["opened_at"]

    def __str__(self) -> str:
        return f"{self.link_id} {self.looks}"


class DirectorCall(models.Model):
    """A side calls the director to its table. Changes no result."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="calls")
    side = models.PositiveSmallIntegerField()
    called_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], condition=Q(settled_at__isnull=True), name="call_once_at_a_time"),
            models.CheckConstraint(condition=Q(side__lte=4), name="call_side_sits"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"


class SeatedTable(models.Model):
    """The people of a match said on a phone that they are seated. Changes no result; the forecast counts from it."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="seated_table")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.match_id} {self.at}"


class WrongSecret(models.Model):
    """A wrong secret or code, counted so that nobody can try many. Stored in the database of the sessions; `address` is a keyed hash."""

    address = models.CharField(max_length=64, db_index=True)
    tried_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.address[:8]} {self.tried_at}"
