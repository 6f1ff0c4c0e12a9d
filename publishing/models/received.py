"""What a site knows of the desks that publish there, and what it holds of their tournaments."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Organizer, Season, Tournament
from tournaments.people.names import MAX_NAME_LENGTH


class PairingCode(models.Model):
    """A code that makes one desk a desk of the club; only its hash is kept. `one_tournament`: that desk shows one tournament alone.
    `season`: every evening that it shows counts there.
    """

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="pairing_codes")
    one_tournament = models.BooleanField(default=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    code_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.organizer} {self.made_at:%Y-%m-%d %H:%M}"


class PairedDesk(models.Model):
    """A desk that may publish for a club: its public key as base64, the user whose code it used. `only_tournament` is the key of the one
    tournament that it shows, once that is known. `season`: the evenings that it shows count there. `asked` counts its questions: none is
    answered twice.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organizer = models.ForeignKey(Organizer, on_delete=models.PROTECT, related_name="paired_desks")
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    public_key = models.CharField(max_length=44)
    one_tournament = models.BooleanField(default=False)
    only_tournament = models.CharField(max_length=40, blank=True)
    season = models.ForeignKey(Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="paired_desks")
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    paired_at = models.DateTimeField()
    heard_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    asked = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["paired_at", "pk"]

    def __str__(self) -> str:
        return self.name


class ReceivedTournament(models.Model):
    """What a desk sent of a tournament, by its key: the moment of its creation as its file writes it.

    `held_digest` is the digest of the last whole `document` (its JSON, compressed), whose ledger ends with `ledger_seq` and
    `ledger_digest`; `shown_digest` that of the one that the pages show, in `tournament`. `number` is the last of the desk's changes.
    `counts`: this desk tells the club's pages about the tournament; `waits_since`: it wants to, and another one does. `renounced`: its next
    ledger need not go on from the one held. `put_into`: the season to which it was added when it was shown; who takes it out there has the
    last word. `problem` and `sentence` say why what it sent last is not shown.
    """

    desk = models.ForeignKey(PairedDesk, on_delete=models.CASCADE, related_name="received")
    organizer = models.ForeignKey(Organizer, on_delete=models.PROTECT, related_name="received_tournaments")
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    number = models.PositiveBigIntegerField(default=0)
    held_digest = models.CharField(max_length=64, blank=True)
    document = models.BinaryField(default=bytes)
    held_at = models.DateTimeField(null=True, blank=True)
    ledger_seq = models.PositiveIntegerField(default=0)
    ledger_digest = models.CharField(max_length=64, blank=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.SET_NULL, null=True, blank=True, related_name="received")
    shown_digest = models.CharField(max_length=64, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    put_into = models.ForeignKey(Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    counts = models.BooleanField(default=False)
    waits_since = models.DateTimeField(null=True, blank=True)
    renounced = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=40, blank=True)
    sentence = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["desk", "key"], name="received_once_from_a_desk"),
            models.UniqueConstraint(fields=["organizer", "key"], condition=models.Q(counts=True), name="one_desk_counts"),
        ]

    def __str__(self) -> str:
        return self.name or self.key


class ReceivedPart(models.Model):
    """A part of a change that has not arrived whole: its slice of text, compressed, and how many characters that is."""

    received = models.ForeignKey(ReceivedTournament, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveBigIntegerField()
    part = models.PositiveIntegerField()
    content = models.BinaryField()
    characters = models.PositiveIntegerField()

    class Meta:
        ordering = ["part"]
        constraints = [models.UniqueConstraint(fields=["received", "number", "part"], name="received_part_once")]

    def __str__(self) -> str:
        return f"{self.number}/{self.part}"
