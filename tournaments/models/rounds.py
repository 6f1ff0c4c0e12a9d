"""Rounds: matches played at the same time."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.stages import Stage


class Round(models.Model):
    """A round is private while it is a draft, then published, then closed. A stage has at most one draft, and only where a format plays
    its rounds side by side more than one that is being played.

    Its clock begins at `starts_at` or, where that is not set, when half of its tables sit (`scoring.clocks.round_starts`).
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("drawn, not published")
        PUBLISHED = "published", _("being played")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_unique"),
            models.CheckConstraint(condition=models.Q(state__in=["draft", "published", "closed"]), name="round_state_known"),
        ]

    def __str__(self) -> str:
        return str(_("Round %(number)d") % {"number": self.number})


def quote_round_name(name: str, number: int) -> str:
    """What stands behind the word “round” in a sentence: “3”, or the name of a round that has one, in quotes."""
    has_name = name and name != gettext("Round %(number)d") % {"number": number}
    return gettext("“%(name)s”") % {"name": name} if has_name else str(number)
