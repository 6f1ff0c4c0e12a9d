"""Tallies: what the matches of an evening gave, so that a card over hundreds of evenings reads a few rows instead of their ledgers.

Rolls of honour: winners over the years.
"""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Match, Organizer, Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_characters, validate_name


class EveningTally(models.Model):
    """That a tournament was tallied, for the page version `mark`; with another version its rows are out of date and nobody reads them.

    `places` holds by id of the entry its place in the final list as text; `entries` counts those that have one.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="+")
    mark = models.CharField(max_length=48)
    places = models.JSONField(default=dict)
    entries = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "evening tallies"

    def __str__(self) -> str:
        return str(self.tournament_id)


class MatchTally(models.Model):
    """A match of a tallied tournament, as `records.told_matches.tallies` writes it. It holds numbers and ids, no names."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    numbers = models.JSONField()

    class Meta:
        verbose_name_plural = "match tallies"

    def __str__(self) -> str:
        return str(self.match_id)


_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_roll_key() -> str:
    """Twelve random characters that nobody confuses: 59 bits."""
    return "".join(secrets.choice(_ALPHABET) for _place in range(12))


class HonourRoll(models.Model):
    """The roll of honour of a club, or of one of its tournaments over the years.

    A trophy is kept for good by whoever won it `wins` times, in all or in a row; 0: there is no such trophy.
    """

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="honour_rolls")
    key = models.CharField(max_length=12, unique=True, default=new_roll_key, editable=False)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    wins = models.PositiveSmallIntegerField(_("wins that keep the trophy"), default=0)
    in_a_row = models.BooleanField(_("the wins must follow each other"), default=False)
    public = models.BooleanField(_("everybody may see the roll"), default=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class HonourLine(models.Model):
    """A year of a roll: a tournament of this program, or, without one, winners typed in by hand."""

    roll = models.ForeignKey(HonourRoll, on_delete=models.CASCADE, related_name="lines")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    year = models.PositiveSmallIntegerField(_("year"))
    title = models.CharField(_("tournament"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    winners = models.CharField(_("winners"), max_length=3 * MAX_NAME_LENGTH, blank=True, validators=[validate_characters])
    remark = models.CharField(_("remark"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])

    class Meta:
        ordering = ["year", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["roll", "tournament"], name="honour_tournament_once"),
            models.CheckConstraint(condition=models.Q(year__gte=1800, year__lte=2200), name="honour_year_possible"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.title}"
