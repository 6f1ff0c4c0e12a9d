"""Photographs of sheets that came back: the evidence beside what was entered."""

from django.db import models

from scoring.models.ledger import DIGEST
from tournaments.models import Match


class SheetPhotograph(models.Model):
    """One photograph of the sheet of a match: a small grey JPEG without place, time or camera in it (`sheets_back.photograph_files`).

    `serial` is that of the printing on it, None if only the match is known. The row refers to the match and not to the printing, so that it
    outlives a tournament's file that comes home and writes the printings anew. `digest` is the SHA-256 of the picture.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="photographs")
    serial = models.PositiveIntegerField(null=True, blank=True)
    picture = models.BinaryField()
    digest = models.CharField(max_length=64)
    taken_at = models.DateTimeField()
    taken_by = models.CharField(max_length=40)

    class Meta:
        ordering = ["match", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "digest"], name="photograph_once_a_match"),
            models.CheckConstraint(condition=models.Q(digest__regex=DIGEST), name="photograph_digest_is_hex"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.serial or '–'}"
