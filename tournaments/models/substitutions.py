"""Substitutions: a player of an entry who replaces another one."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.matches import Match
from tournaments.models.people import Person
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class Substitution(models.Model):
    """`comes` plays for `leaves` from now on; `match` is the match during which it happened, if any."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="substitutions")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="substitutions")
    leaves = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    comes = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(leaves=models.F("comes")), name="substitution_of_somebody_else")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.leaves} → {self.comes}"
