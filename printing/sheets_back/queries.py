"""Sheets that went out and came back, and the result on paper beside the entered result."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.ledger.match_log import State
from scoring.matches.boxes import CheckBox
from scoring.matches.former_matches import find_former_match, find_older_printing
from scoring.matches.history import read_actor_names
from scoring.matches.queries import MatchView
from scoring.models import ExtraSheet, FormerMatch, LedgerEntry, SheetIssue
from tournaments.models import Match, Round, Tournament
from tournaments.models.default_names import translate_stage_name
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.sides import list_side_names

SHEET = SheetIssue.What.SHEET
Kind = LedgerEntry.Kind
CHANGES = (Kind.SUBMIT, Kind.CORRECT, Kind.VOID)
"""Kinds of entries that change what a match says; the others sign, dispute or annotate it."""
ANY_MATCH = Q()
_NEWEST_FIRST = ("-round__stage__number", "-round__number", "table")
_MATCH_COLUMNS = ("pk", "code", "round__number", "table", "result__state", "round__stage__stored_name", "round__stage__format_key")
_EXTRA_COLUMNS = ("code", "number", "further", "returned_at")
_SHEET_NAME = re.compile(r"(?:^|[^A-Z0-9]S[^A-Z0-9])([A-Z0-9]{4}) ?([A-Z0-9]{4})(?:[^A-Z0-9]([0-9]{1,6}))?$")
"""A scanner types with its own keyboard layout: if the desk has an Italian layout, `/s/K3QX7A2B-2` arrives as `-s-K3QX7A2B'2`."""


@dataclass(frozen=True, slots=True)
class SheetName:
    """The name printed on a sheet: the code of its match, and the serial of the printing if it was read."""

    code: str
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The latest printing of the sheet of a match, or a blank or further sheet of it, with a `code` of its own and a number (`extra`)."""

    code: str
    match_code: str
    serial: int
    stage: str
    round: int
    table: int | None
    names: tuple[str, ...]
    entered: bool
    returned_at: dt.datetime | None
    agrees: bool | None
    stale: bool
    """Whether the match was changed after the comparison."""
    extra: int = 0
    further: bool = False

    @property
    def out(self) -> bool:
        return self.returned_at is None

    @property
    def differs(self) -> bool:
        return self.agrees is False and not self.stale

    @property
    def not_compared(self) -> bool:
        return not self.out and self.agrees is None and not self.extra

    @property
    def name(self) -> str:
        return self.code if self.extra else f"{self.code}-{self.serial}"


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of the result on paper: the final score of a game, or the games won."""

    title: str
    boxes: tuple[CheckBox, ...]
    game: int | None = None

    @property
    def typed(self) -> bool:
        return all(box.typed for box in self.boxes)

    @property
    def differs(self) -> bool:
        return any(box.differs for box in self.boxes)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result on paper beside the entered result. The last of `rows` decides the match and must be typed; the others may stay empty."""

    rows: tuple[PaperRow, ...]

    @property
    def complete(self) -> bool:
        return bool(self.rows) and self.rows[-1].typed

    @property
    def agrees(self) -> bool:
        return self.complete and not any(row.differs for row in self.rows)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Numbers of the games whose score differs on paper; empty if only the deciding row was typed."""
        return tuple(row.game for row in self.rows if row.game and row.differs)


def parse_sheet_name(text: str) -> SheetName | None:
    """The name from a typed code, from a serial such as `K3QX7A2B-2`, or from the address in the QR code; None for anything else."""
    parts = _SHEET_NAME.search(text.strip().upper()[:200])
    return SheetName(parts[1] + parts[2], int(parts[3]) if parts[3] else None) if parts else None


def read_serial(query: Mapping[str, str]) -> int | None:
    """The serial that the address of a sheet's page names."""
    text = query.get("serial", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def read_sheet_lines(tournament: Tournament, wanted: Q = ANY_MATCH) -> list[SheetLine]:
    """The sheets of the matches that are `wanted`, by table, newest round first, without names: the latest printing, then extra sheets.

    Four queries, and no objects: a large hall has thousands.
    """
    of_tournament = {"match__round__stage__tournament": tournament}
    printed = SheetIssue.objects.filter(what=SHEET, **of_tournament).order_by("serial")
    latest = {match: issue for match, *issue in printed.values_list("match_id", "serial", "returned_at", "agrees", "compared_seq")}
    extras: dict[int, list[tuple[Any, ...]]] = {}
    for match, *extra in ExtraSheet.objects.filter(**of_tournament).order_by("pk").values_list("match_id", *_EXTRA_COLUMNS):
        extras.setdefault(match, []).append(tuple(extra))
    changed = read_last_changes(tournament)
    matches = Match.objects.filter(wanted, round__stage__tournament=tournament).order_by(*_NEWEST_FIRST).values_list(*_MATCH_COLUMNS)
    return [
        line
        for match, *columns in matches
        if match in latest or match in extras
        for line in _build_lines(_build_blank(*columns), latest.get(match), extras.get(match, ()), changed.get(match, 0))
    ]


def name_sheet_lines(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """The lines of a page with the names of their sides. Two queries."""
    matches = Match.objects.filter(code__in={line.match_code for line in lines}).prefetch_related(prefetch_seats())
    names = {match.code: list_side_names(match.seats.all()) for match in matches}
    return [replace(line, names=names.get(line.match_code, ())) for line in lines]


def read_last_changes(tournament: Tournament) -> dict[int, int]:
    """By match key, the sequence number of the last ledger entry that changed the match. One query."""
    entries = LedgerEntry.objects.filter(tournament=tournament, match__isnull=False, kind__in=CHANGES)
    return dict(entries.order_by().values_list("match").annotate(Max("seq")))


def is_stale(issue: SheetIssue, changed: int) -> bool:
    """Whether the match was changed after the comparison with this sheet; `changed` is the number of its last change."""
    return issue.agrees is not None and (issue.compared_seq or 0) < changed


def _build_blank(code: str, number: int, table: int | None, state: str | None, *stage: str) -> SheetLine:
    """The line of a match from its columns, before it is said which sheet it is."""
    return SheetLine(
        code=code,
        match_code=code,
        serial=0,
        stage=translate_stage_name(*stage),
        round=number,
        table=table,
        names=(),
        entered=state not in (None, State.OPEN),
        returned_at=None,
        agrees=None,
        stale=False,
    )


def _build_lines(blank: SheetLine, issue: Sequence[Any] | None, extras: Iterable[tuple[Any, ...]], changed: int) -> Iterator[SheetLine]:
    """The latest printing of the sheet, if there is one, then the extra sheets."""
    if issue is not None:
        serial, returned_at, agrees, compared_seq = issue
        stale = agrees is not None and (compared_seq or 0) < changed
        yield replace(blank, serial=serial, returned_at=returned_at, agrees=agrees, stale=stale)
    for code, number, further, returned_at in extras:
        yield replace(blank, code=code, extra=number, further=further, returned_at=returned_at)


def count_sheets_out(round_: Round) -> int:
    """Number of sheets of a round that are out: the latest printings, and extra ones. Two queries."""
    extras = ExtraSheet.objects.filter(match__round=round_, returned_at__isnull=True)
    return _select_printings_out().filter(match__round=round_).count() + extras.count()


def has_sheet_out() -> Q:
    """Of a match: whether a sheet of it is out."""
    of_match = {"match": OuterRef("pk")}
    extras = ExtraSheet.objects.filter(**of_match, returned_at__isnull=True)
    return Q(Exists(_select_printings_out().filter(**of_match))) | Q(Exists(extras))


def _select_printings_out() -> QuerySet[SheetIssue]:
    """The latest printings that are not back: a later one replaces the sheets before it."""
    later = SheetIssue.objects.filter(match=OuterRef("match"), what=SHEET, serial__gt=OuterRef("serial"))
    return SheetIssue.objects.filter(~Exists(later), what=SHEET, returned_at__isnull=True)


def find_latest_sheet(match: Match, serial: int | None = None) -> SheetIssue | None:
    """The printing with this serial, or the latest printing."""
    issues = SheetIssue.objects.filter(match=match, what=SHEET)
    return issues.filter(serial=serial).first() if serial else issues.order_by("-serial").first()


def is_filled_sheet(match: Match, serial: int | None) -> bool:
    """Whether this printing was the filled sheet, which nobody returns."""
    return serial is not None and SheetIssue.objects.filter(match=match, what=SheetIssue.What.FILLED, serial=serial).exists()


def find_former_sheet(tournament: Tournament, name: SheetName) -> FormerMatch | None:
    """For whom a sheet was printed, where others sit there now. A code without its serial that the match kept is theirs as long as no sheet
    was printed for those who sit there now. Four queries at most.
    """
    former = find_former_match(tournament, name.code, name.serial)
    match = None if former or name.serial else Match.objects.filter(round__stage__tournament=tournament, code=name.code).first()
    if match is None or SheetIssue.objects.filter(match=match).exists():
        return former
    return find_older_printing(match)


def read_returner_name(issue: SheetIssue) -> str:
    """Name of the person who took the sheet back; empty while it is out, or if that account is gone."""
    return read_actor_names([issue.returned_by], issue.match.round.stage.tournament_id).get(issue.returned_by, "")


def compare_result(view: MatchView, typed: Mapping[str, str]) -> Comparison:
    """The comparison with the typed result; the keys of `typed` are `game-<number>-<side>` and `won-<side>`."""
    plan = view.log.state.plan
    is_one_list = plan.carries or plan.has_games_of_one_hand
    finished = [] if is_one_list else [game for game in view.games if game.score and not game.running]
    rows = [
        _build_row(view, f"game-{game.number}", _("Game %(number)d") % {"number": game.number}, game.score, typed, game.number)
        for game in finished
    ]
    if len(rows) == 1 and plan.most_games == 1:
        return Comparison((rows[0],))
    return Comparison((*rows, _build_row(view, "won", _("Result: games won"), view.games_won, typed)))


def _build_row(
    view: MatchView, key: str, title: str, stands: tuple[int, ...], typed: Mapping[str, str], game: int | None = None
) -> PaperRow:
    keyboard = "text" if view.log.state.plan.falls else "numeric"
    boxes = tuple(
        CheckBox(f"{key}-{side.index}", side.letter, str(number), _normalise_number(typed.get(f"{key}-{side.index}", "")), keyboard)
        for side, number in zip(view.sides, stands, strict=True)
    )
    return PaperRow(title, boxes, game)


def _normalise_number(text: str) -> str:
    """The text without spaces and leading zeros."""
    stripped = text.strip()[:20]
    return str(int(stripped)) if stripped.isascii() and stripped.isdecimal() else stripped
