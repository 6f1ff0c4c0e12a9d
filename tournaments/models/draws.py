"""How a round was drawn, so that anybody can repeat it."""

from django.conf import settings
from django.db import models

from tournaments.models.rounds import Round


class Draw(models.Model):
    """The inputs, the seed and the outcome of one draw, exactly as the pairing engine received and returned them.

    `inputs` and `outcome` together are `pairing.codec.draw_to_json`: the request, and everything else.
    `changes` lists the director's changes in order, each with its reason: `drawing` says that the round was drawn again
    (2 is the second time), `first` and `second` are two entries that exchanged places afterwards, `declined` is an entry that does not want
    the place that it was drawn back to, `out_of_date` says that the draft was published although its inputs had changed since.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="draw")
    seed = models.CharField(max_length=64)
    engine_version = models.CharField(max_length=20)
    inputs = models.JSONField()
    outcome = models.JSONField()
    changes = models.JSONField(default=list)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.round} · {self.seed}"

    @property
    def fingerprint(self) -> str:
        """The same text as long as a draft is the same: drawn again it has another row, changed by hand one note more."""
        return f"{self.pk}-{len(self.changes)}"
