"""What a code meant before its draw was taken back or others took the seats: for paper and pages that come back later."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, TypeVar

from django.contrib.auth.models import AbstractBaseUser
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from jobs.databases import write_tx
from scoring.matches.table_links import find_current_seat
from scoring.models import ExtraSheet, FormerMatch, SheetIssue
from tournaments.locks import lock_with_right
from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.sides import group_by_side
from tournaments.permissions import Right

_Row = TypeVar("_Row", Seat, SheetIssue)


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """Where an entry of a former match plays now; `match` is None where it plays nowhere."""

    name: str
    match: Match | None


@dataclass(frozen=True, slots=True)
class FormerView:
    """A former match in words. `printed_at` is None where no sheet was printed; `reseated` where others have its seats now."""

    code: str
    round: int
    table: int | None
    sides: tuple[str, ...]
    printed_at: dt.datetime | None
    ended_at: dt.datetime
    reseated: bool
    now: tuple[PlaceNow, ...]

    @property
    def sentence(self) -> str:
        """What the paper was, why it counts no longer, and where its people are now."""
        return " ".join((self._tell_origin(), self._tell_end(), *(_tell_place(place) for place in self.now)))

    @property
    def names(self) -> str:
        return " : ".join(self.sides)

    def _tell_origin(self) -> str:
        values = {"round": self.round, "table": self.table or "–", "sides": self.names}
        if self.printed_at is None:
            return _("This was round %(round)d, table %(table)s: %(sides)s.") % values
        sentence = _("Printed at %(time)s for round %(round)d, table %(table)s: %(sides)s.")
        return sentence % {**values, "time": format_clock(self.printed_at)}

    def _tell_end(self) -> str:
        time = {"time": format_clock(self.ended_at)}
        if self.reseated:
            return _("At %(time)s others took these seats.") % time
        return _("At %(time)s this round was unpublished.") % time


def _tell_place(place: PlaceNow) -> str:
    if place.match is None:
        return _("%(name)s: no match now.") % {"name": place.name}
    values = {"name": place.name, "round": place.match.round.number, "table": place.match.table or "–"}
    return _("%(name)s: now round %(round)d, table %(table)s.") % values


def format_clock(moment: dt.datetime) -> str:
    return time_format(localtime(moment), "H:i")


def remember_matches(round_: Round, matches: Iterable[Match], *, at: dt.datetime) -> None:
    """Note what these matches of a round are, before their seats, codes or sheets go. Call inside `write_tx`.

    Three queries and a statement for any number of them; the round comes with its stage.
    """
    by_key = {match.pk: match for match in matches}
    seats = _group_rows(Seat.objects.filter(match__in=by_key).select_related("entry"))
    sheets = _group_rows(SheetIssue.objects.filter(match__in=by_key).order_by("serial"))
    rows = {
        key: FormerMatch(
            tournament_id=round_.stage.tournament_id,
            code=match.code,
            stage=round_.stage.number,
            round=round_.number,
            table=match.table,
            sides=[[seat.entry.number for seat in side] for side in group_by_side(seats.get(key, ()))],
            sheets=[_build_sheet(issue) for issue in sheets.get(key, ())],
            ended_at=at,
        )
        for key, match in by_key.items()
    }
    further = ExtraSheet.objects.filter(match__in=by_key, further=True)
    FormerMatch.objects.bulk_create([*rows.values(), *(_build_further(rows[extra.match_id], extra) for extra in further if extra.match_id)])


def _build_sheet(issue: SheetIssue) -> dict[str, Any]:
    out = issue.what == SheetIssue.What.SHEET and issue.returned_at is None
    return {"serial": issue.serial, "at": issue.printed_at.isoformat(), "out": out}


def _was_out(row: FormerMatch) -> bool:
    """Whether a sheet of it lay at its table when it ended: printed to be filled in, and not back yet."""
    return any(sheet["out"] for sheet in row.sheets)


def _group_rows(rows: Iterable[_Row]) -> Mapping[int, list[_Row]]:
    by_match: dict[int, list[_Row]] = {}
    for row in rows:
        by_match.setdefault(row.match_id, []).append(row)
    return by_match


def _build_further(former: FormerMatch, extra: ExtraSheet) -> FormerMatch:
    """The row of a further sheet, which has a code of its own."""
    columns = {name: getattr(former, name) for name in ("tournament_id", "stage", "round", "table", "sides", "ended_at")}
    sheets = [{"serial": extra.number, "at": extra.printed_at.isoformat(), "out": extra.returned_at is None}]
    return FormerMatch(code=extra.code, further=extra.number, sheets=sheets, **columns)


def read_last_serials(codes: Iterable[str]) -> Mapping[str, int]:
    """The highest serial that was ever printed on a sheet with each of these codes and is not out any more. One query."""
    rows = FormerMatch.objects.filter(code__in=list(codes), further=0)
    serials: dict[str, int] = {}
    for row in rows:
        serials[row.code] = max([serials.get(row.code, 0), *(sheet["serial"] for sheet in row.sheets)])
    return serials


def find_former_match(tournament: Tournament, code: str, serial: int | None = None) -> FormerMatch | None:
    """What the code of a sheet meant before in this tournament, if it means nothing else now: the printing with that serial, the latest
    without one. A code that a match has today is former only where its serial was printed for others. Two queries at most.
    """
    former = find_former_anywhere(code, serial)
    return former if former and former.tournament_id == tournament.pk else None


def find_former_anywhere(code: str, serial: int | None = None) -> FormerMatch | None:
    """The same over all tournaments: codes are never given twice."""
    rows = list(FormerMatch.objects.filter(code=code).select_related("tournament")) if code else []
    if not rows:
        return None
    printed = next((row for row in reversed(rows) if serial in {sheet["serial"] for sheet in row.sheets}), None) if serial else None
    is_current = Match.objects.filter(code=code).exclude(round__state=Round.State.DRAFT).exists()
    return printed or (None if is_current else rows[-1])


def find_older_printing(match: Match) -> FormerMatch | None:
    """The last match of others for which a sheet with the code of this one was printed: it keeps its code where the ledger names it, and
    only the serial says for whom a sheet is. One query.
    """
    rows = FormerMatch.objects.filter(code=match.code, further=0).order_by("-ended_at", "-pk")
    return next((row for row in rows if row.sheets), None)


def read_former_view(former: FormerMatch, serial: int | None = None) -> FormerView:
    """A former match in words. A few queries for each entry that sat there."""
    numbers = [number for side in former.sides for number in side]
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=former.tournament_id, number__in=numbers)}
    seated = [[entries[number] for number in side if number in entries] for side in former.sides]
    moments = {sheet["serial"]: dt.datetime.fromisoformat(sheet["at"]) for sheet in former.sheets}
    return FormerView(
        code=former.code,
        round=former.round,
        table=former.table,
        sides=tuple(NAME_SEPARATOR.join(entry.name for entry in side) for side in seated),
        printed_at=moments.get(serial or max(moments, default=0)),
        ended_at=former.ended_at,
        reseated=Match.objects.filter(code=former.code).exclude(round__state=Round.State.DRAFT).exists(),
        now=tuple(_find_place(entry) for side in seated for entry in side),
    )


def _find_place(entry: Entry) -> PlaceNow:
    seat = find_current_seat(entry)
    return PlaceNow(entry.name, seat.match if seat else None)


def list_sheets_out(match: Match, code: str = "") -> list[FormerMatch]:
    """Former matches at the table of this round whose sheets were out when they ended, as long as nobody has said which sheet it is; with
    the code that was read on a sheet only those that have it, because another code says itself which sheet it is.
    """
    round_ = match.round
    here = FormerMatch.objects.filter(tournament=round_.stage.tournament_id, stage=round_.stage.number, round=round_.number)
    of_code = here.filter(code=code) if code else here
    return [row for row in of_code.filter(table=match.table, further=0, settled_at__isnull=True) if _was_out(row)]


def read_sheet_letters(tournament: Tournament) -> Mapping[tuple[int, int], str]:
    """The letter behind the table number on the sheets of a stage's round, by both numbers: b, c … where sheets of an earlier draw of the
    round are out, none elsewhere. One query.
    """
    draws: dict[tuple[int, int], set[dt.datetime]] = {}
    for row in FormerMatch.objects.filter(tournament=tournament):
        if _was_out(row):
            draws.setdefault((row.stage, row.round), set()).add(row.ended_at)
    return {place: ascii_lowercase[min(len(moments), len(ascii_lowercase) - 1)] for place, moments in draws.items()}


def format_sheet_label(match: Match, letters: Mapping[tuple[int, int], str]) -> str:
    """“12b”: the table of a sheet, with the letter of its draw; empty without a table. The match comes with its round and stage."""
    if match.table is None:
        return ""
    return f"{match.table}{letters.get((match.round.stage.number, match.round.number), '')}"


def settle_old_sheets(match: Match, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Note that somebody has looked which of several sheets of the table a result stands on. Raises PermissionDenied."""
    with write_tx():
        lock_with_right(match.round.stage.tournament, actor, Right.ENTER)
        FormerMatch.objects.filter(pk__in=[row.pk for row in list_sheets_out(match)]).update(settled_at=at)
