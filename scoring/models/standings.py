"""Stored standings."""

from django.db import models

from tournaments.models import Stage


class StandingsCache(models.Model):
    """The standings of a stage after ledger entry `seq`, as the JSON of `scoring.standings.stored`."""

    stage = models.OneToOneField(Stage, on_delete=models.PROTECT, primary_key=True, related_name="standings")
    seq = models.PositiveIntegerField()
    payload = models.JSONField()

    def __str__(self) -> str:
        return f"{self.stage_id} {self.seq}"
