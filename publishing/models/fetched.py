"""What a desk fetched from a site: the evenings from which a final takes its entries."""

from django.db import models

from publishing.models.targets import Target
from tournaments.models import Tournament


class FetchedEvening(models.Model):
    """A tournament of another desk that this one has as a picture. `version` is that of the site when it was fetched, `is_newer` whether
    the site has had another one since. `changes` says of entries that play in a final here how their places changed when it was fetched
    again: a list of [name, place before, place now], where no place is 0.
    """

    target = models.ForeignKey(Target, on_delete=models.SET_NULL, null=True, blank=True, related_name="fetched")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fetched")
    key = models.CharField(max_length=40, unique=True)
    version = models.CharField(max_length=64)
    fetched_at = models.DateTimeField()
    is_newer = models.BooleanField(default=False)
    changes = models.JSONField(default=list)

    class Meta:
        ordering = ["tournament__date", "pk"]

    def __str__(self) -> str:
        return str(self.tournament)
