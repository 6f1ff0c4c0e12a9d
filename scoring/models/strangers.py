"""Staff of other desks in imported tournaments."""

from django.db import models

from tournaments.models import Tournament


class Stranger(models.Model):
    """A staff member named in the ledger of an imported tournament, whose number belongs to nobody or to another person at this desk.

    The ledger keeps the number for ever; without this row the history would show the name of the local person with that number.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    actor = models.CharField(max_length=40)
    name = models.CharField(max_length=150)

    class Meta:
        ordering = ["tournament", "actor"]
        constraints = [models.UniqueConstraint(fields=["tournament", "actor"], name="stranger_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.name}"
