"""Typed input that could not be saved."""

from django.db import models

from tournaments.models import Entry, Match, Tournament

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


class StrayHand(models.Model):
    """What a phone sent for a match that it no longer plays, handed to the director by its players. It never counted.

    `place` is where it was written and by whom, as `scoring.matches.seen_places.SeenPlace` stores it; `entry` sent it: others, where they
    have that phone since. `action` is what the phone asked for, `typed` are the boxes beside the kind of event. `key` is that of the
    refused request, so that it arrives once.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stray_hands")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stray_hands")
    place = models.JSONField()
    action = models.CharField(max_length=10)
    typed = models.JSONField(default=dict)
    key = models.CharField(max_length=40)
    handed_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["handed_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="stray_hand_arrives_once")]

    def __str__(self) -> str:
        return f"{self.entry} {self.action} {self.handed_at}"
