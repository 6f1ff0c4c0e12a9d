"""Who of one name is one person, where a tournament takes entries from others."""

from django.conf import settings
from django.db import models

from tournaments.models.entries import Member
from tournaments.models.tournaments import Tournament


class NamesakeAnswer(models.Model):
    """A director's answer whether `first` and `second`, of one name in two tournaments, are the `same` person.

    Asked for `tournament`, which takes entries from them or is one of the two. It points to the players and holds no name.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="namesake_answers")
    first = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    same = models.BooleanField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "first", "second"], name="namesakes_answered_once")]

    def __str__(self) -> str:
        return f"{self.first_id} {'=' if self.same else '≠'} {self.second_id}"
