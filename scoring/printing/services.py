"""Papers that go out are noted, so that the desk knows which have not come back."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max

from jobs.dispatcher import ACTIVE, enqueue
from jobs.models import Job
from scoring.models import LedgerHead, SheetIssue
from tournaments.models import Match, Tournament
from tournaments.permissions import require_staff
from tournaments.transactions import write_tx

What = SheetIssue.What
KIND = "print_set"


@dataclass(frozen=True, slots=True)
class SetOrder:
    """A set of papers: `what` is sheets, round or tournament, `rounds` are keys; `base` is how addresses of this desk begin."""

    what: str
    rounds: tuple[int, ...]
    paper: str
    suits: str
    language: str
    base: str
    venue: str = ""
    """The key of the only venue that it is for."""


def issue_sheets(
    tournament: Tournament, matches: Sequence[Match], *, actor: AbstractBaseUser, what: What, at: dt.datetime
) -> list[SheetIssue]:
    """Note that the sheets of `matches` are printed now, each under the next serial of its match, with the ledger's head.

    Raises: PermissionDenied.
    """
    with write_tx():
        require_staff(actor, tournament)
        return _issued(tournament, matches, what, at)


def order_set(
    tournament: Tournament, order: SetOrder, matches: Sequence[Match], *, actor: AbstractBaseUser, what: What, at: dt.datetime
) -> Job:
    """Note the sheets of `matches` as printed and order the job that draws the set. The same order again while it waits or runs is one
    order: nothing is noted twice.

    Raises: PermissionDenied.
    """
    with write_tx():
        require_staff(actor, tournament)
        rounds = ",".join(str(key) for key in order.rounds[:12])
        key = f"{tournament.pk} {order.what} {what} {order.paper} {order.suits} {order.language} {order.venue} {len(matches)} {rounds}"[
            :200
        ]
        waiting = Job.objects.filter(kind=KIND, dedupe_key=key, state__in=ACTIVE).first()
        if waiting:
            return waiting
        issues = [issue.pk for issue in _issued(tournament, matches, what, at)]
        arguments = {"tournament": tournament.pk, "issues": issues, **asdict(order), "rounds": list(order.rounds)}
        return enqueue(KIND, arguments=arguments, owner=actor, dedupe_key=key)


def _issued(tournament: Tournament, matches: Sequence[Match], what: What, at: dt.datetime) -> list[SheetIssue]:
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
