"""Persons and their clubs; only these rows hold names of people."""

import uuid

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class Club(models.Model):
    """A club, bar or village that entries play for; the draw keeps entries of one club apart."""

    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(Lower("name"), name="club_name_unique")]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays. Erasing a person empties every other text; rows that refer to the person stay valid."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name], blank=True)
    phone = models.CharField(_("telephone"), max_length=30, blank=True)
    membership = models.CharField(_("membership number"), max_length=30, blank=True)
    surname = models.CharField(_("surname in lists"), max_length=MAX_NAME_LENGTH, validators=[validate_name], blank=True)
    """The part of the name by which lists are sorted, where somebody said it; empty: `tournaments.people.name_parts` tells."""
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    history = HistoricalRecords()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(erased_at__isnull=True) | models.Q(name=""), name="person_erased_has_no_name")
        ]

    def __str__(self) -> str:
        return self.name or str(_("erased"))
