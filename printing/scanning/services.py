"""Take back the sheet that was held up, and keep its photograph beside its printing."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from printing.sheets_back.extra_sheets import mark_extra_returned
from printing.sheets_back.photographs import keep_photograph
from printing.sheets_back.queries import SheetName, find_latest_sheet, is_filled_sheet
from printing.sheets_back.services import mark_returned
from scoring.models import ExtraSheet, SheetIssue
from tournaments.locks import lock_with_right
from tournaments.models import Match, Tournament
from tournaments.permissions import Right


class ScanState(StrEnum):
    """What became of a sheet that was held up."""

    BACK = "back"
    ALREADY = "already"
    REPLACED = "replaced"
    RECORD = "record"
    NOT_PRINTED = "not_printed"


@dataclass(frozen=True, slots=True)
class ScannedSheet:
    """A sheet that was held up. `latest` is the serial that is out instead; `photographed` is None if no photograph came with it."""

    match: Match
    name: SheetName
    state: ScanState
    issue: SheetIssue | ExtraSheet | None = None
    latest: int = 0
    photographed: bool | None = None

    @property
    def is_good(self) -> bool:
        return self.state in (ScanState.BACK, ScanState.ALREADY) and self.photographed is not False


def scan_sheet(
    tournament: Tournament, match: Match, name: SheetName, picture: bytes = b"", *, actor: AbstractBaseUser, at: dt.datetime
) -> ScannedSheet:
    """Mark the printing as returned if it is the one that is out, and keep the photograph.

    1. Find the printing by its serial, the latest without one. 2. Mark it as returned, unless it was replaced: that one is to be struck
    through. 3. Keep the photograph beside it, of a replaced printing and of a record too. Nothing is compared and no result changes.
    Raises PermissionDenied.
    """
    with write_tx():
        lock_with_right(tournament, actor, Right.ENTER)
        issue, latest = find_latest_sheet(match, name.serial), find_latest_sheet(match)
        state = _read_state(match, name, issue, latest)
        if state is ScanState.BACK and issue is not None:
            mark_returned(issue, actor, at)
            issue.save(update_fields=["returned_at", "returned_by"])
        serial = issue.serial if issue else name.serial if state is ScanState.RECORD else None
        photograph = keep_photograph(match, serial, picture, actor=actor, at=at) if picture else None
    return ScannedSheet(match, name, state, issue, latest.serial if latest else 0, photograph)


def _read_state(match: Match, name: SheetName, issue: SheetIssue | None, latest: SheetIssue | None) -> ScanState:
    if issue is None:
        return ScanState.RECORD if is_filled_sheet(match, name.serial) else ScanState.NOT_PRINTED
    if latest is not None and issue.serial < latest.serial:
        return ScanState.REPLACED
    return ScanState.ALREADY if issue.returned_at else ScanState.BACK


def scan_extra_sheet(extra: ExtraSheet, match: Match, picture: bytes = b"", *, actor: AbstractBaseUser, at: dt.datetime) -> ScannedSheet:
    """Mark an extra sheet of `match` as returned, and keep its photograph with the match. Raises PermissionDenied."""
    with write_tx():
        lock_with_right(extra.tournament, actor, Right.ENTER)
        locked = ExtraSheet.objects.select_for_update().get(pk=extra.pk)
        state = ScanState.ALREADY if locked.returned_at else ScanState.BACK
        mark_extra_returned(locked, actor, at)
        locked.save(update_fields=["returned_at", "returned_by"])
        photograph = keep_photograph(match, None, picture, actor=actor, at=at) if picture else None
    return ScannedSheet(match, SheetName(extra.code), state, locked, photographed=photograph)
