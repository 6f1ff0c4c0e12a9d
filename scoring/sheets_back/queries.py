"""Sheets that went out and came back, and the result on paper beside the entered result."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Max, Prefetch
from django.utils.translation import gettext as _

from scoring.entry.checking import CheckBox
from scoring.ledger.match_log import State
from scoring.matches.history import read_actor_names
from scoring.matches.queries import MatchView
from scoring.models import LedgerEntry, MatchResult, SheetIssue
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
    """The latest printing of the sheet of a match."""

    code: str
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

    @property
    def out(self) -> bool:
        return self.returned_at is None

    @property
    def differs(self) -> bool:
        return self.agrees is False and not self.stale

    @property
    def not_compared(self) -> bool:
        return not self.out and self.agrees is None

    @property
    def name(self) -> str:
        return f"{self.code}-{self.serial}"


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
    """Every match that has a sheet, by table within its round, newest round first. Four queries."""
    printed = SheetIssue.objects.filter(what=SHEET).order_by("serial")
    matches = Match.objects.filter(round__stage__tournament=tournament, sheets__what=SHEET).distinct()
    listed = matches.select_related("round__stage", "result").prefetch_related(prefetch_seats(), Prefetch("sheets", queryset=printed))
    changed = read_last_changes(tournament)
    return [_build_line(match, changed.get(match.pk, 0)) for match in listed.order_by("-round__stage__number", "-round__number", "table")]


def read_last_changes(tournament: Tournament) -> dict[int, int]:
    """By match key, the sequence number of the last ledger entry that changed the match. One query."""
    entries = LedgerEntry.objects.filter(tournament=tournament, match__isnull=False, kind__in=CHANGES)
    return dict(entries.order_by().values_list("match").annotate(Max("seq")))


def is_stale(issue: SheetIssue, changed: int) -> bool:
    """Whether the match was changed after the comparison with this sheet; `changed` is the number of its last change."""
    return issue.agrees is not None and (issue.compared_seq or 0) < changed


def _build_line(match: Match, changed: int) -> SheetLine:
    issue = list(match.sheets.all())[-1]
    result = getattr(match, "result", None) or MatchResult(match=match)
    return SheetLine(
        code=match.code,
        serial=issue.serial,
        stage=match.round.stage.name,
        round=match.round.number,
        table=match.table,
        names=list_side_names(match.seats.all()),
        entered=result.state != State.OPEN,
        returned_at=issue.returned_at,
        agrees=issue.agrees,
        stale=is_stale(issue, changed),
    )


def count_sheets_out(round_: Round) -> int:
    """Number of matches of a round whose sheet is out. One query."""
    return len(read_codes_out(round_))


def read_codes_out(round_: Round) -> frozenset[str]:
    """Codes of the matches of a round whose sheet is out. One query."""
    issues = SheetIssue.objects.filter(match__round=round_, what=SHEET).order_by("match", "serial")
    return list_waiting_codes(issues.values_list("match__code", "returned_at"))


def list_waiting_codes(issues: Iterable[tuple[str, dt.datetime | None]]) -> frozenset[str]:
    """Codes of the matches whose latest printing is out; `issues` are pairs of code and return time in the order of the serials."""
    return frozenset(code for code, returned_at in dict(issues).items() if returned_at is None)


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
