import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A unit of background work. This row is authoritative; messages to workers are only wake-ups that may be lost or doubled.

    `attempts` also identifies the claim: what a worker stores counts only while the number is still its own.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("working")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    dedupe_key = models.CharField(max_length=200, blank=True)
    arguments = models.JSONField(default=dict)
    language = models.CharField(max_length=10)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="jobs")
    input_seq = models.PositiveBigIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    run_after = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    result_path = models.CharField(max_length=200, blank=True)
    result_name = models.CharField(max_length=200, blank=True)
    result_type = models.CharField(max_length=100, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("created_at", "id")
        indexes = (models.Index(fields=("state", "run_after"), name="job_next"),)
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "dedupe_key"),
                condition=Q(state__in=("queued", "running")) & ~Q(dedupe_key=""),
                name="job_once_while_active",
            ),
            models.CheckConstraint(condition=Q(state__in=("queued", "running", "done", "failed")), name="job_state"),
            models.CheckConstraint(
                condition=Q(state__in=("queued", "running"), finished_at=None) | Q(state__in=("done", "failed"), finished_at__isnull=False),
                name="job_finished_when_over",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    def get_absolute_url(self) -> str:
        return reverse("jobs:job", args=(self.pk,))

    @property
    def is_over(self) -> bool:
        return self.state in {self.State.DONE, self.State.FAILED}

    @property
    def is_cleared(self) -> bool:
        """Whether the job made a file that has been deleted since."""
        return self.state == self.State.DONE and bool(self.result_name) and not self.result_path


class Note(models.Model):
    """What was begun and must not stay half done, on a site: there it must outlive the host that began it (`backup.intentions`)."""

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=100)
    values = models.JSONField()
    noted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("noted_at", "id")
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="note_once"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Pulse(models.Model):
    """Progress and lease of a running job. Stored in the ephemeral database: losing it does no harm."""

    job_id = models.UUIDField(primary_key=True)
    attempt = models.PositiveSmallIntegerField()
    lease_until = models.DateTimeField()
    percent = models.PositiveSmallIntegerField(default=0)
    text = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.job_id}: {self.percent} %"
