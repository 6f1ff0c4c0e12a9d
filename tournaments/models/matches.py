"""Two sides (or five players) until somebody has won."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from .entries import Entry
from .rounds import Round

_UNMISTAKABLE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_match_code() -> str:
    """Eight characters of 31 that nobody confuses on paper: 39 bits, enough that codes are not guessed by hand."""
    return "".join(secrets.choice(_UNMISTAKABLE) for _place in range(8))


class Match(models.Model):
    """A meeting in a round. `position` orders the matches of the round, byes last.

    `pool` is the group of the draw (pool, line, heat), empty where there is one; `first_dealer` the side that deals first;
    `bracket` the place in a bracket as JSON of `tournaments.pairing.codec`: place, width, slot, bracket.
    What happened at the table is not stored here: it is folded from the ledger (`scoring`).
    """

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PLAYED)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    pool = models.CharField(max_length=20, blank=True)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    bracket = models.JSONField(null=True, blank=True)
    code = models.CharField(max_length=8, unique=True, default=new_match_code, editable=False)
    reasons = models.JSONField(default=list, help_text="why this pairing: reasons of the pairing engine as JSON")
    not_before = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "position"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="match_position_unique"),
            models.UniqueConstraint(fields=["round", "table"], name="table_once_per_round"),
            models.CheckConstraint(condition=models.Q(kind__in=["played", "bye"]), name="match_kind_known"),
            models.CheckConstraint(condition=models.Q(kind="played") | models.Q(table__isnull=True), name="bye_has_no_table"),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """An entry in its role at one match: side 0, 1 … `round` is stored so that no entry sits twice in a round.

    A database trigger refuses an entry of another tournament and a second side at a bye.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    side = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["match", "side"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="seat_side_unique"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_per_round"),
            models.CheckConstraint(condition=models.Q(side__lte=4), name="seat_side_at_most_four"),
        ]

    def __str__(self) -> str:
        return f"{self.match} · {self.entry}"
