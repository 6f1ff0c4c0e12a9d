"""The result of a match, as a cache of its ledger."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Match


class MatchResult(models.Model):
    """The result of a match's ledger up to `seq`, written in the transaction that appended. A match without a row is open.

    `version` is the match version of its last entry; a writer must have read it. `summary` is the score as JSON
    (`scoring.ledger.match_log`).
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SUBMITTED = "submitted", _("entered, not confirmed")
        DISPUTED = "disputed", _("disputed")
        CONFIRMED = "confirmed", _("confirmed")
        LOCKED = "locked", _("closed")
        VOID = "void", _("cancelled")

    class Outcome(models.TextChoices):
        """How a match ended; the same values as in the pairing engine."""

        PLAYED = "played", _("played")
        WALKOVER = "walkover", _("walk-over")
        ABSENT = "absent", _("both absent")

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="result")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=0)
    seq = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=8, choices=Outcome, default=Outcome.PLAYED)
    winner = models.PositiveSmallIntegerField(null=True)
    hands = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict)
    entered_by = models.CharField(max_length=40, blank=True)
    confirmed_by = models.CharField(max_length=40, blank=True)
    one_person = models.BooleanField(default=False)
    updated_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "submitted", "disputed", "confirmed", "locked", "void"]),
                name="result_state_known",
            ),
            models.CheckConstraint(condition=Q(outcome__in=["played", "walkover", "absent"]), name="result_outcome_known"),
            models.CheckConstraint(condition=Q(winner__isnull=True) | Q(winner__lte=4), name="result_winner_is_a_side"),
            models.CheckConstraint(
                condition=Q(outcome="absent", winner__isnull=True) | Q(outcome="walkover", winner__isnull=False) | Q(outcome="played"),
                name="result_winner_fits_outcome",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["confirmed", "locked"], outcome="played") | Q(winner__isnull=False) | Q(seq__gte=2),
                name="result_confirmed_is_told",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["confirmed", "locked"])
                | Q(state="locked", outcome__in=["walkover", "absent"])
                | (Q(confirmed_by__gt="") & (Q(one_person=True) | ~Q(confirmed_by=F("entered_by")))),
                name="result_confirmed_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.state}"

    @property
    def has_begun(self) -> bool:
        """Whether a hand, a game by its score, or the result is entered: 1–1 and 0–0 have neither a winner nor games of their own."""
        told = (self.summary.get("games"), *self.summary.get("score", ()), *self.summary.get("games_won", ()))
        is_played = self.outcome == self.Outcome.PLAYED and self.state not in (self.State.OPEN, self.State.VOID)
        return bool(self.hands or self.winner is not None or any(told) or is_played)
