"""What the matches of an evening gave, kept so that a card over hundreds of evenings reads a few rows instead of their ledgers."""

from django.db import models

from tournaments.models import Match, Tournament


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
