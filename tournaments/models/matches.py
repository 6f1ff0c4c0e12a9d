"""Matches and their seats."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.rounds import Round

_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_match_code() -> str:
    """Eight random characters of an alphabet of 31 that nobody confuses on paper: 39 bits, too many to guess by hand."""
    return "".join(secrets.choice(_CODE_ALPHABET) for _place in range(8))


class Match(models.Model):
    """A match or bye of a round. `position` orders the matches of the round, byes last.

    With fewer tables than matches some wait: they have no table yet, and get the next free one as the second `sitting` of the round,
    at `seated_at`. `pool` is the group of the draw (pool, line, heat), empty where there is only one; `first_dealer` the side that deals
    first; `bracket` the place in a bracket as JSON of `pairing.codec`: place, width, slot, bracket.
    The results of the match are not stored here: they are computed from the ledger (`scoring`).
    """

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PLAYED)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    sitting = models.PositiveSmallIntegerField(default=1)
    pool = models.CharField(max_length=20, blank=True)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    bracket = models.JSONField(null=True, blank=True)
    code = models.CharField(max_length=8, unique=True, default=new_match_code, editable=False)
    reasons = models.JSONField(default=list, help_text="why this pairing: reasons of the pairing engine as JSON")
    not_before = models.DateTimeField(null=True, blank=True)
    seated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "position"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="match_position_unique"),
            models.UniqueConstraint(fields=["round", "table", "sitting"], name="table_once_per_sitting"),
            models.CheckConstraint(condition=models.Q(kind__in=["played", "bye"]), name="match_kind_known"),
            models.CheckConstraint(condition=models.Q(sitting__gte=1), name="match_sitting_from_one"),
            models.CheckConstraint(condition=models.Q(kind="played") | models.Q(table__isnull=True), name="bye_has_no_table"),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """An entry in its role at one match: side 0, 1 … `round` is stored so that a constraint can refuse a second seat in the round.

    Where individuals play with changing partners, a side is two entries: `place` 0 and 1. Everywhere else it is 0.
    A database trigger refuses an entry of another tournament and a second seat at a bye.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["match", "side", "place"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "place"], name="seat_place_unique"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_per_round"),
            models.CheckConstraint(condition=models.Q(side__lte=4), name="seat_side_at_most_four"),
            models.CheckConstraint(condition=models.Q(place__lte=2), name="seat_place_at_most_two"),
        ]

    def __str__(self) -> str:
        return f"{self.match} · {self.entry}"
