"""Sheets that went out and came back, and the result on paper beside the entered result."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import Max, Prefetch, Q
from django.utils.translation import gettext as _

from scoring.entry.checking import CheckBox
from scoring.ledger.match_log import State
from scoring.matches.history import read_actor_names
from scoring.matches.queries import MatchView
from scoring.models import ExtraSheet, LedgerEntry, MatchResult, SheetIssue
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.sides import list_side_names

SHEET = SheetIssue.What.SHEET
Kind = LedgerEntry.Kind
CHANGES = (Kind.SUBMIT, Kind.CORRECT, Kind.VOID)
"""Kinds of entries that change what a match says; the others sign, dispute or annotate it."""
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


def read_sheet_lines(tournament: Tournament) -> list[SheetLine]:
    """The sheets of every match, by table, newest round first: the latest printing, then its extra sheets. Five queries."""
    printed = SheetIssue.objects.filter(what=SHEET).order_by("serial")
    extras = ExtraSheet.objects.order_by("pk")
    has_sheets = Q(sheets__what=SHEET) | Q(extra_sheets__isnull=False)
    matches = Match.objects.filter(has_sheets, round__stage__tournament=tournament).distinct()
    listed = matches.select_related("round__stage", "result").prefetch_related(
        prefetch_seats(), Prefetch("sheets", queryset=printed), Prefetch("extra_sheets", queryset=extras)
    )
    changed = read_last_changes(tournament)
    in_order = listed.order_by("-round__stage__number", "-round__number", "table")
    return [line for match in in_order for line in _build_lines(match, changed.get(match.pk, 0))]


def read_last_changes(tournament: Tournament) -> dict[int, int]:
    """By match key, the sequence number of the last ledger entry that changed the match. One query."""
    entries = LedgerEntry.objects.filter(tournament=tournament, match__isnull=False, kind__in=CHANGES)
    return dict(entries.order_by().values_list("match").annotate(Max("seq")))


def is_stale(issue: SheetIssue, changed: int) -> bool:
    """Whether the match was changed after the comparison with this sheet; `changed` is the number of its last change."""
    return issue.agrees is not None and (issue.compared_seq or 0) < changed


def _build_lines(match: Match, changed: int) -> Iterator[SheetLine]:
    """The latest printing of the sheet, if there is one, then the extra sheets."""
    result = getattr(match, "result", None) or MatchResult(match=match)
    blank = SheetLine(
        code=match.code,
        match_code=match.code,
        serial=0,
        stage=match.round.stage.name,
        round=match.round.number,
        table=match.table,
        names=list_side_names(match.seats.all()),
        entered=result.state != State.OPEN,
        returned_at=None,
        agrees=None,
        stale=False,
    )
    for issue in list(match.sheets.all())[-1:]:
        yield replace(blank, serial=issue.serial, returned_at=issue.returned_at, agrees=issue.agrees, stale=is_stale(issue, changed))
    for extra in match.extra_sheets.all():
        yield replace(blank, code=extra.code, extra=extra.number, further=extra.further, returned_at=extra.returned_at)


def count_sheets_out(round_: Round) -> int:
    """Number of sheets of a round that are out, further ones too. Two queries."""
    return sum(read_sheets_out(round_).values())


def read_sheets_out(round_: Round) -> Mapping[str, int]:
    """By code of the match, how many of its sheets are out: the latest printing and extra ones. Only matches with some. Two queries."""
    issues = SheetIssue.objects.filter(match__round=round_, what=SHEET).order_by("match", "serial")
    latest = dict(issues.values_list("match__code", "returned_at"))
    extras = ExtraSheet.objects.filter(match__round=round_, returned_at__isnull=True).values_list("match__code", flat=True)
    return Counter([*(code for code, returned_at in latest.items() if returned_at is None), *extras])


def find_latest_sheet(match: Match, serial: int | None = None) -> SheetIssue | None:
    """The printing with this serial, or the latest printing."""
    issues = SheetIssue.objects.filter(match=match, what=SHEET)
    return issues.filter(serial=serial).first() if serial else issues.order_by("-serial").first()


def is_filled_sheet(match: Match, serial: int | None) -> bool:
    """Whether this printing was the filled sheet, which nobody returns."""
    return serial is not None and SheetIssue.objects.filter(match=match, what=SheetIssue.What.FILLED, serial=serial).exists()


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
