"""Blank sheets and further sheets of a match: counted out, found by their own code, counted back."""

import datetime as dt
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max, QuerySet

from jobs.databases import write_tx
from printing.sheets_back.queries import SheetName
from scoring.ledger.appending import build_staff_actor
from scoring.models import ExtraSheet
from tournaments.locks import lock_with_right
from tournaments.models import Match, Tournament
from tournaments.permissions import Right


def list_extra_sheets(tournament: Tournament) -> QuerySet[ExtraSheet]:
    """Blank and further sheets of a tournament in the order of printing, with their matches. One query."""
    return ExtraSheet.objects.filter(tournament=tournament).select_related("tournament", "match__round__stage").order_by("pk")


def count_blanks_out(tournament: Tournament) -> int:
    """Blank sheets that nobody has counted back, used or unused. One query."""
    return ExtraSheet.objects.filter(tournament=tournament, further=False, returned_at__isnull=True).count()


def find_extra_sheet(tournament: Tournament, name: SheetName | None) -> ExtraSheet | None:
    """The extra sheet with this code."""
    return list_extra_sheets(tournament).filter(code=name.code).first() if name else None


def issue_extra_sheets(
    tournament: Tournament, count: int, match: Match | None, *, actor: AbstractBaseUser, at: dt.datetime
) -> list[ExtraSheet]:
    """Record `count` blank sheets as printed now, or further sheets of `match`; each has a new code. Raises PermissionDenied."""
    with write_tx():
        lock_with_right(tournament, actor, Right.PRINT)
        further = match is not None
        counted = ExtraSheet.objects.filter(tournament=tournament, further=further, **({"match": match} if match else {}))
        latest = counted.aggregate(latest=Max("number"))["latest"] or int(further)
        numbers = range(latest + 1, latest + count + 1)
        extras = [ExtraSheet(tournament=tournament, match=match, number=number, further=further, printed_at=at) for number in numbers]
        return ExtraSheet.objects.bulk_create(extras)


def use_extra_sheet(extra: ExtraSheet, match: Match | None, *, actor: AbstractBaseUser, at: dt.datetime) -> ExtraSheet:
    """Mark an extra sheet as returned: used for `match`, or unused without one. Its first return and the match of a further sheet stay.

    Raises PermissionDenied.
    """
    with write_tx():
        lock_with_right(extra.tournament, actor, Right.ENTER)
        locked = ExtraSheet.objects.select_for_update().get(pk=extra.pk)
        if not locked.further:
            locked.match = match
        mark_extra_returned(locked, actor, at)
        locked.save()
    return locked


def mark_extra_returned(extra: ExtraSheet, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Note who brought the sheet back and when, unless somebody did before; does not save it."""
    if extra.returned_at is None:
        extra.returned_at, extra.returned_by = at, build_staff_actor(actor).id


def return_unused_sheets(tournament: Tournament, codes: Sequence[str], *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Mark these blank sheets as returned unused, a whole pile at once, and return how many were out. Raises PermissionDenied."""
    with write_tx():
        lock_with_right(tournament, actor, Right.ENTER)
        waiting = ExtraSheet.objects.filter(tournament=tournament, code__in=codes, match__isnull=True, returned_at__isnull=True)
        return waiting.update(returned_at=at, returned_by=build_staff_actor(actor).id)
