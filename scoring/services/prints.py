"""Papers that go out are noted, so that the desk knows which have not come back."""

import datetime as dt
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max

from scoring.models import LedgerHead, SheetIssue
from tournaments.models import Match, Tournament
from tournaments.permissions import require_staff
from tournaments.transactions import write_tx

What = SheetIssue.What


def issue_sheets(
    tournament: Tournament, matches: Sequence[Match], *, actor: AbstractBaseUser, what: What, at: dt.datetime
) -> list[SheetIssue]:
    """Note that the sheets of `matches` are printed now, each under the next serial of its match, with the ledger's head.

    Raises: PermissionDenied.
    """
    with write_tx():
        require_staff(actor, tournament)
        head = LedgerHead.objects.filter(tournament=tournament).first() or LedgerHead(tournament=tournament)
        latest = dict(SheetIssue.objects.filter(match__in=matches).values_list("match").annotate(Max("serial")))
        issues = [
            SheetIssue(
                match=match,
                serial=latest.get(match.pk, 0) + 1,
                what=what,
                printed_at=at,
                head_seq=head.seq,
                head_digest=head.digest,
            )
            for match in matches
        ]
        return SheetIssue.objects.bulk_create(issues)
