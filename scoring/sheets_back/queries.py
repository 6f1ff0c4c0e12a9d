"""Sheets that went out and came back, and the result on paper beside the one that was entered."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Max, Prefetch
from django.utils.translation import gettext as _

from scoring.entry.checking import CheckBox
from scoring.ledger.match_log import State
from scoring.matches.history import actor_names
from scoring.matches.queries import MatchView
from scoring.models import LedgerEntry, MatchResult, SheetIssue
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.people.sides import side_names

SHEET = SheetIssue.What.SHEET
Kind = LedgerEntry.Kind
CHANGES = (Kind.SUBMIT, Kind.CORRECT, Kind.VOID)
"""Entries that change what a match says; the others sign it, question it or keep something beside it."""
_READ = re.compile(r"(?:^|[^A-Z0-9]S[^A-Z0-9])([A-Z0-9]{4}) ?([A-Z0-9]{4})(?:[^A-Z0-9]([0-9]{1,6}))?$")
"""A scanner types as on its own keyboard: where the desk's is an Italian one, `/s/K3QX7A2B-2` arrives as `-s-K3QX7A2B'2`."""


@dataclass(frozen=True, slots=True)
class SheetName:
    """What stands on a sheet: the code of its match, and which printing it is, when that was read too."""

    code: str
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The latest printing of a match's sheet."""

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
    """A line of the paper's result: the final score of a game, or the games won."""

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
    """The paper beside the entry. `rows` ends with what decides the match, which must be written; the others may stay empty."""

    rows: tuple[PaperRow, ...]

    @property
    def complete(self) -> bool:
        return bool(self.rows) and self.rows[-1].typed

    @property
    def agrees(self) -> bool:
        return self.complete and not any(row.differs for row in self.rows)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The games whose score is another on paper; empty when only what decides the match was written."""
        return tuple(row.game for row in self.rows if row.game and row.differs)


def read_sheet_name(text: str) -> SheetName | None:
    """A typed code, a serial such as `K3QX7A2B-2`, or the address that a scanner reads from the QR; None for anything else."""
    found = _READ.search(text.strip().upper()[:200])
    return SheetName(found[1] + found[2], int(found[3]) if found[3] else None) if found else None


def sheet_lines(tournament: Tournament) -> list[SheetLine]:
    """Every match that has a sheet, by table within its round, the newest round first. Four queries."""
    seats = Seat.objects.select_related("entry")
    printed = SheetIssue.objects.filter(what=SHEET).order_by("serial")
    matches = Match.objects.filter(round__stage__tournament=tournament, sheets__what=SHEET).distinct()
    listed = matches.select_related("round__stage", "result").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("sheets", queryset=printed)
    )
    changed = last_changes(tournament)
    return [_line(match, changed.get(match.pk, 0)) for match in listed.order_by("-round__stage__number", "-round__number", "table")]


def last_changes(tournament: Tournament) -> dict[int, int]:
    """The last entry that changed what a match says, by the match's key. One query."""
    told = LedgerEntry.objects.filter(tournament=tournament, match__isnull=False, kind__in=CHANGES)
    return dict(told.order_by().values_list("match").annotate(Max("seq")))


def is_stale(issue: SheetIssue, changed: int) -> bool:
    """Whether the match was changed, last by entry `changed`, after this sheet was compared with it."""
    return issue.agrees is not None and (issue.compared_seq or 0) < changed


def _line(match: Match, changed: int) -> SheetLine:
    issue = list(match.sheets.all())[-1]
    result = getattr(match, "result", None) or MatchResult(match=match)
    return SheetLine(
        code=match.code,
        serial=issue.serial,
        stage=match.round.stage.name,
        round=match.round.number,
        table=match.table,
        names=side_names(match.seats.all()),
        entered=result.state != State.OPEN,
        returned_at=issue.returned_at,
        agrees=issue.agrees,
        stale=is_stale(issue, changed),
    )


def count_out(round_: Round) -> int:
    """How many matches of a round wait for their sheet. One query."""
    return len(codes_out(round_))


def codes_out(round_: Round) -> frozenset[str]:
    """Codes of the matches of a round that wait for their sheet. One query."""
    issues = SheetIssue.objects.filter(match__round=round_, what=SHEET).order_by("match", "serial")
    return waiting(issues.values_list("match__code", "returned_at"))


def waiting(issues: Iterable[tuple[str, dt.datetime | None]]) -> frozenset[str]:
    """Codes of the matches whose latest printing is out; `issues` are codes and returns in the order of the serials."""
    return frozenset(code for code, returned_at in dict(issues).items() if returned_at is None)


def latest_sheet(match: Match, serial: int | None = None) -> SheetIssue | None:
    """The printing with that serial, or the last one."""
    issues = SheetIssue.objects.filter(match=match, what=SHEET)
    return issues.filter(serial=serial).first() if serial else issues.order_by("-serial").first()


def is_record(match: Match, serial: int | None) -> bool:
    """Whether that printing was the filled sheet, which is nobody's to bring back."""
    return serial is not None and SheetIssue.objects.filter(match=match, what=SheetIssue.What.FILLED, serial=serial).exists()


def returner(issue: SheetIssue) -> str:
    """Who took the sheet back; empty while it is out, or when that person is gone."""
    return actor_names([issue.returned_by], issue.match.round.stage.tournament_id).get(issue.returned_by, "")


def compare(view: MatchView, typed: Mapping[str, str]) -> Comparison:
    """`typed` is by `game-<number>-<side>` and `won-<side>`."""
    finished = [game for game in view.games if game.score and not game.running] if not view.fold.state.plan.carries else []
    rows = [
        _row(view, f"game-{game.number}", _("Game %(number)d") % {"number": game.number}, game.score, typed, game.number)
        for game in finished
    ]
    if len(rows) == 1 and view.fold.state.plan.most_games == 1:
        return Comparison((rows[0],))
    return Comparison((*rows, _row(view, "won", _("Result: games won"), view.games_won, typed)))


def _row(view: MatchView, key: str, title: str, stands: tuple[int, ...], typed: Mapping[str, str], game: int | None = None) -> PaperRow:
    keyboard = "text" if view.fold.state.plan.falls else "numeric"
    boxes = tuple(
        CheckBox(f"{key}-{side.index}", side.letter, str(number), _plain(typed.get(f"{key}-{side.index}", "")), keyboard)
        for side, number in zip(view.sides, stands, strict=True)
    )
    return PaperRow(title, boxes, game)


def _plain(text: str) -> str:
    """Without spaces and leading zeros."""
    short = text.strip()[:20]
    return str(int(short)) if short.isascii() and short.isdecimal() else short
