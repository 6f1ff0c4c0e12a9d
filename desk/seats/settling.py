"""Settle what a phone sent for a match that it no longer plays."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import retry_on_conflict, write_tx
from scoring.models import StrayHand
from tournaments.locks import lock_with_right
from tournaments.models import Tournament
from tournaments.permissions import Right


@retry_on_conflict
def settle_stray(tournament: Tournament, stray: int, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Take a stray from the list “To decide”. Whoever enters results may; changes no result. Raises PermissionDenied."""
    with write_tx():
        lock_with_right(tournament, actor, Right.ENTER)
        StrayHand.objects.filter(tournament=tournament, pk=stray, settled_at__isnull=True).update(settled_at=at)
