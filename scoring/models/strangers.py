"""People of other desks."""

from django.db import models

from tournaments.models import Tournament


class Stranger(models.Model):
    """Who stands in the ledger of a tournament that was taken in, under a number that is nobody's or another person's here.

    The ledger keeps the number for ever; without this row the history would say that whoever has it here did what this person did there.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    actor = models.CharField(max_length=40)
    name = models.CharField(max_length=150)

    class Meta:
        ordering = ["tournament", "actor"]
        constraints = [models.UniqueConstraint(fields=["tournament", "actor"], name="stranger_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.name}"
