"""What a side does at its table besides entering, confirming and disputing: nothing here changes a result."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied

from scoring.matches.table_links import live_links
from scoring.models import DirectorCall, Draft, LedgerEntry, TableLink
from tournaments.locks import lock_for_staff
from tournaments.models import Tournament
from tournaments.transactions import retried, write_tx


@retried
def accept_line(link: TableLink, seq: int, *, at: dt.datetime) -> None:
    """Say yes to everything of the match up to line `seq`; what this side had typed against it is settled. Raises PermissionDenied."""
    with write_tx():
        fresh = _still_open(link)
        if not LedgerEntry.objects.filter(match=fresh.match_id, seq=seq).exists():
            return
        TableLink.objects.filter(pk=fresh.pk, accepted_seq__lt=seq).update(accepted_seq=seq)
        Draft.objects.filter(match=fresh.match_id, actor=fresh.actor_id, settled_at__isnull=True).update(settled_at=at)


@retried
def call_director(link: TableLink, *, at: dt.datetime) -> None:
    """Raise the hand of this side; it stays up until somebody of the staff comes. Raises PermissionDenied."""
    with write_tx():
        fresh = _still_open(link)
        if not DirectorCall.objects.filter(match=fresh.match_id, side=fresh.side, settled_at__isnull=True).exists():
            DirectorCall.objects.create(match=fresh.match, side=fresh.side, called_at=at)


@retried
def settle_calls(tournament: Tournament, match_code: str, *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Somebody of the staff was at the table: its calls are settled; how many there were. Raises PermissionDenied."""
    with write_tx():
        lock_for_staff(tournament, actor)
        calls = DirectorCall.objects.filter(match__round__stage__tournament=tournament, match__code=match_code, settled_at__isnull=True)
        return calls.update(settled_at=at)


def _still_open(link: TableLink) -> TableLink:
    """The link's row under its lock."""
    fresh = live_links().select_for_update(of=("self",)).filter(pk=link.pk).first()
    if fresh is None:
        raise PermissionDenied
    return fresh
