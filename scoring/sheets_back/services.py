"""The sheet that comes back: it is marked, and compared with what was entered."""

import datetime as dt
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from scoring.ledger.actors import staff_actor
from scoring.matches.queries import load_match
from scoring.models import SheetIssue
from scoring.sheets_back.queries import Comparison, SheetName, compare, latest_sheet
from tournaments.models import Match, Tournament
from tournaments.permissions import require_staff
from tournaments.refusals import Refused
from tournaments.transactions import write_tx


def take_back(match: Match, name: SheetName, *, actor: AbstractBaseUser, at: dt.datetime) -> SheetIssue:
    """Note that the sheet is here. Who brought it first, and when, stays. Raises PermissionDenied; Refused when none went out."""
    with write_tx():
        issue = _open_issue(match, name, actor)
        _mark(issue, actor, at)
        issue.save()
    return issue


def compare_sheet(
    match: Match, name: SheetName, typed: Mapping[str, str], *, actor: AbstractBaseUser, at: dt.datetime
) -> tuple[SheetIssue, Comparison]:
    """Compare what stands on the paper with the match as it is entered now.

    1. Reads the match. 2. When the deciding line was written, marks the sheet as returned, whether it agrees and up to which entry that
    was compared; else changes nothing.
    The match itself is never changed: where they differ a person corrects it with the reason that the paper says otherwise.
    Raises PermissionDenied; Refused for a sheet that never went out.
    """
    with write_tx():
        issue = _open_issue(match, name, actor)
        view = load_match(match)
        comparison = compare(view, typed)
        if comparison.complete:
            _mark(issue, actor, at)
            issue.agrees, issue.compared_seq = comparison.agrees, view.seq
            issue.save()
    return issue, comparison


def _open_issue(match: Match, name: SheetName, actor: AbstractBaseUser) -> SheetIssue:
    tournament = Tournament.objects.get(stages__rounds__matches=match)
    require_staff(actor, tournament)
    issue = latest_sheet(match, name.serial)
    if issue is None:
        raise Refused("not_printed", _("No such sheet was printed here, so it cannot come back. Look at the serial, or print one."))
    return SheetIssue.objects.select_for_update().get(pk=issue.pk)


def _mark(issue: SheetIssue, actor: AbstractBaseUser, at: dt.datetime) -> None:
    if issue.returned_at is None:
        issue.returned_at, issue.returned_by = at, staff_actor(actor).id
