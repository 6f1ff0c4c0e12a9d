"""Who is told what, what happened, and what became of telling it.

No row holds a name or a text of a person: what is sent is made at every attempt from what the public pages show at that moment.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Organizer, Tournament

MAX_ADDRESS_LENGTH = 500
MAX_ANSWER_LENGTH = 200


class EventKind(models.TextChoices):
    ROUND_PUBLISHED = "round.published", pgettext_lazy("webhook", "a round was published")
    MATCH_CONFIRMED = "match.confirmed", pgettext_lazy("webhook", "a match was confirmed")
    ROUND_CLOSED = "round.closed", pgettext_lazy("webhook", "a round was closed")
    TOURNAMENT_FINISHED = "tournament.finished", pgettext_lazy("webhook", "a tournament is over")
    ENROLMENT_MADE = "enrolment.made", pgettext_lazy("webhook", "somebody enrolled")
    ENROLMENT_CHANGED = "enrolment.changed", pgettext_lazy("webhook", "an enrolment changed")


PING = "webhook.ping"


class Subscription(models.Model):
    """An address that is told what happens in one tournament, or in all of a club.

    `kinds` are values of `EventKind`. `secret` signs; after it was changed the old one signs beside it until `old_secret_until`. `site` is
    where the public pages are read. `resting_until`: nobody answered, and nothing is tried before. `failing_since` is the first failure
    since the last success. `busy_until`: a worker calls the address, and nobody else does before.
    """

    class State(models.TextChoices):
        ACTIVE = "active", pgettext_lazy("webhook", "active")
        OFF = "off", pgettext_lazy("webhook", "switched off")
        PAUSED = "paused", pgettext_lazy("webhook", "paused: it did not answer for days")
        GONE = "gone", pgettext_lazy("webhook", "paused: the address said that it is gone")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="webhooks")
    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, null=True, related_name="webhooks")
    address = models.CharField(_("address"), max_length=MAX_ADDRESS_LENGTH)
    kinds: Any = models.JSONField(default=list)
    secret = models.CharField(max_length=80)
    old_secret = models.CharField(max_length=80, blank=True)
    old_secret_until = models.DateTimeField(null=True)
    site = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=6, choices=State, default=State.ACTIVE)
    resting_until = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True) ^ models.Q(organizer__isnull=True), name="webhook_of_tournament_or_club"
            ),
            models.CheckConstraint(condition=models.Q(state__in=["active", "off", "paused", "gone"]), name="webhook_state_known"),
        )

    def __str__(self) -> str:
        return self.address


class OutboxEvent(models.Model):
    """Something that happened; triggers write it. The keys are of rows that may be gone when it is told; `facts` then says what is kept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=24)
    round_key = models.BigIntegerField(null=True)
    match_key = models.BigIntegerField(null=True)
    enrolment_key = models.BigIntegerField(null=True)
    happened_at = models.DateTimeField()
    is_spread = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("is_spread", "id"), name="webhook_event_next"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class WebhookDelivery(models.Model):
    """One event for one subscription. `message` is its id in the header, the same at every attempt. A ping has no event."""

    class State(models.TextChoices):
        PENDING = "pending", pgettext_lazy("webhook", "waiting")
        DELIVERED = "delivered", pgettext_lazy("webhook", "delivered")
        FAILED = "failed", pgettext_lazy("webhook", "given up")

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(OutboxEvent, on_delete=models.CASCADE, null=True, related_name="deliveries")
    message = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=24)
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    trouble = models.CharField(max_length=20, blank=True)
    answer = models.CharField(max_length=MAX_ANSWER_LENGTH, blank=True)
    tried_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("subscription", "state", "next_at"), name="webhook_delivery_next"),)
        constraints = (models.UniqueConstraint(fields=("subscription", "event"), name="webhook_delivery_once"),)

    def __str__(self) -> str:
        return self.message
