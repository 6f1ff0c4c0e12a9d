"""Typed input that could not be saved."""

from django.db import models

from tournaments.models import Match

KIND, LINE = "kind", "line"
"""What stands in `typed` beside the boxes: the kind of event, and the line that was to be corrected, by the seq of its first wording."""


class Draft(models.Model):
    """The fields of a form that lost against another writer, kept until somebody settles them.

    Drafts are outside the ledger: they never counted. `version` is the match version that the writer had read.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="drafts")
    actor = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    typed = models.JSONField()
    kept_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["kept_at"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.actor}"
