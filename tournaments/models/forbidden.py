"""Pairs of entries that must not meet."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class ForbiddenPair(models.Model):
    """Two entries that the draw keeps apart in every format.

    The entry with the lower row id comes first, so that a pair is stored once.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="forbidden_pairs")
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])

    class Meta:
        ordering = ["first", "second"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=models.Q(first__lt=models.F("second")), name="forbidden_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} ≠ {self.second}"
