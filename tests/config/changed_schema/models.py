"""What somebody might change: columns that must have a value, on tables with triggers and on a table of history, and a constraint."""

from django.db import models

from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Entry

for _model in (Entry, Entry.history.model):
    _model.add_to_class("shirt", models.CharField(max_length=20, default="none"))
MatchResult.add_to_class("minutes", models.PositiveSmallIntegerField(default=90))
MatchResult._meta.constraints.append(models.CheckConstraint(condition=models.Q(minutes__lte=600), name="result_minutes_of_a_day"))
LedgerEntry.add_to_class("device", models.CharField(max_length=20, default=""))
