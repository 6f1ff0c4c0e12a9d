"""Tables in the hall."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class HallTable(models.Model):
    """A numbered table; one that is out of use gets no match. Tables without a row are in use."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="hall_tables")
    number = models.PositiveSmallIntegerField()
    in_use = models.BooleanField(_("in use"), default=True)
    place = models.CharField(_("place"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="hall_table_number_unique")]

    def __str__(self) -> str:
        return str(self.number)
