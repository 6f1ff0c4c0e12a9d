"""What rests on the results of a stage, as two pictures of it, and the difference between them in words that a director can weigh."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import pairing
from rules import RuleViolation
from scoring.matches.queries import MatchView, describe_situation, load_match
from scoring.models import MatchResult, SheetIssue
from scoring.printing.heads import surroundings
from scoring.printing.honours import prizes_of
from scoring.rounds.drafts import later_request
from scoring.sheets_back.queries import is_stale, last_changes
from scoring.standings_pages.chains import qualified_for
from scoring.standings_pages.queries import Column, StandingLine, StandingsView, shown_cell, standings_view
from tournaments.models import Entry, Match, Round, Seat, Stage
from tournaments.refusals import Refused

Pairs = frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Through:
    """Who goes on to another stage; `problem` says why that cannot be told, `drawn` whether that stage was drawn already."""

    stage: str
    names: tuple[str, ...]
    problem: str
    drawn: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that rests on the results of the match's stage at one moment. `draws` are the later rounds, as they would be asked for."""

    view: MatchView
    standings: StandingsView
    draws: tuple[tuple[Round, pairing.Request], ...]
    through: tuple[Through, ...]
    prizes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line of the standings; places and points before and after. `cells` are tie-breaks that change, in words."""

    name: str
    places: tuple[str, str]
    points: tuple[float, float]
    cells: tuple[str, ...]

    @property
    def moves(self) -> bool:
        return self.places[0] != self.places[1]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A later round that would be drawn otherwise: the pairings that rest on the result, as they are drawn now."""

    stage: int
    number: int
    draft: bool
    pairings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThroughChange:
    stage: str
    drawn: bool
    comes: tuple[str, ...]
    goes: tuple[str, ...]
    problem: str


@dataclass(frozen=True, slots=True)
class PrizeChange:
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Consequences:
    """What is different in the second picture. `result` tells how the match stood and would stand."""

    result: tuple[str, str]
    lines: tuple[LineChange, ...]
    rounds: tuple[RoundChange, ...]
    through: tuple[ThroughChange, ...]
    prizes: tuple[PrizeChange, ...]

    @property
    def moved(self) -> bool:
        """Whether anybody's place or points change, so that lists on paper are no longer true."""
        return bool(self.lines)

    @property
    def result_changes(self) -> bool:
        return self.result[0] != self.result[1]

    @property
    def nothing(self) -> bool:
        """Whether nothing but the match itself would be other than it is."""
        return not (self.lines or self.rounds or self.through or self.prizes)


def picture_of(match: Match) -> Picture:
    """Reads the database, and draws nothing: drawing takes time, and a picture may be taken while others wait."""
    fresh = Match.objects.select_related("round__stage__tournament").get(pk=match.pk)
    stage = Stage.objects.select_related("standings", "tournament").get(pk=fresh.round.stage_id)
    return Picture(
        view=load_match(fresh),
        standings=standings_view(stage),
        draws=tuple(_later_draws(stage, fresh.round.number)),
        through=tuple(_through(follower) for follower in stage.followers.order_by("number")),
        prizes=_prizes(stage),
    )


def difference(before: Picture, after: Picture) -> Consequences:
    """Draws again what would be drawn otherwise. One query for each round that changes."""
    return Consequences(
        result=(_situation(before.view), _situation(after.view)),
        lines=tuple(_changed_lines(before.standings, after.standings)),
        rounds=tuple(_changed_rounds(before, after)),
        through=tuple(_changed_through(before.through, after.through)),
        prizes=tuple(_changed_prizes(before.prizes, after.prizes)),
    )


def touches_signed(match: Match) -> bool:
    """Whether a change of the match touches what somebody signed, or what was counted when its round was closed. One query at most."""
    signed = (MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
    return match.round.state == Round.State.CLOSED or MatchResult.objects.filter(match=match, state__in=signed).exists()


def untrue_papers(match: Match) -> tuple[str, ...]:
    """Sheets of the match that would no longer be true, one sentence each. Two queries."""
    tournament = match.round.stage.tournament
    changed = last_changes(tournament).get(match.pk, 0)
    return tuple(
        _paper_sentence(issue)
        for issue in SheetIssue.objects.filter(match=match).order_by("serial")
        if issue.what == SheetIssue.What.FILLED or (issue.agrees and not is_stale(issue, changed))
    )


def _paper_sentence(issue: SheetIssue) -> str:
    values = {"name": f"{issue.match.code}-{issue.serial}", "time": date_format(localtime(issue.printed_at), "TIME_FORMAT")}
    if issue.what == SheetIssue.What.FILLED:
        return _("The filled sheet %(name)s, printed at %(time)s, tells the old result: print it again.") % values
    return _("Sheet %(name)s came back and agreed: it has to be compared again.") % values


def _later_draws(stage: Stage, number: int) -> Iterator[tuple[Round, pairing.Request]]:
    for round_ in stage.rounds.filter(number__gt=number).select_related("draw", "stage__tournament").order_by("number"):
        request = later_request(round_)
        if request is not None:
            yield round_, request


def _through(follower: Stage) -> Through:
    drawn = follower.rounds.exists()
    try:
        ids = [one.entrant for one in qualified_for(follower)]
    except Refused as refusal:
        return Through(follower.name, (), str(refusal), drawn)
    names = dict(Entry.objects.filter(pk__in=ids).values_list("pk", "name"))
    return Through(follower.name, tuple(names[pk] for pk in ids), "", drawn)


def _prizes(stage: Stage) -> dict[str, str]:
    """The prize of everybody who gets one, by name."""
    around = surroundings(stage.tournament, str)
    if not around.style.prize_lines:
        return {}
    return {" ".join(one.party.names): one.prize for one in prizes_of(around) if one.prize}


def _situation(view: MatchView) -> str:
    said = " ".join(describe_situation(view))
    return said if view.state != "void" else f"{view.state_label}. {said}"


def _lines_of(standings: StandingsView) -> dict[int, StandingLine]:
    return {line.entry_id: line for group in standings.groups for line in group.lines}


def _changed_lines(before: StandingsView, after: StandingsView) -> Iterator[LineChange]:
    was = _lines_of(before)
    for line in _lines_of(after).values():
        old = was[line.entry_id]
        changed = (column for column in after.columns[1:] if old.cells.get(column.key) != line.cells[column.key])
        cells = tuple(f"{column.name} {_cell(old, column)} → {_cell(line, column)}" for column in changed)
        places = (old.place, line.place)
        if places[0] != places[1] or old.points != line.points or cells:
            yield LineChange(line.name, places, (old.points, line.points), cells)


def _cell(line: StandingLine, column: Column) -> str:
    return shown_cell(line.cells.get(column.key), share=column.share) or "–"


def _changed_rounds(before: Picture, after: Picture) -> Iterator[RoundChange]:
    """Drawing again from both pictures with the seed of then leaves only what the change itself does."""
    for (round_, asked), (_same, asked_after) in zip(before.draws, after.draws, strict=True):
        if asked != asked_after:
            gone = _pairs(asked) - _pairs(asked_after)
            shown = tuple(_drawn_names(round_, gone))
            if shown:
                yield RoundChange(round_.stage.number, round_.number, round_.state == Round.State.DRAFT, shown)


def _pairs(request: pairing.Request) -> Pairs:
    try:
        drawn = pairing.draw_request(request)
    except (pairing.DrawRefused, RuleViolation, LookupError):
        return frozenset()
    return frozenset(tuple(sorted(one.sides)) for one in drawn.pairings)


def _drawn_names(round_: Round, gone: Pairs) -> Iterator[str]:
    seats = Seat.objects.filter(round=round_).select_related("match", "entry").order_by("match__position", "side", "place")
    matches: dict[int, list[Seat]] = {}
    for seat in seats:
        matches.setdefault(seat.match_id, []).append(seat)
    for sides in matches.values():
        if tuple(sorted(seat.entry_id for seat in sides)) in gone:
            names = " · ".join(seat.entry.name for seat in sides)
            table = sides[0].match.table
            yield _("table %(table)d: %(names)s") % {"table": table, "names": names} if table else names


def _changed_through(before: Iterable[Through], after: Iterable[Through]) -> Iterator[ThroughChange]:
    for was, now in zip(before, after, strict=True):
        if was != now:
            comes = tuple(name for name in now.names if name not in was.names)
            goes = tuple(name for name in was.names if name not in now.names)
            yield ThroughChange(now.stage, now.drawn, comes, goes, now.problem)


def _changed_prizes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[PrizeChange]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name, "") != after.get(name, ""):
            yield PrizeChange(name, before.get(name, ""), after.get(name, ""))
