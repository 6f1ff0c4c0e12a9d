"""What a side does at its table besides entering, confirming and disputing. These services change no result."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied

from jobs.databases import retry_on_conflict, write_tx
from scoring.matches.table_links import select_live_links
from scoring.models import DirectorCall, Draft, LedgerEntry, TableLink
from tournaments.locks import lock_with_right
from tournaments.models import Tournament
from tournaments.permissions import Right


@retry_on_conflict
def accept_line(link: TableLink, seq: int, *, at: dt.datetime) -> None:
    """Accept everything of the match up to line `seq`; this side's drafts are settled. Raises PermissionDenied."""
    with write_tx():
        current = _lock_link(link)
        if not LedgerEntry.objects.filter(match=current.match_id, seq=seq).exists():
            return
        TableLink.objects.filter(pk=current.pk, accepted_seq__lt=seq).update(accepted_seq=seq)
        Draft.objects.filter(match=current.match_id, actor=current.actor_id, settled_at__isnull=True).update(settled_at=at)


@retry_on_conflict
def call_director(link: TableLink, *, at: dt.datetime) -> None:
    """Open a call of this side for the director, unless one is open. Raises PermissionDenied."""
    with write_tx():
        current = _lock_link(link)
        if not DirectorCall.objects.filter(match=current.match_id, side=current.side, settled_at__isnull=True).exists():
            DirectorCall.objects.create(match=current.match, side=current.side, called_at=at)


@retry_on_conflict
def settle_calls(tournament: Tournament, match_code: str, *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Settle the open calls of a match after a member of the staff went to its table; return how many there were. Raises
    PermissionDenied.
    """
    with write_tx():
        lock_with_right(tournament, actor, Right.RULE)
        calls = DirectorCall.objects.filter(match__round__stage__tournament=tournament, match__code=match_code, settled_at__isnull=True)
        return calls.update(settled_at=at)


def _lock_link(link: TableLink) -> TableLink:
    """The link's row under its lock. Raises PermissionDenied when it is closed."""
    current = select_live_links().select_for_update(of=("self",)).filter(pk=link.pk).first()
    if current is None:
        raise PermissionDenied
    return current
