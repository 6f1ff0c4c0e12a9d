"""Records which papers go out, so that the desk knows which have not come back."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.urls import reverse

from jobs.databases import write_tx
from jobs.dispatcher import ACTIVE_STATES, enqueue_job
from jobs.models import Job
from scoring.matches.former_matches import read_last_serials
from scoring.models import LedgerHead, SheetIssue
from tournaments.models import Match, Tournament
from tournaments.permissions import Right, require_right

What = SheetIssue.What
KIND = "print_set"


@dataclass(frozen=True, slots=True)
class SetOrder:
    """An order for a set of papers: `what` is sheets, round or tournament; `rounds` are keys; `base` is the start of desk addresses,
    `page` the page to go back to.
    """

    what: str
    rounds: tuple[int, ...]
    paper: str
    suits: str
    language: str
    base: str
    venue: str = ""
    """Key of the only venue that the set is for."""
    page: str = ""


def issue_sheets(
    tournament: Tournament, matches: Sequence[Match], *, actor: AbstractBaseUser, what: What, at: dt.datetime, same: bool = False
) -> list[SheetIssue]:
    """Record the sheets of `matches` as printed now, each with the next serial of its match and the head of the ledger. With `same` those
    that were printed before keep their serial: the paper is the same sheet once more.

    Raises: PermissionDenied.
    """
    with write_tx():
        require_right(actor, tournament, Right.PRINT)
        return _take_issues(tournament, matches, what, at, same=same)


def order_set(
    tournament: Tournament,
    order: SetOrder,
    matches: Sequence[Match],
    *,
    actor: AbstractBaseUser,
    what: What,
    at: dt.datetime,
    same: bool = False,
) -> Job:
    """Record the sheets of `matches` as printed and enqueue the job that renders the set; its `document` is the PDF of all sheets, where
    there is one. If the same order is waiting or running, return its job and record nothing.

    Raises: PermissionDenied.
    """
    with write_tx():
        require_right(actor, tournament, Right.PRINT)
        rounds = ",".join(str(key) for key in order.rounds[:12])
        key = f"{tournament.pk} {order.what} {what} {order.paper} {order.suits} {order.language} {order.venue} {len(matches)} {rounds}"[
            :200
        ]
        active_job = Job.objects.filter(kind=KIND, dedupe_key=key, state__in=ACTIVE_STATES).first()
        if active_job:
            return active_job
        issues = [issue.pk for issue in _take_issues(tournament, matches, what, at, same=same)]
        arguments = {"tournament": tournament.pk, "issues": issues, **asdict(order), "rounds": list(order.rounds), "at": at.isoformat()}
        job = enqueue_job(KIND, arguments=arguments, owner=actor, dedupe_key=key)
        if order.what != "tournament":
            job.arguments["document"] = reverse("scoring:set_sheets", args=[tournament.slug, job.pk])
            job.save(update_fields=["arguments"])
        return job


def _take_issues(tournament: Tournament, matches: Sequence[Match], what: What, at: dt.datetime, *, same: bool) -> list[SheetIssue]:
    """A printing for each match in order: with `same` the latest where there is one, else a new one."""
    issued = SheetIssue.objects.filter(match__in=matches, what=what).order_by("serial") if same else ()
    present = {issue.match_id: issue for issue in issued}
    created = _create_issues(tournament, [match for match in matches if match.pk not in present], what, at)
    present |= {issue.match_id: issue for issue in created}
    return [present[match.pk] for match in matches]


def _create_issues(tournament: Tournament, matches: Sequence[Match], what: What, at: dt.datetime) -> list[SheetIssue]:
    head = LedgerHead.objects.filter(tournament=tournament).first() or LedgerHead(tournament=tournament)
    former = read_last_serials(match.code for match in matches)
    latest = dict(SheetIssue.objects.filter(match__in=matches).values_list("match").annotate(Max("serial")))
    issues = [
        SheetIssue(
            match=match,
            serial=max(latest.get(match.pk, 0), former.get(match.code, 0)) + 1,
            what=what,
            printed_at=at,
            head_seq=head.seq,
            head_digest=head.digest,
        )
        for match in matches
    ]
    return SheetIssue.objects.bulk_create(issues)
