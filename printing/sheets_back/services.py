"""Sheets that come back: mark them as returned and compare them with the entered result."""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from printing.sheets_back.queries import Comparison, SheetName, compare_result, find_latest_sheet
from scoring.ledger.appending import build_staff_actor
from scoring.matches.queries import load_match
from scoring.models import ExtraSheet, SheetIssue
from tournaments.models import Match, Tournament
from tournaments.permissions import Right, require_right
from tournaments.refusals import ChangeRefused


def return_sheet(match: Match, name: SheetName, *, actor: AbstractBaseUser, at: dt.datetime) -> SheetIssue:
    """Mark the sheet as returned; the first person and time are kept. Raises PermissionDenied; ChangeRefused if no such sheet went out."""
    with write_tx():
        issue = _lock_issue(match, name, actor)
        mark_returned(issue, actor, at)
        issue.save()
    return issue


def return_sheets(tournament: Tournament, codes: Sequence[str], *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Mark sheets as returned, a whole pile at once, and return how many were out: the latest ones of the matches with these codes, and the
    extra sheets of matches with these codes of their own. Raises PermissionDenied.
    """
    with write_tx():
        require_right(actor, tournament, Right.ENTER)
        issues = SheetIssue.objects.select_for_update().filter(
            match__code__in=codes, match__round__stage__tournament=tournament, what=SheetIssue.What.SHEET
        )
        latest = {issue.match_id: issue for issue in issues.order_by("serial")}
        waiting = [issue for issue in latest.values() if issue.returned_at is None]
        for issue in waiting:
            mark_returned(issue, actor, at)
        SheetIssue.objects.bulk_update(waiting, ["returned_at", "returned_by"], batch_size=200)
        extras = ExtraSheet.objects.filter(tournament=tournament, code__in=codes, match__isnull=False, returned_at__isnull=True)
        return len(waiting) + extras.update(returned_at=at, returned_by=build_staff_actor(actor).id)


def compare_sheet(
    match: Match, name: SheetName, typed: Mapping[str, str], *, actor: AbstractBaseUser, at: dt.datetime
) -> tuple[SheetIssue, Comparison]:
    """Compare the result on paper with the match as it is entered now.

    1. Read the match. 2. If the deciding row was typed, mark the sheet as returned and store whether it agrees and up to which ledger entry
    it was compared; otherwise change nothing.
    The match itself never changes: where they differ, a person corrects it with the reason that the paper says otherwise.
    Raises PermissionDenied; ChangeRefused if no such sheet went out.
    """
    with write_tx():
        issue = _lock_issue(match, name, actor)
        view = load_match(match)
        comparison = compare_result(view, typed)
        if comparison.complete:
            mark_returned(issue, actor, at)
            issue.agrees, issue.compared_seq = comparison.agrees, view.seq
            issue.save()
    return issue, comparison


def _lock_issue(match: Match, name: SheetName, actor: AbstractBaseUser) -> SheetIssue:
    tournament = Tournament.objects.get(stages__rounds__matches=match)
    require_right(actor, tournament, Right.ENTER)
    issue = find_latest_sheet(match, name.serial)
    if issue is None:
        raise ChangeRefused(
            "not_printed", _("No such sheet was printed here, so it cannot come back. Check the serial number, or print one.")
        )
    return SheetIssue.objects.select_for_update().get(pk=issue.pk)


def mark_returned(issue: SheetIssue, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Note who brought the sheet back and when, unless somebody did before; does not save it."""
    if issue.returned_at is None:
        issue.returned_at, issue.returned_by = at, build_staff_actor(actor).id
