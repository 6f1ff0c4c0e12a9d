"""What the code of a match meant before: paper and pages outlive the draw that they were made for."""

from django.db import models

from tournaments.models import Tournament


class FormerMatch(models.Model):
    """A match as it was until its round was taken back or others took its seats. Rows are never deleted.

    `code` is that of the match, or of a `further` sheet of it by that number. `sides` are the numbers of the entries that sat there, side
    by side: their names stand with the entries alone. `sheets` are its printings: serial, moment as ISO
    text, and whether it was `out`. A match that keeps its
    code, because the ledger names it, may have several rows. `settled_at`: the director has said which of two sheets a result stands on.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="former_matches")
    code = models.CharField(max_length=8)
    further = models.PositiveIntegerField(default=0)
    stage = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    table = models.PositiveIntegerField(null=True, blank=True)
    sides = models.JSONField()
    sheets = models.JSONField(default=list)
    ended_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["ended_at", "pk"]
        indexes = [models.Index(fields=["tournament", "code"], name="former_match_by_code")]

    def __str__(self) -> str:
        return f"{self.code} {self.round}/{self.table}"
