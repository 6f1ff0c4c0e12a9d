"""One format applied to some entries."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.names import MAX_NAME_LENGTH, validate_name

from .entries import Entry
from .tournaments import Tournament


class Stage(models.Model):
    """Pools, Swiss, knockout … `format_key` names an entry of `tournaments.pairing.FORMATS`, `options` its resolved options."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    format_key = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    seeded = models.BooleanField(_("the entered seeds count"), default=True)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_unique"),
            models.CheckConstraint(condition=models.Q(state__in=["planned", "running", "finished"]), name="stage_state_known"),
        ]

    def __str__(self) -> str:
        return self.name


class StageEntry(models.Model):
    """An entry's place in a stage: its rank among the seeds there (1 is strongest) and its pool, if the format has pools."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    rank = models.PositiveIntegerField()
    pool = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["pool", "rank"]
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "rank"], name="stage_rank_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"
